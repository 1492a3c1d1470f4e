/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_IDENTITY_H
#define FCL_DEVICES_IDENTITY_H

#include <stdbool.h>

#include "hal/include/fcl_hal.h"

/*
 * The UUID of the text in the name space of all our UUIDs: the same in each process and after each start.
 */
void fcl_identity_of(const char *text, uint8_t ret_uuid[16]);

/*
 * CL_DEVICE_UUID of a board: of its address and serial number, or where it has neither of `place`, its
 * number among the devices that are listed.
 */
void fcl_identity_uuid(const struct fcl_hal_ops *hal, const struct fcl_hal_info *info,
		       uint32_t place, uint8_t ret_uuid[16]);

#endif
