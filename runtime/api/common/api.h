/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_API_H
#define FCL_API_API_H

/*
 * The prototypes of all entry points, including deprecated ones, and the loader's table. Prototypes
 * of extensions outside of that table differ between header releases: they are declared here, and
 * the macro keeps newer headers from declaring them.
 */
#define CL_NO_NON_ICD_DISPATCH_EXTENSION_PROTOTYPES
#include <CL/cl.h>
#include <CL/cl_egl.h>
#include <CL/cl_ext.h>
#include <CL/cl_gl.h>
#include <CL/cl_icd.h>

#include "runtime/api/common/khr.h"

/* The version script selects the exported symbols; everything else stays hidden. */
#define FCL_API_EXPORT __attribute__((visibility("default")))

cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
					  cl_uint *num_platforms);

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue,
							cl_kernel kernel, cl_uint work_dim,
							const size_t *global_work_offset,
							const size_t *global_work_size,
							size_t *suggested_local_work_size);

cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
	cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);
cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
	cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
	cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event);

#endif
