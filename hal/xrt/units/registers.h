/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_REGISTERS_H
#define FCL_HAL_XRT_REGISTERS_H

#include "hal/xrt/xrt.h"

int fcl_xrt_reg_read(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		     uint32_t offset, uint32_t *ret_value, struct fcl_err *err);
int fcl_xrt_reg_write(struct fcl_hal_device *device, struct fcl_hal_program *program, uint32_t cu,
		      uint32_t offset, uint32_t value, struct fcl_err *err);

#endif
