/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/capture/boxes.h"

#include "runtime/capture/recording.h"

struct fcl_box fcl_box_rect(const void *at, const size_t *origin, const size_t *region,
			    size_t row_pitch, size_t slice_pitch)
{
	size_t row = row_pitch ? row_pitch : region[0];
	size_t slice = slice_pitch ? slice_pitch : row * region[1];
	const char *from = at;

	if (from)
		from += origin[2] * slice + origin[1] * row + origin[0];
	return (struct fcl_box){from, region[0], region[1], row, region[2], slice};
}

struct fcl_box fcl_box_image(const void *at, cl_mem image, const size_t *region, size_t row_pitch,
			     size_t slice_pitch)
{
	size_t pixel = 0, width, row, slice;

	if (fcl_capture_next->clGetImageInfo(image, CL_IMAGE_ELEMENT_SIZE, sizeof(pixel), &pixel,
					     NULL))
		return (struct fcl_box){0};
	width = region[0] * pixel;
	row = row_pitch ? row_pitch : width;
	slice = slice_pitch ? slice_pitch : row * region[1];
	return (struct fcl_box){at, width, region[1], row, region[2], slice};
}

struct fcl_box fcl_box_packet(const void *at, cl_mem pipe)
{
	cl_uint size = 0;

	if (!fcl_capture_next->clGetPipeInfo ||
	    fcl_capture_next->clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL))
		return (struct fcl_box){0};
	return (struct fcl_box){at, size, 1, 0, 1, 0};
}

static size_t channels_of(cl_channel_order order)
{
	switch (order) {
	case CL_R:
	case CL_A:
	case CL_INTENSITY:
	case CL_LUMINANCE:
	case CL_DEPTH:
		return 1;
	case CL_RG:
	case CL_RA:
	case CL_Rx:
		return 2;
	case CL_RGB:
	case CL_sRGB:
	case CL_RGx:
		return 3;
	default:
		return 4;
	}
}

static size_t pixel_of(const cl_image_format *format)
{
	size_t channels = channels_of(format->image_channel_order);

	switch (format->image_channel_data_type) {
	case CL_SNORM_INT8:
	case CL_UNORM_INT8:
	case CL_SIGNED_INT8:
	case CL_UNSIGNED_INT8:
		return channels;
	case CL_UNORM_SHORT_565:
	case CL_UNORM_SHORT_555:
		return 2;
	case CL_UNORM_INT_101010:
	case CL_UNORM_INT_101010_2:
		return 4;
	case CL_SIGNED_INT32:
	case CL_UNSIGNED_INT32:
	case CL_FLOAT:
		return 4 * channels;
	default:
		return 2 * channels;
	}
}

static size_t at_least_one(size_t number)
{
	return number ? number : 1;
}

struct fcl_box fcl_box_desc(const void *at, const cl_image_format *format,
			    const cl_image_desc *desc)
{
	size_t width = desc->image_width * pixel_of(format);
	size_t row = desc->image_row_pitch ? desc->image_row_pitch : width;
	bool one = desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	bool many = desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
	size_t rows = one ? 1 : at_least_one(desc->image_height);
	size_t slices = one || many ? desc->image_array_size : at_least_one(desc->image_depth);
	size_t slice = desc->image_slice_pitch ? desc->image_slice_pitch : row * rows;

	if (desc->image_type == CL_MEM_OBJECT_IMAGE2D || desc->image_type == CL_MEM_OBJECT_IMAGE1D)
		slices = 1;
	return (struct fcl_box){at, width, rows, row, slices, slice};
}
