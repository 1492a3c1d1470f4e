/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_LIMITS_H
#define FCLC_PLUGIN_SCHEDULE_LIMITS_H

#include <string>

#include <llvm/Analysis/LoopInfo.h>

#include "tools/fpgaclc/plugin/schedule/options.h"

namespace fclc
{

/* The mode that INTERFACE gives an argument; empty: none. */
std::string mode_of(const llvm::Function &function, llvm::StringRef argument);

/* What a function has that no schedule is made for; empty: nothing. */
std::string not_modelled(const llvm::Function &function, const llvm::LoopInfo &loops, bool top,
			 const schedule_options &options);

} // namespace fclc

#endif
