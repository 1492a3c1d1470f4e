/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/group.h"

#include <stdlib.h>

void fcl_vx_group_destroy(vx_reference ref)
{
	struct fcl_vx_group *group = (struct fcl_vx_group *)ref;

	for (vx_size i = 0; i < group->count; i++) {
		if (group->items[i]) {
			group->items[i]->parent = NULL;
			fcl_vx_drop(group->items[i]);
		}
	}
	free(group->items);
}

void *fcl_vx_group_create(vx_context context, vx_graph graph, const struct fcl_vx_class *class,
			  vx_size count)
{
	struct fcl_vx_group *group = fcl_vx_create(graph ? ((vx_reference)graph)->context : context,
						   class);

	if (!fcl_vx_is(group, class->type))
		return group;
	group->ref.is_virtual = graph != NULL;
	group->ref.scope = graph;
	group->items = calloc(count, sizeof(*group->items));
	if (!group->items) {
		fcl_vx_release(&group, class->type);
		return fcl_vx_error(VX_ERROR_NO_MEMORY);
	}
	group->count = count;
	return group;
}

bool fcl_vx_group_put(struct fcl_vx_group *group, vx_size index, vx_reference item)
{
	if (!fcl_vx_is(item, VX_TYPE_REFERENCE))
		return false;
	fcl_vx_adopt(item);
	item->parent = &group->ref;
	item->child = (vx_uint32)index;
	group->items[index] = item;
	return true;
}

void *fcl_vx_group_get(void *handle, vx_enum type, vx_uint32 index)
{
	struct fcl_vx_group *group = handle;

	if (!fcl_vx_is(handle, type))
		return NULL;
	if (index >= group->count)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	vxRetainReference(group->items[index]);
	return group->items[index];
}

bool fcl_vx_group_may_contain(vx_reference exemplar)
{
	return exemplar->class->like && exemplar->class->type != VX_TYPE_OBJECT_ARRAY;
}

vx_status fcl_vx_group_fill(struct fcl_vx_group *group, vx_graph graph, vx_reference exemplar)
{
	for (vx_size i = 0; i < group->count; i++) {
		vx_reference item = exemplar->class->like(group->ref.context, graph, exemplar);

		if (!fcl_vx_group_put(group, i, item))
			return vxGetStatus(item);
	}
	return VX_SUCCESS;
}
