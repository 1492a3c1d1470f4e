/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that waits for ever is told why: in one line on standard error, or, with FPGACL_LOG=warn, in
 * the log, which is there as well.
 */
#include <pthread.h>
#include <unistd.h>

#include "host_tests/apps/app.h"

enum { COUNT = 100 };

static int real_stderr, lines[2];

static void listen(void)
{
	assert_int_equal(pipe(lines), 0);
	real_stderr = dup(STDERR_FILENO);
	dup2(lines[1], STDERR_FILENO);
}

/* Waits for a line with the text, which has to begin as the case requires. */
static void hear(const char *area, const char *text)
{
	const char *start = getenv("FPGACL_LOG") ? area : "fpgacl: nothing has moved for 1 s: ";
	char line[2048];
	size_t length;

	do {
		for (length = 0; length + 1 < sizeof(line); length++)
			if (read(lines[0], line + length, 1) != 1 || line[length] == '\n')
				break;
		line[length] = '\0';
		if (write(real_stderr, line, length) < 0)
			fail();
	} while (!strstr(line, text));
	assert_int_equal(strncmp(line, start, strlen(start)), 0);
	dup2(real_stderr, STDERR_FILENO);
	close(real_stderr);
	close(lines[0]);
	close(lines[1]);
}

/*
 * `triple` writes COUNT packets; `increment`, at the other end, is launched for fewer at first, if at
 * all.
 */
static void leave_waiting(cl_int first, const char *expected)
{
	cl_kernel triple, increment;
	cl_mem buffers[2];
	struct app app;

	listen(); /* an executor gets what standard error is now */
	app = app_open("stream.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	triple = app_kernel(&app, "triple");
	increment = app_kernel(&app, "increment");
	for (int i = 0; i < 2; i++)
		buffers[i] = app_buffer(&app, 0, COUNT * sizeof(cl_int), NULL);
	app_set_buffers(triple, 0, 1, &buffers[0]);
	app_set_int(triple, 2, COUNT);
	app_set_buffers(increment, 1, 1, &buffers[1]);
	OK(clEnqueueTask(app.queue, triple, 0, NULL, NULL));
	for (int i = 0; i < 2; i++) {
		app_set_int(increment, 2, i ? COUNT - first : first);
		if (i || first)
			OK(clEnqueueTask(app.queue, increment, 0, NULL, NULL));
		OK(clFlush(app.queue));
		if (!i)
			hear("fpgacl: warn: emulator: ", expected);
	}
	OK(clFinish(app.queue));
	for (int i = 0; i < 2; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(triple));
	OK(clReleaseKernel(increment));
	app_close(&app);
}

static void ended_too_soon(void **state)
{
	(void)state;
	leave_waiting(8,
		      "increment:increment_1 at its other end has ended, after reading 8 packets");
}

/* It may have run before, for another launch. The line without a log is printed once only. */
static void not_started(void **state)
{
	(void)state;
	if (!getenv("FPGACL_LOG"))
		skip();
	leave_waiting(0, "kernel increment:increment_1 at its other end is not started");
}

/* --- the host's end of a pipe ------------------------------------------------------------------ */

typedef cl_int CL_API_CALL pipe_fn(cl_command_queue, cl_program, const char *, cl_bool, void *,
				   size_t, cl_uint, const cl_event *, cl_event *);

struct reader {
	struct app *app;
	pipe_fn *read;
	cl_command_queue queue;
	cl_int value;
};

static void *read_one(void *data)
{
	struct reader *reader = data;

	OK(reader->read(reader->queue, reader->app->program, "results", CL_TRUE, &reader->value,
			sizeof(reader->value), 0, NULL, NULL));
	return NULL;
}

static void host_pipe(void **state)
{
	struct app app = app_open("scope_pipes.xclbin", 0);
	struct reader reader = {.app = &app};
	cl_kernel scale = app_kernel(&app, "scale");
	cl_int status, value = 7;
	pthread_t thread;
	pipe_fn *write_packet = (pipe_fn *)clGetExtensionFunctionAddressForPlatform(
		app.platform, "clEnqueueWriteHostPipeINTEL");

	(void)state;
	reader.read = (pipe_fn *)clGetExtensionFunctionAddressForPlatform(
		app.platform, "clEnqueueReadHostPipeINTEL");
	reader.queue = clCreateCommandQueue(app.context, app.devices[0], 0, &status);
	OK(status);
	app_set_int(scale, 0, 3);
	app_set_int(scale, 1, 1);
	listen();
	assert_int_equal(pthread_create(&thread, NULL, read_one, &reader), 0);
	hear("fpgacl: warn: pipe: ",
	     "the host waits for a packet of pipe results, which is empty, and no kernel runs");
	OK(write_packet(app.queue, app.program, "numbers", CL_FALSE, &value, sizeof(value), 0, NULL,
			NULL));
	OK(clEnqueueTask(app.queue, scale, 0, NULL, NULL));
	OK(clFinish(app.queue));
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(reader.value, 21);
	OK(clReleaseCommandQueue(reader.queue));
	OK(clReleaseKernel(scale));
	app_close(&app);
}

/* With an argument, the host's pipe: without a log there is one line for each process. */
int main(int argc, char **argv)
{
	const struct CMUnitTest pipes[] = {cmocka_unit_test(host_pipe)};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ended_too_soon),
		cmocka_unit_test(not_started),
	};

	(void)argv;
	if (argc > 1)
		return cmocka_run_group_tests(pipes, NULL, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
