/* SPDX-License-Identifier: Apache-2.0 */
/* Pipes and channels that are declared outside of functions, in one file and across .xo files. */
#include "app.h"

enum { COUNT = 3000 };

static struct app app;
static cl_int in[COUNT], out[COUNT];

static void launch(cl_command_queue queue, cl_kernel kernel, cl_event *event)
{
	OK(clEnqueueTask(queue, kernel, 0, NULL, event));
	OK(clFlush(queue));
}

static void run(const char *image)
{
	cl_command_queue second;
	cl_kernel source, sink;
	cl_long sum = 0, found;
	cl_mem buffers[3];

	app = app_open(image, 0);
	second = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	source = app_kernel(&app, "source");
	sink = app_kernel(&app, "sink");
	app_numbers(in, COUNT, 3);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, 0, sizeof(out), NULL);
	buffers[2] = app_buffer(&app, 0, sizeof(sum), NULL);
	app_set_buffers(source, 0, 1, &buffers[0]);
	app_set_int(source, 1, COUNT);
	app_set_buffers(source, 2, 1, &buffers[2]);
	app_set_buffers(sink, 0, 1, &buffers[1]);
	app_set_int(sink, 1, COUNT);
	for (int round = 0; round < 2; round++) {
		launch(second, source, NULL);
		launch(app.queue, sink, NULL);
		OK(clFinish(second));
		app_read_buffer(&app, buffers[1], out, sizeof(out));
		app_read_buffer(&app, buffers[2], &found, sizeof(found));
		sum = 0;
		for (int i = 0; i < COUNT; i++) {
			cl_int expected = 3 * in[i] + (cl_short)i + (cl_int)(cl_float)in[i];

			if (out[i] != expected)
				fail_msg("element %d: expected %d, found %d", i, expected, out[i]);
			sum += 4 * (cl_long)expected;
		}
		assert_int_equal(found, sum);
	}
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(source));
	OK(clReleaseKernel(sink));
	OK(clReleaseCommandQueue(second));
	app_close(&app);
}

static void joins_one_file(void **state)
{
	(void)state;
	run("channels.xclbin");
}

static void joins_objects(void **state)
{
	(void)state;
	run("channels_xo.xclbin");
}

/* Kernels that run by themselves between two that are launched. */
static void runs_by_itself(void **state)
{
	cl_command_queue second;
	cl_kernel enter, leave;
	cl_mem buffers[2];

	(void)state;
	app = app_open("channels.xclbin", 0);
	second = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	enter = app_kernel(&app, "enter");
	leave = app_kernel(&app, "leave");
	for (int i = 0; i < COUNT; i++)
		in[i] = i;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(enter, 0, 1, &buffers[0]);
	app_set_int(enter, 1, COUNT);
	app_set_buffers(leave, 0, 1, &buffers[1]);
	app_set_int(leave, 1, COUNT);
	for (int round = 0; round < 2; round++) {
		launch(second, enter, NULL);
		launch(app.queue, leave, NULL);
		OK(clFinish(second));
		app_read_buffer(&app, buffers[1], out, sizeof(out));
		for (int i = 0; i < COUNT; i++)
			if (out[i] != 10000 * i + 123)
				fail_msg("element %d: expected %d, found %d", i, 10000 * i + 123,
					 out[i]);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(enter));
	OK(clReleaseKernel(leave));
	OK(clReleaseCommandQueue(second));
	app_close(&app);
}

/* A channel without another end, and an index beyond an array, fail the kernel alone. */
static void contains_bad_channels(void **state)
{
	static const cl_int indices[] = {0, 3, -1, 100000};
	cl_kernel lost;

	(void)state;
	app = app_open("channels.xclbin", 0);
	lost = app_kernel(&app, "lost");
	for (int i = 0; i < 4; i++) {
		cl_event event;
		cl_int status;

		app_set_int(lost, 0, indices[i]);
		launch(app.queue, lost, &event);
		clWaitForEvents(1, &event);
		OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
				  NULL));
		assert_true(status < 0);
		OK(clReleaseEvent(event));
	}
	OK(clReleaseKernel(lost));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joins_one_file),
		cmocka_unit_test(joins_objects),
		cmocka_unit_test(runs_by_itself),
		cmocka_unit_test(contains_bad_channels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
