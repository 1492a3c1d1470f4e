/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/images/part.h"

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/layout.h"

/*
 * Images that are parts of other objects: regions, channels, and images over the data of a tensor.
 */
static vx_image new_part(vx_reference base, vx_uint32 width, vx_uint32 height, vx_df_image format)
{
	vx_image part = fcl_vx_create(base->context, &fcl_vx_image_class);

	if (!fcl_vx_is(part, VX_TYPE_IMAGE))
		return part;
	part->ref.meta.image.width = width;
	part->ref.meta.image.height = height;
	part->ref.meta.image.format = format;
	part->ref.is_virtual = base->is_virtual;
	part->ref.scope = base->scope;
	fcl_vx_image_set_ranges(part);
	fcl_vx_hold(base);
	part->base = base;
	fcl_vx_lock(base->context);
	if (base->class->type == VX_TYPE_IMAGE)
		((vx_image)base)->parts++;
	fcl_vx_unlock(base->context);
	return part;
}

/* The valid region of the part, in its own coordinates. */
static vx_rectangle_t valid_part(vx_image image, const vx_rectangle_t *rect)
{
	vx_rectangle_t valid = image->valid;

	valid.start_x = valid.start_x > rect->start_x ? valid.start_x - rect->start_x : 0;
	valid.start_y = valid.start_y > rect->start_y ? valid.start_y - rect->start_y : 0;
	valid.end_x = valid.end_x < rect->end_x ? valid.end_x : rect->end_x;
	valid.end_y = valid.end_y < rect->end_y ? valid.end_y : rect->end_y;
	if (valid.end_x <= rect->start_x + valid.start_x ||
	    valid.end_y <= rect->start_y + valid.start_y)
		return (vx_rectangle_t){0, 0, 0, 0};
	valid.end_x -= rect->start_x;
	valid.end_y -= rect->start_y;
	return valid;
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImageFromROI(vx_image img, const vx_rectangle_t *rect)
{
	vx_image part;

	if (!fcl_vx_is(img, VX_TYPE_IMAGE))
		return NULL;
	if (!rect || !fcl_vx_image_contains(rect, img))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	if (img->many)
		return fcl_vx_error(VX_ERROR_OPTIMIZED_AWAY);
	for (vx_size i = 0; i < img->nplanes; i++)
		if (!fcl_vx_plane_aligned(rect, &img->planes[i]) || !img->planes[i].store)
			return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	part = new_part(&img->ref, rect->end_x - rect->start_x, rect->end_y - rect->start_y,
			img->ref.meta.image.format);
	if (!fcl_vx_is(part, VX_TYPE_IMAGE))
		return part;
	part->valid = valid_part(img, rect);
	part->space = img->space;
	part->uniform = img->uniform;
	part->value = img->value;
	part->nplanes = img->nplanes;
	for (vx_size i = 0; i < img->nplanes; i++) {
		part->planes[i] = img->planes[i];
		part->planes[i].offset = fcl_vx_plane_offset(&img->planes[i], rect->start_x,
							     rect->start_y);
		fcl_vx_store_ref(part->planes[i].store);
	}
	return part;
}

/* The plane that contains only this channel; -1: none. */
static int channel_plane(vx_df_image format, vx_enum channel)
{
	int index = channel == VX_CHANNEL_Y   ? 0
		    : channel == VX_CHANNEL_U ? 1
		    : channel == VX_CHANNEL_V ? 2
					      : -1;

	if (format == VX_DF_IMAGE_YUV4 || format == VX_DF_IMAGE_IYUV)
		return index;
	if (format == VX_DF_IMAGE_NV12 || format == VX_DF_IMAGE_NV21)
		return index == 0 ? 0 : -1;
	return -1;
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImageFromChannel(vx_image img, vx_enum channel)
{
	const struct fcl_vx_plane *plane;
	vx_image part;
	int index;

	if (!fcl_vx_is(img, VX_TYPE_IMAGE))
		return NULL;
	if (img->many)
		return fcl_vx_error(VX_ERROR_OPTIMIZED_AWAY);
	index = channel_plane(img->ref.meta.image.format, channel);
	if (index < 0 || !img->planes[index].store)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	plane = &img->planes[index];
	part = new_part(&img->ref, fcl_vx_samples(img->ref.meta.image.width, plane->dx),
			fcl_vx_samples(img->ref.meta.image.height, plane->dy), VX_DF_IMAGE_U8);
	if (!fcl_vx_is(part, VX_TYPE_IMAGE))
		return part;
	part->nplanes = 1;
	part->planes[0] = *plane;
	part->planes[0].dx = part->planes[0].dy = 1;
	fcl_vx_store_ref(plane->store);
	return part;
}

vx_image fcl_vx_image_over(vx_reference base, struct fcl_vx_store *store, size_t offset,
			   size_t stride_y, vx_uint32 width, vx_uint32 height, vx_df_image format)
{
	vx_image part = new_part(base, width, height, format);

	if (!fcl_vx_is(part, VX_TYPE_IMAGE))
		return part;
	fcl_vx_image_lay_out(part, fcl_vx_format(format));
	part->planes[0].store = fcl_vx_store_ref(store);
	part->planes[0].offset = offset;
	part->planes[0].stride_y = stride_y;
	return part;
}

static bool planes_overlap(vx_image a, const struct fcl_vx_plane *p, vx_image b,
			   const struct fcl_vx_plane *q)
{
	size_t x, y, wa, wb, row = p->stride_y;

	if (!p->store || p->store != q->store)
		return false;
	if (row != q->stride_y || !row)
		return true;
	wa = fcl_vx_plane_size(a, p) - (fcl_vx_samples(a->ref.meta.image.height, p->dy) - 1) * row;
	wb = fcl_vx_plane_size(b, q) - (fcl_vx_samples(b->ref.meta.image.height, q->dy) - 1) * row;
	x = p->offset % row;
	y = q->offset % row;
	if (x + wa > row || y + wb > row)
		return true; /* the regions' rows wrap around the stride */
	return x < y + wb && y < x + wa && p->offset < q->offset + fcl_vx_plane_size(b, q) &&
	       q->offset < p->offset + fcl_vx_plane_size(a, p);
}

bool fcl_vx_image_overlap(vx_image a, vx_image b)
{
	if (a == b)
		return true;
	for (vx_size i = 0; i < a->nplanes; i++)
		for (vx_size k = 0; k < b->nplanes; k++)
			if (planes_overlap(a, &a->planes[i], b, &b->planes[k]))
				return true;
	return false;
}
