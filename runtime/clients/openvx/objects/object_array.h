/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_OBJECT_ARRAY_H
#define FCL_VX_OBJECT_ARRAY_H

#include "runtime/clients/openvx/objects/group.h"

vx_object_array fcl_vx_object_array_create(vx_context context, vx_graph graph, vx_enum type,
					   vx_size count);
bool fcl_vx_object_array_put(vx_object_array array, vx_size index, vx_reference item);

#endif
