/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/extensions.h"

#include <string.h>

#include "runtime/api/command_buffer.h"
#include "runtime/api/icd2.h"

#define VERSION(major) CL_MAKE_VERSION(major, 0, 0)

/*
 * What holds for kernels that were compiled offline, and for calls of the runtime. Nothing here
 * asks for a compiler.
 */
static const cl_name_version extensions[] = {
	{VERSION(2), "cl_khr_icd"},
	{VERSION(1), "cl_khr_extended_versioning"},
	{VERSION(1), "cl_khr_byte_addressable_store"},
	{VERSION(1), "cl_khr_global_int32_base_atomics"},
	{VERSION(1), "cl_khr_global_int32_extended_atomics"},
	{VERSION(1), "cl_khr_local_int32_base_atomics"},
	{VERSION(1), "cl_khr_local_int32_extended_atomics"},
	{VERSION(1), "cl_khr_fp64"},
	{VERSION(1), "cles_khr_int64"},
	{CL_MAKE_VERSION(0, 9, 4), "cl_khr_command_buffer"},
};

enum { COUNT = sizeof(extensions) / sizeof(extensions[0]) };

cl_int fcl_extensions_string(const struct fcl_info *info)
{
	char text[COUNT * CL_NAME_VERSION_MAX_NAME_SIZE];
	char *at = text;

	for (size_t i = 0; i < COUNT; i++) {
		if (i)
			*at++ = ' ';
		at = stpcpy(at, extensions[i].name);
	}
	return fcl_info_string(info, text);
}

cl_int fcl_extensions_versions(const struct fcl_info *info)
{
	return fcl_info_bytes(info, extensions, sizeof(extensions));
}

/* Found through clGetExtensionFunctionAddress; loaders ask for the first four. */
static const struct fcl_extension_function functions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
	{"clIcdGetFunctionAddressForPlatformKHR", (void *)clIcdGetFunctionAddressForPlatformKHR},
	{"clIcdSetPlatformDispatchDataKHR", (void *)clIcdSetPlatformDispatchDataKHR},
	{"clGetPlatformInfo", (void *)clGetPlatformInfo},

	{"clCreateCommandBufferKHR", (void *)clCreateCommandBufferKHR},
	{"clRetainCommandBufferKHR", (void *)clRetainCommandBufferKHR},
	{"clReleaseCommandBufferKHR", (void *)clReleaseCommandBufferKHR},
	{"clFinalizeCommandBufferKHR", (void *)clFinalizeCommandBufferKHR},
	{"clEnqueueCommandBufferKHR", (void *)clEnqueueCommandBufferKHR},
	{"clCommandBarrierWithWaitListKHR", (void *)clCommandBarrierWithWaitListKHR},
	{"clCommandCopyBufferKHR", (void *)clCommandCopyBufferKHR},
	{"clCommandCopyBufferRectKHR", (void *)clCommandCopyBufferRectKHR},
	{"clCommandFillBufferKHR", (void *)clCommandFillBufferKHR},
	{"clCommandNDRangeKernelKHR", (void *)clCommandNDRangeKernelKHR},
	{"clCommandSVMMemcpyKHR", (void *)clCommandSVMMemcpyKHR},
	{"clCommandSVMMemFillKHR", (void *)clCommandSVMMemFillKHR},
	{"clCommandCopyBufferToImageKHR", (void *)clCommandCopyBufferToImageKHR},
	{"clCommandCopyImageKHR", (void *)clCommandCopyImageKHR},
	{"clCommandCopyImageToBufferKHR", (void *)clCommandCopyImageToBufferKHR},
	{"clCommandFillImageKHR", (void *)clCommandFillImageKHR},
	{"clGetCommandBufferInfoKHR", (void *)clGetCommandBufferInfoKHR},
};

void *fcl_extension_find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].name, name))
			return functions[i].function;
	return NULL;
}
