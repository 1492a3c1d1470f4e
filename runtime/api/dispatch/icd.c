/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/common/validate.h"
#include "runtime/api/dispatch/dispatch.h"
#include "runtime/api/dispatch/extension_functions.h"
#include "runtime/api/dispatch/functions.h"
#include "runtime/core/platform/platform.h"

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
				    cl_uint *num_platforms)
{
	struct fcl_platform *platform;

	if ((!num_entries && platforms) || (!platforms && !num_platforms))
		return CL_INVALID_VALUE;
	platform = fcl_platform_get();
	if (!platform)
		return CL_OUT_OF_HOST_MEMORY;
	if (platforms)
		platforms[0] = (cl_platform_id)platform;
	if (num_platforms)
		*num_platforms = 1;
	return CL_SUCCESS;
}

/* cl_khr_icd: how the loader finds our platforms. */
FCL_API_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
							 cl_platform_id *platforms,
							 cl_uint *num_platforms)
{
	return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

/* How the loader finds every function, to build its own table, which it attaches to our objects. */
FCL_API_EXPORT void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
								       const char *func_name)
{
	return fcl_api_platform(platform) && func_name
		       ? fcl_api_function_find(fcl_api_dispatch_used(), func_name)
		       : NULL;
}

/*
 * Only the platform and its devices exist at this point; all other objects are created from them.
 */
FCL_API_EXPORT cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform,
								  void *dispatch_data)
{
	struct fcl_platform *the_platform = fcl_api_platform(platform);

	if (!the_platform)
		return CL_INVALID_PLATFORM;
	fcl_object_set_dispatch_data(dispatch_data);
	the_platform->object.dispatch_data = dispatch_data;
	for (uint32_t i = 0; i < the_platform->ndevices; i++)
		the_platform->devices[i]->whole.object.dispatch_data = dispatch_data;
	return CL_SUCCESS;
}

FCL_API_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *function_name)
{
	return function_name ? fcl_api_extension_find(function_name) : NULL;
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
							   const char *function_name)
{
	return fcl_api_platform(platform) ? clGetExtensionFunctionAddress(function_name) : NULL;
}
