/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/info.h"

pi_result piKernelCreate(pi_program program, const char *name, pi_kernel *kernel)
{
	FCL_PI_CREATE(kernel, clCreateKernel, program, name);
}

pi_result piKernelSetArg(pi_kernel kernel, pi_uint32 index, size_t size, const void *value)
{
	return FCL_PI_CALL(clSetKernelArg, kernel, index, size, value);
}

/* NULL means "no buffer", as in OpenCL. */
pi_result piextKernelSetArgMemObj(pi_kernel kernel, pi_uint32 index, const pi_mem *mem)
{
	return FCL_PI_CALL(clSetKernelArg, kernel, index, sizeof(pi_mem), mem);
}

/* How a kernel accesses its buffer is recorded in the image. */
pi_result piextKernelSetArgMemObj_14_42(pi_kernel kernel, pi_uint32 index,
					const struct pi_mem_obj_property *property,
					const pi_mem *mem)
{
	if (property && property->type != PI_KERNEL_ARG_MEM_OBJ_ACCESS)
		return fcl_pi_refuse(CL_INVALID_VALUE, "argument %u: unknown property %u", index,
				     property->type);
	return piextKernelSetArgMemObj(kernel, index, mem);
}

pi_result piextKernelSetArgSampler(pi_kernel kernel, pi_uint32 index, const pi_sampler *sampler)
{
	return FCL_PI_CALL(clSetKernelArg, kernel, index, sizeof(pi_sampler), sampler);
}

/* PI has one more level of indirection than OpenCL: the value points to the pointer. */
pi_result piextKernelSetArgPointer(pi_kernel kernel, pi_uint32 index, size_t size,
				   const void *value)
{
	if (size != sizeof(void *))
		return fcl_pi_refuse(CL_INVALID_ARG_SIZE,
				     "argument %u: expected a pointer of %zu bytes, found %zu",
				     index, sizeof(void *), size);
	return FCL_PI_EXTENSION(clSetKernelArgMemPointerINTEL, kernel, index,
				value ? *(void *const *)value : NULL);
}

pi_result piKernelGetInfo(pi_kernel kernel, pi_enum name, size_t size, void *value,
			  size_t *size_ret)
{
	return FCL_PI_CALL(clGetKernelInfo, kernel, name, size, value, size_ret);
}

pi_result piKernelGetGroupInfo(pi_kernel kernel, pi_device device, pi_enum name, size_t size,
			       void *value, size_t *size_ret)
{
	return FCL_PI_CALL(clGetKernelWorkGroupInfo, kernel, device, name, size, value, size_ret);
}

/* "All queries expect a return of 4 bytes", but OpenCL answers with size_t. */
pi_result piKernelGetSubGroupInfo(pi_kernel kernel, pi_device device, pi_enum name,
				  size_t input_size, const void *input, size_t size, void *value,
				  size_t *size_ret)
{
	struct fcl_pi_answer answer = {size, value, size_ret};
	size_t wide = 0;
	pi_result result = FCL_PI_CALL(clGetKernelSubGroupInfo, kernel, device, name, input_size,
				       input, sizeof(wide), &wide, NULL);
	pi_uint32 narrow = (pi_uint32)wide;

	return result ? result : fcl_pi_answer(&answer, &narrow, sizeof(narrow));
}

pi_result piKernelRetain(pi_kernel kernel)
{
	return FCL_PI_CALL(clRetainKernel, kernel);
}

pi_result piKernelRelease(pi_kernel kernel)
{
	return FCL_PI_CALL(clReleaseKernel, kernel);
}

/* One flag in PI corresponds to three in OpenCL: host, device and shared allocations. */
static pi_result kernel_set_indirect(pi_kernel kernel, size_t size, const void *value)
{
	static const cl_kernel_exec_info names[] = {
		CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
		CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
		CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
	pi_result result = PI_SUCCESS;
	cl_bool on;

	if (!value || size != sizeof(pi_bool))
		return fcl_pi_refuse(CL_INVALID_VALUE, "indirect access: expected a pi_bool");
	on = *(const pi_bool *)value ? CL_TRUE : CL_FALSE;
	for (size_t i = 0; !result && i < sizeof(names) / sizeof(names[0]); i++)
		result = FCL_PI_CALL(clSetKernelExecInfo, kernel, names[i], sizeof(on), &on);
	return result;
}

pi_result piKernelSetExecInfo(pi_kernel kernel, pi_enum name, size_t size, const void *value)
{
	if (name == PI_USM_INDIRECT_ACCESS)
		return kernel_set_indirect(kernel, size, value);
	return FCL_PI_CALL(clSetKernelExecInfo, kernel, name, size, value);
}
