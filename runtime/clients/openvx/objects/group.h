/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_GROUP_H
#define FCL_VX_GROUP_H

#include "runtime/clients/openvx/base/object.h"

/* Objects that contain others: object arrays, delays, and pyramids with their levels. */
struct fcl_vx_group {
	struct _vx_reference ref;
	vx_reference *items;
	vx_size count;
	vx_size first; /* delays: position of index 0 */
};

/* Creates a group without items. */
void *fcl_vx_group_create(vx_context context, vx_graph graph, const struct fcl_vx_class *class,
			  vx_size count);
void fcl_vx_group_destroy(vx_reference ref);

/*
 * Makes the object an item of the group, which takes over the host's reference. Returns false for
 * an error object.
 */
bool fcl_vx_group_put(struct fcl_vx_group *group, vx_size index, vx_reference item);

/* Returns an item, with an additional host reference. */
void *fcl_vx_group_get(void *handle, vx_enum type, vx_uint32 index);

/* Whether object arrays and delays may contain the exemplar. Neither may contain its own kind. */
bool fcl_vx_group_may_contain(vx_reference exemplar);

/* Creates all items like the exemplar; virtual if `graph` is not NULL. */
vx_status fcl_vx_group_fill(struct fcl_vx_group *group, vx_graph graph, vx_reference exemplar);

extern const struct fcl_vx_class fcl_vx_pyramid_class, fcl_vx_object_array_class,
	fcl_vx_delay_class;

#endif
