/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_MOVE_H
#define FCL_BD_CLIENT_MOVE_H

#include "hal/board/client/device.h"

/* Executes a WRITE, READ, COPY or FILL: inside the call if it is small, else on a mover. */
void fcl_bd_move(struct fcl_hal_device *device, struct fcl_hal_request *request);

/* Executes a short request with that tag, if one waits for a mover. */
bool fcl_bd_move_one(struct fcl_hal_device *device, const void *tag);

/* Ends the movers; no request may be waiting for them. */
void fcl_bd_movers_end(struct fcl_hal_device *device);

#endif
