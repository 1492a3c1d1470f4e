/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/api/xilinx.h"

#include <string.h>

#include "runtime/api/validate.h"
#include "runtime/base/log.h"
#include "runtime/core/share.h"

cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address)
{
	struct fcl_device *the_device = fcl_api_device(device);
	struct fcl_mem *the_mem = fcl_api_mem(mem);
	struct fcl_err err = {0};
	uint64_t found;
	int index;

	if (!the_mem)
		return CL_INVALID_MEM_OBJECT;
	if (!the_device)
		return CL_INVALID_DEVICE;
	if (!address || sz != sizeof(uintptr_t))
		return CL_INVALID_VALUE;
	index = fcl_context_device(the_mem->context, the_device);
	if (index < 0)
		return CL_INVALID_MEM_OBJECT;
	if (fcl_mem_address(the_mem, (uint32_t)index, &found, &err)) {
		fcl_log(FCL_LOG_ERROR, "address", "%s", err.text);
		return CL_INVALID_MEM_OBJECT;
	}
	memcpy(address, &found, sizeof(uintptr_t));
	return CL_SUCCESS;
}

cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd)
{
	struct fcl_mem *the_mem = fcl_api_mem(mem);
	struct fcl_err err = {0};

	if (!the_mem || the_mem->root != the_mem)
		return CL_INVALID_MEM_OBJECT;
	if (!fd)
		return CL_INVALID_VALUE;
	if (fcl_mem_export(the_mem, fd, &err)) {
		fcl_log(FCL_LOG_ERROR, "export", "%s", err.text);
		return CL_INVALID_MEM_OBJECT;
	}
	return CL_SUCCESS;
}
