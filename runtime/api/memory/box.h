/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_BOX_H
#define FCL_API_BOX_H

#include "runtime/api/common/api.h"
#include "runtime/core/objects/context.h"

/* One side of a *BufferRect command, as passed by the host. */
struct fcl_api_rect {
	const size_t *origin;          /* bytes, rows, slices */
	size_t row_pitch, slice_pitch; /* bytes; 0: the smallest for the region */
};

/* The same after validation: the offset of its first byte, and its extent. */
struct fcl_api_placed {
	uint64_t offset, end;
	size_t row_pitch, slice_pitch;
};

/*
 * CL_INVALID_VALUE: a NULL or empty region, pitches that are too small or not a multiple, or an
 * overflow.
 */
cl_int fcl_api_rect_place(const struct fcl_context *context, const struct fcl_api_rect *rect,
			  const size_t *region, struct fcl_api_placed *ret_placed);

/* The box in the HAL's form; `other` is the host's side, or the target of a copy. */
struct fcl_hal_box fcl_api_rect_box(const size_t *region, const struct fcl_api_placed *own,
				    const struct fcl_api_placed *other);

/* Reports that fcl_api_rect_place() refused the box: CL_INVALID_VALUE. */
cl_int fcl_api_rect_refuse(const struct fcl_context *context);

/* Whether two boxes of the same region overlap; offsets refer to the same memory. */
bool fcl_api_rects_overlap(const size_t *region, const struct fcl_api_placed *a,
			   const struct fcl_api_placed *b);

#endif
