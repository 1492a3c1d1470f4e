/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_PROGRAM_H
#define FCL_HAL_XRT_PROGRAM_H

#include "hal/xrt/xrt.h"

int fcl_xrt_check(struct fcl_hal_device *device, const struct fcl_image *image,
		  struct fcl_err *err);
int fcl_xrt_program(struct fcl_hal_device *device, uint32_t slot, struct fcl_image *image,
		    struct fcl_hal_program **ret_program, struct fcl_err *err);
void fcl_xrt_unprogram(struct fcl_hal_device *device, struct fcl_hal_program *program);
int fcl_xrt_verify(struct fcl_hal_device *device, uint32_t slot, uint8_t ret_uuid[16],
		   struct fcl_err *err);

/* Writes XRT's name for a compute unit, "kernel:{cu}". -EINVAL: it is too long. */
int fcl_xrt_cu_name(const struct fcl_image *image, uint32_t index, char *name, size_t size,
		    struct fcl_err *err);

#endif
