/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_LIMITS_H
#define FCLC_PLUGIN_SCHEDULE_LIMITS_H

#include <string>

#include <llvm/Analysis/LoopInfo.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/* Pragmas of a function, its loops and its variables that its schedule does not follow. */
void name_unused(llvm::Function &function, llvm::LoopInfo &loops, std::vector<unmodelled> &missing);

/* What a function has that no schedule is made for; empty: nothing. */
std::string not_modelled(const llvm::LoopInfo &loops);

} // namespace fclc

#endif
