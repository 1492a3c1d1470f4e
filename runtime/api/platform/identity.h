/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_IDENTITY_H
#define FCL_API_IDENTITY_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/* Which board a device is, in the terms of other systems' interfaces. */

/*
 * CL_DEVICE_UUID_KHR: made from backend, platform, PCIe address and serial number, so every process
 * and every version of the driver finds the same. Boards that have neither address nor number are
 * told apart by their place among the devices.
 */
cl_int fcl_api_identity_uuid(const struct fcl_api_info *info, const struct fcl_device *device);

/* CL_DRIVER_UUID_KHR: made from the version of the driver. */
cl_int fcl_api_identity_driver_uuid(const struct fcl_api_info *info);

/* CL_DEVICE_PCI_BUS_INFO_KHR; CL_INVALID_VALUE if the board is on no such bus. */
cl_int fcl_api_identity_pci(const struct fcl_api_info *info, const struct fcl_device *device);
bool fcl_api_identity_has_pci(const struct fcl_device *device);

#endif
