/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_LIMITS_H
#define FCLC_PLUGIN_SCHEDULE_LIMITS_H

#include <string>

#include <llvm/Analysis/LoopInfo.h>

namespace fclc
{

/* What a function has that no schedule is made for; empty: nothing. */
std::string not_modelled(const llvm::LoopInfo &loops);

} // namespace fclc

#endif
