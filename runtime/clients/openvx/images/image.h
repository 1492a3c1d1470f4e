/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_IMAGE_H
#define FCL_VX_IMAGE_H

#include "runtime/clients/openvx/memory/copy.h"

struct fcl_vx_plane {
	struct fcl_vx_store *store;
	size_t offset;             /* offset of the first sample */
	size_t stride_x, stride_y; /* in bytes; stride_x is 0 if a sample is one bit */
	unsigned bits, dx, dy;
};

struct _vx_image {
	struct _vx_reference ref;
	struct fcl_vx_plane planes[FCL_VX_MAX_PLANES];
	vx_size nplanes;
	vx_enum space, range;
	vx_rectangle_t valid;
	bool uniform;
	vx_pixel_value_t value;
	vx_enum memory_type; /* VX_MEMORY_TYPE_NONE: not created from a handle */
	vx_reference base;   /* the image or tensor that this is part of, or NULL */
	bool many;           /* a virtual image with memory for each flight of its graph */
	unsigned parts;      /* number of images that are parts of this one; guarded by the
			      * context's lock */
};

extern const struct fcl_vx_class fcl_vx_image_class;

#endif
