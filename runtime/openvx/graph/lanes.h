/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LANES_H
#define FCL_VX_LANES_H

#include "runtime/openvx/graph/graph.h"

/*
 * Frames of a graph overlap with VX_HINT_PERFORMANCE_HIGH_SPEED: while one is in flight, the next
 * one takes another lane, which has its own queue, kernel objects and memory for the virtual
 * objects between nodes. So the first node of a frame runs beside the second node of the frame
 * before. All else is shared, and its stores keep it in order.
 */

/*
 * Chooses the lane of an execution that begins. Graphs that call the host, that have intermediate
 * objects which a program sees, or parts of virtual images, have one lane.
 */
void fcl_vx_lanes_next(vx_graph graph);

/* Back to the first lane; frees what the others have. Before the graph is verified or destroyed. */
void fcl_vx_lanes_reset(vx_graph graph);

/* All nodes are kernels of images without callbacks of the program. */
bool fcl_vx_graph_is_handed_out(vx_graph graph);

#endif
