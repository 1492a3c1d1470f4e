/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COMPOSE_H
#define FCLC_PLUGIN_SCHEDULE_COMPOSE_H

#include <map>

#include <llvm/IR/Function.h>

#include "tools/fpgaclc/plugin/schedule/model.h"
#include "tools/fpgaclc/plugin/schedule/names.h"
#include "tools/fpgaclc/plugin/schedule/plan.h"
#include "tools/fpgaclc/plugin/schedule/prepare.h"

namespace fclc
{

/*
 * The schedule of a function whose loops are chosen; `callees` are those of the functions it calls.
 * `ret_plan`: where its states are in the code.
 */
scheduled_function schedule_function(llvm::Function &function, bool top, analyses &analyses,
				     const loop_names &names,
				     std::map<std::string, scheduled_function> &callees,
				     std::vector<unmodelled> &missing, function_plan &ret_plan);

} // namespace fclc

#endif
