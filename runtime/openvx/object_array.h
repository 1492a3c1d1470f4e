/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_OBJECT_ARRAY_H
#define FCL_VX_OBJECT_ARRAY_H

#include "runtime/openvx/flat.h"

/* Objects that hold others: object arrays, delays, and pyramids with their levels. */
struct fcl_vx_group {
	struct _vx_reference ref;
	vx_reference *items;
	vx_size count;
	vx_size first; /* delays: where index 0 is */
};

/* A group without items. */
void *fcl_vx_group_create(vx_context context, vx_graph graph, const struct fcl_vx_class *class,
			  vx_size count);
void fcl_vx_group_destroy(vx_reference ref);

/* Makes the object an item; the host's reference becomes the group's. False: it is an error. */
bool fcl_vx_group_put(struct fcl_vx_group *group, vx_size index, vx_reference item);

/* An item with one more reference of the host. */
void *fcl_vx_group_get(void *handle, vx_enum type, vx_uint32 index);

vx_object_array fcl_vx_object_array_create(vx_context context, vx_graph graph, vx_enum type,
					   vx_size count);
bool fcl_vx_object_array_put(vx_object_array array, vx_size index, vx_reference item);

/* A pyramid whose levels have no size yet gets what the meta says. */
vx_status fcl_vx_pyramid_resolve(struct fcl_vx_group *pyramid, const struct fcl_vx_meta *meta);

#endif
