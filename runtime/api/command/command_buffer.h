/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_COMMAND_BUFFER_H
#define FCL_API_COMMAND_BUFFER_H

#include "runtime/api/common/validate.h"
#include "runtime/core/command_buffer.h"

/*
 * cl_khr_command_buffer 0.9.4, whose calls have the shapes that CL/cl_ext.h declares for 0.9.1.
 * What is newer than that header:
 */
#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#endif

cl_int CL_API_CALL clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer,
					 cl_command_queue command_queue, void *dst_ptr,
					 const void *src_ptr, size_t size,
					 cl_uint num_sync_points_in_wait_list,
					 const cl_sync_point_khr *sync_point_wait_list,
					 cl_sync_point_khr *sync_point,
					 cl_mutable_command_khr *mutable_handle);
cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer,
					  cl_command_queue command_queue, void *svm_ptr,
					  const void *pattern, size_t pattern_size, size_t size,
					  cl_uint num_sync_points_in_wait_list,
					  const cl_sync_point_khr *sync_point_wait_list,
					  cl_sync_point_khr *sync_point,
					  cl_mutable_command_khr *mutable_handle);

static inline struct fcl_command_buffer *fcl_api_command_buffer(cl_command_buffer_khr handle)
{
	return fcl_object_is(handle, FCL_TYPE_COMMAND_BUFFER) ? (struct fcl_command_buffer *)handle
							      : NULL;
}

#endif
