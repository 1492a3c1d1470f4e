/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_NODE_H
#define FCL_VX_NODE_H

#include "runtime/openvx/graph/graph.h"

/* Sets a node's argument, as vxSetParameterByIndex() does. */
vx_status fcl_vx_node_set(vx_node node, vx_uint32 index, vx_reference value);

/* Fills an array with the arguments' values, as callbacks take it. */
void fcl_vx_node_values(vx_node node, vx_reference *values);

/* The node as the caller of what its callbacks call. */
struct fcl_vx_caller fcl_vx_node_caller(vx_node node);

/* Undoes the initialization, before the graph is verified again or destroyed. */
void fcl_vx_node_deinitialize(vx_node node);

/* Whether a vx_target_e and a name mean a device; *ret_device NULL is any. `ret_device` may be NULL. */
vx_status fcl_vx_target(vx_context context, vx_enum target, const char *name,
			cl_device_id *ret_device);

#endif
