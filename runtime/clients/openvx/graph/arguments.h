/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_ARGUMENTS_H
#define FCL_VX_ARGUMENTS_H

#include "runtime/clients/openvx/graph/graph.h"

/* Sets a node's argument, like vxSetParameterByIndex(). */
vx_status fcl_vx_node_set(vx_node node, vx_uint32 index, vx_reference value);

/* Fills an array with the arguments' values, in the form for callbacks. */
void fcl_vx_node_values(vx_node node, vx_reference *values);

/* The caller record for calls made by the node's callbacks. */
struct fcl_vx_caller fcl_vx_node_caller(vx_node node);

/* Undoes the initialisation before the graph is verified again or destroyed. */
void fcl_vx_node_deinitialize(vx_node node);

/* Releases what an argument refers to. */
void fcl_vx_argument_drop(struct fcl_vx_argument *argument);

#endif
