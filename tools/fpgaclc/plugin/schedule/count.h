/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_COUNT_H
#define FCLC_PLUGIN_SCHEDULE_COUNT_H

#include <vector>

#include "tools/fpgaclc/plugin/schedule/plan.h"

namespace fclc
{

/*
 * Has the scheduled code count its states when it runs: docs/schedule.md, "Counting". A function adds
 * what it takes to the clock of its execution (payload/include/fpgacl/clock.h). Returns why the code
 * cannot; empty: it counts.
 */
std::string count_states(const std::vector<function_plan> &plans);

} // namespace fclc

#endif
