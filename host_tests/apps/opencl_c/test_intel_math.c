/* SPDX-License-Identifier: Apache-2.0 */
/* In aoc's mode, mathematical functions take scalars of any types, and halves can be computed with. */
#include "host_tests/apps/app.h"

enum { CHECKS = 8 };

static void same_as_converted(void **state)
{
	struct app app = app_open("intel_math.xclbin", 0);
	cl_uint counts[2] = {0, 0};
	cl_mem buffer = app_buffer(&app, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(counts),
				   counts);
	cl_kernel kernel = app_kernel(&app, "intel_math");
	cl_uint u = 4000000123u;
	cl_long l = 7;
	cl_float f = 2.75f;
	cl_double d = 3.1;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, 5);
	OK(clSetKernelArg(kernel, 2, sizeof(u), &u));
	OK(clSetKernelArg(kernel, 3, sizeof(l), &l));
	OK(clSetKernelArg(kernel, 4, sizeof(f), &f));
	OK(clSetKernelArg(kernel, 5, sizeof(d), &d));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_take_buffer(&app, buffer, counts, sizeof(counts));
	OK(clReleaseKernel(kernel));
	app_close(&app);
	assert_int_equal(counts[0], 0);
	assert_int_equal(counts[1], CHECKS);
}

static void halves_are_rounded(void **state)
{
	struct app app = app_open("intel_math.xclbin", 0);
	cl_uint counts[2] = {~0u, 0};
	cl_mem buffer = app_buffer(&app, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(counts),
				   counts);
	cl_kernel kernel = app_kernel(&app, "halves");

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_take_buffer(&app, buffer, counts, sizeof(counts));
	OK(clReleaseKernel(kernel));
	app_close(&app);
	assert_int_equal(counts[0], 0);
	/* Some differ from what is rounded once, so the check can fail. */
	assert_true(counts[1] > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves_are_rounded),
		cmocka_unit_test(same_as_converted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
