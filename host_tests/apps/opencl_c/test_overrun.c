/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenCL C kernels that write outside their local memory, private arrays and stack: an error
 * reports it, and the host is never damaged.
 */
#include "host_tests/apps/app.h"

enum { ITEMS = 32 };

static struct app app;

/*
 * Called inside each test: cmocka installs signal handlers before each test, the board when a
 * program is created.
 */
static void open_app(void)
{
	app = app_open("overrun.xclbin", 0);
}

/* Runs one group; returns its status. */
static cl_int run(cl_kernel kernel, size_t items, cl_int *ret_out)
{
	cl_mem out = app_buffer(&app, CL_MEM_WRITE_ONLY, items * sizeof(cl_int), NULL);
	cl_int status;
	cl_event event;

	app_set_buffers(kernel, 0, 1, &out);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, &items, 0, NULL, &event));
	clFinish(app.queue);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	if (status == CL_COMPLETE && ret_out)
		app_read_buffer(&app, out, ret_out, items * sizeof(cl_int));
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(out));
	return status;
}

static cl_int run_at(const char *name, cl_uint index, cl_int at)
{
	cl_kernel kernel = app_kernel(&app, name);
	cl_int status;

	if (index == 3) {
		OK(clSetKernelArg(kernel, 1, ITEMS * sizeof(cl_int), NULL));
		OK(clSetKernelArg(kernel, 2, ITEMS * sizeof(cl_int), NULL));
	}
	app_set_int(kernel, index, at);
	status = run(kernel, ITEMS, NULL);
	OK(clReleaseKernel(kernel));
	return status;
}

static void local_arguments(void **state)
{
	(void)state;
	open_app();
	assert_int_equal(run_at("local_argument", 3, ITEMS - 1), CL_COMPLETE);
	assert_true(run_at("local_argument", 3, ITEMS) < 0);
	assert_true(run_at("local_argument", 3, -1) < 0);
	assert_true(run_at("local_argument", 3, 1 << 12) < 0);
	assert_int_equal(run_at("local_argument", 3, 0), CL_COMPLETE);
	app_close(&app);
}

static void local_variables(void **state)
{
	(void)state;
	open_app();
	assert_int_equal(run_at("local_variable", 1, 7), CL_COMPLETE);
	assert_true(run_at("local_variable", 1, 8) < 0);
	assert_true(run_at("local_variable", 1, 2000) < 0);
	app_close(&app);
}

static void private_arrays(void **state)
{
	(void)state;
	open_app();
	assert_int_equal(run_at("private_array", 1, 3), CL_COMPLETE);
	assert_true(run_at("private_array", 1, ITEMS * 4 * 2) < 0);
	assert_true(run_at("private_array", 1, 1 << 14) < 0);
	app_close(&app);
}

/* A large private array is on the stack, which is as large as the compiler says. */
static void stacks(void **state)
{
	(void)state;
	open_app();
	assert_int_equal(run_at("stack", 1, 0), CL_COMPLETE);
	app_close(&app);
}

/* A group of maximum size, with arrays of each work-item that are live across barriers. */
static void large_group(void **state)
{
	enum { MANY = 1024 };
	cl_kernel kernel;
	cl_int out[MANY];

	(void)state;
	open_app();
	kernel = app_kernel(&app, "deep");
	assert_int_equal(run(kernel, MANY, out), CL_COMPLETE);
	for (cl_int i = 0; i < MANY; i++) {
		cl_int at = i % 256;

		assert_int_equal(out[i], at * (i + 3) + at * (i + 2) - at * (i + 1) - at * i);
	}
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(local_arguments), cmocka_unit_test(local_variables),
		cmocka_unit_test(private_arrays),  cmocka_unit_test(stacks),
		cmocka_unit_test(large_group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
