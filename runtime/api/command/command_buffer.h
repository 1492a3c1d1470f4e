/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_COMMAND_BUFFER_H
#define FCL_API_COMMAND_BUFFER_H

#include "runtime/api/common/validate.h"
#include "runtime/core/commands/command_buffer.h"

/*
 * cl_khr_command_buffer 0.9.8 (khr.h). The recording calls have different names here, because older
 * headers declare the real ones with other parameters.
 */
fcl_khr_create clCreateCommandBufferKHR;
fcl_khr_use clRetainCommandBufferKHR, clReleaseCommandBufferKHR, clFinalizeCommandBufferKHR;
fcl_khr_enqueue clEnqueueCommandBufferKHR;
fcl_khr_info clGetCommandBufferInfoKHR;
fcl_khr_barrier fcl_api_record_barrier;
fcl_khr_copy fcl_api_record_copy;
fcl_khr_copy_rect fcl_api_record_copy_rect;
fcl_khr_fill fcl_api_record_fill;
fcl_khr_ndrange clCommandNDRangeKernelKHR;
fcl_khr_svm_copy fcl_api_record_svm_copy;
fcl_khr_svm_fill fcl_api_record_svm_fill;
fcl_khr_copy_buffer_to_image fcl_api_record_copy_buffer_to_image;
fcl_khr_copy_image fcl_api_record_copy_image;
fcl_khr_copy_image_to_buffer fcl_api_record_copy_image_to_buffer;
fcl_khr_fill_image fcl_api_record_fill_image;

static inline struct fcl_command_buffer *fcl_api_command_buffer(cl_command_buffer_khr handle)
{
	return fcl_object_is(handle, FCL_TYPE_COMMAND_BUFFER) ? (struct fcl_command_buffer *)handle
							      : NULL;
}

#endif
