/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_CONSTRUCTS_H
#define FCLC_PLUGIN_CHECKS_CONSTRUCTS_H

#include "tools/fpgaclc/plugin/checks/graph.h"

namespace fclc
{

/* Reports what synthesis does not take in the user's functions of the graph. */
void check_constructs(clang::ASTContext &context, const call_graph &graph);

} // namespace fclc

#endif
