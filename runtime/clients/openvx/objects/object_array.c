/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/object_array.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/objects/flat.h"

static const struct fcl_vx_attribute attributes[] = {
	{VX_OBJECT_ARRAY_ITEMTYPE, FCL_VX_META(objects.item), .meta = true},
	{VX_OBJECT_ARRAY_NUMITEMS, FCL_VX_META(objects.count), .meta = true},
};

static void *objects_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	const struct fcl_vx_group *group = (const struct fcl_vx_group *)exemplar;

	if (graph)
		return vxCreateVirtualObjectArray(graph, group->items[0], group->count);
	return vxCreateObjectArray(context, group->items[0], group->count);
}

const struct fcl_vx_class fcl_vx_object_array_class = {
	.type = VX_TYPE_OBJECT_ARRAY,
	.size = sizeof(struct fcl_vx_group),
	.like = objects_like,
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

static vx_object_array object_array_create(vx_context context, vx_graph graph,
					   vx_reference exemplar, vx_size count)
{
	vx_object_array array;
	vx_status status;

	context = fcl_vx_place(context, graph);
	if (!context)
		return NULL;
	if (!fcl_vx_is_of(context, exemplar, VX_TYPE_REFERENCE))
		return fcl_vx_error(VX_ERROR_INVALID_REFERENCE);
	if (!count || !fcl_vx_group_may_contain(exemplar))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	array = fcl_vx_object_array_create(context, graph, exemplar->class->type, count);
	if (!fcl_vx_is(array, VX_TYPE_OBJECT_ARRAY))
		return array;
	status = fcl_vx_group_fill((struct fcl_vx_group *)array, graph, exemplar);
	if (!status)
		return array;
	vxReleaseObjectArray(&array);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_object_array VX_API_CALL vxCreateObjectArray(vx_context context,
							     vx_reference exemplar, vx_size count)
{
	return object_array_create(context, NULL, exemplar, count);
}

VX_API_ENTRY vx_object_array VX_API_CALL vxCreateVirtualObjectArray(vx_graph graph,
								    vx_reference exemplar,
								    vx_size count)
{
	return fcl_vx_is(graph, VX_TYPE_GRAPH) ? object_array_create(NULL, graph, exemplar, count)
					       : NULL;
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
