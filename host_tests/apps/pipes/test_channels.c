/* SPDX-License-Identifier: Apache-2.0 */
/* Pipes and channels declared at file scope, in one file and across .xo files. */
#include "host_tests/apps/app.h"

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

/* Two kernels, with others between them that run freely; the results for each i. */
static void run_chain(const char *image, const char *first, const char *last, cl_int factor,
		      cl_int offset)
{
	cl_command_queue second;
	cl_kernel enter, leave;
	cl_mem buffers[2];

	app = app_open(image, 0);
	second = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	enter = app_kernel(&app, first);
	leave = app_kernel(&app, last);
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
			if (out[i] != factor * i + offset)
				fail_msg("element %d: expected %d, found %d", i,
					 factor * i + offset, out[i]);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(enter));
	OK(clReleaseKernel(leave));
	OK(clReleaseCommandQueue(second));
	app_close(&app);
}

static void runs_by_itself(void **state)
{
	(void)state;
	run_chain("channels.xclbin", "enter", "leave", 10000, 123);
}

/* Functions of one source use its channels for kernels of another one. */
static void joins_sources(void **state)
{
	(void)state;
	run_chain("channels_joined.aocx", "giver", "taker", 1, 0);
}

/* Branches on a copy's number decide which channels it has. */
static void ends_differ(void **state)
{
	(void)state;
	run_chain("channels.xclbin", "enter_row", "leave_row", 100010, 4100043);
}

/* Autorun kernels in two dimensions. */
static void knows_its_place(void **state)
{
	cl_kernel kernel;
	cl_mem buffer;

	(void)state;
	app = app_open("channels.xclbin", 0);
	kernel = app_kernel(&app, "ask_grid");
	buffer = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < 6; i++)
		assert_int_equal(out[i], 1000 * (i + 1) + 10 * (i / 3) + i % 3);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* Channels without another end are empty, or full, for those that do not wait. */
static void polls_loose_ends(void **state)
{
	cl_kernel kernel;
	cl_mem buffer;

	(void)state;
	app = app_open("channels.xclbin", 0);
	kernel = app_kernel(&app, "poll");
	buffer = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, sizeof(out));
	assert_int_equal(out[0], 0);
	assert_int_equal(out[1], 0);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* A channel without another end, and an out-of-range index, only fail the kernel. */
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

/* Hosts see what the source lists, but no channel ports. */
static void hides_channels(void **state)
{
	static const struct {
		const char *name;
		cl_uint nargs;
	} kernels[] = {{"source", 3}, {"sink", 2}, {"lost", 1}};

	(void)state;
	app = app_open("channels.xclbin", 0);
	for (int i = 0; i < 3; i++) {
		cl_kernel kernel = app_kernel(&app, kernels[i].name);
		cl_uint nargs = kernels[i].nargs, found;
		cl_mem none = NULL;
		char name[64];

		OK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(found), &found, NULL));
		assert_int_equal(found, nargs);
		OK(clGetKernelArgInfo(kernel, nargs - 1, CL_KERNEL_ARG_NAME, sizeof(name), name,
				      NULL));
		assert_int_equal(clGetKernelArgInfo(kernel, nargs, CL_KERNEL_ARG_NAME, sizeof(name),
						    name, NULL),
				 CL_INVALID_ARG_INDEX);
		assert_int_equal(clSetKernelArg(kernel, nargs, sizeof(none), &none),
				 CL_INVALID_ARG_INDEX);
		OK(clReleaseKernel(kernel));
	}
	app_close(&app);
}

/* num_compute_units and max_global_work_dim of launched kernels. */
static void obeys_attributes(void **state)
{
	const size_t size[2] = {1001, 1}, square[2] = {4, 2}, one[3] = {1, 1, 1}, local[2] = {7, 1};
	cl_kernel spread, alone;
	cl_mem buffer;

	(void)state;
	app = app_open("channels.xclbin", 0);
	spread = app_kernel(&app, "spread");
	alone = app_kernel(&app, "alone");
	memset(out, 0, sizeof(out));
	buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(out), out);
	app_set_buffers(spread, 0, 1, &buffer);
	app_set_buffers(alone, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, spread, 2, NULL, size, local, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(out[i], i < 1001 ? 7 * i : 0);
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, spread, 2, NULL, square, NULL, 0, NULL, NULL),
		CL_INVALID_GLOBAL_WORK_SIZE);
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, alone, 1, NULL, size, NULL, 0, NULL, NULL),
		CL_INVALID_GLOBAL_WORK_SIZE);
	OK(clEnqueueNDRangeKernel(app.queue, alone, 3, NULL, one, one, 0, NULL, NULL));
	OK(clEnqueueTask(app.queue, alone, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, sizeof(*out));
	assert_int_equal(out[0], 1);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(spread));
	OK(clReleaseKernel(alone));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joins_one_file),        cmocka_unit_test(joins_objects),
		cmocka_unit_test(joins_sources),         cmocka_unit_test(runs_by_itself),
		cmocka_unit_test(knows_its_place),       cmocka_unit_test(polls_loose_ends),
		cmocka_unit_test(contains_bad_channels), cmocka_unit_test(hides_channels),
		cmocka_unit_test(obeys_attributes),      cmocka_unit_test(ends_differ),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
