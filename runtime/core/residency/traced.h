/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_RESIDENCY_TRACED_H
#define FCL_CORE_RESIDENCY_TRACED_H

#include "runtime/core/objects/device.h"

/* A request of the device that moves bytes has ended; only while a trace is written. */
void fcl_traced_transfer(struct fcl_device *device, const struct fcl_hal_request *request,
			 int status);

#endif
