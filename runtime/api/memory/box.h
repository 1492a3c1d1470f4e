/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_BOX_H
#define FCL_API_BOX_H

#include "runtime/api/common/api.h"
#include "runtime/core/objects/context.h"

/* One side of a *BufferRect command, as the host gives it. */
struct fcl_api_rect {
	const size_t *origin;          /* bytes, rows, slices */
	size_t row_pitch, slice_pitch; /* bytes; 0: the smallest for the region */
};

/* The same after validation: the offset of its first byte, and its extent. */
struct fcl_api_placed {
	uint64_t offset, end;
	size_t row_pitch, slice_pitch;
};

/* CL_INVALID_VALUE: a NULL or empty region, pitches too small or uneven, or an overflow. */
cl_int fcl_api_rect_place(const struct fcl_api_rect *rect, const size_t *region,
			  struct fcl_api_placed *ret_placed);

/* The box as the HAL takes it; `other`: the host's side, or the target of a copy. */
struct fcl_hal_box fcl_api_rect_box(const size_t *region, const struct fcl_api_placed *own,
				    const struct fcl_api_placed *other);

/* Reports why fcl_api_rect_place() refused: CL_INVALID_VALUE. */
cl_int fcl_api_rect_refuse(const struct fcl_context *context);

/* Whether two boxes of the same region share a byte; offsets are into the same memory. */
bool fcl_api_rects_overlap(const size_t *region, const struct fcl_api_placed *a,
			   const struct fcl_api_placed *b);

#endif
