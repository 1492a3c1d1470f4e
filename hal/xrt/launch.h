/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_LAUNCH_H
#define FCL_HAL_XRT_LAUNCH_H

#include "hal/xrt/xrt.h"

void fcl_xrt_launches_init(struct fcl_xrt_launches *launches);
int fcl_xrt_launches_start(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_xrt_launches_stop(struct fcl_hal_device *device);
void fcl_xrt_launch(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Keeps launches off an idle unit; false: it has some. */
bool fcl_xrt_cu_reserve(struct fcl_hal_device *device, struct fcl_xrt_cu *cu);

/* Lets them in again, those that waited first. */
void fcl_xrt_cu_release(struct fcl_hal_device *device, struct fcl_xrt_cu *cu);

#endif
