/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "tools/vitis/include/CL/cl_ext_xilinx.h"

/*
 * XRT's OpenCL library exports these functions in addition to OpenCL's; the ICD loader, which
 * replaces it, does not. For hosts that link with -lxilinxopencl and call them by name. Each one is
 * looked up in the platform of its object.
 */

static void *find_in_device(cl_device_id device, const char *name)
{
	cl_platform_id platform;

	if (clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, NULL))
		return NULL;
	return clGetExtensionFunctionAddressForPlatform(platform, name);
}

/* All devices of a context belong to one platform, but their number is not known here. */
static void *find_in_context(cl_context context, const char *name)
{
	cl_device_id devices[64];
	cl_uint count = 0;

	if (clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint), &count, NULL) ||
	    !count || count > sizeof(devices) / sizeof(devices[0]) ||
	    clGetContextInfo(context, CL_CONTEXT_DEVICES, count * sizeof(cl_device_id), devices,
			     NULL))
		return NULL;
	return find_in_device(devices[0], name);
}

static void *find_in_mem(cl_mem mem, const char *name)
{
	cl_context context;

	if (clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof(cl_context), &context, NULL))
		return NULL;
	return find_in_context(context, name);
}

cl_int CL_API_CALL xclGetMemObjDeviceAddress(cl_mem mem, cl_device_id device, size_t sz,
					     void *address)
{
	__typeof__(xclGetMemObjDeviceAddress) *call = find_in_mem(mem, __func__);

	return call ? call(mem, device, sz, address) : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL xclGetMemObjectFd(cl_mem mem, int *fd)
{
	__typeof__(xclGetMemObjectFd) *call = find_in_mem(mem, __func__);

	return call ? call(mem, fd) : CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL xclGetMemObjectFromFd(cl_context context, cl_device_id device,
					 cl_mem_flags flags, int fd, cl_mem *mem)
{
	__typeof__(xclGetMemObjectFromFd) *call = find_in_context(context, __func__);

	return call ? call(context, device, flags, fd, mem) : CL_INVALID_CONTEXT;
}

cl_int CL_API_CALL xclGetComputeUnitInfo(cl_kernel kernel, cl_uint cu_id,
					 xcl_compute_unit_info param_name, size_t param_value_size,
					 void *param_value, size_t *param_value_size_ret)
{
	__typeof__(xclGetComputeUnitInfo) *call = NULL;
	cl_context context;

	if (!clGetKernelInfo(kernel, CL_KERNEL_CONTEXT, sizeof(cl_context), &context, NULL))
		call = find_in_context(context, __func__);
	return call ? call(kernel, cu_id, param_name, param_value_size, param_value,
			   param_value_size_ret)
		    : CL_INVALID_KERNEL;
}
