/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/platform/external_types.h"

#include "runtime/api/common/api.h"

bool fcl_api_external_has(const struct fcl_device *device)
{
	return device->info->caps & FCL_HAL_CAP_EXPORT;
}

cl_int fcl_api_external_types(const struct fcl_api_info *info, bool has)
{
	static const cl_external_memory_handle_type_khr type =
		CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;

	return has ? fcl_api_info_bytes(info, &type, sizeof(type)) : CL_INVALID_VALUE;
}

cl_int fcl_api_external_image_types(const struct fcl_api_info *info, bool has)
{
	return has ? fcl_api_info_bytes(info, NULL, 0) : CL_INVALID_VALUE;
}
