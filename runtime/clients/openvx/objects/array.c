/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/array.h"

#include <string.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/base/types.h"

vx_status fcl_vx_array_count(struct fcl_vx_flat *array, vx_size *ret_count)
{
	vx_status status = fcl_vx_store_host(array->count, true, false);
	vx_uint64 count = 0;

	if (status)
		return status;
	memcpy(&count, array->count->host, sizeof(count));
	/* A kernel may count more items than fit. */
	*ret_count = count < array->ref.meta.array.capacity ? count
							    : array->ref.meta.array.capacity;
	return VX_SUCCESS;
}

static vx_status set_count(struct fcl_vx_flat *array, vx_size count)
{
	vx_uint64 value = count;
	vx_status status = fcl_vx_store_host(array->count, false, true);

	if (status)
		return status;
	memcpy(array->count->host, &value, sizeof(value));
	fcl_vx_store_written(array->count);
	return VX_SUCCESS;
}

static vx_status get_count(vx_reference ref, void *ptr, vx_size size)
{
	vx_size count;
	vx_status status = fcl_vx_array_count((struct fcl_vx_flat *)ref, &count);

	return status ? status : fcl_vx_answer(ptr, size, &count, sizeof(count));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_ARRAY_ITEMTYPE, FCL_VX_META(array.item), .meta = true},
	{VX_ARRAY_CAPACITY, FCL_VX_META(array.capacity), .meta = true},
	{VX_ARRAY_NUMITEMS, .size = sizeof(vx_size), .get = get_count},
	{VX_ARRAY_ITEMSIZE, FCL_VX_FIELD(struct fcl_vx_flat, element)},
};

const struct fcl_vx_class fcl_vx_array_class = {
	.type = VX_TYPE_ARRAY,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

VX_API_ENTRY vx_array VX_API_CALL vxCreateArray(vx_context context, vx_enum item_type,
						vx_size capacity)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_ARRAY, .array = {item_type, capacity}};

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!fcl_vx_type_size(context, item_type))
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	if (!capacity || capacity > UINT32_MAX)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_flat_create(context, NULL, &fcl_vx_array_class, &meta);
}

/*
 * The type may be VX_TYPE_INVALID and the capacity 0: the node that writes the array determines
 * them.
 */
VX_API_ENTRY vx_array VX_API_CALL vxCreateVirtualArray(vx_graph graph, vx_enum item_type,
						       vx_size capacity)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_ARRAY, .array = {item_type, capacity}};
	vx_context context = fcl_vx_place(NULL, graph);

	if (!context)
		return NULL;
	if (item_type != VX_TYPE_INVALID && !fcl_vx_type_size(context, item_type))
		return fcl_vx_error(VX_ERROR_INVALID_TYPE);
	if (capacity > UINT32_MAX)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	return fcl_vx_flat_create(context, graph, &fcl_vx_array_class, &meta);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseArray(vx_array *arr)
{
	return fcl_vx_release(arr, VX_TYPE_ARRAY);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryArray(vx_array arr, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(arr, VX_TYPE_ARRAY, attribute, ptr, size);
}

static vx_status array_check(vx_array arr)
{
	vx_status status;

	if (!fcl_vx_is(arr, VX_TYPE_ARRAY))
		return VX_ERROR_INVALID_REFERENCE;
	status = fcl_vx_may_access((vx_reference)arr);
	if (status)
		return status;
	return ((struct fcl_vx_flat *)arr)->store ? VX_SUCCESS : VX_ERROR_NOT_ALLOCATED;
}

VX_API_ENTRY vx_status VX_API_CALL vxAddArrayItems(vx_array arr, vx_size count, const void *ptr,
						   vx_size stride)
{
	struct fcl_vx_flat *array = (struct fcl_vx_flat *)arr;
	struct fcl_vx_region region;
	vx_status status = array_check(arr);
	vx_size used;

	if (!status)
		status = fcl_vx_array_count(array, &used);
	if (status)
		return status;
	if (!count || !ptr || stride < array->element ||
	    count > array->ref.meta.array.capacity - used)
		return VX_ERROR_INVALID_PARAMETERS;
	region = fcl_vx_flat_region(array->store, used * array->element, count);
	region.element = region.stride[0] = array->element;
	region.user_stride[0] = stride;
	status = fcl_vx_copy(&array->ref, &region, (void *)ptr, 0, VX_WRITE_ONLY,
			     VX_MEMORY_TYPE_HOST);
	return status ? status : set_count(array, used + count);
}

VX_API_ENTRY vx_status VX_API_CALL vxTruncateArray(vx_array arr, vx_size new_num_items)
{
	struct fcl_vx_flat *array = (struct fcl_vx_flat *)arr;
	vx_status status = array_check(arr);
	vx_size used;

	if (!status)
		status = fcl_vx_array_count(array, &used);
	if (status)
		return status;
	return new_num_items > used ? VX_ERROR_INVALID_PARAMETERS : set_count(array, new_num_items);
}

/*
 * The items of a range. For buffers the limit is the capacity, because reading the number of items
 * from the device would block.
 */
static vx_status array_find(vx_array arr, vx_size start, vx_size end, vx_enum memory_type,
			    struct fcl_vx_region *ret)
{
	struct fcl_vx_flat *array = (struct fcl_vx_flat *)arr;
	vx_status status = array_check(arr);
	vx_size most;

	if (status)
		return status;
	most = array->ref.meta.array.capacity;
	if (memory_type == VX_MEMORY_TYPE_HOST)
		status = fcl_vx_array_count(array, &most);
	if (status)
		return status;
	if (start >= end || end > most)
		return VX_ERROR_INVALID_PARAMETERS;
	*ret = fcl_vx_flat_region(array->store, start * array->element, end - start);
	ret->element = ret->stride[0] = ret->user_stride[0] = array->element;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyArrayRange(vx_array array, vx_size range_start,
						    vx_size range_end, vx_size user_stride,
						    void *user_ptr, vx_enum usage,
						    vx_enum user_mem_type)
{
	struct fcl_vx_region region;
	vx_status status = array_find(array, range_start, range_end, user_mem_type, &region);

	if (status)
		return status;
	if (user_stride < region.element)
		return VX_ERROR_INVALID_PARAMETERS;
	region.user_stride[0] = user_stride;
	return fcl_vx_copy((vx_reference)array, &region, user_ptr, 0, usage, user_mem_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxMapArrayRange(vx_array array, vx_size range_start,
						   vx_size range_end, vx_map_id *map_id,
						   vx_size *stride, void **ptr, vx_enum usage,
						   vx_enum mem_type, vx_uint32 flags)
{
	struct fcl_vx_region region;
	vx_status status = array_find(array, range_start, range_end, mem_type, &region);

	(void)flags;
	if (status)
		return status;
	if (!stride)
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_map((vx_reference)array, &region, usage, mem_type, map_id, ptr);
	if (!status)
		*stride = region.element;
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapArrayRange(vx_array array, vx_map_id map_id)
{
	return fcl_vx_unmap(array, VX_TYPE_ARRAY, map_id);
}
