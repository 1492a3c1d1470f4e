/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_PROGRAM_PIPE_H
#define FCL_API_PROGRAM_PIPE_H

#include "runtime/api/common/api.h"

/* cl_intel_program_scope_host_pipe (khr.h). */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadHostPipeINTEL(
	cl_command_queue command_queue, cl_program program, const char *pipe_symbol,
	cl_bool blocking_read, void *ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event);
CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteHostPipeINTEL(
	cl_command_queue command_queue, cl_program program, const char *pipe_symbol,
	cl_bool blocking_write, const void *ptr, size_t size, cl_uint num_events_in_wait_list,
	const cl_event *event_wait_list, cl_event *event);

#endif
