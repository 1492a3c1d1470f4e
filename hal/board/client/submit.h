/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_SUBMIT_H
#define FCL_BD_CLIENT_SUBMIT_H

#include "hal/board/client/device.h"

/* The ops submit() and progress(). */
int fcl_bd_submit(struct fcl_hal_device *device, struct fcl_hal_request *const *requests,
		  uint32_t count);
int fcl_bd_progress(struct fcl_hal_device *device, const void *tag);

/* The thread that pops finished requests while no thread waits in progress(). */
void *fcl_bd_reader(void *device);

#endif
