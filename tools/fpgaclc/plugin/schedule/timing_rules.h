/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_TIMING_RULES_H
#define FCLC_PLUGIN_SCHEDULE_TIMING_RULES_H

#include "tools/fpgaclc/plugin/schedule/graph.h"

namespace fclc
{

/* Where a node can start: a state, and a time in it. */
struct slot {
	int state = 0;
	double start = 0;
};

/* Behind the nodes before it that are placed already. `ii`: of the pipeline; 0: it is none. */
slot earliest(const graph &graph, unsigned node, unsigned ii, double usable);

/* In that state: when, after what is chained before it. Negative: it does not fit. */
double start_in(const graph &graph, unsigned node, int state, unsigned ii, double usable);

/* Least number of states from the start of `from` to that of the edge's end, delays apart. */
int states_of(const graph &graph, unsigned from, const edge &edge);

} // namespace fclc

#endif
