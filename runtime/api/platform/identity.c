/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/identity.h"

#include <CL/cl_ext.h>
#include <stdio.h>

#include "runtime/devices/identity.h"

cl_int fcl_api_identity_uuid(const struct fcl_api_info *info, const struct fcl_device *device)
{
	return fcl_api_info_bytes(info, device->uuid, sizeof(device->uuid));
}

cl_int fcl_api_identity_driver_uuid(const struct fcl_api_info *info)
{
	uint8_t uuid[16];

	fcl_identity_of("fpgacl " FPGACL_VERSION, uuid);
	return fcl_api_info_bytes(info, uuid, sizeof(uuid));
}

/* Parses "0000:17:00.1", all hexadecimal but the last number. */
static bool read_bdf(const char *bdf, cl_device_pci_bus_info_khr *ret_pci)
{
	return sscanf(bdf, "%x:%x:%x.%u", &ret_pci->pci_domain, &ret_pci->pci_bus,
		      &ret_pci->pci_device, &ret_pci->pci_function) == 4;
}

bool fcl_api_identity_has_pci(const struct fcl_device *device)
{
	cl_device_pci_bus_info_khr pci;

	return read_bdf(device->info->bdf, &pci);
}

cl_int fcl_api_identity_pci(const struct fcl_api_info *info, const struct fcl_device *device)
{
	cl_device_pci_bus_info_khr pci;

	if (!read_bdf(device->info->bdf, &pci))
		return CL_INVALID_VALUE;
	return fcl_api_info_bytes(info, &pci, sizeof(pci));
}
