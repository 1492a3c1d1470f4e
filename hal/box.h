/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_BOX_H
#define FCL_HAL_BOX_H

#include "hal/include/fcl_hal.h"

/* Merges rows and slices that are contiguous on both sides into one row. */
struct fcl_hal_box fcl_hal_box_joined(const struct fcl_hal_box *box);

/*
 * Steps through a box row by row, for backends that only transfer linear ranges. `*row` starts at
 * 0; returns false after the last row. Offsets are relative to the first byte of the box on either
 * side.
 */
bool fcl_hal_box_next(const struct fcl_hal_box *box, size_t *row, size_t *ret_offset,
		      size_t *ret_other_offset);

/*
 * Returns whether a box at `offset` lies within `bytes`; false on any overflow. `other` selects the
 * other side's pitches.
 */
bool fcl_hal_box_fits(const struct fcl_hal_box *box, bool other, uint64_t offset, uint64_t bytes);

/*
 * Copies a box row by row; `to_other`: from memory with the box's own pitches to the other side's,
 * else back. The host may give memory that it shares with the board, so the two may overlap.
 */
void fcl_hal_box_move(char *own, char *other, const struct fcl_hal_box *box, bool to_other);

#endif
