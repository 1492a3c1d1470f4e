/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/config.h"
#include "runtime/api/common/info.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/platform/extensions.h"
#include "runtime/api/platform/external_types.h"
#include "runtime/api/platform/platform.h"

/* Programs written for a vendor's emulation look up the vendor's platform by name. */
static const char *platform_name(void)
{
	const char *name = fcl_config_string(FCL_CONFIG_PLATFORM_NAME);

	if (*name)
		return name;
	if (*fcl_config_string(FCL_CONFIG_XCL_EMULATION_MODE))
		return "Xilinx";
	if (*fcl_config_string(FCL_CONFIG_INTEL_EMULATOR))
		return "Intel(R) FPGA SDK for OpenCL(TM)";
	return *fcl_config_string(FCL_CONFIG_ALTERA_EMULATOR) ? "Altera SDK for OpenCL" : "fpgacl";
}

static const char *platform_vendor(void)
{
	return strcmp(platform_name(), "Xilinx") ? "fpgacl" : "Xilinx";
}

static bool all_import(const struct fcl_platform *platform)
{
	for (uint32_t i = 0; i < platform->ndevices; i++)
		if (!fcl_api_external_has(platform->devices[i]))
			return false;
	return platform->ndevices > 0;
}

FCL_API_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
						    cl_platform_info param_name,
						    size_t param_value_size, void *param_value,
						    size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};

	if (!fcl_api_platform(platform))
		return CL_INVALID_PLATFORM;
	switch (param_name) {
	case CL_PLATFORM_PROFILE:
		return fcl_api_info_string(&info, "EMBEDDED_PROFILE");
	case CL_PLATFORM_VERSION:
		return fcl_api_info_string(&info, FCL_API_VERSION_STRING);
	case CL_PLATFORM_NUMERIC_VERSION:
		return fcl_api_info_uint(&info, FCL_API_NUMERIC_VERSION);
	case CL_PLATFORM_NAME:
		return fcl_api_info_string(&info, platform_name());
	case CL_PLATFORM_VENDOR:
		return fcl_api_info_string(&info, platform_vendor());
	case CL_PLATFORM_EXTENSIONS:
		return fcl_api_extensions_string(&info, fcl_api_platform(platform), NULL);
	case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
		return fcl_api_extensions_versions(&info, fcl_api_platform(platform), NULL);
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		return fcl_api_info_ulong(&info, 1);
	case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
		return fcl_api_external_types(&info, all_import(fcl_api_platform(platform)));
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return fcl_api_info_string(&info, "FPGACL");
	default:
		return CL_INVALID_VALUE;
	}
}

/* All devices are accelerators, and the first one is the default. */
static cl_uint count_devices(const struct fcl_platform *platform, cl_device_type type)
{
	if (type & CL_DEVICE_TYPE_ACCELERATOR) /* CL_DEVICE_TYPE_ALL includes this bit */
		return platform->ndevices;
	if (type & CL_DEVICE_TYPE_DEFAULT)
		return platform->ndevices ? 1 : 0;
	return 0;
}

cl_int fcl_api_select_devices(const struct fcl_platform *platform, cl_device_type type,
			      cl_uint *ret_count)
{
	const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
				     CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
				     CL_DEVICE_TYPE_CUSTOM;
	cl_uint count;

	if (!type || (type != CL_DEVICE_TYPE_ALL && type & ~known))
		return CL_INVALID_DEVICE_TYPE;
	count = count_devices(platform, type);
	if (!count)
		return CL_DEVICE_NOT_FOUND;
	*ret_count = count;
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
				  cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices)
{
	const struct fcl_platform *the_platform = fcl_api_platform(platform);
	cl_uint count;
	cl_int error;

	if (!the_platform)
		return CL_INVALID_PLATFORM;
	if ((!num_entries && devices) || (!devices && !num_devices))
		return CL_INVALID_VALUE;
	error = fcl_api_select_devices(the_platform, device_type, &count);
	if (error)
		return error;
	for (cl_uint i = 0; devices && i < count && i < num_entries; i++)
		devices[i] = (cl_device_id)the_platform->devices[i];
	if (num_devices)
		*num_devices = count;
	return CL_SUCCESS;
}

/* There is no compiler to unload. */
cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform)
{
	return fcl_api_platform(platform) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

cl_int CL_API_CALL clUnloadCompiler(void)
{
	return CL_SUCCESS;
}
