/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_FLIGHTS_H
#define FCL_VX_FLIGHTS_H

#include "runtime/clients/openvx/graph/graph.h"

/*
 * With VX_HINT_PERFORMANCE_HIGH_SPEED, the frames of a graph overlap: while one is in flight, the
 * next one uses another flight, which has its own queues, kernel objects and memory for the virtual
 * objects between nodes. So a frame's first node runs concurrently with the previous frame's second
 * node. Everything else is shared and kept in order by its store.
 */

/*
 * Chooses the flight for the next execution. Graphs with host callbacks, with intermediate objects
 * visible to the program, or with parts of virtual images, have only one flight.
 */
void fcl_vx_flights_next(vx_graph graph);

/*
 * Returns to the first flight and frees the others' resources. Call it before the graph is verified
 * or destroyed.
 */
void fcl_vx_flights_reset(vx_graph graph);

/* Whether all nodes are image kernels without callbacks of the program. */
bool fcl_vx_graph_is_handed_out(vx_graph graph);

#endif
