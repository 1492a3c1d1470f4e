/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two processes of a DATAFLOW region, one reading a buffer and one writing a buffer. If both are
 * the same memory, --dataflow ordered makes the reader run first, as in the source.
 */
#include "host_tests/apps/app.h"

enum { N = 4096 };

static struct app app;
static cl_int numbers[2 * N];

/* Reverses the N numbers of `from` into `to`. */
static void reverse(cl_mem from, cl_mem to)
{
	cl_kernel kernel = app_kernel(&app, "overlapped");
	cl_mem both[] = {from, to};

	app_set_buffers(kernel, 0, 2, both);
	app_set_int(kernel, 2, N);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clFinish(app.queue));
	OK(clReleaseKernel(kernel));
}

static cl_mem numbered(cl_mem_flags flags)
{
	app_numbers(numbers, 2 * N, 5);
	return app_buffer(&app, flags | CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers);
}

static void check(cl_mem buffer, size_t first_read, size_t first_written)
{
	static cl_int found[2 * N];

	app_read_buffer(&app, buffer, found, sizeof(found));
	for (size_t i = 0; i < N; i++)
		assert_int_equal(found[first_written + i], numbers[first_read + N - 1 - i]);
}

static void same_buffer(void **state)
{
	cl_mem buffer = numbered(CL_MEM_READ_WRITE);

	(void)state;
	reverse(buffer, buffer);
	check(buffer, 0, 0);
	OK(clReleaseMemObject(buffer));
}

/* A quarter of each sub-buffer overlaps. */
static void sub_buffers(void **state)
{
	cl_buffer_region front = {0, N * sizeof(cl_int)};
	cl_buffer_region back = {3 * N, N * sizeof(cl_int)};
	cl_mem buffer = numbered(CL_MEM_READ_WRITE), from, to;
	cl_int error;

	(void)state;
	from = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &front, &error);
	OK(error);
	to = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &back, &error);
	OK(error);
	reverse(from, to);
	check(buffer, 0, back.origin / sizeof(cl_int));
	OK(clReleaseMemObject(from));
	OK(clReleaseMemObject(to));
	OK(clReleaseMemObject(buffer));
}

static void two_buffers(void **state)
{
	cl_mem to = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(numbers), NULL);
	cl_mem from = numbered(CL_MEM_READ_ONLY);

	(void)state;
	reverse(from, to);
	check(to, 0, 0);
	OK(clReleaseMemObject(from));
	OK(clReleaseMemObject(to));
}

static int open_app(void **state)
{
	(void)state;
	app = app_open("dataflow.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_buffer),
		cmocka_unit_test(sub_buffers),
		cmocka_unit_test(two_buffers),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
