/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/openvx/images/layout.h"

#include <string.h>

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

vx_uint32 fcl_vx_samples(vx_uint32 pixels, unsigned step)
{
	return (pixels + step - 1) / step;
}

void fcl_vx_image_lay_out(vx_image image, const struct fcl_vx_format *format)
{
	vx_uint32 width = image->ref.meta.image.width;

	image->nplanes = format->planes;
	for (unsigned i = 0; i < format->planes; i++) {
		struct fcl_vx_plane *plane = &image->planes[i];

		plane->bits = format->plane[i].bits;
		plane->dx = format->plane[i].dx;
		plane->dy = format->plane[i].dy;
		plane->stride_x = plane->bits / 8;
		plane->stride_y = ((size_t)fcl_vx_samples(width, plane->dx) * plane->bits + 7) / 8;
	}
}

void fcl_vx_image_set_ranges(vx_image image)
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

size_t fcl_vx_plane_size(vx_image image, const struct fcl_vx_plane *plane)
{
	size_t rows = fcl_vx_samples(image->ref.meta.image.height, plane->dy);
	size_t row =
		((size_t)fcl_vx_samples(image->ref.meta.image.width, plane->dx) * plane->bits + 7) /
		8;

	if (plane->bits >= 8 && plane->stride_x > plane->bits / 8)
		row = (fcl_vx_samples(image->ref.meta.image.width, plane->dx) - 1) *
			      plane->stride_x +
		      plane->bits / 8;
	return rows ? (rows - 1) * plane->stride_y + row : 0;
}

bool fcl_vx_image_contains(const vx_rectangle_t *rect, vx_image image)
{
	return rect->start_x < rect->end_x && rect->start_y < rect->end_y &&
	       rect->end_x <= image->ref.meta.image.width &&
	       rect->end_y <= image->ref.meta.image.height;
}

bool fcl_vx_plane_aligned(const vx_rectangle_t *rect, const struct fcl_vx_plane *plane)
{
	return rect->start_x % plane->dx == 0 && rect->start_y % plane->dy == 0 &&
	       (plane->bits >= 8 || rect->start_x % 8 == 0);
}

size_t fcl_vx_plane_offset(const struct fcl_vx_plane *plane, vx_uint32 x, vx_uint32 y)
{
	size_t column = x / plane->dx;

	return plane->offset + (y / plane->dy) * plane->stride_y +
	       (plane->bits < 8 ? column / 8 : column * plane->stride_x);
}

vx_status fcl_vx_image_check_size(vx_uint32 width, vx_uint32 height, vx_df_image df)
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
