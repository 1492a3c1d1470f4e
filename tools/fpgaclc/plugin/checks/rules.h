/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_CHECKS_RULES_H
#define FCLC_PLUGIN_CHECKS_RULES_H

#include <string>

#include <clang/Basic/SourceLocation.h>

#include "tools/fpgaclc/common/synthesis_table.h"

namespace clang
{
class DiagnosticsEngine;
}

namespace fclc
{

enum class rule { FCLC_SYNTHESIS_RULES(FCLC_RULE_NAME) };

/* How serious a breach of the rules is: "warn", "error", "off", or "dataflow", which warns of DATAFLOW's rules only. */
void set_synthesis(llvm::StringRef how);

/* Whether anything is reported at all. */
bool checks_synthesis();

/* Notes a breach, once for each place and rule. */
void report_rule(rule rule, clang::SourceLocation location, const std::string &message);

/* Reports what has been noted, in the order of the source. */
void report_all(clang::DiagnosticsEngine &diagnostics);

} // namespace fclc

#endif
