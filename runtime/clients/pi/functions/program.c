/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/clients/pi/opencl.h"

pi_result piProgramCreate(pi_context context, const void *il, size_t size, pi_program *program)
{
	FCL_PI_CREATE(program, clCreateProgramWithIL, context, il, size);
}

pi_result piclProgramCreateWithSource(pi_context context, pi_uint32 count, const char **strings,
				      const size_t *lengths, pi_program *program)
{
	FCL_PI_CREATE(program, clCreateProgramWithSource, context, count, strings, lengths);
}

/* Images describe what their kernels need, so the metadata is ignored. */
pi_result piProgramCreateWithBinary(pi_context context, pi_uint32 num_devices,
				    const pi_device *devices, const size_t *lengths,
				    const unsigned char **binaries, size_t num_metadata,
				    const pi_device_binary_property *metadata,
				    pi_int32 *binary_status, pi_program *program)
{
	(void)num_metadata;
	(void)metadata;
	FCL_PI_CREATE(program, clCreateProgramWithBinary, context, num_devices, devices, lengths,
		      binaries, binary_status);
}

pi_result piProgramGetInfo(pi_program program, pi_enum name, size_t size, void *value,
			   size_t *size_ret)
{
	return FCL_PI_CALL(clGetProgramInfo, program, name, size, value, size_ret);
}

pi_result piProgramCompile(pi_program program, pi_uint32 num_devices, const pi_device *devices,
			   const char *options, pi_uint32 num_headers, const pi_program *headers,
			   const char **header_names,
			   void (*notify)(pi_program program, void *user_data), void *user_data)
{
	return FCL_PI_CALL(clCompileProgram, program, num_devices, devices, options, num_headers,
			   headers, header_names, notify, user_data);
}

pi_result piProgramBuild(pi_program program, pi_uint32 num_devices, const pi_device *devices,
			 const char *options, void (*notify)(pi_program program, void *user_data),
			 void *user_data)
{
	return FCL_PI_CALL(clBuildProgram, program, num_devices, devices, options, notify,
			   user_data);
}

pi_result piProgramLink(pi_context context, pi_uint32 num_devices, const pi_device *devices,
			const char *options, pi_uint32 num_programs, const pi_program *programs,
			void (*notify)(pi_program program, void *user_data), void *user_data,
			pi_program *program)
{
	FCL_PI_CREATE(program, clLinkProgram, context, num_devices, devices, options, num_programs,
		      programs, notify, user_data);
}

pi_result piProgramGetBuildInfo(pi_program program, pi_device device, pi_enum name, size_t size,
				void *value, size_t *size_ret)
{
	return FCL_PI_CALL(clGetProgramBuildInfo, program, device, name, size, value, size_ret);
}

pi_result piProgramRetain(pi_program program)
{
	return FCL_PI_CALL(clRetainProgram, program);
}

pi_result piProgramRelease(pi_program program)
{
	return FCL_PI_CALL(clReleaseProgram, program);
}

pi_result piextProgramSetSpecializationConstant(pi_program program, pi_uint32 id, size_t size,
						const void *value)
{
	return FCL_PI_CALL(clSetProgramSpecializationConstant, program, id, size, value);
}

/*
 * Kernels on a board have no addresses. The specification says: "If a fallback method determines
 * the function exists but the address is not available PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE
 * is returned."
 */
pi_result piextGetDeviceFunctionPointer(pi_device device, pi_program program, const char *name,
					pi_uint64 *pointer)
{
	pi_result result = FCL_PI_CALL(clGetDeviceInfo, device, CL_DEVICE_TYPE, 0, NULL, NULL);
	pi_kernel kernel;
	cl_int code;

	if (result)
		return result;
	if (pointer)
		*pointer = 0;
	kernel = fcl_pi.call->clCreateKernel(program, name, &code);
	if (code)
		return fcl_pi_fail(code, "clCreateKernel");
	fcl_pi.call->clReleaseKernel(kernel);
	return fcl_pi_refuse(PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE,
			     "kernel %s has no address on the board", name);
}

/* Program variables are inside the kernels, where the driver cannot access them. */
static pi_result refuse_variable(pi_queue queue, pi_program program, const char *name)
{
	pi_result result = FCL_PI_CALL(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT, 0,
				       NULL, NULL);

	if (!result)
		result = FCL_PI_CALL(clGetProgramInfo, program, CL_PROGRAM_REFERENCE_COUNT, 0, NULL,
				     NULL);
	if (result)
		return result;
	return fcl_pi_refuse(CL_INVALID_OPERATION,
			     "variable %s: hosts cannot reach variables of an image",
			     name ? name : "(null)");
}

pi_result piextEnqueueDeviceGlobalVariableWrite(pi_queue queue, pi_program program,
						const char *name, pi_bool blocking, size_t size,
						size_t offset, const void *source,
						pi_uint32 num_waits, const pi_event *waits,
						pi_event *event)
{
	(void)blocking;
	(void)size;
	(void)offset;
	(void)source;
	(void)num_waits;
	(void)waits;
	(void)event;
	return refuse_variable(queue, program, name);
}

pi_result piextEnqueueDeviceGlobalVariableRead(pi_queue queue, pi_program program, const char *name,
					       pi_bool blocking, size_t size, size_t offset,
					       void *target, pi_uint32 num_waits,
					       const pi_event *waits, pi_event *event)
{
	(void)blocking;
	(void)size;
	(void)offset;
	(void)target;
	(void)num_waits;
	(void)waits;
	(void)event;
	return refuse_variable(queue, program, name);
}
