/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ring IMAGE ROUNDS: the boards of this process are in a ring, the only ones of the rack, or one of them
 * is. In each round every board sends words through its first port, which arrive at the next board's
 * second, and packets the other way. Checks all of them; FIRST of the environment is the number of the
 * process's first board, ALL how many there are. Prints "right".
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_tests/read_file.h"

enum { WORDS = 3000, WIDTH = 64, LENGTH = 7, LAST_BYTES = 5, MOST = 64 };

struct board {
	cl_context context;
	cl_command_queue queues[4];
	cl_kernel kernels[4];
	cl_mem in, out, packets_in, packets_out;
};

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	printf("%s: error %d\n", what, error);
	exit(1);
}

static cl_mem make_buffer(const struct board *board, size_t words)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(board->context, CL_MEM_READ_WRITE, words * WIDTH, NULL,
				       &error);

	check(error, "buffer");
	return buffer;
}

static void set(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
	check(clSetKernelArg(kernel, index, size, value), "argument");
}

static void open_board(struct board *board, cl_device_id device, const unsigned char *image,
		       size_t size)
{
	static const char *const names[] = {"dump", "dump_packets", "issue", "issue_packets"};
	const cl_int words = WORDS, length = LENGTH, bytes = LAST_BYTES;
	cl_program program;
	cl_int error;

	board->context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	program = clCreateProgramWithBinary(board->context, 1, &device, &size, &image, NULL,
					    &error);
	check(error, "program");
	for (int i = 0; i < 4; i++) {
		board->queues[i] = clCreateCommandQueue(board->context, device, 0, &error);
		check(error, "queue");
		board->kernels[i] = clCreateKernel(program, names[i], &error);
		check(error, names[i]);
	}
	clReleaseProgram(program);
	board->in = make_buffer(board, WORDS);
	board->out = make_buffer(board, WORDS);
	board->packets_in = make_buffer(board, WORDS);
	board->packets_out = make_buffer(board, 2 * WORDS);
	set(board->kernels[0], 1, sizeof(cl_mem), &board->out);
	set(board->kernels[0], 2, sizeof(words), &words);
	set(board->kernels[1], 1, sizeof(cl_mem), &board->packets_out);
	set(board->kernels[1], 2, sizeof(words), &words);
	set(board->kernels[2], 0, sizeof(cl_mem), &board->in);
	set(board->kernels[2], 2, sizeof(words), &words);
	set(board->kernels[3], 0, sizeof(cl_mem), &board->packets_in);
	set(board->kernels[3], 2, sizeof(words), &words);
	set(board->kernels[3], 3, sizeof(length), &length);
	set(board->kernels[3], 4, sizeof(bytes), &bytes);
}

static uint32_t value_of(unsigned number, unsigned round, unsigned way, unsigned at)
{
	return number * 1000003u + round * 101u + way * 7u + at * 2654435761u;
}

static void fill(const struct board *board, unsigned number, unsigned round)
{
	static uint32_t words[WORDS * WIDTH / 4];

	for (unsigned way = 0; way < 2; way++) {
		for (unsigned i = 0; i < WORDS * WIDTH / 4; i++)
			words[i] = value_of(number, round, way, i);
		check(clEnqueueWriteBuffer(board->queues[0], way ? board->packets_in : board->in,
					   CL_TRUE, 0, sizeof(words), words, 0, NULL, NULL),
		      "write");
	}
}

static void judge(int good, unsigned number, unsigned round, unsigned at)
{
	if (good)
		return;
	printf("board %u, round %u: word %u is wrong\n", number, round, at);
	exit(1);
}

static void compare(const struct board *board, unsigned number, unsigned all, unsigned round)
{
	static uint32_t words[2 * WORDS * WIDTH / 4];
	unsigned before = (number + all - 1) % all, after = (number + 1) % all;

	check(clEnqueueReadBuffer(board->queues[0], board->out, CL_TRUE, 0, WORDS * WIDTH, words, 0,
				  NULL, NULL),
	      "read");
	for (unsigned i = 0; i < WORDS * WIDTH / 4; i++)
		judge(words[i] == value_of(before, round, 0, i), number, round, i);
	check(clEnqueueReadBuffer(board->queues[1], board->packets_out, CL_TRUE, 0,
				  2 * WORDS * WIDTH, words, 0, NULL, NULL),
	      "read");
	for (unsigned i = 0; i < WORDS; i++) {
		unsigned last = (i + 1) % LENGTH == 0, bytes = last ? LAST_BYTES : WIDTH;

		judge(words[(WORDS + i) * WIDTH / 4] == last * 1000 + bytes, number, round, i);
		judge(words[i * WIDTH / 4] == value_of(after, round, 1, i * WIDTH / 4), number,
		      round, i);
	}
}

int main(int argc, char **argv)
{
	static struct board boards[MOST];
	cl_device_id devices[MOST];
	cl_platform_id platform;
	cl_uint count;
	const char *first = getenv("FIRST"), *all = getenv("ALL");
	unsigned from = first ? (unsigned)atoi(first) : 0, total;
	unsigned char *image;
	size_t size;

	if (argc != 3)
		return 1;
	image = read_file(argv[1], &size);
	if (!image)
		exit(1);
	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST, devices, &count), "device");
	total = all ? (unsigned)atoi(all) : count;
	for (cl_uint i = 0; i < count; i++)
		open_board(&boards[i], devices[i], image, size);
	for (unsigned round = 0; round < (unsigned)atoi(argv[2]); round++) {
		for (cl_uint i = 0; i < count; i++)
			fill(&boards[i], from + i, round);
		for (cl_uint i = 0; i < count; i++)
			for (int j = 0; j < 4; j++) {
				check(clEnqueueTask(boards[i].queues[j], boards[i].kernels[j], 0,
						    NULL, NULL),
				      "launch");
				check(clFlush(boards[i].queues[j]), "flush");
			}
		for (cl_uint i = 0; i < count; i++)
			for (int j = 0; j < 4; j++)
				check(clFinish(boards[i].queues[j]), "finish");
		for (cl_uint i = 0; i < count; i++)
			compare(&boards[i], from + i, total, round);
	}
	puts("right");
	return 0;
}
