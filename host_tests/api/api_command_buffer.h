/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_COMMAND_BUFFER_H
#define FCL_TEST_API_COMMAND_BUFFER_H

#include "host_tests/api/api_test.h"

/* Version 0.9.4 has these two; headers may be older. */
typedef cl_int CL_API_CALL api_svm_copy(cl_command_buffer_khr, cl_command_queue, void *,
					const void *, size_t, cl_uint, const cl_sync_point_khr *,
					cl_sync_point_khr *, cl_mutable_command_khr *);
typedef cl_int CL_API_CALL api_svm_fill(cl_command_buffer_khr, cl_command_queue, void *,
					const void *, size_t, size_t, cl_uint,
					const cl_sync_point_khr *, cl_sync_point_khr *,
					cl_mutable_command_khr *);

/* The functions of cl_khr_command_buffer as hosts find them. */
struct api_command_buffer {
	clCreateCommandBufferKHR_fn create;
	clFinalizeCommandBufferKHR_fn finalize;
	clRetainCommandBufferKHR_fn retain;
	clReleaseCommandBufferKHR_fn release;
	clEnqueueCommandBufferKHR_fn enqueue;
	clGetCommandBufferInfoKHR_fn info;
	clCommandBarrierWithWaitListKHR_fn barrier;
	clCommandCopyBufferKHR_fn copy;
	clCommandCopyBufferRectKHR_fn copy_rect;
	clCommandFillBufferKHR_fn fill;
	clCommandNDRangeKernelKHR_fn ndrange;
	clCommandCopyBufferToImageKHR_fn copy_buffer_to_image;
	clCommandCopyImageKHR_fn copy_image;
	clCommandCopyImageToBufferKHR_fn copy_image_to_buffer;
	clCommandFillImageKHR_fn fill_image;
	api_svm_copy *svm_copy;
	api_svm_fill *svm_fill;
};

extern struct api_command_buffer cb;

/* api_setup(), and looks for the functions; -1 if one is missing. */
int api_command_buffer_setup(void **state);

/* A buffer that records for the queue; `flags` may be 0. */
cl_command_buffer_khr api_command_buffer(cl_command_queue queue, cl_command_buffer_flags_khr flags);

cl_uint api_command_buffer_state(cl_command_buffer_khr buffer);

cl_int api_event_status(cl_event event);

#endif
