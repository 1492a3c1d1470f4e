/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESIDENCY_TRACED_H
#define FCL_CORE_RESIDENCY_TRACED_H

#include "runtime/core/objects/device.h"

/* Call it when a transfer request of the device has ended; only while tracing. */
void fcl_traced_transfer(struct fcl_device *device, const struct fcl_hal_request *request,
			 int status);

#endif
