/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_IDENTITY_H
#define FCL_API_IDENTITY_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/* How other interfaces identify the board of a device. */

/*
 * CL_DEVICE_UUID_KHR: derived from backend, platform, PCIe address and serial number, so it is the
 * same in every process and driver version. Boards without address and serial number are
 * distinguished by their index among the devices.
 */
cl_int fcl_api_identity_uuid(const struct fcl_api_info *info, const struct fcl_device *device);

/* CL_DRIVER_UUID_KHR: derived from the driver's version. */
cl_int fcl_api_identity_driver_uuid(const struct fcl_api_info *info);

/* CL_DEVICE_PCI_BUS_INFO_KHR; CL_INVALID_VALUE if the board is not on a PCI bus. */
cl_int fcl_api_identity_pci(const struct fcl_api_info *info, const struct fcl_device *device);
bool fcl_api_identity_has_pci(const struct fcl_device *device);

#endif
