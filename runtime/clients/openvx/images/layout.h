/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LAYOUT_H
#define FCL_VX_LAYOUT_H

#include "runtime/clients/openvx/images/image.h"

/* The memory layout of an image format. Planes may have fewer samples than the image has pixels. */
struct fcl_vx_format {
	vx_df_image format;
	const char *name;
	unsigned planes;
	struct {
		unsigned bits;   /* bits of a sample */
		unsigned dx, dy; /* number of pixels that share a sample, horizontally and
				  * vertically */
	} plane[FCL_VX_MAX_PLANES];
};

/* Returns NULL if there is no such format. */
const struct fcl_vx_format *fcl_vx_format(vx_df_image format);
const struct fcl_vx_format *fcl_vx_format_named(const char *name);

/* The number of a plane's samples in a row or column of that many pixels. */
vx_uint32 fcl_vx_samples(vx_uint32 pixels, unsigned step);

/* Sets the strides for rows without gaps. */
void fcl_vx_image_lay_out(vx_image image, const struct fcl_vx_format *format);

/* Sets colour space, range and valid rectangle to a new image's defaults. */
void fcl_vx_image_set_ranges(vx_image image);

/* The number of bytes from a plane's first sample to the end of its last one. */
size_t fcl_vx_plane_size(vx_image image, const struct fcl_vx_plane *plane);

/* Whether the rectangle has at least one pixel and lies inside the image. */
bool fcl_vx_image_contains(const vx_rectangle_t *rect, vx_image image);

/*
 * Whether the rectangle starts at whole bytes, and does not split samples that several pixels
 * share.
 */
bool fcl_vx_plane_aligned(const vx_rectangle_t *rect, const struct fcl_vx_plane *plane);

/* The byte offset of a pixel's sample in the plane's store. */
size_t fcl_vx_plane_offset(const struct fcl_vx_plane *plane, vx_uint32 x, vx_uint32 y);

/*
 * Whether an image of that format can have that size: it must not split samples that several pixels
 * share.
 */
vx_status fcl_vx_image_check_size(vx_uint32 width, vx_uint32 height, vx_df_image df);

#endif
