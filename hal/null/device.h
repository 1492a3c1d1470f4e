/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_DEVICE_H
#define FCL_HAL_NULL_DEVICE_H

#include <stdatomic.h>

#include "board_support/board.h"
#include "hal/include/fcl_hal.h"

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	uint32_t slot;
};

struct fcl_hal_buffer {
	uint64_t bytes;
	uint64_t charged; /* bytes counted in the bank: `bytes` rounded up */
	uint32_t bank;
};

/*
 * Except `used`, members do not change while requests are in flight, or only cold calls use them.
 */
struct fcl_hal_device {
	struct fcl_board *board;
	struct fcl_hal_info info;
	struct fcl_hal_bank *banks;
	_Atomic uint64_t *used;         /* bytes allocated in each bank; any thread */
	struct fcl_hal_program **slots; /* cold calls only */
};

#endif
