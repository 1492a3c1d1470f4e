/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/identity.h"

#include <CL/cl_ext.h>
#include <stdio.h>
#include <string.h>
#include <uuid/uuid.h>

/* The name space of all our UUIDs: random, and never to be changed. */
static const uuid_t name_space = {0x5d, 0x1f, 0x7a, 0x52, 0x0b, 0xc8, 0x4e, 0x8d,
				  0x9e, 0x63, 0x34, 0xd1, 0x86, 0xa9, 0x27, 0xf0};

static cl_int answer_uuid(const struct fcl_api_info *info, const char *name)
{
	uuid_t uuid;

	uuid_generate_sha1(uuid, name_space, name, strlen(name));
	return fcl_api_info_bytes(info, uuid, sizeof(uuid));
}

static uint32_t place(const struct fcl_device *device)
{
	uint32_t i = 0;

	while (i < device->platform->ndevices && device->platform->devices[i] != device)
		i++;
	return i;
}

cl_int fcl_api_identity_uuid(const struct fcl_api_info *info, const struct fcl_device *device)
{
	const struct fcl_hal_info *board = device->info;
	bool known = *board->bdf || *board->serial;
	char name[1024];

	snprintf(name, sizeof(name), "%s/%s/%s/%s/%u", device->hal->name, board->vbnv, board->bdf,
		 board->serial, known ? 0 : place(device));
	return answer_uuid(info, name);
}

cl_int fcl_api_identity_driver_uuid(const struct fcl_api_info *info)
{
	return answer_uuid(info, "fpgacl " FPGACL_VERSION);
}

/* "0000:17:00.1", all but the last in base 16. */
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
