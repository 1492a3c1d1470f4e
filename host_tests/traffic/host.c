/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host IMAGE: programs the board and prints "ready"; for each line "N" of standard input it runs the
 * kernel `collect` for N bytes, and prints their sum. It ends with its input, or with status 3 for
 * "-1", a while after it has called exit().
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host_tests/read_file.h"

static int ends_slowly;

static void end_slowly(void)
{
	if (ends_slowly)
		sleep(2);
}

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	printf("%s: error %d\n", what, error);
	exit(1);
}

int main(int argc, char **argv)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem sum;
	cl_int error, count, result;
	unsigned char *image;
	size_t size;

	if (argc != 2)
		return 1;
	atexit(end_slowly);
	image = read_file(argv[1], &size);
	if (!image)
		exit(1);
	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "queue");
	program = clCreateProgramWithBinary(context, 1, &device, &size,
					    (const unsigned char **)&image, NULL, &error);
	check(error, "program");
	kernel = clCreateKernel(program, "collect", &error);
	check(error, "kernel");
	sum = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, &error);
	check(error, "buffer");
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("ready");
	while (scanf("%d", &count) == 1) {
		if (count < 0) {
			ends_slowly = 1;
			exit(3);
		}
		check(clSetKernelArg(kernel, 1, sizeof(sum), &sum), "argument");
		check(clSetKernelArg(kernel, 2, sizeof(count), &count), "argument");
		check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "launch");
		check(clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof(result), &result, 0, NULL,
					  NULL),
		      "result");
		printf("%d\n", result);
	}
	clReleaseMemObject(sum);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	free(image);
	puts("done");
	return 0;
}
