/* SPDX-License-Identifier: Apache-2.0 */
/* Variables shared by OpenCL C kernels: initial values, changes, image swaps. */
#define CL_TARGET_OPENCL_VERSION 200
#include "host_tests/apps/app.h"

enum { FIELDS = 6, LARGE = 1 << 20 };

static const size_t one = 1;
static struct app app;

static void launch(const char *name, size_t items)
{
	cl_kernel kernel = app_kernel(&app, name);

	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	OK(clFinish(app.queue));
	OK(clReleaseKernel(kernel));
}

static void launch_with(const char *name, size_t items, cl_int value)
{
	cl_kernel kernel = app_kernel(&app, name);

	app_set_int(kernel, 0, value);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	OK(clFinish(app.queue));
	OK(clReleaseKernel(kernel));
}

static void expect(cl_int counter, cl_int third, cl_int calls)
{
	const cl_int expected[FIELDS] = {counter, 3 + third, 9, calls, counter, 0};
	cl_int found[FIELDS] = {0};
	cl_kernel kernel = app_kernel(&app, "look");
	cl_mem buffer = app_buffer(&app, 0, sizeof(found), NULL);

	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffer, found, sizeof(found));
	for (int i = 0; i < FIELDS; i++)
		if (found[i] != expected[i])
			fail_msg("field %d: expected %d, found %d", i, expected[i], found[i]);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

/* Loads and runs another image on the board. */
static void run_another(cl_program program)
{
	cl_int error, status;
	cl_kernel kernel = clCreateKernel(program, "divide_all", &error);
	cl_mem buffer = app_buffer(&app, 0, 64, NULL);
	cl_event event;

	OK(error);
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, 3);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
	OK(clWaitForEvents(1, &event));
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_int_equal(status, CL_COMPLETE);
	OK(clReleaseEvent(event));
	OK(clReleaseKernel(kernel));
	OK(clReleaseMemObject(buffer));
}

static void keeps_values(void **state)
{
	unsigned char *other;
	cl_program program;
	cl_int status;
	size_t size;

	(void)state;
	app = app_open("variables.xclbin", 0);
	other = app_read("divide.xclbin", &size);
	program = app_load(&app, 0, other, size, &status);
	OK(status);
	free(other);
	expect(5, 0, 101);
	launch_with("change", 1, 70);
	expect(70, 70, 102);
	for (int i = 0; i < 3; i++) {
		run_another(program);
		launch("count", 1000);
		expect(70 + 1000 * (i + 1), 70, 103 + i);
	}
	OK(clReleaseProgram(program));
	app_close(&app);
}

/* A new program of the same binary has the initial values again. */
static void begins_anew(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		size_t bytes = 0;

		app = app_open("variables.xclbin", 0);
		OK(clGetProgramBuildInfo(app.program, app.devices[0],
					 CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(bytes),
					 &bytes, NULL));
		assert_in_range(bytes, LARGE, LARGE + 1024);
		expect(5, 0, 101);
		launch_with("change", 1, 9);
		expect(9, 9, 102);
		app_close(&app);
	}
}

static void holds_large_ones(void **state)
{
	unsigned char *found = malloc(LARGE);
	size_t limit = 0, items = LARGE;
	cl_kernel kernel;
	cl_mem buffer;

	(void)state;
	assert_non_null(found);
	app = app_open("variables.xclbin", 0);
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(limit),
			   &limit, NULL));
	assert_int_equal(limit, LARGE);
	launch_with("fill", LARGE, 77);
	kernel = app_kernel(&app, "copy");
	buffer = app_buffer(&app, 0, LARGE, NULL);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffer, found, LARGE);
	for (int i = 0; i < LARGE; i++)
		if (found[i] != (unsigned char)(77 + i / 3))
			fail_msg("byte %d: found %u", i, found[i]);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
	free(found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_values),
		cmocka_unit_test(begins_anew),
		cmocka_unit_test(holds_large_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
