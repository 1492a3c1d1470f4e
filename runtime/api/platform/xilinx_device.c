/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/xilinx_device.h"

#include <xrt/xclbin.h>

/* The values of CL/cl_ext_xilinx.h. */
enum {
	DEVICE_PCIE_BDF = 0x1120,   /* char[] */
	DEVICE_NODMA = 0x1122,      /* cl_bool */
	DEVICE_KDMA_COUNT = 0x1123, /* cl_uint */
	/* Our own, of Khronos' numbers for experiments: char[], the device's name in FPGACL_DEVICES. */
	DEVICE_OFFERED_NAME = 0x10FC0
};

/* Whether the board has no DMA: the host accesses all its memory over the bus. */
static bool has_no_dma(const struct fcl_device *device)
{
	for (uint32_t i = 0; i < device->info->nbanks; i++)
		if (device->info->banks[i].type != MEM_HOST)
			return false;
	return device->info->nbanks > 0;
}

cl_int fcl_api_xilinx_device_info(const struct fcl_api_info *info, const struct fcl_device *device,
				  cl_device_info name)
{
	switch (name) {
	case DEVICE_PCIE_BDF:
		return fcl_api_info_string(info, device->info->bdf);
	case DEVICE_OFFERED_NAME:
		return fcl_api_info_string(info, device->name ? device->name : "");
	case DEVICE_NODMA:
		return fcl_api_info_uint(info, has_no_dma(device));
	case DEVICE_KDMA_COUNT:
		return fcl_api_info_uint(info, 0);
	default:
		return CL_INVALID_VALUE;
	}
}
