/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_LIMITS_H
#define FCLC_PLUGIN_SCHEDULE_LIMITS_H

#include <string>

#include <llvm/Analysis/LoopInfo.h>

#include "tools/fpgaclc/plugin/schedule/model.h"

namespace fclc
{

/*
 * Names pragmas of a function, its loops and its variables that a schedule does not follow, or not in
 * all. Before functions are inlined and loops unrolled, as their pragmas go with them.
 */
void name_unfollowed(llvm::Function &function, std::vector<unmodelled> &missing);

/* Names pragmas of the parameters of a function that becomes part of its callers: they are lost. */
void name_lost(llvm::Function &function, std::vector<unmodelled> &missing);

/* Whether it has such pragmas, or has been marked: its figures are bounds. */
bool is_doubtful(const llvm::Function &function);
void mark_doubtful(llvm::Function &function);

/* What a function has that no schedule is made for; empty: nothing. */
std::string not_modelled(const llvm::LoopInfo &loops);

} // namespace fclc

#endif
