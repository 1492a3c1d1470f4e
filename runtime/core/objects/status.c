/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/status.h"

#include <CL/cl.h>
#include <errno.h>

int32_t fcl_status_from_errno(int code)
{
	switch (-code) {
	case 0:
		return CL_SUCCESS;
	case ENOMEM:
		return CL_OUT_OF_HOST_MEMORY;
	case ENOSPC:
		return CL_MEM_OBJECT_ALLOCATION_FAILURE;
	case EBADMSG:
	case ENOEXEC:
	case EINVAL:
		return CL_INVALID_BINARY;
	case ENODEV:
		return CL_DEVICE_NOT_AVAILABLE;
	case ENOENT:
		return CL_INVALID_KERNEL_NAME;
	case EOPNOTSUPP:
		return CL_INVALID_OPERATION;
	default:
		return CL_OUT_OF_RESOURCES;
	}
}
