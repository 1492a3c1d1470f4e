/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_GRAPH_STATE_H
#define FCL_VX_GRAPH_STATE_H

#include "runtime/clients/openvx/graph/graph.h"

/* The queue of the graph's current flight on that device; NULL if out of memory. */
struct fcl_vx_queue *fcl_vx_graph_queue(vx_graph graph, cl_device_id device);

/* Called when the graph has changed: it must be verified again before it runs. */
void fcl_vx_graph_changed(vx_graph graph);

/* Whether writing one object modifies the other, as with parts of images and items of groups. */
bool fcl_vx_overlap(vx_reference a, vx_reference b);

#endif
