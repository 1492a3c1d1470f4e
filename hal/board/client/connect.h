/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_CONNECT_H
#define FCL_BD_CLIENT_CONNECT_H

#include "hal/board/client/device.h"

/* The ops open(), close() and reset(). */
int fcl_bd_open(const char *name, unsigned instance, struct fcl_hal_device **ret_device,
		struct fcl_err *err);
void fcl_bd_close(struct fcl_hal_device *device);
int fcl_bd_reset(struct fcl_hal_device *device, struct fcl_err *err);

#endif
