/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_TRIPS_H
#define FCLC_PLUGIN_SCHEDULE_TRIPS_H

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>

#include "tools/fpgaclc/plugin/schedule/figure.h"

namespace fclc
{

/* How often a loop's body runs: as its code says, otherwise as LOOP_TRIPCOUNT does. */
figure iterations_of(const llvm::Loop &loop, llvm::ScalarEvolution &evolution);

} // namespace fclc

#endif
