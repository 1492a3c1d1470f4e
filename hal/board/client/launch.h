/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_LAUNCH_H
#define FCL_BD_CLIENT_LAUNCH_H

#include "hal/board/client/device.h"

/* Whether a launch is well formed. The executor checks the rest. */
bool fcl_bd_launch_ok(const struct fcl_hal_device *device, const struct fcl_hal_request *request);

/* How many bytes of a block the launch needs. It must be well formed. */
uint64_t fcl_bd_launch_room(const struct fcl_hal_request *request);

/* Writes a launch into its block; a fcl_bd_fill. */
void fcl_bd_launch_write(const struct fcl_hal_request *request, const void *user,
			 struct fcl_bd_block *block);

#endif
