/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_LAUNCH_H
#define FCL_BD_CLIENT_LAUNCH_H

#include "hal/board/client/device.h"

/* Whether a launch is well formed; the executor checks more. */
bool fcl_bd_launch_ok(const struct fcl_hal_device *device, const struct fcl_hal_request *request);

/* Sends a launch. -EAGAIN: too many requests are on their way. */
int fcl_bd_launch(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Has a mover send it as soon as there is room: of a batch that has been accepted. */
void fcl_bd_launch_later(struct fcl_hal_device *device, struct fcl_hal_request *request);

#endif
