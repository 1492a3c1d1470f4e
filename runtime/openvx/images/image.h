/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_VX_IMAGE_H
#define FCL_VX_IMAGE_H

#include "runtime/openvx/memory/copy.h"

struct fcl_vx_plane {
	struct fcl_vx_store *store;
	size_t offset;             /* of the first sample */
	size_t stride_x, stride_y; /* bytes; stride_x is 0 if a sample is a bit */
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
	vx_enum memory_type; /* VX_MEMORY_TYPE_NONE: not from a handle */
	vx_reference base;   /* the image or tensor that it is a part of, or NULL */
	bool many;           /* a virtual one that has memory for each lane of its graph */
	unsigned parts;      /* how many images are parts of this one; under the context's lock */
};

extern const struct fcl_vx_class fcl_vx_image_class;

vx_image fcl_vx_image_create(vx_context context, vx_graph graph, vx_uint32 width, vx_uint32 height,
			     vx_df_image format);

/* Gives a virtual image without a size or format what the meta says. */
vx_status fcl_vx_image_resolve(vx_image image, const struct fcl_vx_meta *meta);

#endif
