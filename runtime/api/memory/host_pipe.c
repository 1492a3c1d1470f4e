/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/host_pipe.h"

#include <errno.h>

#include "runtime/api/common/validate.h"
#include "runtime/core/objects/host_pipe.h"
#include "runtime/core/objects/status.h"

/* Returns the host pipe, if it has one of these directions, else NULL. */
static struct fcl_mem *host_pipe(cl_mem handle, cl_mem_flags directions)
{
	struct fcl_mem *mem = fcl_api_memobj(handle);

	return mem && mem->pipe && mem->flags & directions ? mem : NULL;
}

static cl_int no_host_pipe(cl_mem handle, const char *direction)
{
	const struct fcl_mem *mem = fcl_api_memobj(handle);

	return mem ? fcl_api_explain(mem->context, CL_INVALID_MEM_OBJECT,
				     "the memory object is not a pipe that was created with %s",
				     direction)
		   : CL_INVALID_MEM_OBJECT;
}

static cl_int to_status(const struct fcl_mem *mem, int error, cl_int again)
{
	switch (error) {
	case -EAGAIN:
		return again;
	case -ENXIO:
		return fcl_api_explain(mem->context, CL_INVALID_KERNEL,
				       "the host pipe is not set as an argument of a kernel yet");
	case -EINVAL:
		return fcl_api_explain(
			mem->context, CL_INVALID_VALUE,
			"expected the mapped part of the pipe, in whole packets of %u bytes",
			mem->pipe->packet_size);
	default:
		return fcl_status_from_errno(error);
	}
}

CL_API_ENTRY cl_int CL_API_CALL clReadPipeIntelFPGA(cl_mem pipe, void *ptr)
{
	struct fcl_mem *mem = host_pipe(pipe, CL_MEM_HOST_READ_ONLY);

	if (!mem)
		return no_host_pipe(pipe, "CL_MEM_HOST_READ_ONLY");
	if (!ptr)
		return CL_INVALID_VALUE;
	return to_status(mem, fcl_host_pipe_read(mem, ptr), CL_PIPE_EMPTY);
}

CL_API_ENTRY cl_int CL_API_CALL clWritePipeIntelFPGA(cl_mem pipe, const void *ptr)
{
	struct fcl_mem *mem = host_pipe(pipe, CL_MEM_HOST_WRITE_ONLY);

	if (!mem)
		return no_host_pipe(pipe, "CL_MEM_HOST_WRITE_ONLY");
	if (!ptr)
		return CL_INVALID_VALUE;
	return to_status(mem, fcl_host_pipe_write(mem, ptr), CL_PIPE_FULL);
}

CL_API_ENTRY void *CL_API_CALL clMapHostPipeIntelFPGA(cl_mem pipe, cl_map_flags map_flags,
						      size_t requested_size, size_t *mapped_size,
						      cl_int *errcode_ret)
{
	struct fcl_mem *mem = host_pipe(pipe, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
	void *pointer = NULL;
	cl_int status;

	/* The extension defines no flags, and the vendor's runtime ignores them. */
	(void)map_flags;
	if (mapped_size)
		*mapped_size = 0;
	if (!mem)
		status = no_host_pipe(pipe, "CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY");
	else if (!mapped_size)
		status = CL_INVALID_VALUE;
	else
		status = to_status(mem,
				   fcl_host_pipe_map(mem, requested_size, &pointer, mapped_size),
				   CL_OUT_OF_RESOURCES);
	if (errcode_ret)
		*errcode_ret = status;
	return pointer;
}

CL_API_ENTRY cl_int CL_API_CALL clUnmapHostPipeIntelFPGA(cl_mem pipe, void *mapped_ptr,
							 size_t size_to_unmap,
							 size_t *unmapped_size)
{
	struct fcl_mem *mem = host_pipe(pipe, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
	cl_int status;

	if (!mem)
		return no_host_pipe(pipe, "CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY");
	status = to_status(mem, fcl_host_pipe_unmap(mem, mapped_ptr, size_to_unmap),
			   CL_OUT_OF_RESOURCES);
	if (unmapped_size)
		*unmapped_size = status ? 0 : size_to_unmap;
	return status;
}
