/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/openvx/image.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/openvx/flat.h"
#include "runtime/openvx/graph.h"
#include "runtime/openvx/run.h"

static const struct fcl_vx_format formats[] = {
	{VX_DF_IMAGE_U1, "U1", 1, {{1, 1, 1}}},
	{VX_DF_IMAGE_U8, "U8", 1, {{8, 1, 1}}},
	{VX_DF_IMAGE_U16, "U16", 1, {{16, 1, 1}}},
	{VX_DF_IMAGE_S16, "S16", 1, {{16, 1, 1}}},
	{VX_DF_IMAGE_U32, "U32", 1, {{32, 1, 1}}},
	{VX_DF_IMAGE_S32, "S32", 1, {{32, 1, 1}}},
	{VX_DF_IMAGE_RGB, "RGB", 1, {{24, 1, 1}}},
	{VX_DF_IMAGE_RGBX, "RGBX", 1, {{32, 1, 1}}},
	{VX_DF_IMAGE_UYVY, "UYVY", 1, {{16, 1, 1}}},
	{VX_DF_IMAGE_YUYV, "YUYV", 1, {{16, 1, 1}}},
	{VX_DF_IMAGE_NV12, "NV12", 2, {{8, 1, 1}, {16, 2, 2}}},
	{VX_DF_IMAGE_NV21, "NV21", 2, {{8, 1, 1}, {16, 2, 2}}},
	{VX_DF_IMAGE_IYUV, "IYUV", 3, {{8, 1, 1}, {8, 2, 2}, {8, 2, 2}}},
	{VX_DF_IMAGE_YUV4, "YUV4", 3, {{8, 1, 1}, {8, 1, 1}, {8, 1, 1}}},
};

const struct fcl_vx_format *fcl_vx_format(vx_df_image format)
{
	for (size_t i = 0; i < FCL_VX_COUNT(formats); i++)
		if (formats[i].format == format)
			return &formats[i];
	return NULL;
}

const struct fcl_vx_format *fcl_vx_format_named(const char *name)
{
	for (size_t i = 0; i < FCL_VX_COUNT(formats); i++)
		if (!strcmp(formats[i].name, name))
			return &formats[i];
	return NULL;
}

/* Attributes. */

static vx_status set_space(vx_reference ref, const void *ptr, vx_size size)
{
	vx_enum space = *(const vx_enum *)ptr;

	(void)size;
	if (space < VX_COLOR_SPACE_NONE || space > VX_COLOR_SPACE_BT709)
		return VX_ERROR_INVALID_VALUE;
	((vx_image)ref)->space = space;
	return VX_SUCCESS;
}

static vx_status get_uniform(vx_reference ref, void *ptr, vx_size size)
{
	vx_bool value = ((vx_image)ref)->uniform ? vx_true_e : vx_false_e;

	return fcl_vx_answer(ptr, size, &value, sizeof(value));
}

static vx_status get_value(vx_reference ref, void *ptr, vx_size size)
{
	vx_image image = (vx_image)ref;

	if (!image->uniform)
		return VX_ERROR_NOT_SUPPORTED;
	return fcl_vx_answer(ptr, size, &image->value, sizeof(image->value));
}

static const struct fcl_vx_attribute attributes[] = {
	{VX_IMAGE_WIDTH, FCL_VX_META(image.width), .meta = true},
	{VX_IMAGE_HEIGHT, FCL_VX_META(image.height), .meta = true},
	{VX_IMAGE_FORMAT, FCL_VX_META(image.format), .meta = true},
	{VX_IMAGE_PLANES, FCL_VX_FIELD(struct _vx_image, nplanes)},
	{VX_IMAGE_SPACE, FCL_VX_FIELD(struct _vx_image, space), .set = set_space},
	{VX_IMAGE_RANGE, FCL_VX_FIELD(struct _vx_image, range)},
	{VX_IMAGE_MEMORY_TYPE, FCL_VX_FIELD(struct _vx_image, memory_type)},
	{VX_IMAGE_IS_UNIFORM, .get = get_uniform},
	{VX_IMAGE_UNIFORM_VALUE, .get = get_value},
};

static void destroy_image(vx_reference ref)
{
	vx_image image = (vx_image)ref;

	fcl_vx_maps_forget(ref);
	for (vx_size i = 0; i < image->nplanes; i++)
		fcl_vx_store_unref(image->planes[i].store);
	if (!image->base)
		return;
	fcl_vx_lock(ref->context);
	if (image->base->ref.class->type == VX_TYPE_IMAGE)
		image->base->parts--;
	fcl_vx_unlock(ref->context);
	fcl_vx_drop(&image->base->ref);
}

const struct fcl_vx_class fcl_vx_image_class = {
	.type = VX_TYPE_IMAGE,
	.size = sizeof(struct _vx_image),
	.destroy = destroy_image,
	.attributes = attributes,
	.nattributes = FCL_VX_COUNT(attributes),
};

/* Creation. */

static vx_uint32 part_of(vx_uint32 pixels, unsigned step)
{
	return (pixels + step - 1) / step;
}

/* Strides of rows without gaps. */
static void lay_out(vx_image image, const struct fcl_vx_format *format)
{
	vx_uint32 width = image->ref.meta.image.width;

	image->nplanes = format->planes;
	for (unsigned i = 0; i < format->planes; i++) {
		struct fcl_vx_plane *plane = &image->planes[i];

		plane->bits = format->plane[i].bits;
		plane->dx = format->plane[i].dx;
		plane->dy = format->plane[i].dy;
		plane->stride_x = plane->bits / 8;
		plane->stride_y = ((size_t)part_of(width, plane->dx) * plane->bits + 7) / 8;
	}
}

static void set_ranges(vx_image image)
{
	vx_df_image format = image->ref.meta.image.format;
	bool yuv = format == VX_DF_IMAGE_UYVY || format == VX_DF_IMAGE_YUYV ||
		   format == VX_DF_IMAGE_NV12 || format == VX_DF_IMAGE_NV21 ||
		   format == VX_DF_IMAGE_IYUV || format == VX_DF_IMAGE_YUV4;

	image->space = yuv || format == VX_DF_IMAGE_RGB || format == VX_DF_IMAGE_RGBX
			       ? VX_COLOR_SPACE_DEFAULT
			       : VX_COLOR_SPACE_NONE;
	image->range = VX_CHANNEL_RANGE_FULL;
	image->valid = (vx_rectangle_t){0, 0, image->ref.meta.image.width,
					image->ref.meta.image.height};
	image->memory_type = VX_MEMORY_TYPE_NONE;
}

static size_t plane_size(vx_image image, const struct fcl_vx_plane *plane)
{
	size_t rows = part_of(image->ref.meta.image.height, plane->dy);
	size_t row = ((size_t)part_of(image->ref.meta.image.width, plane->dx) * plane->bits + 7) /
		     8;

	if (plane->bits >= 8 && plane->stride_x > plane->bits / 8)
		row = (part_of(image->ref.meta.image.width, plane->dx) - 1) * plane->stride_x +
		      plane->bits / 8;
	return rows ? (rows - 1) * plane->stride_y + row : 0;
}

vx_status fcl_vx_image_resolve(vx_image image, const struct fcl_vx_meta *meta)
{
	const struct fcl_vx_format *format = fcl_vx_format(meta->image.format);

	image->ref.meta.image = meta->image;
	set_ranges(image);
	if (!format || !meta->image.width || !meta->image.height)
		return VX_SUCCESS; /* still to be decided */
	lay_out(image, format);
	for (vx_size i = 0; i < image->nplanes; i++) {
		struct fcl_vx_plane *plane = &image->planes[i];

		fcl_vx_store_unref(plane->store);
		plane->store = fcl_vx_store_create(image->ref.context, plane_size(image, plane));
		if (!plane->store)
			return VX_ERROR_NO_MEMORY;
	}
	return VX_SUCCESS;
}

vx_image fcl_vx_image_create(vx_context context, vx_graph graph, vx_uint32 width, vx_uint32 height,
			     vx_df_image format)
{
	struct fcl_vx_meta meta = {.type = VX_TYPE_IMAGE, .image = {width, height, format}};
	vx_image image = fcl_vx_create(graph ? graph->ref.context : context, &fcl_vx_image_class);
	vx_status status;

	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return image;
	image->ref.is_virtual = graph != NULL;
	image->ref.scope = graph;
	status = fcl_vx_image_resolve(image, &meta);
	if (!status)
		return image;
	vxReleaseImage(&image);
	return fcl_vx_error(status);
}

/* Samples that several pixels share are whole. */
static vx_status check_size(vx_uint32 width, vx_uint32 height, vx_df_image df)
{
	const struct fcl_vx_format *format = fcl_vx_format(df);
	bool pairs = df == VX_DF_IMAGE_UYVY || df == VX_DF_IMAGE_YUYV;

	if (!format)
		return VX_ERROR_INVALID_FORMAT;
	if (!width || !height || width > INT32_MAX / 4 || height > INT32_MAX / 4)
		return VX_ERROR_INVALID_DIMENSION;
	for (unsigned i = 0; i < format->planes; i++)
		if (width % format->plane[i].dx || height % format->plane[i].dy)
			return VX_ERROR_INVALID_DIMENSION;
	return pairs && width % 2 ? VX_ERROR_INVALID_DIMENSION : VX_SUCCESS;
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImage(vx_context context, vx_uint32 width,
						vx_uint32 height, vx_df_image color)
{
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	status = check_size(width, height, color);
	return status ? fcl_vx_error(status)
		      : fcl_vx_image_create(context, NULL, width, height, color);
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateVirtualImage(vx_graph graph, vx_uint32 width,
						       vx_uint32 height, vx_df_image color)
{
	vx_status status = VX_SUCCESS;

	if (!fcl_vx_is(graph, VX_TYPE_GRAPH))
		return NULL;
	if (color != VX_DF_IMAGE_VIRT)
		status = check_size(width ? width : 2, height ? height : 2, color);
	return status ? fcl_vx_error(status)
		      : fcl_vx_image_create(NULL, graph, width, height, color);
}

/* Parts. */

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
	set_ranges(part);
	fcl_vx_hold(base);
	part->base = (vx_image)base;
	fcl_vx_lock(base->context);
	if (base->class->type == VX_TYPE_IMAGE)
		((vx_image)base)->parts++;
	fcl_vx_unlock(base->context);
	return part;
}

static bool is_inside(const vx_rectangle_t *rect, vx_image image)
{
	return rect->start_x < rect->end_x && rect->start_y < rect->end_y &&
	       rect->end_x <= image->ref.meta.image.width &&
	       rect->end_y <= image->ref.meta.image.height;
}

/* Bits begin at bytes, and samples that pixels share are whole. */
static bool is_aligned(const vx_rectangle_t *rect, const struct fcl_vx_plane *plane)
{
	return rect->start_x % plane->dx == 0 && rect->start_y % plane->dy == 0 &&
	       (plane->bits >= 8 || rect->start_x % 8 == 0);
}

static size_t offset_of(const struct fcl_vx_plane *plane, vx_uint32 x, vx_uint32 y)
{
	size_t column = x / plane->dx;

	return plane->offset + (y / plane->dy) * plane->stride_y +
	       (plane->bits < 8 ? column / 8 : column * plane->stride_x);
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateImageFromROI(vx_image img, const vx_rectangle_t *rect)
{
	vx_image part;

	if (!fcl_vx_is(img, VX_TYPE_IMAGE))
		return NULL;
	if (!rect || !is_inside(rect, img))
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	for (vx_size i = 0; i < img->nplanes; i++)
		if (!is_aligned(rect, &img->planes[i]) || !img->planes[i].store)
			return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	part = new_part(&img->ref, rect->end_x - rect->start_x, rect->end_y - rect->start_y,
			img->ref.meta.image.format);
	if (!fcl_vx_is(part, VX_TYPE_IMAGE))
		return part;
	part->space = img->space;
	part->uniform = img->uniform;
	part->value = img->value;
	part->nplanes = img->nplanes;
	for (vx_size i = 0; i < img->nplanes; i++) {
		part->planes[i] = img->planes[i];
		part->planes[i].offset = offset_of(&img->planes[i], rect->start_x, rect->start_y);
		fcl_vx_store_ref(part->planes[i].store);
	}
	return part;
}

/* The plane that a channel has for itself; -1: it has none. */
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
	index = channel_plane(img->ref.meta.image.format, channel);
	if (index < 0 || !img->planes[index].store)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	plane = &img->planes[index];
	part = new_part(&img->ref, part_of(img->ref.meta.image.width, plane->dx),
			part_of(img->ref.meta.image.height, plane->dy), VX_DF_IMAGE_U8);
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
	lay_out(part, fcl_vx_format(format));
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
	wa = plane_size(a, p) - (part_of(a->ref.meta.image.height, p->dy) - 1) * row;
	wb = plane_size(b, q) - (part_of(b->ref.meta.image.height, q->dy) - 1) * row;
	x = p->offset % row;
	y = q->offset % row;
	if (x + wa > row || y + wb > row)
		return true; /* rows that go round the end of one */
	return x < y + wb && y < x + wa && p->offset < q->offset + plane_size(b, q) &&
	       q->offset < p->offset + plane_size(a, p);
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

/* Handles of programs. */

static vx_status check_handle(vx_context context, const struct fcl_vx_plane *plane, size_t size,
			      void *ptr, vx_enum memory_type)
{
	if (plane->bits >= 8 && plane->stride_x < plane->bits / 8)
		return VX_ERROR_INVALID_PARAMETERS;
	if (!ptr)
		return VX_SUCCESS; /* vxSwapImageHandle() brings it */
	return memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER ? fcl_vx_check_buffer(context, ptr, size)
							   : VX_SUCCESS;
}

static vx_status put(vx_image image, vx_size index, void *ptr, struct fcl_vx_queue *queue)
{
	bool is_mem = image->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER;

	return fcl_vx_store_swap(image->planes[index].store, queue, is_mem ? NULL : ptr,
				 is_mem ? ptr : NULL);
}

static vx_status fill_from_handle(vx_image image, const vx_imagepatch_addressing_t addrs[],
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
		size = plane_size(image, plane);
		status = check_handle(image->ref.context, plane, size, ptrs[i], image->memory_type);
		if (status)
			return status;
		plane->store = fcl_vx_store_create(image->ref.context, size);
		status = plane->store ? put(image, i, ptrs[i], queue) : VX_ERROR_NO_MEMORY;
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
	status = check_size(addrs[0].dim_x, addrs[0].dim_y, color);
	if (!status)
		status = fcl_vx_run_coordination(context, &queue);
	if (status)
		return fcl_vx_error(status);
	image = fcl_vx_create(context, &fcl_vx_image_class);
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return image;
	image->ref.meta.image.width = addrs[0].dim_x;
	image->ref.meta.image.height = addrs[0].dim_y;
	image->ref.meta.image.format = color;
	set_ranges(image);
	image->memory_type = memory_type;
	lay_out(image, fcl_vx_format(color));
	status = fill_from_handle(image, addrs, ptrs, queue);
	if (!status)
		return image;
	vxReleaseImage(&image);
	return fcl_vx_error(status);
}

/* What the program had given; the data of buffers follows in the order of `queue`. */
static void *handle_of(vx_image image, vx_size index)
{
	struct fcl_vx_store *store = image->planes[index].store;

	return image->memory_type == VX_MEMORY_TYPE_OPENCL_BUFFER ? (void *)store->mem
								  : (void *)store->host;
}

static vx_status check_swap(vx_image image, void *const new_ptrs[], vx_size num_planes)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (image->memory_type == VX_MEMORY_TYPE_NONE || image->base ||
	    num_planes != image->nplanes)
		return VX_ERROR_INVALID_PARAMETERS;
	for (vx_size i = 0; new_ptrs && i < num_planes; i++) {
		const struct fcl_vx_plane *plane = &image->planes[i];
		vx_status status = check_handle(image->ref.context, plane, plane_size(image, plane),
						new_ptrs[i], image->memory_type);

		if (status)
			return status;
	}
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSwapImageHandle(vx_image image, void *const new_ptrs[],
						     void *prev_ptrs[], vx_size num_planes)
{
	struct fcl_vx_queue *queue = NULL;
	vx_status status = check_swap(image, new_ptrs, num_planes);

	if (!status)
		status = fcl_vx_run_coordination(image->ref.context, &queue);
	for (vx_size i = 0; i < num_planes && !status; i++) {
		void *previous = handle_of(image, i);

		status = put(image, i, new_ptrs ? new_ptrs[i] : NULL, queue);
		if (!status && prev_ptrs)
			prev_ptrs[i] = previous;
	}
	return status;
}

/* Contents. */

static void fill_row(const struct fcl_vx_plane *plane, unsigned char *row, vx_uint32 samples,
		     const unsigned char *sample)
{
	if (plane->bits < 8) {
		memset(row, *sample & 1 ? 0xff : 0, (samples + 7) / 8);
		return;
	}
	for (vx_uint32 x = 0; x < samples; x++)
		memcpy(row + x * plane->stride_x, sample, plane->bits / 8);
}

/* The bytes of one sample of a plane for a pixel value; packed pairs differ by column. */
static void sample_of(vx_df_image format, vx_size plane, const vx_pixel_value_t *value,
		      unsigned char *ret)
{
	const vx_uint8 *yuv = value->YUV;

	memcpy(ret, value, sizeof(*value));
	switch (format) {
	case VX_DF_IMAGE_U1:
		ret[0] = value->U1 ? 1 : 0;
		break;
	case VX_DF_IMAGE_YUV4:
	case VX_DF_IMAGE_IYUV:
		ret[0] = yuv[plane];
		break;
	case VX_DF_IMAGE_NV12:
	case VX_DF_IMAGE_NV21:
		ret[0] = plane ? yuv[format == VX_DF_IMAGE_NV12 ? 1 : 2] : yuv[0];
		ret[1] = yuv[format == VX_DF_IMAGE_NV12 ? 2 : 1];
		break;
	}
}

static void fill_packed(vx_df_image format, unsigned char *row, vx_uint32 width,
			const vx_pixel_value_t *value)
{
	unsigned luma = format == VX_DF_IMAGE_UYVY;

	for (vx_uint32 x = 0; x < width; x++) {
		row[2 * x + luma] = value->YUV[0];
		row[2 * x + !luma] = value->YUV[1 + x % 2];
	}
}

static vx_status fill_plane(vx_image image, vx_size index, const vx_pixel_value_t *value)
{
	const struct fcl_vx_plane *plane = &image->planes[index];
	vx_df_image format = image->ref.meta.image.format;
	vx_uint32 samples = part_of(image->ref.meta.image.width, plane->dx);
	vx_uint32 rows = part_of(image->ref.meta.image.height, plane->dy);
	unsigned char sample[sizeof(*value)];
	vx_status status = fcl_vx_store_host(plane->store, image->base != NULL, true);

	if (status)
		return status;
	sample_of(format, index, value, sample);
	for (vx_uint32 y = 0; y < rows; y++) {
		unsigned char *row = plane->store->host + plane->offset + y * plane->stride_y;

		if (format == VX_DF_IMAGE_UYVY || format == VX_DF_IMAGE_YUYV)
			fill_packed(format, row, samples, value);
		else
			fill_row(plane, row, samples, sample);
	}
	fcl_vx_store_written(plane->store);
	return VX_SUCCESS;
}

static vx_status fill(vx_image image, const vx_pixel_value_t *value)
{
	vx_status status = VX_SUCCESS;

	for (vx_size i = 0; i < image->nplanes && !status; i++)
		status = image->planes[i].store ? fill_plane(image, i, value)
						: VX_ERROR_NOT_ALLOCATED;
	return status;
}

VX_API_ENTRY vx_image VX_API_CALL vxCreateUniformImage(vx_context context, vx_uint32 width,
						       vx_uint32 height, vx_df_image color,
						       const vx_pixel_value_t *value)
{
	vx_image image;
	vx_status status;

	if (!fcl_vx_is(context, VX_TYPE_CONTEXT))
		return NULL;
	if (!value)
		return fcl_vx_error(VX_ERROR_INVALID_PARAMETERS);
	image = vxCreateImage(context, width, height, color);
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return image;
	image->uniform = true;
	image->value = *value;
	status = fill(image, value);
	if (!status)
		return image;
	vxReleaseImage(&image);
	return fcl_vx_error(status);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetImagePixelValues(vx_image image,
							 const vx_pixel_value_t *pixel_value)
{
	vx_status status;

	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (!pixel_value || image->uniform)
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_may_access(&image->ref);
	return status ? status : fill(image, pixel_value);
}

VX_API_ENTRY vx_status VX_API_CALL vxReleaseImage(vx_image *image)
{
	return fcl_vx_release(image, VX_TYPE_IMAGE);
}

VX_API_ENTRY vx_status VX_API_CALL vxQueryImage(vx_image image, vx_enum attribute, void *ptr,
						vx_size size)
{
	return fcl_vx_query(image, VX_TYPE_IMAGE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxSetImageAttribute(vx_image image, vx_enum attribute,
						       const void *ptr, vx_size size)
{
	return fcl_vx_set(image, VX_TYPE_IMAGE, attribute, ptr, size);
}

VX_API_ENTRY vx_status VX_API_CALL vxGetValidRegionImage(vx_image image, vx_rectangle_t *rect)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (!rect)
		return VX_ERROR_INVALID_PARAMETERS;
	*rect = image->valid;
	return VX_SUCCESS;
}

VX_API_ENTRY vx_status VX_API_CALL vxSetImageValidRectangle(vx_image image,
							    const vx_rectangle_t *rect)
{
	if (!fcl_vx_is(image, VX_TYPE_IMAGE))
		return VX_ERROR_INVALID_REFERENCE;
	if (rect && !is_inside(rect, image))
		return VX_ERROR_INVALID_PARAMETERS;
	image->valid = rect ? *rect
			    : (vx_rectangle_t){0, 0, image->ref.meta.image.width,
					       image->ref.meta.image.height};
	return VX_SUCCESS;
}

/* Patches. */

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

/* What a patch of a plane is; NULL is the whole image. */
static vx_status find(vx_image image, const vx_rectangle_t *rect, vx_uint32 index,
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
	if (index >= image->nplanes || !is_inside(ret_rect, image))
		return VX_ERROR_INVALID_PARAMETERS;
	plane = &image->planes[index];
	if (!is_aligned(ret_rect, plane))
		return VX_ERROR_INVALID_PARAMETERS;
	if (!plane->store)
		return VX_ERROR_NOT_ALLOCATED;
	*ret = (struct fcl_vx_region){
		.store = plane->store,
		.offset = offset_of(plane, ret_rect->start_x, ret_rect->start_y),
		.element = plane->bits < 8 ? 1 : plane->bits / 8,
		.ndims = 2,
		.count = {part_of(ret_rect->end_x - ret_rect->start_x, plane->dx),
			  part_of(ret_rect->end_y - ret_rect->start_y, plane->dy)},
		.stride = {plane->bits < 8 ? 1 : plane->stride_x, plane->stride_y}};
	if (plane->bits < 8)
		ret->count[0] = part_of((vx_uint32)ret->count[0], 8);
	memcpy(ret->user_stride, ret->stride, sizeof(ret->stride));
	return VX_SUCCESS;
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
	vx_status status = find(image, image_rect, image_plane_index, &rect, &region);

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
	return fcl_vx_copy(&image->ref, &region, user_ptr, 0, usage, user_mem_type);
}

static void describe(const struct fcl_vx_plane *plane, const vx_rectangle_t *rect,
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
	vx_status status = find(image, rect, plane_index, &whole, &region);

	(void)flags; /* VX_NOGAP_X: there never is one but that of the program's own memory */
	if (status)
		return status;
	if (!addr || (image->uniform && usage != VX_READ_ONLY))
		return VX_ERROR_INVALID_PARAMETERS;
	status = fcl_vx_map(&image->ref, &region, usage, mem_type, map_id, ptr);
	if (!status)
		describe(&image->planes[plane_index], &whole, addr);
	return status;
}

VX_API_ENTRY vx_status VX_API_CALL vxUnmapImagePatch(vx_image image, vx_map_id map_id)
{
	return fcl_vx_unmap(image, VX_TYPE_IMAGE, map_id);
}
