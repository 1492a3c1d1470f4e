/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CAPTURE_BOXES_H
#define FCL_CAPTURE_BOXES_H

#include <CL/cl.h>

#include "base/capture/contents.h"

/* Where in the host's memory the bytes of a call are. A box without an address has none. */

static inline struct fcl_box fcl_box_bytes(const void *at, size_t size)
{
	return (struct fcl_box){at, size, 1, 0, 1, 0};
}

/* clEnqueueReadBufferRect() and its kin. */
struct fcl_box fcl_box_rect(const void *at, const size_t *origin, const size_t *region,
			    size_t row_pitch, size_t slice_pitch);

/* Asks the driver for the size of a pixel. */
struct fcl_box fcl_box_image(const void *at, cl_mem image, const size_t *region, size_t row_pitch,
			     size_t slice_pitch);

/* For images that are created. */
struct fcl_box fcl_box_desc(const void *at, const cl_image_format *format,
			    const cl_image_desc *desc);

/* A packet; asks the driver for its size. */
struct fcl_box fcl_box_packet(const void *at, cl_mem pipe);

#define FCL_BOX_PACKET(at, pipe) fcl_box_packet(at, pipe)
#define FCL_BOX_BYTES(at, size) fcl_box_bytes(at, size)
#define FCL_BOX_RECT(at, origin, region, row_pitch, slice_pitch)                                   \
	fcl_box_rect(at, origin, region, row_pitch, slice_pitch)
#define FCL_BOX_IMAGE(at, image, region, row_pitch, slice_pitch)                                   \
	fcl_box_image(at, image, region, row_pitch, slice_pitch)
#define FCL_BOX_IMAGE_DESC(at, format, desc) fcl_box_desc(at, format, desc)
#define FCL_BOX_IMAGE_2D(at, format, width, height, row_pitch)                                     \
	fcl_box_desc(at, format,                                                                   \
		     &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE2D,                         \
				      .image_width = width,                                        \
				      .image_height = height,                                      \
				      .image_row_pitch = row_pitch})
#define FCL_BOX_IMAGE_3D(at, format, width, height, depth, row_pitch, slice_pitch)                 \
	fcl_box_desc(at, format,                                                                   \
		     &(cl_image_desc){.image_type = CL_MEM_OBJECT_IMAGE3D,                         \
				      .image_width = width,                                        \
				      .image_height = height,                                      \
				      .image_depth = depth,                                        \
				      .image_row_pitch = row_pitch,                                \
				      .image_slice_pitch = slice_pitch})

#endif
