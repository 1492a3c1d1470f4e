/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that waits for ever is told why: in one line on standard error, or, with FPGACL_LOG=warn, in
 * the log, which is there as well.
 */
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
static void hear(const char *text)
{
	const char *start = getenv("FPGACL_LOG") ? "fpgacl: warn: emulator: "
						 : "fpgacl: nothing has moved for 1 s: ";
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
	struct app app = app_open("stream.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel triple = app_kernel(&app, "triple"), increment = app_kernel(&app, "increment");
	cl_mem buffers[2];

	for (int i = 0; i < 2; i++)
		buffers[i] = app_buffer(&app, 0, COUNT * sizeof(cl_int), NULL);
	app_set_buffers(triple, 0, 1, &buffers[0]);
	app_set_int(triple, 2, COUNT);
	app_set_buffers(increment, 1, 1, &buffers[1]);
	listen();
	OK(clEnqueueTask(app.queue, triple, 0, NULL, NULL));
	for (int i = 0; i < 2; i++) {
		app_set_int(increment, 2, i ? COUNT - first : first);
		if (i || first)
			OK(clEnqueueTask(app.queue, increment, 0, NULL, NULL));
		OK(clFlush(app.queue));
		if (!i)
			hear(expected);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ended_too_soon),
		cmocka_unit_test(not_started),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
