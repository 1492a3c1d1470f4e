/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and maps of images. */
#include <stdlib.h>
#include <string.h>

#include "runtime/clients/openvx/base/log.h"
#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/layout.h"

VX_API_ENTRY void *VX_API_CALL vxFormatImagePatchAddress2d(void *ptr, vx_uint32 x, vx_uint32 y,
							   const vx_imagepatch_addressing_t *addr)
{
	size_t column, row;

	if (!ptr || !addr || x >= addr->dim_x || y >= addr->dim_y)
		return NULL;
	column = (size_t)x * addr->scale_x / VX_SCALE_UNITY;
	row = (size_t)y * addr->scale_y / VX_SCALE_UNITY;
	column = addr->stride_x ? column * (size_t)addr->stride_x
				: column * addr->stride_x_bits / 8;
	return (unsigned char *)ptr + row * (size_t)addr->stride_y + column;
}

VX_API_ENTRY void *VX_API_CALL vxFormatImagePatchAddress1d(void *ptr, vx_uint32 index,
							   const vx_imagepatch_addressing_t *addr)
{
	if (!ptr || !addr || !addr->dim_x || index >= (size_t)addr->dim_x * addr->dim_y)
		return NULL;
	return vxFormatImagePatchAddress2d(ptr, index % addr->dim_x, index / addr->dim_x, addr);
}

/* Finds the elements of a patch in a plane. `rect` NULL is the whole image. */
static vx_status patch_find(vx_image image, const vx_rectangle_t *rect, vx_uint32 index,
			    vx_rectangle_t *ret_rect, struct fcl_vx_region *ret)
{
	const struct fcl_vx_plane *plane;
	vx_status status;

	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	status = fcl_vx_may_access(&image->ref);
	if (status)
		return status;
	*ret_rect = rect ? *rect
			 : (vx_rectangle_t){0, 0, image->ref.meta.image.width,
					    image->ref.meta.image.height};
	if (index >= image->nplanes || !fcl_vx_image_contains(ret_rect, image))
		return VX_ERROR_INVALID_PARAMETERS;
	plane = &image->planes[index];
	if (!fcl_vx_plane_aligned(ret_rect, plane))
		return VX_ERROR_INVALID_PARAMETERS;
	if (!plane->store)
		return VX_ERROR_NOT_ALLOCATED;
	*ret = (struct fcl_vx_region){
		.store = plane->store,
		.offset = fcl_vx_plane_offset(plane, ret_rect->start_x, ret_rect->start_y),
		.element = plane->bits < 8 ? 1 : plane->bits / 8,
		.ndims = 2,
		.count = {fcl_vx_samples(ret_rect->end_x - ret_rect->start_x, plane->dx),
			  fcl_vx_samples(ret_rect->end_y - ret_rect->start_y, plane->dy)},
		.stride = {plane->bits < 8 ? 1 : plane->stride_x, plane->stride_y}};
	if (plane->bits < 8)
		ret->count[0] = fcl_vx_samples((vx_uint32)ret->count[0], 8);
	memcpy(ret->user_stride, ret->stride, sizeof(ret->stride));
	return VX_SUCCESS;
}

/* Bits of the last byte in a row of a patch, if the bits behind them are the image's; else 0. */
static unsigned bits_of_end(vx_image image, const struct fcl_vx_plane *plane,
			    const vx_rectangle_t *rect)
{
	bool more = image->base || rect->end_x < image->ref.meta.image.width;

	return plane->bits < 8 && more ? (rect->end_x - rect->start_x) % 8 : 0;
}

/* Writes the last byte of each row, of which only `bits` are the caller's, and takes it out of the region. */
static vx_status write_ends(vx_image image, struct fcl_vx_region *region, const unsigned char *user,
			    unsigned bits)
{
	unsigned char ours = (unsigned char)((1u << bits) - 1), *ends = malloc(region->count[1]);
	struct fcl_vx_region column = *region;
	size_t last = --region->count[0];
	vx_status status;

	if (!ends)
		return VX_ERROR_NO_MEMORY;
	column.offset += last;
	column.count[0] = column.user_stride[1] = 1;
	status = fcl_vx_copy(&image->ref, &column, ends, 0, VX_READ_ONLY, VX_MEMORY_TYPE_HOST);
	for (size_t y = 0; y < column.count[1]; y++)
		ends[y] = (unsigned char)((ends[y] & ~ours) |
					  (user[y * region->user_stride[1] + last] & ours));
	if (!status)
		status = fcl_vx_copy(&image->ref, &column, ends, 0, VX_WRITE_ONLY,
				     VX_MEMORY_TYPE_HOST);
	free(ends);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxCopyImagePatch(vx_image image,
						    const vx_rectangle_t *image_rect,
						    vx_uint32 image_plane_index,
						    const vx_imagepatch_addressing_t *user_addr,
						    void *user_ptr, vx_enum usage,
						    vx_enum user_mem_type)
{
	struct fcl_vx_region region;
	vx_rectangle_t rect;
	vx_status status = patch_find(image, image_rect, image_plane_index, &rect, &region);
	unsigned bits;

	if (status)
		return status;
	if (!user_addr || user_addr->stride_y <= 0 || user_addr->stride_x < 0 ||
	    (image->uniform && usage == VX_WRITE_ONLY))
		return VX_ERROR_INVALID_PARAMETERS;
	if (image->planes[image_plane_index].bits >= 8)
		region.user_stride[0] = (size_t)user_addr->stride_x;
	region.user_stride[1] = (size_t)user_addr->stride_y;
	if (region.user_stride[0] < region.element ||
	    region.user_stride[1] < (region.count[0] - 1) * region.user_stride[0] + region.element)
		return VX_ERROR_INVALID_PARAMETERS;
	bits = usage == VX_WRITE_ONLY && user_ptr
		       ? bits_of_end(image, &image->planes[image_plane_index], &rect)
		       : 0;
	if (bits && user_mem_type == VX_MEMORY_TYPE_OPENCL_BUFFER)
		return fcl_vx_fail(
			image, VX_ERROR_NOT_SUPPORTED,
			"vxCopyImagePatch: from a buffer, bits can be written up to a whole byte, "
			"not up to column %u",
			rect.end_x);
	if (bits && user_mem_type == VX_MEMORY_TYPE_HOST)
		status = write_ends(image, &region, user_ptr, bits);
	return status ? status
		      : fcl_vx_copy(&image->ref, &region, user_ptr, 0, usage, user_mem_type);
}

static void patch_describe(const struct fcl_vx_plane *plane, const vx_rectangle_t *rect,
			   vx_imagepatch_addressing_t *ret)
{
	*ret = (vx_imagepatch_addressing_t){
		.dim_x = rect->end_x - rect->start_x,
		.dim_y = rect->end_y - rect->start_y,
		.stride_x = (vx_int32)plane->stride_x,
		.stride_y = (vx_int32)plane->stride_y,
		.scale_x = VX_SCALE_UNITY / plane->dx,
		.scale_y = VX_SCALE_UNITY / plane->dy,
		.step_x = plane->dx,
		.step_y = (vx_uint16)plane->dy,
		.stride_x_bits = (vx_uint16)(plane->bits < 8 ? plane->bits : plane->stride_x * 8)};
}

VX_API_ENTRY vx_status VX_API_CALL vxMapImagePatch(vx_image image, const vx_rectangle_t *rect,
						   vx_uint32 plane_index, vx_map_id *map_id,
						   vx_imagepatch_addressing_t *addr, void **ptr,
						   vx_enum usage, vx_enum mem_type, vx_uint32 flags)
{
	struct fcl_vx_region region;
	vx_rectangle_t whole;
	vx_status status = patch_find(image, rect, plane_index, &whole, &region);

	(void)flags; /* VX_NOGAP_X: the only images with gaps are those in the program's own memory */
	if (status)
		return status;
	if (!addr || (image->uniform && usage != VX_READ_ONLY))
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_map(&image->ref, &region, usage, mem_type, map_id, ptr);
	if (!status)
		patch_describe(&image->planes[plane_index], &whole, addr);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapImagePatch(vx_image image, vx_map_id map_id)
{
	return fcl_vx_unmap(image, VX_TYPE_IMAGE, map_id);
}
