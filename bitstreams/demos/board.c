/* SPDX-License-Identifier: Apache-2.0 */
#include "board.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEVICES = 16 };

_Noreturn void demo_fail(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, what, *why ? ": " : "", why);
	exit(1);
}

void demo_check(cl_int status, const char *call)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %s returned %d\n", program_invocation_short_name, call, status);
	exit(1);
}

unsigned char *demo_read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes;
	long size;

	if (!file || fseek(file, 0, SEEK_END))
		demo_fail(path, "cannot be read");
	size = ftell(file);
	if (size <= 0)
		demo_fail(path, "is empty");
	rewind(file);
	bytes = malloc((size_t)size);
	if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
		demo_fail(path, "cannot be read completely");
	fclose(file);
	*ret_size = (size_t)size;
	return bytes;
}

/*
 * An image fits one kind of board only. As hosts usually do, offer it to each device in turn and
 * take the first that accepts it; one may be out of order.
 */
static bool demo_try_device(struct demo_board *board, cl_device_id device,
			    const unsigned char *image, size_t size)
{
	cl_int status, accepted;

	board->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	if (status != CL_SUCCESS)
		return false;
	board->program = clCreateProgramWithBinary(board->context, 1, &device, &size, &image,
						   &accepted, &status);
	if (status == CL_SUCCESS && accepted == CL_SUCCESS) {
		board->device = device;
		return true;
	}
	clReleaseContext(board->context);
	return false;
}

static void demo_load_on_any(struct demo_board *board, const unsigned char *image, size_t size)
{
	cl_platform_id platforms[MAX_DEVICES];
	cl_device_id devices[MAX_DEVICES];
	cl_uint platform_count = 0, device_count;

	clGetPlatformIDs(MAX_DEVICES, platforms, &platform_count);
	for (cl_uint i = 0; i < platform_count && i < MAX_DEVICES; i++) {
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ACCELERATOR, MAX_DEVICES, devices,
				   &device_count) != CL_SUCCESS)
			continue;
		for (cl_uint j = 0; j < device_count && j < MAX_DEVICES; j++)
			if (demo_try_device(board, devices[j], image, size))
				return;
	}
	demo_fail("no device", "no accelerator accepts this image (FPGACL_LOG=error says why)");
}

void demo_board_open(struct demo_board *board, const char *path,
		     cl_command_queue_properties properties)
{
	size_t size;
	unsigned char *image = demo_read_file(path, &size);
	cl_int status;

	demo_load_on_any(board, image, size);
	free(image); /* the program keeps its own copy */
	board->queue = clCreateCommandQueue(board->context, board->device,
					    properties | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
					    &status);
	demo_check(status, "clCreateCommandQueue");
}

void demo_board_close(struct demo_board *board)
{
	clReleaseProgram(board->program);
	clReleaseCommandQueue(board->queue);
	clReleaseContext(board->context);
}

cl_kernel demo_kernel(const struct demo_board *board, const char *name)
{
	cl_int status;
	cl_kernel kernel = clCreateKernel(board->program, name, &status);

	demo_check(status, name);
	return kernel;
}
