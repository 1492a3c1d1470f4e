/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/dispatch/extension_functions.h"

#include <string.h>

#include "runtime/api/command/command_buffer.h"
#include "runtime/api/command/program_pipe.h"
#include "runtime/api/dispatch/icd2.h"
#include "runtime/api/memory/host_pipe.h"
#include "runtime/api/memory/usm.h"
#include "runtime/api/memory/xilinx.h"
#include "runtime/api/memory/xilinx_stream.h"
#include "runtime/api/program/xilinx_info.h"

/* Found through clGetExtensionFunctionAddress; loaders themselves look up the first four. */
static const struct fcl_api_function functions[] = {
	{"clIcdGetPlatformIDsKHR", (void *)clIcdGetPlatformIDsKHR},
	{"clIcdGetFunctionAddressForPlatformKHR", (void *)clIcdGetFunctionAddressForPlatformKHR},
	{"clIcdSetPlatformDispatchDataKHR", (void *)clIcdSetPlatformDispatchDataKHR},
	{"clGetPlatformInfo", (void *)clGetPlatformInfo},

	{"clCreateCommandQueueWithPropertiesKHR", (void *)clCreateCommandQueueWithProperties},
	{"clGetKernelSuggestedLocalWorkSizeKHR", (void *)clGetKernelSuggestedLocalWorkSizeKHR},

	{"clEnqueueAcquireExternalMemObjectsKHR", (void *)clEnqueueAcquireExternalMemObjectsKHR},
	{"clEnqueueReleaseExternalMemObjectsKHR", (void *)clEnqueueReleaseExternalMemObjectsKHR},

	{"clReadPipeIntelFPGA", (void *)clReadPipeIntelFPGA},
	{"clWritePipeIntelFPGA", (void *)clWritePipeIntelFPGA},
	{"clMapHostPipeIntelFPGA", (void *)clMapHostPipeIntelFPGA},
	{"clUnmapHostPipeIntelFPGA", (void *)clUnmapHostPipeIntelFPGA},
	{"clEnqueueReadHostPipeINTEL", (void *)clEnqueueReadHostPipeINTEL},
	{"clEnqueueWriteHostPipeINTEL", (void *)clEnqueueWriteHostPipeINTEL},

	{"xclGetMemObjDeviceAddress", (void *)xclGetMemObjDeviceAddress},
	{"xclGetMemObjectFd", (void *)xclGetMemObjectFd},
	{"xclGetMemObjectFromFd", (void *)xclGetMemObjectFromFd},
	{"xclGetComputeUnitInfo", (void *)xclGetComputeUnitInfo},

	{"clCreateStream", (void *)clCreateStream},
	{"clReleaseStream", (void *)clReleaseStream},
	{"clReadStream", (void *)clReadStream},
	{"clWriteStream", (void *)clWriteStream},
	{"clCreateStreamBuffer", (void *)clCreateStreamBuffer},
	{"clReleaseStreamBuffer", (void *)clReleaseStreamBuffer},
	{"clPollStreams", (void *)clPollStreams},

	{"clHostMemAllocINTEL", (void *)clHostMemAllocINTEL},
	{"clDeviceMemAllocINTEL", (void *)clDeviceMemAllocINTEL},
	{"clSharedMemAllocINTEL", (void *)clSharedMemAllocINTEL},
	{"clMemFreeINTEL", (void *)clMemFreeINTEL},
	{"clMemBlockingFreeINTEL", (void *)clMemBlockingFreeINTEL},
	{"clGetMemAllocInfoINTEL", (void *)clGetMemAllocInfoINTEL},
	{"clSetKernelArgMemPointerINTEL", (void *)clSetKernelArgMemPointerINTEL},
	{"clEnqueueMemFillINTEL", (void *)clEnqueueMemFillINTEL},
	{"clEnqueueMemsetINTEL", (void *)clEnqueueMemsetINTEL},
	{"clEnqueueMemcpyINTEL", (void *)clEnqueueMemcpyINTEL},
	{"clEnqueueMigrateMemINTEL", (void *)clEnqueueMigrateMemINTEL},
	{"clEnqueueMemAdviseINTEL", (void *)clEnqueueMemAdviseINTEL},

	{"clCreateCommandBufferKHR", (void *)clCreateCommandBufferKHR},
	{"clRetainCommandBufferKHR", (void *)clRetainCommandBufferKHR},
	{"clReleaseCommandBufferKHR", (void *)clReleaseCommandBufferKHR},
	{"clFinalizeCommandBufferKHR", (void *)clFinalizeCommandBufferKHR},
	{"clEnqueueCommandBufferKHR", (void *)clEnqueueCommandBufferKHR},
	{"clCommandBarrierWithWaitListKHR", (void *)fcl_api_record_barrier},
	{"clCommandCopyBufferKHR", (void *)fcl_api_record_copy},
	{"clCommandCopyBufferRectKHR", (void *)fcl_api_record_copy_rect},
	{"clCommandFillBufferKHR", (void *)fcl_api_record_fill},
	{"clCommandNDRangeKernelKHR", (void *)clCommandNDRangeKernelKHR},
	{"clCommandSVMMemcpyKHR", (void *)fcl_api_record_svm_copy},
	{"clCommandSVMMemFillKHR", (void *)fcl_api_record_svm_fill},
	{"clCommandCopyBufferToImageKHR", (void *)fcl_api_record_copy_buffer_to_image},
	{"clCommandCopyImageKHR", (void *)fcl_api_record_copy_image},
	{"clCommandCopyImageToBufferKHR", (void *)fcl_api_record_copy_image_to_buffer},
	{"clCommandFillImageKHR", (void *)fcl_api_record_fill_image},
	{"clGetCommandBufferInfoKHR", (void *)clGetCommandBufferInfoKHR},
};

void *fcl_api_extension_find(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (!strcmp(functions[i].name, name))
			return functions[i].function;
	return NULL;
}
