/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_API_COMMAND_BUFFER_H
#define FCL_TEST_API_COMMAND_BUFFER_H

#include "host_tests/api/api_test.h"
#include "runtime/api/common/khr.h"

/* The functions of cl_khr_command_buffer, looked up as in a host. */
struct api_command_buffer {
	fcl_khr_create *create;
	fcl_khr_use *finalize, *retain, *release;
	fcl_khr_enqueue *enqueue;
	fcl_khr_info *info;
	fcl_khr_barrier *barrier;
	fcl_khr_copy *copy;
	fcl_khr_copy_rect *copy_rect;
	fcl_khr_fill *fill;
	fcl_khr_ndrange *ndrange;
	fcl_khr_copy_buffer_to_image *copy_buffer_to_image;
	fcl_khr_copy_image *copy_image;
	fcl_khr_copy_image_to_buffer *copy_image_to_buffer;
	fcl_khr_fill_image *fill_image;
	fcl_khr_svm_copy *svm_copy;
	fcl_khr_svm_fill *svm_fill;
};

extern struct api_command_buffer cb;

/* Calls api_setup() and looks up the functions. Returns -1 if one is missing. */
int api_command_buffer_setup(void **state);

/* Creates a command buffer that records for the queue; `flags` may be 0. */
cl_command_buffer_khr api_command_buffer(cl_command_queue queue, cl_command_buffer_flags_khr flags);

cl_uint api_command_buffer_state(cl_command_buffer_khr buffer);

cl_int api_event_status(cl_event event);

#endif
