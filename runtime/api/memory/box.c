/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/box.h"

#include "runtime/api/common/validate.h"

/* sum += count * unit; false on overflow. */
static bool runtime_box_add_product(uint64_t *sum, uint64_t count, uint64_t unit)
{
	uint64_t product;

	return !__builtin_mul_overflow(count, unit, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

/*
 * A pitch of 0 means the smallest one; others must be at least the size of a row or slice. XRT
 * accepts slices that start inside a row, and any pitch for a single slice (`lax`).
 */
static bool resolve_pitches(const struct fcl_api_rect *rect, const size_t *region, bool lax,
			    struct fcl_api_placed *placed)
{
	size_t slice;

	placed->row_pitch = rect->row_pitch ? rect->row_pitch : region[0];
	if (placed->row_pitch < region[0])
		return false;
	if (__builtin_mul_overflow(region[1], placed->row_pitch, &slice))
		return false;
	placed->slice_pitch = rect->slice_pitch ? rect->slice_pitch : slice;
	return (placed->slice_pitch >= slice && placed->slice_pitch % placed->row_pitch == 0) ||
	       (lax && (placed->slice_pitch >= slice || region[2] == 1));
}

cl_int fcl_api_rect_place(const struct fcl_context *context, const struct fcl_api_rect *rect,
			  const size_t *region, struct fcl_api_placed *ret_placed)
{
	struct fcl_api_placed placed = {0};

	if (!rect->origin || !region || !region[0] || !region[1] || !region[2])
		return CL_INVALID_VALUE;
	if (!resolve_pitches(rect, region, context->mixes, &placed))
		return CL_INVALID_VALUE;
	placed.offset = rect->origin[0];
	if (!runtime_box_add_product(&placed.offset, rect->origin[1], placed.row_pitch) ||
	    !runtime_box_add_product(&placed.offset, rect->origin[2], placed.slice_pitch))
		return CL_INVALID_VALUE;
	placed.end = placed.offset;
	if (!runtime_box_add_product(&placed.end, region[2] - 1, placed.slice_pitch) ||
	    !runtime_box_add_product(&placed.end, region[1] - 1, placed.row_pitch) ||
	    !runtime_box_add_product(&placed.end, region[0], 1))
		return CL_INVALID_VALUE;
	*ret_placed = placed;
	return CL_SUCCESS;
}

struct fcl_hal_box fcl_api_rect_box(const size_t *region, const struct fcl_api_placed *own,
				    const struct fcl_api_placed *other)
{
	return (struct fcl_hal_box){.region = {region[0], region[1], region[2]},
				    .row_pitch = own->row_pitch,
				    .slice_pitch = own->slice_pitch,
				    .other_row_pitch = other->row_pitch,
				    .other_slice_pitch = other->slice_pitch};
}

cl_int fcl_api_rect_refuse(const struct fcl_context *context)
{
	return fcl_api_explain(
		context, CL_INVALID_VALUE,
		"expected origins, a region without a zero, a row pitch of 0 or at least a row, and a slice pitch of 0 or at least a slice and a multiple of the row pitch");
}

static uint64_t row_start(const size_t *region, const struct fcl_api_placed *box, uint64_t row)
{
	return box->offset + row / region[1] * box->slice_pitch + row % region[1] * box->row_pitch;
}

/*
 * The rows of a box are in ascending order and do not overlap, so the two lists of rows are merged.
 * This is exact for any pitches, while the algorithm in the specification's appendix requires equal
 * ones.
 */
bool fcl_api_rects_overlap(const size_t *region, const struct fcl_api_placed *a,
			   const struct fcl_api_placed *b)
{
	uint64_t rows = (uint64_t)region[1] * region[2];
	uint64_t i = 0, j = 0;

	if (a->end <= b->offset || b->end <= a->offset)
		return false;
	while (i < rows && j < rows) {
		uint64_t row_a = row_start(region, a, i), row_b = row_start(region, b, j);

		if (row_a + region[0] <= row_b)
			i++;
		else if (row_b + region[0] <= row_a)
			j++;
		else
			return true;
	}
	return false;
}
