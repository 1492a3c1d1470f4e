/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_BUFFER_H
#define FCL_HAL_NULL_BUFFER_H

#include "hal/null/device.h"

int fcl_hal_null_buffer_alloc(struct fcl_hal_device *device, struct fcl_hal_program *program,
			      uint32_t bank, uint64_t bytes, struct fcl_hal_buffer **ret_buffer,
			      struct fcl_err *err);
void fcl_hal_null_buffer_free(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);
uint32_t fcl_hal_null_buffer_bank(struct fcl_hal_device *device, struct fcl_hal_buffer *buffer);

#endif
