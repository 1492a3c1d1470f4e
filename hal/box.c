/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/box.h"

bool fcl_hal_box_next(const struct fcl_hal_box *box, size_t *row, size_t *ret_offset,
		      size_t *ret_other_offset)
{
	size_t slice = *row / box->region[1];
	size_t line = *row % box->region[1];

	if (slice >= box->region[2])
		return false;
	*ret_offset = slice * box->slice_pitch + line * box->row_pitch;
	*ret_other_offset = slice * box->other_slice_pitch + line * box->other_row_pitch;
	++*row;
	return true;
}

/* *sum += count * each; false if that does not fit in 64 bits. */
static bool add_product(uint64_t *sum, uint64_t count, uint64_t each)
{
	uint64_t product;

	return !__builtin_mul_overflow(count, each, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

bool fcl_hal_box_fits(const struct fcl_hal_box *box, bool other, uint64_t offset, uint64_t bytes)
{
	uint64_t end = offset;

	if (!box->region[0] || !box->region[1] || !box->region[2])
		return false;
	/*
	 * The end of the last row in the last slice; a pitch is unused if there is only one row or
	 * slice.
	 */
	return add_product(&end, box->region[2] - 1,
			   other ? box->other_slice_pitch : box->slice_pitch) &&
	       add_product(&end, box->region[1] - 1,
			   other ? box->other_row_pitch : box->row_pitch) &&
	       add_product(&end, 1, box->region[0]) && end <= bytes;
}
