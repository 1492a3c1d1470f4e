/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_LAUNCH_H
#define FCL_BD_CLIENT_LAUNCH_H

#include "hal/board/client/device.h"

/* Whether a launch is well formed. The executor checks the rest. */
bool fcl_bd_launch_ok(const struct fcl_hal_device *device, const struct fcl_hal_request *request);

/* Sends a launch, or parks it until a block is free. */
void fcl_bd_launch(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Writes a launch into its block; a fcl_bd_fill. */
void fcl_bd_launch_write(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block);

#endif
