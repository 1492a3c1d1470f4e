/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/base/types.h"
#include "runtime/clients/openvx/images/image.h"
#include "runtime/clients/openvx/images/part.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/objects/flat.h"
#include "runtime/clients/openvx/objects/object_array.h"

#include <string.h>

static vx_status get_dims(vx_reference ref, void *ptr, vx_size size)
{
	if (size < ref->meta.tensor.ndims * sizeof(vx_size))
		return VX_ERROR_INVALID_PARAMETERS;
	memcpy(ptr, ref->meta.tensor.dims, ref->meta.tensor.ndims * sizeof(vx_size));
	return VX_SUCCESS;
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_TENSOR_NUMBER_OF_DIMS, FCL_VX_META(tensor.ndims), .meta = true},
	{VX_TENSOR_DIMS, .offset = offsetof(struct _vx_reference, meta.tensor.dims),
	 .get = get_dims, .meta = true},
	{VX_TENSOR_DATA_TYPE, FCL_VX_META(tensor.type), .meta = true},
	{VX_TENSOR_FIXED_POINT_POSITION, FCL_VX_META(tensor.fixed_point), .meta = true},
};

const struct fcl_vx_class fcl_vx_tensor_class = {
	.type = VX_TYPE_TENSOR,
	.size = sizeof(struct fcl_vx_flat),
	.destroy = fcl_vx_flat_destroy,
	.like = fcl_vx_flat_like,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

static vx_status make_meta(vx_context context, vx_size ndims, const vx_size *dims, vx_enum type,
			   vx_int8 fixed_point, struct fcl_vx_meta *ret)
{
	if (!dims || !ndims || ndims > FCL_VX_MAX_DIMS)
		return VX_ERROR_INVALID_PARAMETERS;
	if (!fcl_vx_type_size(context, type))
		return VX_ERROR_INVALID_TYPE;
	*ret = (struct fcl_vx_meta){
		.type = VX_TYPE_TENSOR,
		.tensor = {.ndims = ndims, .type = type, .fixed_point = fixed_point}};
	memcpy(ret->tensor.dims, dims, ndims * sizeof(*dims));
	return VX_SUCCESS;
}

static bool has_zero(vx_size ndims, const vx_size *dims)
{
	for (vx_size i = 0; i < ndims; i++)
		if (!dims[i])
			return true;
	return false;
}

VX_API_ENTRY vx_tensor VX_API_CALL vxCreateTensor(vx_context context, vx_size number_of_dims,
						  const vx_size *dims, vx_enum data_type,
						  vx_int8 fixed_point_position)
{
	struct fcl_vx_meta meta;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	status = make_meta(context, number_of_dims, dims, data_type, fixed_point_position, &meta);
	if (!status && has_zero(number_of_dims, dims))
		status = VX_ERROR_INVALID_DIMENSION;
	return status ? fcl_vx_error(status)
		      : fcl_vx_flat_create(context, NULL, &fcl_vx_tensor_class, &meta);
}

VX_API_ENTRY vx_tensor VX_API_CALL vxCreateVirtualTensor(vx_graph graph, vx_size number_of_dims,
							 const vx_size *dims, vx_enum data_type,
							 vx_int8 fixed_point_position)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_TENSOR};
	vx_context context;
	vx_status status = VX_SUCCESS;

	context = fcl_vx_place(NULL, graph);
	if (!context)
		return NULL;
	if (number_of_dims)
		status = make_meta(context, number_of_dims, dims, data_type, fixed_point_position,
				   &meta);
	return status ? fcl_vx_error(status)
		      : fcl_vx_flat_create(context, graph, &fcl_vx_tensor_class, &meta);
}

/* The number of bytes from the start of the first element to the end of the last one. */
static size_t tensor_span(const struct fcl_vx_meta *meta, size_t element, const size_t *stride)
{
	size_t size = element;

	for (vx_size i = 0; i < meta->tensor.ndims; i++)
		size += (meta->tensor.dims[i] - 1) * stride[i];
	return size;
}

static vx_status tensor_put(struct fcl_vx_flat *tensor, void *ptr, struct fcl_vx_queue *queue)
{
	bool is_mem = tensor->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER;
	vx_status status = VX_SUCCESS;

	if (is_mem && ptr)
		status = fcl_vx_check_buffer(tensor->ref.context, ptr, tensor->store->size);
	return status ? status
		      : fcl_vx_store_swap(tensor->store, queue, is_mem ? NULL : ptr,
					  is_mem ? ptr : NULL);
}

static vx_status tensor_fill_from_handle(struct fcl_vx_flat *tensor, const vx_size *stride,
					 void *ptr, vx_enum memory_type, struct fcl_vx_queue *queue)
{
	const struct fcl_vx_meta *meta = &tensor->ref.meta;
	size_t inner = tensor->element;

	for (vx_size i = 0; i < meta->tensor.ndims; i++) {
		if (stride[i] < inner)
			return VX_ERROR_INVALID_PARAMETERS;
		tensor->stride[i] = stride[i];
		if (__builtin_mul_overflow(stride[i], meta->tensor.dims[i], &inner))
			return VX_ERROR_INVALID_PARAMETERS;
	}
	fcl_vx_store_unref(tensor->store);
	tensor->store = fcl_vx_store_create(tensor->ref.context,
					    tensor_span(meta, tensor->element, tensor->stride));
	if (!tensor->store)
		return VX_ERROR_NO_MEMORY;
	tensor->memory_type = memory_type;
	return tensor_put(tensor, ptr, queue);
}

VX_API_ENTRY vx_tensor VX_API_CALL vxCreateTensorFromHandle(
	vx_context context, vx_size number_of_dims, const vx_size *dims, vx_enum data_type,
	vx_int8 fixed_point_position, const vx_size *stride, void *ptr, vx_enum memory_type)
{
	struct fcl_vx_queue *queue;
	struct fcl_vx_flat *tensor;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!stride ||
	    (memory_type != VX_MEMORY_TYPE_HOST && memory_type != VX_MEMORY_TYPE_OPENCL_BUFFER))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	status = fcl_vx_coordination(context, &queue);
	if (status)
		return fcl_vx_error(status);
	tensor = (struct fcl_vx_flat *)vxCreateTensor(context, number_of_dims, dims, data_type,
						      fixed_point_position);
	if (!fcl_vx_is(tensor, VX_TYPE_TENSOR))
		return (vx_tensor)tensor;
	status = tensor_fill_from_handle(tensor, stride, ptr, memory_type, queue);
	if (!status)
		return (vx_tensor)tensor;
	fcl_vx_release(&tensor, VX_TYPE_TENSOR);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_status VX_API_CALL vxSwapTensorHandle(vx_tensor handle, void *new_ptr,
						      void **prev_ptr)
{
	struct fcl_vx_flat *tensor = (struct fcl_vx_flat *)handle;
	struct fcl_vx_queue *queue;
	void *previous;
	vx_status status;

	if (!fcl_vx_is(handle, VX_TYPE_TENSOR))
		return VX_ERROR_INVALID_REFERENCE;
	if (!tensor->memory_type || tensor->base)
		return VX_ERROR_INVALID_PARAMETERS;
	if (fcl_vx_is_mapped(tensor->store))
		return fcl_vx_fail(tensor, VX_ERROR_INVALID_PARAMETERS,
				   "vxSwapTensorHandle: the tensor, or a view of it, is mapped");
	status = fcl_vx_coordination(tensor->ref.context, &queue);
	if (status)
		return status;
	previous = tensor->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER
			   ? (void *)tensor->store->mem
			   : (void *)tensor->store->host;
	status = tensor_put(tensor, new_ptr, queue);
	if (!status && prev_ptr)
		*prev_ptr = previous;
	return status;
}

/* Finds the elements of a view. `start` NULL is 0, `end` NULL is the tensor's end. */
static vx_status tensor_find(vx_tensor handle, vx_size ndims, const vx_size *start,
			     const vx_size *end, struct fcl_vx_region *ret)
{
	struct fcl_vx_flat *tensor = (struct fcl_vx_flat *)handle;
	const struct fcl_vx_meta *meta;

	if (!fcl_vx_is(handle, VX_TYPE_TENSOR))
		return VX_ERROR_INVALID_REFERENCE;
	meta = &tensor->ref.meta;
	if (ndims != meta->tensor.ndims)
		return VX_ERROR_INVALID_PARAMETERS;
	if (!tensor->store)
		return VX_ERROR_NOT_ALLOCATED;
	*ret = (struct fcl_vx_region){.store = tensor->store,
				      .offset = tensor->offset,
				      .element = tensor->element,
				      .ndims = (unsigned)ndims};
	for (vx_size i = 0; i < ndims; i++) {
		vx_size from = start ? start[i] : 0, to = end ? end[i] : meta->tensor.dims[i];

		if (from >= to || to > meta->tensor.dims[i])
			return VX_ERROR_INVALID_PARAMETERS;
		ret->offset += from * tensor->stride[i];
		ret->count[i] = to - from;
		ret->stride[i] = ret->user_stride[i] = tensor->stride[i];
	}
	return VX_SUCCESS;
}

/* The same for a program that accesses the elements. */
static vx_status find_accessible(vx_tensor tensor, vx_size ndims, const vx_size *start,
				 const vx_size *end, struct fcl_vx_region *ret)
{
	vx_status status = tensor_find(tensor, ndims, start, end, ret);

	return status ? status : fcl_vx_may_access((vx_reference)tensor);
}

VX_API_ENTRY vx_tensor VX_API_CALL vxCreateTensorFromView(vx_tensor tensor, vx_size number_of_dims,
							  const vx_size *view_start,
							  const vx_size *view_end)
{
	struct fcl_vx_flat *base = (struct fcl_vx_flat *)tensor, *view;
	struct fcl_vx_region region;
	vx_status status = tensor_find(tensor, number_of_dims, view_start, view_end, &region);

	if (status)
		return status == VX_ERROR_INVALID_REFERENCE ? NULL : fcl_vx_error(status);
	view = fcl_vx_create(base->ref.context, &fcl_vx_tensor_class);
	if (!fcl_vx_is(view, VX_TYPE_TENSOR))
		return (vx_tensor)view;
	view->ref.meta = base->ref.meta;
	memcpy(view->ref.meta.tensor.dims, region.count, number_of_dims * sizeof(vx_size));
	view->ref.is_virtual = base->ref.is_virtual;
	view->ref.scope = base->ref.scope;
	view->element = base->element;
	view->offset = region.offset;
	memcpy(view->stride, base->stride, sizeof(view->stride));
	view->store = fcl_vx_store_ref(base->store);
	fcl_vx_hold(&base->ref);
	view->base = &base->ref;
	return (vx_tensor)view;
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyTensorPatch(vx_tensor tensor, vx_size number_of_dims,
						     const vx_size *view_start,
						     const vx_size *view_end,
						     const vx_size *user_stride, void *user_ptr,
						     vx_enum usage, vx_enum user_memory_type)
{
	struct fcl_vx_region region;
	vx_status status = find_accessible(tensor, number_of_dims, view_start, view_end, &region);

	if (status)
		return status;
	if (!user_stride)
		return VX_ERROR_INVALID_PARAMETERS;
	for (vx_size i = 0; i < number_of_dims; i++) {
		if (user_stride[i] < region.element)
			return VX_ERROR_INVALID_PARAMETERS;
		region.user_stride[i] = user_stride[i];
	}
	return fcl_vx_copy((vx_reference)tensor, &region, user_ptr, 0, usage, user_memory_type);
}

VX_API_ENTRY vx_status VX_API_CALL vxMapTensorPatch(vx_tensor tensor, vx_size number_of_dims,
						    const vx_size *view_start,
						    const vx_size *view_end, vx_map_id *map_id,
						    vx_size *stride, void **ptr, vx_enum usage,
						    vx_enum mem_type)
{
	struct fcl_vx_region region;
	vx_status status = find_accessible(tensor, number_of_dims, view_start, view_end, &region);

	if (status)
		return status;
	if (!stride)
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_map((vx_reference)tensor, &region, usage, mem_type, map_id, ptr);
	if (!status)
		memcpy(stride, region.stride, number_of_dims * sizeof(*stride));
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapTensorPatch(vx_tensor tensor, const vx_map_id map_id)
{
	return fcl_vx_unmap(tensor, VX_TYPE_TENSOR, map_id);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryTensor(vx_tensor tensor, vx_enum attribute, void *ptr,
						 vx_size size)
{
	return fcl_vx_query(tensor, VX_TYPE_TENSOR, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseTensor(vx_tensor *tensor)
{
	return fcl_vx_release(tensor, VX_TYPE_TENSOR);
}

/*
 * Whether images fit over a three-dimensional tensor: x, y, and `jump` planes from one image to the
 * next. The pixels of an image row must be contiguous.
 */
static bool images_fit(const struct fcl_vx_flat *tensor, const vx_rectangle_t *rect,
		       vx_size array_size, vx_size jump, vx_df_image format)
{
	const struct fcl_vx_meta *meta = &tensor->ref.meta;
	bool is_u8 = format == VX_DF_IMAGE_U8 && meta->tensor.type == VX_TYPE_UINT8;
	bool is_s16 = format == VX_DF_IMAGE_S16 && meta->tensor.type == VX_TYPE_INT16;

	return meta->tensor.ndims == 3 && (is_u8 || is_s16) &&
	       tensor->stride[0] == tensor->element && rect->start_x < rect->end_x &&
	       rect->start_y < rect->end_y && rect->end_x <= meta->tensor.dims[0] &&
	       rect->end_y <= meta->tensor.dims[1] && array_size && jump &&
	       array_size <= meta->tensor.dims[2] &&
	       (array_size - 1) <= (meta->tensor.dims[2] - 1) / jump && tensor->store;
}

VX_API_ENTRY vx_object_array VX_API_CALL
vxCreateImageObjectArrayFromTensor(vx_tensor handle, const vx_rectangle_t *rect, vx_size array_size,
				   vx_size jump, vx_df_image image_format)
{
	struct fcl_vx_flat *tensor = (struct fcl_vx_flat *)handle;
	vx_object_array array;

	if (!fcl_vx_is(handle, VX_TYPE_TENSOR))
		return NULL;
	if (!rect || !images_fit(tensor, rect, array_size, jump, image_format))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	array = fcl_vx_object_array_create(tensor->ref.context, NULL, VX_TYPE_IMAGE, array_size);
	for (vx_size i = 0; fcl_vx_is(array, VX_TYPE_OBJECT_ARRAY) && i < array_size; i++) {
		size_t offset = tensor->offset + i * jump * tensor->stride[2] +
				rect->start_y * tensor->stride[1] +
				rect->start_x * tensor->stride[0];
		vx_image image = fcl_vx_image_over(&tensor->ref, tensor->store, offset,
						   tensor->stride[1], rect->end_x - rect->start_x,
						   rect->end_y - rect->start_y, image_format);

		if (!fcl_vx_object_array_put(array, i, (vx_reference)image)) {
			vxReleaseObjectArray(&array);
			return fcl_vx_error(VX_ERROR_NO_MEMORY);
		}
	}
	return array;
}
