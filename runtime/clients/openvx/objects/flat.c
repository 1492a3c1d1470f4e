/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/objects/flat.h"

#include <stdint.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/base/types.h"

void fcl_vx_flat_destroy(vx_reference ref)
{
	struct fcl_vx_flat *flat = (struct fcl_vx_flat *)ref;

	fcl_vx_maps_forget(ref);
	if (flat->memory_type && !flat->base)
		fcl_vx_store_give_back(flat->store);
	fcl_vx_store_unref(flat->store);
	fcl_vx_store_unref(flat->count);
	fcl_vx_drop(flat->base);
}

vx_context fcl_vx_place(vx_context context, vx_graph graph)
{
	if (fcl_vx_is(graph, VX_TYPE_GRAPH))
		return ((vx_reference)graph)->context;
	return fcl_vx_is(context, VX_TYPE_CONTEXT) ? context : NULL;
}

/* The size of an item in bytes, and the number of items. Size 0: there is no such type. */
static void flat_measure(vx_context context, const struct fcl_vx_meta *meta, size_t *ret_element,
			 size_t *ret_count)
{
	vx_enum type = VX_TYPE_INVALID;
	size_t count = 1;

	*ret_element = 0;
	switch (meta->type) {
	case VX_TYPE_SCALAR:
		type = meta->scalar.type;
		break;
	case VX_TYPE_ARRAY:
		type = meta->array.item;
		count = meta->array.capacity;
		break;
	case VX_TYPE_LUT:
		type = meta->lut.type;
		count = meta->lut.count;
		break;
	case VX_TYPE_DISTRIBUTION:
		type = VX_TYPE_UINT32;
		count = meta->distribution.bins;
		break;
	case VX_TYPE_MATRIX:
		type = meta->matrix.type;
		if (__builtin_mul_overflow(meta->matrix.rows, meta->matrix.columns, &count))
			count = SIZE_MAX;
		break;
	case VX_TYPE_CONVOLUTION:
		type = VX_TYPE_INT16;
		if (__builtin_mul_overflow(meta->convolution.rows, meta->convolution.columns,
					   &count))
			count = SIZE_MAX;
		break;
	case VX_TYPE_REMAP:
		type = VX_TYPE_COORDINATES2DF;
		count = (size_t)meta->remap.width * meta->remap.height;
		break;
	case VX_TYPE_THRESHOLD:
		*ret_element = sizeof(vx_pixel_value_t);
		count = 4; /* value or lower, upper, true, false */
		break;
	case VX_TYPE_TENSOR:
		type = meta->tensor.type;
		for (size_t i = 0; i < meta->tensor.ndims; i++)
			if (__builtin_mul_overflow(count, meta->tensor.dims[i], &count))
				count = SIZE_MAX;
		break;
	}
	if (type)
		*ret_element = fcl_vx_type_size(context, type);
	*ret_count = count;
}

vx_status fcl_vx_flat_resolve(struct fcl_vx_flat *flat, const struct fcl_vx_meta *meta)
{
	size_t element, count, size, stride;
	vx_enum type = flat->ref.class->type;

	flat_measure(flat->ref.context, meta, &element, &count);
	if (__builtin_mul_overflow(element, count, &size))
		return VX_ERROR_NO_MEMORY;
	flat->ref.meta = *meta;
	flat->ref.meta.type = type;
	flat->element = element;
	stride = element;
	for (size_t i = 0; type == VX_TYPE_TENSOR && i < meta->tensor.ndims; i++) {
		flat->stride[i] = stride;
		stride *= meta->tensor.dims[i];
	}
	if (!size)
		return VX_SUCCESS;
	fcl_vx_store_unref(flat->store);
	flat->store = fcl_vx_store_create(flat->ref.context, size);
	return flat->store ? VX_SUCCESS : VX_ERROR_NO_MEMORY;
}

void *fcl_vx_flat_create(vx_context context, vx_graph graph, const struct fcl_vx_class *class,
			 const struct fcl_vx_meta *meta)
{
	struct fcl_vx_flat *flat = fcl_vx_create(graph ? ((vx_reference)graph)->context : context,
						 class);
	vx_status status;

	if (!fcl_vx_is(flat, class->type))
		return flat;
	flat->ref.is_virtual = graph != NULL;
	flat->ref.scope = graph;
	status = fcl_vx_flat_resolve(flat, meta);
	if (!status && meta->type == VX_TYPE_ARRAY) {
		flat->count = fcl_vx_store_create(flat->ref.context, sizeof(vx_uint64));
		status = flat->count ? VX_SUCCESS : VX_ERROR_NO_MEMORY;
	}
	if (!status)
		return flat;
	fcl_vx_release(&flat, class->type);
	return fcl_vx_error(status);
}

void *fcl_vx_flat_like(vx_context context, vx_graph graph, vx_reference exemplar)
{
	return fcl_vx_flat_create(context, graph, exemplar->class, &exemplar->meta);
}

/* The whole object, if the program may access it. */
static vx_status flat_find(void *handle, vx_enum type, struct fcl_vx_region *ret_region)
{
	struct fcl_vx_flat *flat = handle;
	vx_status status;

	if (!fcl_vx_is(handle, type))
		return VX_ERROR_INVALID_REFERENCE;
	status = fcl_vx_may_access(&flat->ref);
	if (status)
		return status;
	if (!flat->store)
		return VX_ERROR_NOT_ALLOCATED;
	*ret_region = fcl_vx_flat_region(flat->store, 0, flat->store->size);
	return VX_SUCCESS;
}

vx_status fcl_vx_flat_copy(void *handle, vx_enum type, void *user, vx_enum usage,
			   vx_enum memory_type)
{
	struct fcl_vx_region region;
	vx_status status = flat_find(handle, type, &region);

	return status ? status : fcl_vx_copy(handle, &region, user, 0, usage, memory_type);
}

vx_status fcl_vx_flat_map(void *handle, vx_enum type, vx_map_id *map_id, void **ptr, vx_enum usage,
			  vx_enum memory_type)
{
	struct fcl_vx_region region;
	vx_status status = flat_find(handle, type, &region);

	return status ? status : fcl_vx_map(handle, &region, usage, memory_type, map_id, ptr);
}
