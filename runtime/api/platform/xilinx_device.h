/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_XILINX_DEVICE_H
#define FCL_API_XILINX_DEVICE_H

#include "runtime/api/common/info.h"
#include "runtime/core/objects/device.h"

/* Answers the vendor's queries in clGetDeviceInfo. CL_INVALID_VALUE: an unknown name. */
cl_int fcl_api_xilinx_device_info(const struct fcl_api_info *info, const struct fcl_device *device,
				  cl_device_info name);

#endif
