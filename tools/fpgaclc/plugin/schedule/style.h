/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_STYLE_H
#define FCLC_PLUGIN_SCHEDULE_STYLE_H

#include <string>
#include <vector>

#include "tools/fpgaclc/plugin/marks/marks.h"
#include "tools/fpgaclc/plugin/schedule/plan.h"

namespace fclc
{

/*
 * What a pipeline does while a state of it waits: of style "stp", all of it stops; of "flp" and "frp",
 * what is behind that state goes on (UG1399, "Flushing Pipelines and Pipeline Types").
 */
std::string style_asked(const std::vector<marked> &marks);
/* The vendor's tool makes no pipeline that accesses memory over a bus "frp", but "stp". */
std::string style_of(const std::vector<marked> &marks, const planned_loop &loop);

/* Why a loop is counted as one that stops, though it is of another style; empty: it is not. */
std::string why_it_stops(const planned_loop &loop, const function_plan &plan);

} // namespace fclc

#endif
