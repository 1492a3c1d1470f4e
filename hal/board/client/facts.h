/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_CLIENT_FACTS_H
#define FCL_BD_CLIENT_FACTS_H

#include "hal/board/client/device.h"

/* Asks the executor for the board's facts, and fills in info. */
int fcl_bd_facts_get(struct fcl_hal_device *device, struct fcl_err *err);

/* Whether the file behind a descriptor is sealed against shrinking. */
bool fcl_bd_is_sealed(int fd);

#endif
