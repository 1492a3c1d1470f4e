/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_BANK_H
#define FCL_HAL_BANK_H

#include <stdatomic.h>

#include "board_support/board.h"
#include "hal/include/fcl_hal.h"

/* Returns the bank that contains a device address; FCL_HAL_BANK_DEFAULT: none does. */
uint32_t fcl_hal_bank_at(const struct fcl_hal_info *info, uint64_t address);

/*
 * Returns the board's bank for an entry of an image's memory topology, as an index into
 * info->banks: the bank with that tag, else the one at that address. FCL_HAL_BANK_DEFAULT: none.
 * Entries of size 0 are stream connections, whose addresses are meaningless.
 */
uint32_t fcl_hal_bank_of_mem(const struct fcl_hal_info *info, const struct fcl_image_mem *mem);

/*
 * Resolves `bank` of buffer_alloc(): an index into the image's topology (into info->banks if
 * `image` is NULL), or FCL_HAL_BANK_DEFAULT. -EINVAL: no such bank.
 */
int fcl_hal_bank_find(const struct fcl_hal_info *info, const struct fcl_image *image, uint32_t bank,
		      uint32_t *ret_bank, struct fcl_err *err);

/*
 * For backends that only count the bytes in use in a bank: adds `bytes`, rounded up to the board's
 * alignment, to the bank's counter `used`. Subtract *ret_charged from it when the buffer is freed.
 * -EINVAL: 0 bytes; -ENOMEM: the bank is full.
 */
int fcl_hal_bank_charge(const struct fcl_hal_info *info, uint32_t bank, uint64_t bytes,
			_Atomic uint64_t *used, uint64_t *ret_charged, struct fcl_err *err);

/*
 * Fills in the facts from a board's description: all but the capabilities and the identity of the
 * individual board (BDF, serial number). `banks` has room for board->nbanks entries. Both results
 * point into the description.
 */
void fcl_hal_describe(const struct fcl_board *board, struct fcl_hal_bank *banks,
		      struct fcl_hal_info *ret_info);

#endif
