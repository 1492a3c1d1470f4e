/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_BANK_H
#define FCL_HAL_BANK_H

#include <stdatomic.h>

#include "board_support/board.h"
#include "hal/include/fcl_hal.h"

/* The bank that a device address lies in; FCL_HAL_BANK_DEFAULT: none. */
uint32_t fcl_hal_bank_at(const struct fcl_hal_info *info, uint64_t address);

/*
 * The board's bank that an entry of an image's memory topology stands for, as an index into
 * info->banks: the one of that tag, else the one at that address. Entries without bytes are stream
 * connections, whose address says nothing. FCL_HAL_BANK_DEFAULT: none.
 */
uint32_t fcl_hal_bank_of_mem(const struct fcl_hal_info *info, const struct fcl_image_mem *mem);

/*
 * What `bank` of buffer_alloc() means: an index into the image's topology (into info->banks where
 * `image` is NULL), or FCL_HAL_BANK_DEFAULT. -EINVAL: no such bank.
 */
int fcl_hal_bank_find(const struct fcl_hal_info *info, const struct fcl_image *image, uint32_t bank,
		      uint32_t *ret_bank, struct fcl_err *err);

/*
 * For backends that keep no more than an account of a bank: takes `bytes`, rounded up to the
 * board's alignment, from it. `used` counts the bank's bytes; *ret_charged is what to subtract from
 * it in the end. -EINVAL: 0 bytes; -ENOMEM: the bank is full.
 */
int fcl_hal_bank_charge(const struct fcl_hal_info *info, uint32_t bank, uint64_t bytes,
			_Atomic uint64_t *used, uint64_t *ret_charged, struct fcl_err *err);

/*
 * What a board's description says of it: all facts but the capabilities, and what tells it from
 * another of its kind. `banks` has room for board->nbanks; both point into the description.
 */
void fcl_hal_describe(const struct fcl_board *board, struct fcl_hal_bank *banks,
		      struct fcl_hal_info *ret_info);

#endif
