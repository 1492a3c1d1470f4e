/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/layout.h"
#include "runtime/clients/openvx/memory/caller.h"
#include "runtime/clients/openvx/memory/copy.h"

/* Images over a program's memory or buffers. */

static vx_status check_handle(vx_context context, const struct fcl_vx_plane *plane, size_t size,
			      void *ptr, vx_enum memory_type)
{
	if (plane->bits >= 8 && plane->stride_x < plane->bits / 8)
		return VX_ERROR_INVALID_PARAMETERS;
	if (!ptr)
		return VX_SUCCESS; /* vxSwapImageHandle() will supply it */
	return memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER ? fcl_vx_check_buffer(context, ptr, size)
							   : VX_SUCCESS;
}

static vx_status handle_put(vx_image image, vx_size index, void *ptr, struct fcl_vx_queue *queue)
{
	bool is_mem = image->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER;

	return fcl_vx_store_swap(image->planes[index].store, queue, is_mem ? NULL : ptr,
				 is_mem ? ptr : NULL);
}

static vx_status images_fill_from_handle(vx_image image, const vx_imagepatch_addressing_t addrs[],
					 void *const ptrs[], struct fcl_vx_queue *queue)
{
	vx_status status = VX_SUCCESS;

	for (vx_size i = 0; i < image->nplanes && !status; i++) {
		struct fcl_vx_plane *plane = &image->planes[i];
		size_t size;

		if (addrs[i].stride_y < 0 || addrs[i].stride_x < 0 ||
		    (size_t)addrs[i].stride_y < plane->stride_y)
			return VX_ERROR_INVALID_PARAMETERS;
		plane->stride_y = (size_t)addrs[i].stride_y;
		if (plane->bits >= 8)
			plane->stride_x = (size_t)addrs[i].stride_x;
		size = fcl_vx_plane_size(image, plane);
		status = check_handle(image->ref.context, plane, size, ptrs[i], image->memory_type);
		if (status)
			return status;
		plane->store = fcl_vx_store_create(image->ref.context, size);
		status = plane->store ? handle_put(image, i, ptrs[i], queue) : VX_ERROR_NO_MEMORY;
	}
	return status;
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImageFromHandle(vx_context context, vx_df_image color,
							  const vx_imagepatch_addressing_t addrs[],
							  void *const ptrs[], vx_enum memory_type)
{
	struct fcl_vx_queue *queue;
	vx_image image;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!addrs || !ptrs ||
	    (memory_type != VX_MEMORY_TYPE_HOST && memory_type != VX_MEMORY_TYPE_OPENCL_BUFFER))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	status = fcl_vx_image_check_size(addrs[0].dim_x, addrs[0].dim_y, color);
	if (!status)
		status = fcl_vx_coordination(context, &queue);
	if (status)
		return fcl_vx_error(status);
	image = fcl_vx_create(context, &fcl_vx_image_class);
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return image;
	image->ref.meta.image.width = addrs[0].dim_x;
	image->ref.meta.image.height = addrs[0].dim_y;
	image->ref.meta.image.format = color;
	fcl_vx_image_set_ranges(image);
	image->memory_type = memory_type;
	fcl_vx_image_lay_out(image, fcl_vx_format(color));
	status = images_fill_from_handle(image, addrs, ptrs, queue);
	if (!status)
		return image;
	vxReleaseImage(&image);
	return fcl_vx_error(status);
}

/* Returns what the program had supplied. Buffers get their data in the order of `queue`. */
static void *handle_of(vx_image image, vx_size index)
{
	struct fcl_vx_store *store = image->planes[index].store;

	return image->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER ? (void *)store->mem
								  : (void *)store->host;
}

static vx_status handle_check_swap(vx_image image, void *const new_ptrs[], vx_size num_planes)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (image->memory_type == VX_MEMORY_TYPE_NONE || image->base ||
	    num_planes != image->nplanes)
		return VX_ERROR_INVALID_PARAMETERS;
	for (vx_size i = 0; i < num_planes; i++) {
		const struct fcl_vx_plane *plane = &image->planes[i];
		vx_status status = check_handle(image->ref.context, plane,
						fcl_vx_plane_size(image, plane),
						new_ptrs ? new_ptrs[i] : NULL, image->memory_type);

		if (status)
			return status;
		if (fcl_vx_is_mapped(plane->store))
			return fcl_vx_fail(image, VX_ERROR_INVALID_PARAMETERS,
					   "vxSwapImageHandle: the image, or a part of it, is "
					   "mapped");
	}
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSwapImageHandle(vx_image image, void *const new_ptrs[],
						     void *prev_ptrs[], vx_size num_planes)
{
	struct fcl_vx_queue *queue = NULL;
	vx_status status = handle_check_swap(image, new_ptrs, num_planes);

	if (!status)
		status = fcl_vx_coordination(image->ref.context, &queue);
	/* All planes or none. */
	for (vx_size i = 0; i < num_planes && !status; i++)
		status = fcl_vx_store_settle(image->planes[i].store, queue);
	for (vx_size i = 0; i < num_planes && !status; i++) {
		void *previous = handle_of(image, i);

		status = handle_put(image, i, new_ptrs ? new_ptrs[i] : NULL, queue);
		if (!status && prev_ptrs)
			prev_ptrs[i] = previous;
	}
	return status;
}
