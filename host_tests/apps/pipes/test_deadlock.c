/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Deadlocks over channels: all that is connected with one fails, the log says which depth would
 * resolve it, and it is as if the executions had not gone on to find that out.
 */
#include "host_tests/apps/app.h"

enum { MOST = 3000 };

static struct app app;
static cl_int out[MOST];

static void launch(const char *name, cl_int n, cl_event *event)
{
	cl_command_queue queue = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	cl_kernel kernel = app_kernel(&app, name);

	app_set_int(kernel, 0, n);
	OK(clEnqueueTask(queue, kernel, 0, NULL, event));
	OK(clReleaseKernel(kernel));
	OK(clReleaseCommandQueue(queue));
}

static cl_int end(cl_event event)
{
	cl_int status;

	clWaitForEvents(1, &event);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	return status;
}

static bool is_logged(const char *text)
{
	FILE *file = fopen(getenv("FPGACL_LOG_FILE"), "r");
	bool found = false;
	char line[2000];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		found |= strstr(line, text) != NULL;
	fclose(file);
	return found;
}

/* The kernel that collects is enqueued first, so that it runs during the deadlock. */
static void run_three(cl_int n, cl_event events[3])
{
	cl_command_queue queue = clCreateCommandQueue(app.context, app.devices[0], 0, NULL);
	cl_mem sums = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(out), out);
	cl_kernel collect = app_kernel(&app, "collect");

	app_set_buffers(collect, 0, 1, &sums);
	app_set_int(collect, 1, n);
	OK(clEnqueueTask(queue, collect, 0, NULL, &events[2]));
	OK(clFlush(queue));
	launch("feed", n, &events[0]);
	launch("add", n, &events[1]);
	clWaitForEvents(3, events);
	OK(clEnqueueReadBuffer(queue, sums, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	OK(clReleaseKernel(collect));
	OK(clReleaseMemObject(sums));
	OK(clReleaseCommandQueue(queue));
}

static void expect_deadlock(cl_int n, const char *advice)
{
	cl_event events[3];

	run_three(n, events);
	for (int i = 0; i < 3; i++)
		assert_true(end(events[i]) < 0);
	assert_true(is_logged(advice));
}

static void expect_sums(cl_int n)
{
	cl_event events[3];

	run_three(n, events);
	for (int i = 0; i < 3; i++)
		assert_int_equal(end(events[i]), CL_COMPLETE);
	for (cl_int i = 0; i < n; i++)
		assert_int_equal(out[i], 100 + i);
}

static void computes_depths(void **state)
{
	(void)state;
	app = app_open("deadlock.xclbin", 0);
	expect_sums(4);
	expect_deadlock(5, "not occur with a depth of 5 for FIFO feed_1.numbers");
	expect_sums(4);
	expect_deadlock(300, "not occur with a depth of 300 for FIFO feed_1.numbers");
	expect_deadlock(6, "not occur with a depth of 6 for FIFO feed_1.numbers");
	expect_sums(3);
	expect_deadlock(MOST, "for FIFO feed_1.numbers");
	expect_sums(4);
	app_close(&app);
}

static void expect_both(const char *one, const char *other, const char *advice)
{
	cl_event events[2];

	launch(one, 6, &events[0]);
	launch(other, 6, &events[1]);
	assert_true(end(events[0]) < 0);
	assert_true(end(events[1]) < 0);
	assert_true(is_logged(advice));
}

static void no_depth_helps(void **state)
{
	(void)state;
	app = app_open("deadlock.xclbin", 0);
	expect_both("tick", "tock", "no depth of a FIFO resolves it");
	expect_both("flood", "drain", "no depth of FIFO flood_1.endless up to 4");
	app_close(&app);
}

/* It does not hang, as executions would that wait for a kernel which is not started. */
static void waits_for_another(void **state)
{
	(void)state;
	app = app_open("deadlock.xclbin", 0);
	expect_both("before", "after", "greater depths of FIFOs may resolve it");
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(computes_depths),
		cmocka_unit_test(no_depth_helps),
		cmocka_unit_test(waits_for_another),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
