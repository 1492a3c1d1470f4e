/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/memory/xilinx.h"

#include <CL/cl_ext.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "runtime/api/common/validate.h"
#include "runtime/core/objects/status.h"
#include "runtime/core/residency/share.h"

/* XRT has the same code for all failures except a lack of memory. */
static cl_int xilinx_no_memory(int error)
{
	return error == -ENOSPC || error == -ENOMEM ? fcl_status_from_errno(error)
						    : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address)
{
	struct fcl_device *the_device = fcl_api_device(device);
	struct fcl_mem *the_mem = fcl_api_mem(mem);
	struct fcl_err err = {0};
	uint64_t found;
	int index, error;

	if (!the_mem)
		return CL_INVALID_MEM_OBJECT;
	if (!the_device)
		return CL_INVALID_DEVICE;
	if (!address || sz != sizeof(uintptr_t))
		return CL_INVALID_VALUE;
	index = fcl_context_device(the_mem->context, the_device);
	if (index < 0)
		return CL_INVALID_MEM_OBJECT;
	error = fcl_mem_address(the_mem, (uint32_t)index, &found, &err);
	if (error) {
		fcl_log(FCL_LOG_ERROR, "address", "%s", err.text);
		return xilinx_no_memory(error);
	}
	memcpy(address, &found, sizeof(uintptr_t));
	return CL_SUCCESS;
}

cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd)
{
	struct fcl_mem *the_mem = fcl_api_mem(mem);
	struct fcl_err err = {0};
	int error;

	if (!the_mem || the_mem->root != the_mem)
		return CL_INVALID_MEM_OBJECT;
	if (!fd)
		return CL_INVALID_VALUE;
	error = fcl_mem_export(the_mem, fd, &err);
	if (error) {
		fcl_log(FCL_LOG_ERROR, "export", "%s", err.text);
		return xilinx_no_memory(error);
	}
	return CL_SUCCESS;
}

/*
 * Duplicates a descriptor for clCreateBufferWithProperties, which takes it over. The size is the
 * exported one.
 */
static int duplicate(struct fcl_device *device, int fd, uint64_t *ret_bytes)
{
	struct fcl_err err = {0};
	int error = device->hal->import_size(device->board, fd, ret_bytes, &err);

	if (error) {
		fcl_log(FCL_LOG_ERROR, "import", "%s", err.text);
		return -1;
	}
	return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

static cl_int create_from(cl_context context, cl_device_id device, cl_mem_flags flags, int fd,
			  uint64_t bytes, cl_mem *ret_mem)
{
	cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
				    (cl_mem_properties)fd,
				    CL_DEVICE_HANDLE_LIST_KHR,
				    (cl_mem_properties)(uintptr_t)device,
				    CL_DEVICE_HANDLE_LIST_END_KHR,
				    0};
	cl_int error;
	cl_mem mem = clCreateBufferWithProperties(context, list, flags, bytes, NULL, &error);

	if (mem)
		*ret_mem = mem;
	else
		close(fd);
	return error;
}

cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context, cl_device_id device,
					 cl_mem_flags flags, int fd, cl_mem *mem)
{
	const struct fcl_context *the_context = fcl_api_context(context);
	struct fcl_device *the_device = fcl_api_device(device);
	uint64_t bytes;
	int own;

	if (!the_context || fd < 0 || !mem)
		return CL_INVALID_VALUE;
	if (!the_device || fcl_context_device(the_context, the_device) < 0)
		return CL_INVALID_DEVICE;
	own = duplicate(the_device, fd, &bytes);
	if (own < 0)
		return CL_INVALID_MEM_OBJECT;
	return create_from(context, device, flags, own, bytes, mem);
}
