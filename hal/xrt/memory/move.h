/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_MOVE_H
#define FCL_HAL_XRT_MOVE_H

#include "hal/xrt/xrt.h"

void fcl_xrt_movers_init(struct fcl_xrt_movers *movers);
int fcl_xrt_movers_start(struct fcl_hal_device *device, struct fcl_err *err);
void fcl_xrt_movers_stop(struct fcl_hal_device *device);
void fcl_xrt_move(struct fcl_hal_device *device, struct fcl_hal_request *request);
int fcl_xrt_progress(struct fcl_hal_device *device, const void *tag);

#endif
