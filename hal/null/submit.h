/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_HAL_NULL_SUBMIT_H
#define FCL_HAL_NULL_SUBMIT_H

#include "hal/null/device.h"

int fcl_hal_null_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
			uint32_t count);

#endif
