/* SPDX-License-Identifier: Apache-2.0 */
/* Images with a uniform value. */
#include <string.h>

#include "runtime/clients/openvx/base/object.h"
#include "runtime/clients/openvx/images/layout.h"

/* Bits after the last sample belong to the image that this one is part of. */
static void fill_bits(unsigned char *row, vx_uint32 samples, bool value)
{
	unsigned char ours = (unsigned char)((1u << samples % 8) - 1);

	memset(row, value ? 0xff : 0, samples / 8);
	row += samples / 8;
	if (ours)
		*row = (unsigned char)((*row & ~ours) | (value ? ours : 0));
}

static void fill_row(const struct fcl_vx_plane *plane, unsigned char *row, vx_uint32 samples,
		     const unsigned char *sample)
{
	if (plane->bits < 8) {
		fill_bits(row, samples, *sample & 1);
		return;
	}
	for (vx_uint32 x = 0; x < samples; x++)
		memcpy(row + x * plane->stride_x, sample, plane->bits / 8);
}

/* The bytes of a plane's sample for a pixel value. Packed pairs differ by column. */
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
	vx_uint32 samples = fcl_vx_samples(image->ref.meta.image.width, plane->dx);
	vx_uint32 rows = fcl_vx_samples(image->ref.meta.image.height, plane->dy);
	unsigned char sample[sizeof(*value)];
	bool has_gaps = image->base || image->memory_type != VX_MEMORY_TYPE_NONE;
	vx_status status = fcl_vx_store_host(plane->store, has_gaps, true);

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

static vx_status pixels_fill(vx_image image, const vx_pixel_value_t *value)
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
	status = pixels_fill(image, value);
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
	return status ? status : pixels_fill(image, pixel_value);
}
