/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ten thousand free-running CUs in one ring: they take memory, not threads, and a packet that goes
 * around passes each of them once.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <cmocka.h>

#include <CL/cl.h>

#include "host_tests/read_file.h"

/* The board adds threads when the existing ones make no progress, as on a busy machine. */
enum { COUNT = 16, MOST_MIB = 1024, MOST_THREADS = 64 };

static int count_threads(void)
{
	DIR *folder = opendir("/proc/self/task");
	int count = -2; /* . and .. */

	assert_non_null(folder);
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static void ring(void **state)
{
	const unsigned char *image;
	cl_int data[COUNT], n = COUNT, error;
	struct rusage usage;
	cl_platform_id platform;
	cl_command_queue queue;
	cl_context context;
	cl_device_id device;
	cl_program program;
	cl_kernel head;
	cl_mem buffer;
	size_t size;

	(void)state;
	for (int i = 0; i < COUNT; i++)
		data[i] = 1000 * i;
	assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
	assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), 0);
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	image = read_file(RING_IMAGE, &size);
	assert_non_null(image);
	program = clCreateProgramWithBinary(context, 1, &device, &size, &image, NULL, &error);
	assert_int_equal(error, CL_SUCCESS);
	head = clCreateKernel(program, "head", NULL);
	buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(data), data, NULL);
	assert_int_equal(clSetKernelArg(head, 2, sizeof(buffer), &buffer), CL_SUCCESS);
	assert_int_equal(clSetKernelArg(head, 3, sizeof(n), &n), CL_SUCCESS);
	assert_int_equal(clEnqueueTask(queue, head, 0, NULL, NULL), CL_SUCCESS);
	assert_int_equal(
		clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(data), data, 0, NULL, NULL),
		CL_SUCCESS);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(data[i], 1000 * i + RING_UNITS);
	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	assert_in_range(usage.ru_maxrss / 1024, 1, MOST_MIB);
	assert_in_range(count_threads(), 1, MOST_THREADS);
	free((void *)image);
	clReleaseKernel(head), clReleaseProgram(program), clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue), clReleaseContext(context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(ring)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
