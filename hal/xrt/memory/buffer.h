/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_BUFFER_H
#define FCL_HAL_XRT_BUFFER_H

#include "hal/xrt/xrt.h"

int fcl_xrt_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			 uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			 struct fcl_err *err);
void fcl_xrt_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint32_t fcl_xrt_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint64_t fcl_xrt_buffer_address(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);

/*
 * Returns the host side of a buffer, whether or not the buffer is on the board. NULL: out of
 * memory.
 */
unsigned char *fcl_xrt_buffer_host(struct fcl_hal_buffer *buffer);

/* Returns a bank's index among the loaded image's memories; -1 if the image does not use it. */
int fcl_xrt_mem_of_bank(const struct fcl_hal_device *device, uint32_t bank);

#endif
