/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/openvx/object_array.h"

#include <stdlib.h>

#include "runtime/openvx/graph.h"

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
	struct fcl_vx_group *group = fcl_vx_create(graph ? graph->ref.context : context, class);

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

/* Attributes of object arrays. */

static const struct fcl_vx_attribute attributes[] = {
	{VX_OBJECT_ARRAY_ITEMTYPE, FCL_VX_META(objects.item), .meta = true},
	{VX_OBJECT_ARRAY_NUMITEMS, FCL_VX_META(objects.count), .meta = true},
};

const struct fcl_vx_class fcl_vx_object_array_class = {
	.type = VX_TYPE_OBJECT_ARRAY,
	.size = sizeof(struct fcl_vx_group),
	.destroy = fcl_vx_group_destroy,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

vx_object_array fcl_vx_object_array_create(vx_context context, vx_graph graph, vx_enum type,
					   vx_size count)
{
	struct fcl_vx_group *group = fcl_vx_group_create(context, graph, &fcl_vx_object_array_class,
							 count);

	if (fcl_vx_is(group, VX_TYPE_OBJECT_ARRAY)) {
		group->ref.meta.objects.item = type;
		group->ref.meta.objects.count = count;
	}
	return (vx_object_array)group;
}

bool fcl_vx_object_array_put(vx_object_array array, vx_size index, vx_reference item)
{
	return fcl_vx_group_put((struct fcl_vx_group *)array, index, item);
}

/* What may be in object arrays and delays; neither holds itself. */
static bool may_contain(vx_reference exemplar)
{
	vx_enum type = exemplar->class->type;

	return fcl_vx_data_class(type) && type != VX_TYPE_DELAY && type != VX_TYPE_OBJECT_ARRAY;
}

static vx_status fill(struct fcl_vx_group *group, vx_graph graph, vx_reference exemplar)
{
	for (vx_size i = 0; i < group->count; i++) {
		vx_reference item = fcl_vx_like(group->ref.context, graph, exemplar);

		if (!fcl_vx_group_put(group, i, item))
			return vxGetStatus(item);
	}
	return VX_SUCCESS;
}

static vx_object_array create(vx_context context, vx_graph graph, vx_reference exemplar,
			      vx_size count)
{
	vx_object_array array;
	vx_status status;

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (!fcl_vx_is_of(context, exemplar, VX_TYPE_REFERENCE))
		return fcl_vx_error(VX_ERROR_INVALID_REFERENCE);
	if (!count || !may_contain(exemplar))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	array = fcl_vx_object_array_create(context, graph, exemplar->class->type, count);
	if (!fcl_vx_is(array, VX_TYPE_OBJECT_ARRAY))
		return array;
	status = fill((struct fcl_vx_group *)array, graph, exemplar);
	if (!status)
		return array;
	vxReleaseObjectArray(&array);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_object_array VX_API_CALL vxCreateObjectArray(vx_context context,
							     vx_reference exemplar, vx_size count)
{
	return create(context, NULL, exemplar, count);
}

VX_API_ENTRY vx_object_array VX_API_CALL vxCreateVirtualObjectArray(vx_graph graph,
								    vx_reference exemplar,
								    vx_size count)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? create(NULL, graph, exemplar, count) : NULL;
}

VX_API_ENTRY vx_reference VX_API_CALL vxGetObjectArrayItem(vx_object_array arr, vx_uint32 index)
{
	return fcl_vx_group_get(arr, VX_TYPE_OBJECT_ARRAY, index);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseObjectArray(vx_object_array *arr)
{
	return fcl_vx_release(arr, VX_TYPE_OBJECT_ARRAY);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryObjectArray(vx_object_array arr, vx_enum attribute,
						      void *ptr, vx_size size)
{
	return fcl_vx_query(arr, VX_TYPE_OBJECT_ARRAY, attribute, ptr, size);
}

/* Delays. */

static const struct fcl_vx_attribute delay_attributes[] = {
	{VX_DELAY_TYPE, FCL_VX_META(objects.item)},
	{VX_DELAY_SLOTS, FCL_VX_META(objects.count)},
};

const struct fcl_vx_class fcl_vx_delay_class = {
	.type = VX_TYPE_DELAY,
	.size = sizeof(struct fcl_vx_group),
	.destroy = fcl_vx_group_destroy,
	.attributes = delay_attributes,
	.nattributes = FCL_VX_COUNT(delay_attributes),
};

VX_API_ENTRY vx_delay VX_API_CALL vxCreateDelay(vx_context context, vx_reference exemplar,
						vx_size num_slots)
{
	struct fcl_vx_group *delay;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!fcl_vx_is_of(context, exemplar, VX_TYPE_REFERENCE))
		return fcl_vx_error(VX_ERROR_INVALID_REFERENCE);
	if (!num_slots || (!may_contain(exemplar) && exemplar->class->type != VX_TYPE_OBJECT_ARRAY))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	delay = fcl_vx_group_create(context, NULL, &fcl_vx_delay_class, num_slots);
	if (!fcl_vx_is(delay, VX_TYPE_DELAY))
		return (vx_delay)delay;
	delay->ref.meta.objects.item = exemplar->class->type;
	delay->ref.meta.objects.count = num_slots;
	status = fill(delay, NULL, exemplar);
	if (!status)
		return (vx_delay)delay;
	fcl_vx_release(&delay, VX_TYPE_DELAY);
	return fcl_vx_error(status);
}

/* Index 0 is now, -1 the time before. The host does not release what it gets. */
VX_API_ENTRY vx_reference VX_API_CALL vxGetReferenceFromDelay(vx_delay handle, vx_int32 index)
{
	struct fcl_vx_group *delay = (struct fcl_vx_group *)handle;

	if (!fcl_vx_is(handle, VX_TYPE_DELAY))
		return NULL;
	if (index > 0 || (vx_size)(-(int64_t)index) >= delay->count)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_delay_slot(delay, (vx_uint32)-index);
}

vx_reference fcl_vx_delay_slot(struct fcl_vx_group *delay, vx_uint32 age)
{
	return delay->items[(delay->first + age) % delay->count];
}

/* The oldest slot becomes the newest. */
void fcl_vx_delay_age(struct fcl_vx_group *delay)
{
	fcl_vx_lock(delay->ref.context);
	delay->first = (delay->first + delay->count - 1) % delay->count;
	for (vx_size i = 0; i < delay->count; i++)
		fcl_vx_delay_slot(delay, (vx_uint32)i)->child = (vx_uint32)i;
	fcl_vx_graph_follow(delay);
	fcl_vx_unlock(delay->ref.context);
}

VX_API_ENTRY vx_status VX_API_CALL vxAgeDelay(vx_delay delay)
{
	if (!fcl_vx_is(delay, VX_TYPE_DELAY))
		return VX_ERROR_INVALID_REFERENCE;
	fcl_vx_delay_age((struct fcl_vx_group *)delay);
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryDelay(vx_delay delay, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(delay, VX_TYPE_DELAY, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseDelay(vx_delay *delay)
{
	return fcl_vx_release(delay, VX_TYPE_DELAY);
}
