/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_NULL_H
#define FCL_HAL_NULL_NULL_H

#include <stdatomic.h>

#include "board_support/fcl_board.h"
#include "hal/include/fcl_hal.h"

struct fcl_hal_program {
	struct fcl_image *image; /* one reference */
	uint32_t slot;
};

struct fcl_hal_buffer {
	uint64_t bytes;
	uint64_t charged; /* bytes taken from the bank: `bytes` rounded up */
	uint32_t bank;
};

/* All but `used` is constant while requests can come, or belongs to cold calls. */
struct fcl_hal_device {
	struct fcl_board *board;
	struct fcl_hal_info info;
	struct fcl_hal_bank *banks;
	_Atomic uint64_t *used;         /* bytes allocated in each bank; any thread */
	struct fcl_hal_program **slots; /* cold calls only */
};

int fcl_hal_null_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			      uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			      struct fcl_err *err);
void fcl_hal_null_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint32_t fcl_hal_null_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
int fcl_hal_null_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
			uint32_t count);

#endif
