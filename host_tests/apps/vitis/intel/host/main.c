/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for the platform by the SDK's name, as Intel's examples do. */
#define CL_TARGET_OPENCL_VERSION 120
#include "CL/opencl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 4 };

static void check(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %d\n", what, status);
	exit(1);
}

static cl_program load(cl_context context, cl_device_id device, const char *path)
{
	static unsigned char bytes[32 << 20];
	const unsigned char *binary = bytes;
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
	cl_int status;
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL,
						       &status);

	check(status, "clCreateProgramWithBinary");
	check(clBuildProgram(program, 0, NULL, "", NULL, NULL), "clBuildProgram");
	return program;
}

int main(int argc, char **argv)
{
	cl_uchar in[COUNT] = {1, 2, 0x0f, 0x81};
	cl_uint out[COUNT] = {0}, expected[COUNT] = {256, 128, 480, 258};
	cl_int n = COUNT, status;
	cl_platform_id platform;
	cl_device_id device;
	char name[64];

	check(argc != 2, "expected the image's name");
	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL),
	      "clGetPlatformInfo");
	check(strcmp(name, "Intel(R) FPGA SDK for OpenCL(TM)"), name);
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
	cl_kernel kernel = clCreateKernel(load(context, device, argv[1]), "reverse", &status);

	check(status, "clCreateKernel");
	cl_mem a = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_CHANNEL_1_INTELFPGA, sizeof(in),
				  NULL, &status);
	cl_mem b = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(out), NULL, &status);

	check(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL), "write");
	check(clSetKernelArg(kernel, 0, sizeof(a), &a), "argument 0");
	check(clSetKernelArg(kernel, 1, sizeof(b), &b), "argument 1");
	check(clSetKernelArg(kernel, 2, sizeof(n), &n), "argument 2");
	check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
	check(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL), "read");
	check(memcmp(out, expected, sizeof(out)), "contents");
	puts("TEST PASSED");
	return 0;
}
