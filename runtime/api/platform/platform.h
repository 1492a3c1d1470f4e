/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_PLATFORM_H
#define FCL_API_PLATFORM_H

#include "runtime/api/common/api.h"
#include "runtime/core/objects/device.h"

/* FPGACL_VERSION is set by the build. */
#define FCL_API_VERSION_STRING "OpenCL 3.0 fpgacl " FPGACL_VERSION
#define FCL_API_C_VERSION_STRING "OpenCL C 1.2 fpgacl " FPGACL_VERSION
#define FCL_API_NUMERIC_VERSION CL_MAKE_VERSION(3, 0, 0)

/*
 * Returns how many devices a device type selects, starting with the platform's first one.
 * CL_INVALID_DEVICE_TYPE, CL_DEVICE_NOT_FOUND.
 */
cl_int fcl_api_select_devices(const struct fcl_platform *platform, cl_device_type type,
			      cl_uint *ret_count);

#endif
