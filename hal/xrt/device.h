/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_DEVICE_H
#define FCL_HAL_XRT_DEVICE_H

#include "hal/xrt/xrt.h"

int fcl_xrt_list(fcl_hal_found *found, void *user, struct fcl_err *err);
int fcl_xrt_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		 struct fcl_err *err);
void fcl_xrt_close(struct fcl_hal_device *device);

#endif
