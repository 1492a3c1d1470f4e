/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in OpenCL C 2.0: generic pointers, atomics, program-scope variables. */
#include <math.h>

#include "host_tests/apps/app.h"

static struct app app;

static int open_app(void **state)
{
	(void)state;
	app = app_open("generic.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

/*
 * Built-in functions accept pointers to any memory, and program-scope variables keep their values.
 */
static void generic_pointers(void **state)
{
	static const cl_int expected[9] = {20, 40, 60, 80, 22, 44, 66, 88, 6};
	static const float parts[8] = {0.5f, -0.25f, 0, 0.125f, 1, -2, 3, 0};
	cl_int numbers[10] = {10, 20, 30, 40};
	float reals[12] = {0.5f};
	cl_kernel kernel = app_kernel(&app, "generic_pointers");
	cl_mem buffers[2];

	(void)state;
	for (int run = 0; run < 2; run++) {
		buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers);
		buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(reals), reals);
		app_set_buffers(kernel, 0, 2, buffers);
		OK(clSetKernelArg(kernel, 2, 4 * sizeof(cl_int), NULL));
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
		cl_int found[10];
		float real[12];

		app_read_buffer(&app, buffers[0], found, sizeof(found));
		app_read_buffer(&app, buffers[1], real, sizeof(real));
		assert_memory_equal(found, expected, sizeof(expected));
		assert_int_equal(found[9], 100 + run);
		assert_true(fabsf(real[1] - sinf(0.5f)) < 1e-6f);
		assert_true(fabsf(real[2] - cosf(0.5f)) < 1e-6f);
		assert_true(real[3] == 0.75f);
		for (int i = 0; i < 8; i++)
			assert_true(real[4 + i] == parts[i]);
		OK(clReleaseMemObject(buffers[0]));
		OK(clReleaseMemObject(buffers[1]));
	}
	OK(clReleaseKernel(kernel));
}

static void atomics(void **state)
{
	const size_t global = 8;
	cl_int counters[5] = {1, -5, 0, 7, 0}, old[8];
	cl_kernel kernel = app_kernel(&app, "count_together");
	cl_mem buffers[2];
	int winners = 0;

	(void)state;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(counters), counters);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(old), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL));
	app_read_buffer(&app, buffers[0], counters, sizeof(counters));
	app_read_buffer(&app, buffers[1], old, sizeof(old));
	assert_int_equal(counters[0], 25);
	assert_int_equal(counters[1], 9);
	assert_int_equal(counters[2], 255);
	assert_int_equal(counters[4], 32);
	for (int i = 0; i < 8; i++) {
		winners += old[i] == -1;
		assert_int_equal(old[i], old[i] == -1 ? -1 : counters[3]);
	}
	assert_int_equal(winners, 1);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

enum { X = 13, Y = 7, LOCAL_X = 8, LOCAL_Y = 4, PRIME = 521 };

/* Work-groups of four sizes in one range. */
static void expect_edges(cl_kernel kernel, cl_mem buffer)
{
	const size_t global[2] = {X, Y}, local[2] = {LOCAL_X, LOCAL_Y};
	cl_int found[X * Y];

	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
	app_read_buffer(&app, buffer, found, sizeof(found));
	for (int i = 0; i < X * Y; i++) {
		bool last_x = i % X >= LOCAL_X, last_y = i / X >= LOCAL_Y;
		int size_x = last_x ? X - LOCAL_X : LOCAL_X,
		    size_y = last_y ? Y - LOCAL_Y : LOCAL_Y;

		assert_int_equal(found[i], size_x + 10 * size_y + 100 * LOCAL_X + 1000 * LOCAL_Y +
						   10000 * (last_x ? X - 1 : LOCAL_X - 1));
	}
}

/*
 * Smaller work-groups at the ends of a range, also if the kernel requires the size of the others.
 */
static void smaller_groups(void **state)
{
	const size_t prime = PRIME, few = 50;
	cl_kernel kernel = app_kernel(&app, "edges"), required = app_kernel(&app, "edges_of_32");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, PRIME * sizeof(cl_int), NULL);
	cl_int found[PRIME];

	(void)state;
	expect_edges(required, buffer);
	OK(clReleaseKernel(required));
	expect_edges(kernel, buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &prime, &few, 0, NULL, NULL));
	app_read_buffer(&app, buffer, found, sizeof(found));
	assert_int_equal(found[0], 50 + 10 + 5000 + 1000 + 490000);
	assert_int_equal(found[PRIME - 1], PRIME % 50 + 10 + 5000 + 1000 + 10000 * (PRIME - 1));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generic_pointers),
		cmocka_unit_test(atomics),
		cmocka_unit_test(smaller_groups),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
