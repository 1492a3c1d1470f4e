/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gather IMAGE: the first board of this process gathers and sorts what the others say. Prints the numbers in
 * the order in which they came; fails if they are not sorted then. With a second argument, the host does
 * not wait for events, but asks for them again and again.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_tests/read_file.h"

enum { MOST = 64 };

struct board {
	cl_context context;
	cl_command_queue queue;
	cl_program program;
};

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	printf("%s: error %d\n", what, error);
	exit(1);
}

static void open_board(struct board *board, cl_device_id device, const unsigned char *image,
		       size_t size)
{
	cl_int error;

	board->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	board->program = clCreateProgramWithBinary(board->context, 1, &device, &size, &image, NULL,
						   &error);
	check(error, "program");
	board->queue = clCreateCommandQueue(board->context, device, 0, &error);
	check(error, "queue");
}

static cl_kernel make_kernel(const struct board *board, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(board->program, name, &error);

	check(error, name);
	return kernel;
}

static void say(const struct board *board, cl_int number)
{
	cl_kernel kernel = make_kernel(board, "say");

	check(clSetKernelArg(kernel, 1, sizeof(number), &number), "number");
	check(clEnqueueTask(board->queue, kernel, 0, NULL, NULL), "say");
	check(clFlush(board->queue), "flush");
}

static void await(cl_event event, bool asks)
{
	cl_int status = CL_QUEUED;

	if (!asks)
		check(clWaitForEvents(1, &event), "wait");
	while (asks && status != CL_COMPLETE)
		check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
				     &status, NULL),
		      "event");
}

int main(int argc, char **argv)
{
	static struct board boards[MOST];
	cl_device_id devices[MOST];
	cl_platform_id platform;
	cl_uint count;
	cl_int numbers[2 * MOST], error, others;
	cl_kernel kernel;
	cl_event event;
	cl_mem out;
	unsigned char *image;
	size_t size;

	image = argc > 1 ? read_file(argv[1], &size) : NULL;
	if (!image)
		return 2;
	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, devices, &count), "device");
	for (cl_uint i = 0; i < count; i++)
		open_board(&boards[i], devices[i], image, size);
	others = (cl_int)count - 1;
	kernel = make_kernel(&boards[0], "gather");
	out = clCreateBuffer(boards[0].context, CL_MEM_WRITE_ONLY, sizeof(numbers), NULL, &error);
	check(error, "buffer");
	check(clSetKernelArg(kernel, 1, sizeof(out), &out), "out");
	check(clSetKernelArg(kernel, 2, sizeof(others), &others), "count");
	check(clEnqueueTask(boards[0].queue, kernel, 0, NULL, &event), "gather");
	check(clFlush(boards[0].queue), "flush");
	for (cl_int i = 1; i <= others; i++)
		say(&boards[i], i);
	await(event, argc > 2);
	check(clEnqueueReadBuffer(boards[0].queue, out, CL_TRUE, 0,
				  2 * (size_t)others * sizeof(cl_int), numbers, 0, NULL, NULL),
	      "read");
	for (cl_int i = 0; i < others; i++)
		printf("%d%c", numbers[i], i + 1 < others ? ' ' : '\n');
	for (cl_int i = 0; i < others; i++)
		if (numbers[others + i] != i + 1)
			return 1;
	return 0;
}
