/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_MODULO_H
#define FCLC_PLUGIN_SCHEDULE_MODULO_H

#include <vector>

#include "tools/fpgaclc/plugin/schedule/graph.h"

namespace fclc
{

/* What a pipeline came to. */
struct pipeline {
	unsigned ii = 0, depth = 0;  /* depth 0: none was found */
	std::vector<unsigned> cycle; /* the recurrence that limits II; empty: none does */
	int resource = -1;           /* the resource that does; -1: none */
	unsigned uses = 0;           /* of it in an iteration */
};

/* The lowest II that a recurrence allows, and its nodes. */
unsigned recurrence_ii(const graph &graph, std::vector<unsigned> &ret_cycle);

/* The lowest that ports and operators allow, and which. */
unsigned resource_ii(const graph &graph, int &ret_resource, unsigned &ret_uses);

/* Iterative modulo scheduling, from the lowest II on that is at least `asked`. */
pipeline schedule_pipeline(graph &graph, double usable, unsigned asked);

} // namespace fclc

#endif
