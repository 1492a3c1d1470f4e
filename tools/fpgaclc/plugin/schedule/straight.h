/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCLC_PLUGIN_SCHEDULE_STRAIGHT_H
#define FCLC_PLUGIN_SCHEDULE_STRAIGHT_H

#include "tools/fpgaclc/plugin/schedule/graph.h"

namespace fclc
{

/* Puts the nodes of code that runs once in states, the first in 0. Returns the number of states. */
unsigned schedule_straight(graph &graph, double usable);

} // namespace fclc

#endif
