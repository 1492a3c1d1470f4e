/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_DEVICES_IDENTITY_H
#define FCL_DEVICES_IDENTITY_H

#include <stdbool.h>

#include "hal/include/fcl_hal.h"

struct fcl_offered;

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

/*
 * Whether a name means this device: its number in the list, its PCIe address, serial number, UUID, name or
 * board; or what FPGACL_DEVICES calls it, with its backend or without ("board:b0", "b0"). The same rule
 * holds for FPGACL_VISIBLE_DEVICES and for the tools.
 */
bool fcl_identity_is(const struct fcl_offered *device, uint32_t number, const char *name);

#endif
