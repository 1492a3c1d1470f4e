/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>

#include "runtime/api/platform.h"
#include "runtime/api/validate.h"

static void set_dispatch(void)
{
	fcl_object_set_dispatch(&fcl_api_dispatch);
}

/* Where a host's first call arrives: objects get their dispatch table before any is made. */
struct fcl_platform *fcl_api_own_platform(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, set_dispatch);
	return fcl_platform_get();
}

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
				    cl_uint *num_platforms)
{
	struct fcl_platform *platform;

	if ((!num_entries && platforms) || (!platforms && !num_platforms))
		return CL_INVALID_VALUE;
	platform = fcl_api_own_platform();
	if (!platform)
		return CL_OUT_OF_HOST_MEMORY;
	if (platforms)
		platforms[0] = (cl_platform_id)platform;
	if (num_platforms)
		*num_platforms = 1;
	return CL_SUCCESS;
}

/* cl_khr_icd: the loader's way to the vendor's platforms. */
FCL_API_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
							 cl_platform_id *platforms,
							 cl_uint *num_platforms)
{
	return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

/* cl_khr_icd: loaders find these two through clGetExtensionFunctionAddress. */
static const struct {
	const char *name;
	void *function;
} extension_functions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
	{"clGetPlatformInfo", (void *)clGetPlatformInfo},
};

FCL_API_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *function_name)
{
	size_t count = sizeof(extension_functions) / sizeof(extension_functions[0]);

	for (size_t i = 0; function_name && i < count; i++)
		if (!strcmp(function_name, extension_functions[i].name))
			return extension_functions[i].function;
	return NULL;
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
							   const char *function_name)
{
	return fcl_api_platform(platform) ? clGetExtensionFunctionAddress(function_name) : NULL;
}
