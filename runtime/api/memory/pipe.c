/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "runtime/api/common/info.h"
#include "runtime/api/common/limits.h"
#include "runtime/api/common/validate.h"
#include "runtime/api/platform/capabilities.h"
#include "runtime/core/objects/pipe.h"
#include "runtime/core/objects/status.h"

static bool has_pipes(const struct fcl_context *context)
{
	for (uint32_t i = 0; i < context->ndevices; i++)
		if (fcl_api_has_pipes(context->devices[i]))
			return true;
	return false;
}

/* Whether these are flags of cl_intel_fpga_host_pipe, which exclude others. */
static bool is_host_pipe(const struct fcl_context *context, cl_mem_flags flags)
{
	bool has = false;

	for (uint32_t i = 0; i < context->ndevices; i++)
		has |= fcl_api_has_host_pipes(context->devices[i]);
	return has && (flags == CL_MEM_HOST_READ_ONLY || flags == CL_MEM_HOST_WRITE_ONLY);
}

static bool is_too_large(const struct fcl_context *context, uint64_t size)
{
	for (uint32_t i = 0; i < context->ndevices; i++)
		if (size <= fcl_api_max_alloc(context->devices[i]))
			return false;
	return true;
}

static cl_int runtime_check_pipe(const struct fcl_context *context, cl_mem_flags flags,
				 cl_uint size, cl_uint packets,
				 const cl_pipe_properties *properties)
{
	const cl_mem_flags allowed = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;

	if (!has_pipes(context))
		return fcl_api_explain(context, CL_INVALID_OPERATION,
				       "no device of the context supports pipes");
	if ((flags & ~allowed && !is_host_pipe(context, flags)) || properties)
		return fcl_api_explain(
			context, CL_INVALID_VALUE,
			"a pipe accepts CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS, or CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY alone if a device of the context has host pipes, and no properties; found flags %#" PRIx64
			"%s",
			(uint64_t)flags, properties ? " and properties" : "");
	if (!size || size > FCL_API_PIPE_PACKET_SIZE || !packets)
		return fcl_api_explain(
			context, CL_INVALID_PIPE_SIZE,
			"a pipe holds at least one packet, and packets have 1 to %u bytes; found %u packets of %u bytes",
			FCL_API_PIPE_PACKET_SIZE, packets, size);
	if (is_too_large(context, (uint64_t)size * packets))
		return fcl_api_explain(
			context, CL_MEM_OBJECT_ALLOCATION_FAILURE,
			"a pipe of %u packets of %u bytes is larger than any bank of the context's devices",
			packets, size);
	return CL_SUCCESS;
}

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
				cl_uint pipe_max_packets, const cl_pipe_properties *properties,
				cl_int *errcode_ret)
{
	struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_mem *pipe = NULL;
	cl_int error;

	if (!the_context)
		return fcl_api_fail(errcode_ret, CL_INVALID_CONTEXT);
	error = runtime_check_pipe(the_context, flags, pipe_packet_size, pipe_max_packets,
				   properties);
	if (error)
		return fcl_api_fail(errcode_ret, error);
	error = fcl_status_from_errno(
		fcl_pipe_create(the_context, flags, pipe_packet_size, pipe_max_packets, &pipe));
	return fcl_api_created(errcode_ret, error, pipe);
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
				 void *param_value, size_t *param_value_size_ret)
{
	struct fcl_api_info info = {param_value_size, param_value, param_value_size_ret};
	const struct fcl_mem *mem = fcl_api_memobj(pipe);

	if (!mem || !mem->pipe)
		return CL_INVALID_MEM_OBJECT;
	switch (param_name) {
	case CL_PIPE_PACKET_SIZE:
		return fcl_api_info_uint(&info, mem->pipe->packet_size);
	case CL_PIPE_MAX_PACKETS:
		return fcl_api_info_uint(&info, mem->pipe->max_packets);
	case CL_PIPE_PROPERTIES:
		/* The result is empty, as no properties are allowed. */
		return fcl_api_info_bytes(&info, NULL, 0);
	default:
		return CL_INVALID_VALUE;
	}
}
