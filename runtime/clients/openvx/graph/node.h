/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_NODE_H
#define FCL_VX_NODE_H

#include "runtime/clients/openvx/graph/graph.h"

/*
 * Finds the device for a vx_target_e and a name; *ret_device NULL means any. `ret_device` may be
 * NULL.
 */
vx_status fcl_vx_target(vx_context context, vx_enum target, const char *name,
			cl_device_id *ret_device);

#endif
