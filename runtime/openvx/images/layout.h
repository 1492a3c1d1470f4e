/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_LAYOUT_H
#define FCL_VX_LAYOUT_H

#include "runtime/openvx/images/image.h"

/* How an image's format lies in memory; planes may have fewer samples than the image has pixels. */
struct fcl_vx_format {
	vx_df_image format;
	const char *name;
	unsigned planes;
	struct {
		unsigned bits;   /* of a sample */
		unsigned dx, dy; /* pixels that share a sample */
	} plane[FCL_VX_MAX_PLANES];
};

/* NULL: there is no such format. */
const struct fcl_vx_format *fcl_vx_format(vx_df_image format);
const struct fcl_vx_format *fcl_vx_format_named(const char *name);

/* Samples of a plane in a row or column of that many pixels. */
vx_uint32 fcl_vx_samples(vx_uint32 pixels, unsigned step);

/* Strides of rows without gaps. */
void fcl_vx_image_lay_out(vx_image image, const struct fcl_vx_format *format);

/* Colour space, range and valid rectangle as a new image has them. */
void fcl_vx_image_set_ranges(vx_image image);

/* Bytes from a plane's first sample to its last one. */
size_t fcl_vx_plane_size(vx_image image, const struct fcl_vx_plane *plane);

/* A rectangle of at least one pixel, inside of the image. */
bool fcl_vx_image_contains(const vx_rectangle_t *rect, vx_image image);

/* Bits begin at bytes, and samples that pixels share are whole. */
bool fcl_vx_plane_aligned(const vx_rectangle_t *rect, const struct fcl_vx_plane *plane);

/* Where the sample of a pixel is in the plane's store, in bytes. */
size_t fcl_vx_plane_offset(const struct fcl_vx_plane *plane, vx_uint32 x, vx_uint32 y);

/* Whether there are images of that format and size: samples that several pixels share are whole. */
vx_status fcl_vx_image_check_size(vx_uint32 width, vx_uint32 height, vx_df_image df);

#endif
