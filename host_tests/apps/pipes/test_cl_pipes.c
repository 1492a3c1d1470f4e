/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pipes of OpenCL C kernels: cl_pipes.xclbin wires them, free_pipes.xclbin leaves that to the host.
 */
#include "host_tests/apps/app.h"

enum { COUNT = 5000, DEPTH = 8 };

static struct app app;
static cl_int in[COUNT], out[COUNT];

static void launch(cl_command_queue queue, cl_kernel kernel, size_t global, size_t local,
		   cl_event *event)
{
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL,
				  event));
	OK(clFlush(queue));
}

static cl_command_queue new_queue(void)
{
	return clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
}

static void finish(cl_command_queue queue)
{
	OK(clFinish(queue));
	OK(clReleaseCommandQueue(queue));
}

static void check_read(cl_mem buffer, void *to, size_t size)
{
	OK(clEnqueueReadBuffer(app.queue, buffer, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

static cl_mem pipes[2];

static void set_pipe(cl_kernel kernel, cl_uint index, int pipe)
{
	if (pipes[pipe])
		OK(clSetKernelArg(kernel, index, sizeof(cl_mem), &pipes[pipe]));
}

/* Three kernels concurrently, the middle one with a work-item for each packet. */
static void run_pipeline(void)
{
	cl_command_queue first = new_queue(), second = new_queue();
	cl_kernel produce = app_kernel(&app, "produce"), scale = app_kernel(&app, "scale");
	cl_kernel consume = app_kernel(&app, "consume");
	cl_mem buffers[2] = {app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in),
			     app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL)};

	app_set_buffers(produce, 0, 1, &buffers[0]);
	app_set_int(produce, 1, COUNT);
	set_pipe(produce, 2, 0);
	set_pipe(scale, 0, 0);
	app_set_int(scale, 1, -3);
	set_pipe(scale, 2, 1);
	set_pipe(consume, 0, 1);
	app_set_buffers(consume, 1, 1, &buffers[1]);
	app_set_int(consume, 2, COUNT);
	launch(app.queue, consume, 1, 1, NULL);
	launch(second, scale, COUNT, 50, NULL);
	launch(first, produce, 1, 1, NULL);
	finish(first);
	finish(second);
	check_read(buffers[1], out, sizeof(out));
	for (int i = 0; i < COUNT; i++)
		if (out[i] != -3 * in[i])
			fail_msg("packet %d: expected %d, found %d", i, -3 * in[i], out[i]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(produce));
	OK(clReleaseKernel(scale));
	OK(clReleaseKernel(consume));
}

static void joins_kernels(void **state)
{
	(void)state;
	app = app_open("cl_pipes.xclbin", 0);
	for (int i = 0; i < 4; i++) {
		app_numbers(in, COUNT, i);
		run_pipeline();
	}
	app_close(&app);
}

/* Pipes created by the host, with depths that make each side wait. */
static void takes_pipes_of_the_host(void **state)
{
	static const cl_uint depths[] = {1, 2, 1000};

	(void)state;
	for (int i = 0; i < 3; i++) {
		app = app_open("free_pipes.xclbin", 0);
		for (int j = 0; j < 2; j++)
			pipes[j] = clCreatePipe(app.context, 0, sizeof(cl_int), depths[i], NULL,
						NULL);
		app_numbers(in, COUNT, i);
		run_pipeline();
		for (int j = 0; j < 2; j++) {
			OK(clReleaseMemObject(pipes[j]));
			pipes[j] = NULL;
		}
		app_close(&app);
	}
}

/* The writer fills the pipe before the reader starts, and the results must show that. */
static void check_functions(cl_mem pipe)
{
	/* Two reservations are committed in reverse order, with a packet between them. */
	static const cl_int written[] = {DEPTH, 0, 1, 1, 0, 0, 0, -1, 0, 6, 0, 0, -1, DEPTH};
	static const cl_int read[] = {0, 1, 5, 0, -1, 0, -1, -3};
	static const cl_int values[] = {20, 21, 30, 31, 32, 7, 1, 1};
	cl_kernel look = app_kernel(&app, "look"), receive = app_kernel(&app, "receive");
	cl_int results[14], received[8];
	cl_mem buffers[3] = {app_buffer(&app, 0, sizeof(results), NULL),
			     app_buffer(&app, 0, sizeof(received), NULL),
			     app_buffer(&app, 0, sizeof(read), NULL)};

	if (pipe) {
		OK(clSetKernelArg(look, 0, sizeof(pipe), &pipe));
		OK(clSetKernelArg(receive, 0, sizeof(pipe), &pipe));
	}
	app_set_buffers(look, 1, 1, &buffers[0]);
	app_set_buffers(receive, 1, 2, &buffers[1]);
	for (int round = 0; round < 2; round++) {
		launch(app.queue, look, 1, 1, NULL);
		launch(app.queue, receive, 1, 1, NULL);
		check_read(buffers[0], results, sizeof(written));
		for (int i = 0; i < 14; i++)
			if (results[i] != written[i])
				fail_msg("writer %d: expected %d, found %d", i, written[i],
					 results[i]);
		check_read(buffers[1], received, sizeof(received));
		for (int i = 0; i < 8; i++)
			if (received[i] != values[i])
				fail_msg("packet %d: expected %d, found %d", i, values[i],
					 received[i]);
		check_read(buffers[2], results, sizeof(read));
		for (int i = 0; i < 8; i++)
			if (results[i] != read[i])
				fail_msg("reader %d: expected %d, found %d", i, read[i],
					 results[i]);
	}
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(look));
	OK(clReleaseKernel(receive));
}

static void has_all_functions(void **state)
{
	cl_mem pipe;

	(void)state;
	app = app_open("cl_pipes.xclbin", 0);
	check_functions(NULL);
	app_close(&app);
	app = app_open("free_pipes.xclbin", 0);
	pipe = clCreatePipe(app.context, 0, 8, DEPTH, NULL, NULL);
	check_functions(pipe);
	OK(clReleaseMemObject(pipe));
	app_close(&app);
}

/* Each group reverses its packets; the order of groups is that of the pipe. */
static void groups_reserve(void **state)
{
	enum { LOCAL = 20, ALL = 50 * LOCAL };
	cl_command_queue second;
	cl_kernel send, take;
	cl_mem buffers[2];

	(void)state;
	app = app_open("cl_pipes.xclbin", 0);
	second = new_queue();
	send = app_kernel(&app, "send_groups");
	take = app_kernel(&app, "take_groups");
	app_numbers(in, ALL, 3);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, ALL * sizeof(cl_int), in);
	buffers[1] = app_buffer(&app, 0, ALL * sizeof(cl_int), NULL);
	app_set_buffers(send, 0, 1, &buffers[0]);
	app_set_buffers(take, 1, 1, &buffers[1]);
	launch(app.queue, take, ALL, LOCAL, NULL);
	launch(second, send, ALL, LOCAL, NULL);
	finish(second);
	check_read(buffers[1], out, ALL * sizeof(cl_int));
	for (int i = 0; i < ALL; i++)
		assert_int_equal(out[i], in[i / LOCAL * LOCAL + LOCAL - 1 - i % LOCAL]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(send));
	OK(clReleaseKernel(take));
	app_close(&app);
}

/* Setting the argument fails, instead of a kernel reading past a packet. */
static void refuses_other_packets(void **state)
{
	cl_kernel kernel;
	cl_mem pipe;

	(void)state;
	app = app_open("free_pipes.xclbin", 0);
	kernel = app_kernel(&app, "look");
	pipe = clCreatePipe(app.context, 0, 6, DEPTH, NULL, NULL);
	assert_int_equal(clSetKernelArg(kernel, 0, sizeof(pipe), &pipe), CL_INVALID_ARG_VALUE);
	OK(clReleaseMemObject(pipe));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static void expect_failed(cl_event event)
{
	cl_int status;

	clWaitForEvents(1, &event);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_true(status < 0);
	OK(clReleaseEvent(event));
}

/* Where the log currently ends; 0: it has no lines yet. */
static long end_of_log(void)
{
	FILE *file = fopen(getenv("FPGACL_LOG_FILE"), "r");
	long end;

	if (!file)
		return 0;
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	end = ftell(file);
	fclose(file);
	return end;
}

static bool is_logged(long start, const char *name)
{
	FILE *file = fopen(getenv("FPGACL_LOG_FILE"), "r");
	bool found = false;
	char line[1000];

	assert_non_null(file);
	assert_int_equal(fseek(file, start, SEEK_SET), 0);
	while (fgets(line, sizeof(line), file))
		found |= strstr(line, name) && strstr(line, "deadlock");
	fclose(file);
	return found;
}

/* Two kernels wait for each other: both end, and the log names both. */
static void names_a_deadlock(void **state)
{
	cl_command_queue second;
	cl_event events[2];
	cl_kernel bounce;
	long start = end_of_log();

	(void)state;
	app = app_open("cl_pipes.xclbin", 0);
	second = new_queue();
	bounce = app_kernel(&app, "bounce");
	launch(app.queue, bounce, 1, 1, &events[0]);
	launch(second, bounce, 1, 1, &events[1]);
	expect_failed(events[0]);
	expect_failed(events[1]);
	assert_true(is_logged(start, "bounce_1") && is_logged(start, "bounce_2"));
	finish(second);
	OK(clReleaseKernel(bounce));
	app_close(&app);
}

/* An invalid reservation fails the kernel, not the host. */
static void contains_bad_reservations(void **state)
{
	cl_event event;
	cl_kernel kernel;

	(void)state;
	app = app_open("cl_pipes.xclbin", 0);
	kernel = app_kernel(&app, "commit_twice");
	launch(app.queue, kernel, 1, 1, &event);
	expect_failed(event);
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static cl_int level_of(cl_kernel kernel, const cl_mem *pipe, cl_mem packets)
{
	cl_int count = -1;

	OK(clSetKernelArg(kernel, 0, sizeof(*pipe), pipe));
	OK(clEnqueueFillBuffer(app.queue, packets, &count, sizeof(count), 0, sizeof(count), 0, NULL,
			       NULL));
	launch(app.queue, kernel, 1, 1, NULL);
	check_read(packets, &count, sizeof(count));
	return count;
}

/* Between launches that share their arguments: without a pipe the kernel is connected to nothing. */
static void takes_a_pipe_away(void **state)
{
	enum { WRITTEN = 3 };
	cl_kernel level, produce;
	cl_mem pipe, buffers[2];

	(void)state;
	app = app_open("free_pipes.xclbin", 0);
	level = app_kernel(&app, "level");
	produce = app_kernel(&app, "produce");
	pipe = clCreatePipe(app.context, 0, sizeof(cl_int), DEPTH, NULL, NULL);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, 0, sizeof(cl_int), NULL);
	app_set_buffers(produce, 0, 1, &buffers[0]);
	app_set_int(produce, 1, WRITTEN);
	OK(clSetKernelArg(produce, 2, sizeof(pipe), &pipe));
	launch(app.queue, produce, 1, 1, NULL);
	app_set_buffers(level, 1, 1, &buffers[1]);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 20; i++)
			assert_int_equal(level_of(level, &pipe, buffers[1]), WRITTEN);
		assert_int_equal(level_of(level, NULL, buffers[1]), 0);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseMemObject(pipe));
	OK(clReleaseKernel(level));
	OK(clReleaseKernel(produce));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(joins_kernels),
		cmocka_unit_test(takes_pipes_of_the_host),
		cmocka_unit_test(has_all_functions),
		cmocka_unit_test(groups_reserve),
		cmocka_unit_test(refuses_other_packets),
		cmocka_unit_test(names_a_deadlock),
		cmocka_unit_test(contains_bad_reservations),
		cmocka_unit_test(takes_a_pipe_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
