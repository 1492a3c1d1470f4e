/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_FACTS_H
#define FCL_HAL_XRT_FACTS_H

#include "hal/xrt/xrt.h"

/* Fills in info and banks, and what they point to; device->xrt and device->board must be set. */
int fcl_xrt_facts(struct fcl_hal_device *device, struct fcl_err *err);
int fcl_xrt_health(struct fcl_hal_device *device, struct fcl_err *err);

/* Returns -EOPNOTSUPP, with a text that names the command to run instead: XRT resets no boards. */
int fcl_xrt_reset(struct fcl_hal_device *device, struct fcl_err *err);
int fcl_xrt_sensor(struct fcl_hal_device *device, uint32_t index,
		   struct fcl_hal_sensor *ret_sensor);

#endif
