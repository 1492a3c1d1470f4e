/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_LAUNCH_H
#define FCL_HAL_XRT_LAUNCH_H

#include "hal/xrt/xrt.h"

void fcl_xrt_launches_init(struct fcl_xrt_launches *launches);
int fcl_xrt_launches_start(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_xrt_launches_stop(struct fcl_hal_device *device);
void fcl_xrt_launch(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Reserves an idle CU, so that no launch uses it; false if the CU is not idle. */
bool fcl_xrt_cu_reserve(struct fcl_hal_device *device, struct fcl_xrt_cu *cu);

/* Ends the reservation, and starts the launches that wait for the CU, oldest first. */
void fcl_xrt_cu_release(struct fcl_hal_device *device, struct fcl_xrt_cu *cu);

#endif
