/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_REASONS_H
#define FCLC_PLUGIN_SCHEDULE_REASONS_H

#include "tools/fpgaclc/plugin/schedule/arrays.h"
#include "tools/fpgaclc/plugin/schedule/graph.h"
#include "tools/fpgaclc/plugin/schedule/modulo.h"

namespace fclc
{

/* Why a pipeline has no lower II, in words. */
limit reason_of(const graph &graph, const pipeline &pipeline, const arrays &memories);

} // namespace fclc

#endif
