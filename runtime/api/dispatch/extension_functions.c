/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/extension_functions.h"

#include <string.h>

#include "runtime/api/command/command_buffer.h"
#include "runtime/api/dispatch/icd2.h"
#include "runtime/api/memory/xilinx.h"
#include "runtime/api/program/xilinx_info.h"

/* Found through clGetExtensionFunctionAddress; loaders look up the first four. */
static const struct fcl_api_function functions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
	{"clIcdGetFunctionAddressForPlatformKHR", (void *)clIcdGetFunctionAddressForPlatformKHR},
	{"clIcdSetPlatformDispatchDataKHR", (void *)clIcdSetPlatformDispatchDataKHR},
	{"clGetPlatformInfo", (void *)clGetPlatformInfo},

	{"clCreateCommandQueueWithPropertiesKHR", (void *)clCreateCommandQueueWithProperties},
	{"clGetKernelSuggestedLocalWorkSizeKHR", (void *)clGetKernelSuggestedLocalWorkSizeKHR},

	{"clEnqueueAcquireExternalMemObjectsKHR", (void *)clEnqueueAcquireExternalMemObjectsKHR},
	{"clEnqueueReleaseExternalMemObjectsKHR", (void *)clEnqueueReleaseExternalMemObjectsKHR},

	{"xclGetMemObjDeviceAddress", (void *)xclGetMemObjDeviceAddress},
	{"xclGetMemObjectFd", (void *)xclGetMemObjectFd},
	{"xclGetMemObjectFromFd", (void *)xclGetMemObjectFromFd},
	{"xclGetComputeUnitInfo", (void *)xclGetComputeUnitInfo},

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

void *fcl_api_extension_find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].name, name))
			return functions[i].function;
	return NULL;
}
