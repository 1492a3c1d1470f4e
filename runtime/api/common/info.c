/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/info.h"

#include <string.h>

cl_int fcl_api_info_bytes(const struct fcl_api_info *info, const void *data, size_t size)
{
	if (info->value && info->room < size)
		return CL_INVALID_VALUE;
	if (info->value && size)
		memcpy(info->value, data, size);
	if (info->ret_size)
		*info->ret_size = size;
	return CL_SUCCESS;
}

cl_int fcl_api_info_string(const struct fcl_api_info *info, const char *text)
{
	if (!text)
		text = "";
	return fcl_api_info_bytes(info, text, strlen(text) + 1);
}

cl_int fcl_api_info_uint(const struct fcl_api_info *info, cl_uint value)
{
	return fcl_api_info_bytes(info, &value, sizeof(value));
}

cl_int fcl_api_info_ulong(const struct fcl_api_info *info, cl_ulong value)
{
	return fcl_api_info_bytes(info, &value, sizeof(value));
}

cl_int fcl_api_info_size(const struct fcl_api_info *info, size_t value)
{
	return fcl_api_info_bytes(info, &value, sizeof(value));
}

cl_int fcl_api_info_handle(const struct fcl_api_info *info, const void *value)
{
	return fcl_api_info_bytes(info, &value, sizeof(value));
}
