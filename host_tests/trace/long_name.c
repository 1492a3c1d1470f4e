/* SPDX-License-Identifier: Apache-2.0 */
/* A host whose kernel has a name of 100 letters, compiled from source. */
#include <stdio.h>
#include <string.h>

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

enum { LENGTH = 100 };

int main(void)
{
	char name[LENGTH + 1] = "", source[LENGTH + 64];
	const char *text = source;
	cl_platform_id platform;
	cl_command_queue queue;
	cl_context context;
	cl_program program;
	cl_device_id device;
	cl_kernel kernel;
	size_t one = 1;
	cl_int code = 0;

	memset(name, 'k', LENGTH);
	snprintf(source, sizeof(source), "kernel void %s() {}", name);
	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 1;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
	queue = clCreateCommandQueue(context, device, 0, &code);
	program = clCreateProgramWithSource(context, 1, &text, NULL, &code);
	if (code || clBuildProgram(program, 1, &device, NULL, NULL, NULL))
		return 1;
	kernel = clCreateKernel(program, name, &code);
	if (code || clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) ||
	    clFinish(queue))
		return 1;
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
