/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_COMMAND_BUFFER_H
#define FCL_API_COMMAND_BUFFER_H

#include "runtime/api/common/validate.h"
#include "runtime/core/commands/command_buffer.h"

/* cl_khr_command_buffer 0.9.4 (khr.h). */
fcl_khr_create clCreateCommandBufferKHR;
fcl_khr_use clRetainCommandBufferKHR, clReleaseCommandBufferKHR, clFinalizeCommandBufferKHR;
fcl_khr_enqueue clEnqueueCommandBufferKHR;
fcl_khr_info clGetCommandBufferInfoKHR;
fcl_khr_barrier clCommandBarrierWithWaitListKHR;
fcl_khr_copy clCommandCopyBufferKHR;
fcl_khr_copy_rect clCommandCopyBufferRectKHR;
fcl_khr_fill clCommandFillBufferKHR;
fcl_khr_ndrange clCommandNDRangeKernelKHR;
fcl_khr_svm_copy clCommandSVMMemcpyKHR;
fcl_khr_svm_fill clCommandSVMMemFillKHR;
fcl_khr_copy_buffer_to_image clCommandCopyBufferToImageKHR;
fcl_khr_copy_image clCommandCopyImageKHR;
fcl_khr_copy_image_to_buffer clCommandCopyImageToBufferKHR;
fcl_khr_fill_image clCommandFillImageKHR;

static inline struct fcl_command_buffer *fcl_api_command_buffer(cl_command_buffer_khr handle)
{
	return fcl_object_is(handle, FCL_TYPE_COMMAND_BUFFER) ? (struct fcl_command_buffer *)handle
							      : NULL;
}

#endif
