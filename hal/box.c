/* SPDX-License-Identifier: Apache-2.0 */
#include "hal/box.h"

#include <string.h>

static void offsets_of(const struct fcl_hal_box *box, size_t row, size_t *ret_offset,
		       size_t *ret_other_offset)
{
	size_t slice = row / box->region[1];
	size_t line = row % box->region[1];

	*ret_offset = slice * box->slice_pitch + line * box->row_pitch;
	*ret_other_offset = slice * box->other_slice_pitch + line * box->other_row_pitch;
}

struct fcl_hal_box fcl_hal_box_joined(const struct fcl_hal_box *box)
{
	struct fcl_hal_box one = *box;

	if (one.region[1] > 1 &&
	    (one.row_pitch != one.region[0] || one.other_row_pitch != one.region[0]))
		return one;
	one.region[0] *= one.region[1];
	one.region[1] = 1;
	if (one.region[2] > 1 &&
	    (one.slice_pitch != one.region[0] || one.other_slice_pitch != one.region[0]))
		return one;
	one.region[0] *= one.region[2];
	one.region[2] = 1;
	return one;
}

bool fcl_hal_box_next(const struct fcl_hal_box *box, size_t *row, size_t *ret_offset,
		      size_t *ret_other_offset)
{
	if (*row / box->region[1] >= box->region[2])
		return false;
	offsets_of(box, (*row)++, ret_offset, ret_other_offset);
	return true;
}

/* *sum += count * each; false if that does not fit in 64 bits. */
static bool box_add_product(uint64_t *sum, uint64_t count, uint64_t each)
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
	return box_add_product(&end, box->region[2] - 1,
			       other ? box->other_slice_pitch : box->slice_pitch) &&
	       box_add_product(&end, box->region[1] - 1,
			       other ? box->other_row_pitch : box->row_pitch) &&
	       box_add_product(&end, 1, box->region[0]) && end <= bytes;
}

/* Bytes from the box's first one to the end of its last row. */
static uint64_t box_extent(const struct fcl_hal_box *box, bool other)
{
	size_t row = (uint64_t)box->region[1] * box->region[2] - 1, own_offset, other_offset;

	offsets_of(box, row, &own_offset, &other_offset);
	return (other ? other_offset : own_offset) + box->region[0];
}

void fcl_hal_box_move(char *own, char *other, const struct fcl_hal_box *box, bool to_other)
{
	uint64_t rows = (uint64_t)box->region[1] * box->region[2];
	char *to = to_other ? other : own;
	const char *from = to_other ? own : other;
	/* As in memmove(): if the target begins inside the source, the last row goes first. */
	bool backwards = (uintptr_t)to > (uintptr_t)from &&
			 (uintptr_t)to - (uintptr_t)from < box_extent(box, !to_other);

	for (uint64_t i = 0; i < rows; i++) {
		size_t row = backwards ? rows - 1 - i : i, own_offset, other_offset;

		offsets_of(box, row, &own_offset, &other_offset);
		memmove(to + (to_other ? other_offset : own_offset),
			from + (to_other ? own_offset : other_offset), box->region[0]);
	}
}
