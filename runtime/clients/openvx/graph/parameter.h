/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_PARAMETER_H
#define FCL_VX_PARAMETER_H

#include "runtime/clients/openvx/graph/kernel.h"

struct _vx_parameter {
	struct _vx_reference ref;
	vx_kernel kernel; /* either kernel or node is set */
	vx_node node;
	vx_uint32 index;
	vx_enum type, direction, state;
};

/* Creates a parameter object for a kernel or a node. */
vx_parameter fcl_vx_parameter_create(vx_kernel kernel, vx_node node, vx_uint32 index);

#endif
