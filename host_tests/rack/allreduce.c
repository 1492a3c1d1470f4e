/* SPDX-License-Identifier: Apache-2.0 */
/*
 * allreduce IMAGE BYTES: all boards of this process are in a ring, and sum up as many bytes of numbers
 * each. Checks the sums; prints the seconds of the launches and the process's memory for each board.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "host_tests/read_file.h"

enum { MOST = 256, WIDTH = 64 };

struct board {
	cl_command_queue queue;
	cl_kernel kernel;
	cl_mem data;
};

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	printf("%s: error %d\n", what, error);
	exit(1);
}

static int32_t value_of(unsigned board, unsigned at)
{
	return (int32_t)(board * 2654435761u + at * 40503u);
}

static void open_board(struct board *board, cl_device_id device, const unsigned char *image,
		       size_t image_bytes, size_t bytes)
{
	cl_context context;
	cl_program program;
	cl_int error;

	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	program = clCreateProgramWithBinary(context, 1, &device, &image_bytes, &image, NULL,
					    &error);
	check(error, "program");
	board->queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "queue");
	board->kernel = clCreateKernel(program, "allreduce", &error);
	check(error, "kernel");
	board->data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
	check(error, "buffer");
}

static void set_up(const struct board *board, unsigned number, cl_uint count, int32_t *values,
		   size_t bytes)
{
	const cl_int rank = (cl_int)number, boards = (cl_int)count, words = (cl_int)(bytes / WIDTH);

	for (unsigned i = 0; i < bytes / 4; i++)
		values[i] = value_of(number, i);
	check(clEnqueueWriteBuffer(board->queue, board->data, CL_TRUE, 0, bytes, values, 0, NULL,
				   NULL),
	      "write");
	check(clSetKernelArg(board->kernel, 0, sizeof(cl_mem), &board->data), "data");
	check(clSetKernelArg(board->kernel, 5, sizeof(rank), &rank), "rank");
	check(clSetKernelArg(board->kernel, 6, sizeof(boards), &boards), "boards");
	check(clSetKernelArg(board->kernel, 7, sizeof(words), &words), "words");
}

static void judge(const struct board *board, unsigned number, cl_uint count, int32_t *values,
		  size_t bytes)
{
	check(clEnqueueReadBuffer(board->queue, board->data, CL_TRUE, 0, bytes, values, 0, NULL,
				  NULL),
	      "read");
	for (unsigned i = 0; i < bytes / 4; i++) {
		uint32_t sum = 0;

		for (unsigned j = 0; j < count; j++)
			sum += (uint32_t)value_of(j, i);
		if ((uint32_t)values[i] == sum)
			continue;
		printf("board %u: number %u is %d\n", number, i, values[i]);
		exit(1);
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	static struct board boards[MOST];
	cl_device_id devices[MOST];
	cl_platform_id platform;
	struct rusage usage;
	size_t bytes, image_bytes;
	unsigned char *image;
	int32_t *values;
	cl_uint count;
	double begin;

	if (argc != 3)
		return 1;
	bytes = (size_t)atol(argv[2]);
	values = malloc(bytes);
	image = read_file(argv[1], &image_bytes);
	if (!image)
		exit(1);
	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, devices, &count), "devices");
	for (cl_uint i = 0; i < count; i++) {
		open_board(&boards[i], devices[i], image, image_bytes, bytes);
		set_up(&boards[i], i, count, values, bytes);
	}
	begin = seconds();
	for (cl_uint i = 0; i < count; i++) {
		check(clEnqueueTask(boards[i].queue, boards[i].kernel, 0, NULL, NULL), "launch");
		check(clFlush(boards[i].queue), "flush");
	}
	for (cl_uint i = 0; i < count; i++)
		check(clFinish(boards[i].queue), "finish");
	begin = seconds() - begin;
	for (cl_uint i = 0; i < count; i++)
		judge(&boards[i], i, count, values, bytes);
	getrusage(RUSAGE_SELF, &usage);
	printf("right: %u boards in %.2f s, %.1f MiB each\n", count, begin,
	       (double)usage.ru_maxrss / 1024 / count);
	return 0;
}
