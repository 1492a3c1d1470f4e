/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_RESTORE_H
#define FCL_BD_CLIENT_RESTORE_H

#include "hal/board/client/device.h"

/* Invalidates the handles of buffers after their executor has ended. */
void fcl_bd_buffers_lose(struct fcl_hal_device *device);

/* Reallocates all buffers in their banks. */
int fcl_bd_buffers_restore(struct fcl_hal_device *device, struct fcl_err *err);

#endif
