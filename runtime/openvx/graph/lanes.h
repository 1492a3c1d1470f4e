/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LANES_H
#define FCL_VX_LANES_H

#include "runtime/openvx/graph/graph.h"

/*
 * Frames of a graph that overlap, with VX_HINT_PERFORMANCE_HIGH_SPEED: while one is in flight, the next one goes another lane, which has its
 * own queue, kernel objects and memory of the virtual objects between nodes. So the first node of a frame
 * runs beside the second node of the frame before. All else is shared, and in order by its stores.
 */

/*
 * Chooses the lane of an execution that begins. Graphs with code of the host in them, with
 * intermediate objects that a program sees, or with parts of virtual images have one lane.
 */
void fcl_vx_lanes_next(vx_graph graph);

/* Back to the first lane, without what the others have: before the graph is verified, or goes. */
void fcl_vx_lanes_reset(vx_graph graph);

/* All nodes are kernels of images without callbacks of the program. */
bool fcl_vx_graph_is_handed_out(vx_graph graph);

#endif
