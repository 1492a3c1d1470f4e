/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_XRT_TRANSFER_H
#define FCL_HAL_XRT_TRANSFER_H

#include "hal/xrt/xrt.h"

int fcl_xrt_transfer(struct fcl_hal_device *device, struct fcl_hal_request *request,
		     struct fcl_err *err);

#endif
