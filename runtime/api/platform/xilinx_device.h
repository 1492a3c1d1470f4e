/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_DEVICE_H
#define FCL_API_XILINX_DEVICE_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/* The vendor's queries of clGetDeviceInfo. CL_INVALID_VALUE: an unknown query. */
cl_int fcl_api_xilinx_device_info(const struct fcl_api_info *info, const struct fcl_device *device,
				  cl_device_info name);

#endif
