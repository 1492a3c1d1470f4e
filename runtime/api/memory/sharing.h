/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_API_SHARING_H
#define FCL_API_SHARING_H

#include "runtime/api/common/api.h"

/*
 * Entries for extensions whose types exist on Windows only. Their functions take a handle, some values
 * and, last, the results. Each function here fails with the error code of its extension.
 */
cl_int CL_API_CALL fcl_api_share_device_ids(cl_platform_id platform);
cl_int CL_API_CALL fcl_api_share_acquire(cl_command_queue queue);
cl_mem CL_API_CALL fcl_api_share_buffer(cl_context context, cl_mem_flags flags, void *resource,
					cl_int *errcode_ret);
cl_mem CL_API_CALL fcl_api_share_texture(cl_context context, cl_mem_flags flags, void *resource,
					 cl_uint subresource, cl_int *errcode_ret);
cl_mem CL_API_CALL fcl_api_share_surface(cl_context context, cl_mem_flags flags,
					 cl_uint adapter_type, void *surface, cl_uint plane,
					 cl_int *errcode_ret);

/* cl_ext_device_fission: no header declares these without its extension macros. */
cl_int CL_API_CALL fcl_api_create_sub_devices_ext(
	cl_device_id device, const cl_device_partition_property_ext *properties,
	cl_uint num_entries, cl_device_id *devices, cl_uint *num_devices);

#endif
