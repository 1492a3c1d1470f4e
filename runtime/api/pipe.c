/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/validate.h"

/*
 * Images wire their FIFOs themselves; the host makes none (CL_DEVICE_PIPE_SUPPORT is CL_FALSE), and
 * so no handle is ever a pipe.
 */
cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
				cl_uint pipe_max_packets, const cl_pipe_properties *properties,
				cl_int *errcode_ret)
{
	(void)flags;
	(void)pipe_packet_size;
	(void)pipe_max_packets;
	(void)properties;
	return fcl_api_fail(errcode_ret,
			    fcl_api_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
				 void *param_value, size_t *param_value_size_ret)
{
	(void)pipe;
	(void)param_name;
	(void)param_value_size;
	(void)param_value;
	(void)param_value_size_ret;
	return CL_INVALID_MEM_OBJECT;
}
