/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_STAGE_H
#define FCL_BD_CLIENT_STAGE_H

#include "hal/board/client/device.h"

/*
 * Has the executor execute a WRITE, READ, COPY or FILL on a buffer that this process cannot map,
 * through the mover's staging area in shared memory, and waits for it. Only the mover with that
 * index may call it.
 */
int fcl_bd_stage(struct fcl_hal_device *device, struct fcl_hal_request *request, unsigned index,
		 struct fcl_err *err);

#endif
