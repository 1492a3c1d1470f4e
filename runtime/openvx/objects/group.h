/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_GROUP_H
#define FCL_VX_GROUP_H

#include "runtime/openvx/base/object.h"

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

/*
 * Makes the object an item; the host's reference becomes the group's. False: it is an error object.
 */
bool fcl_vx_group_put(struct fcl_vx_group *group, vx_size index, vx_reference item);

/* An item with one more reference of the host. */
void *fcl_vx_group_get(void *handle, vx_enum type, vx_uint32 index);

/* Whether object arrays and delays may hold the exemplar; neither holds its own kind. */
bool fcl_vx_group_may_contain(vx_reference exemplar);

/* Makes all items like the exemplar; virtual in a graph, or not with NULL. */
vx_status fcl_vx_group_fill(struct fcl_vx_group *group, vx_graph graph, vx_reference exemplar);

#endif
