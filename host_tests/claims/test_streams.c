/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that wait for each other, or for a kernel that does not run: what is reported, and what
 * is refused.
 */
#include "claims.h"

static void run_cycle(struct app *app, cl_int words, cl_event events[2])
{
	cl_kernel fill = app_kernel(app, "fill"), ask = app_kernel(app, "ask");
	cl_mem result = app_buffer(app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);

	app_set_int(fill, 2, words);
	app_set_buffers(ask, 2, 1, &result);
	OK(clEnqueueTask(app->queue, fill, 0, NULL, &events[0]));
	OK(clEnqueueTask(app->queue, ask, 0, NULL, &events[1]));
	clFinish(app->queue);
	OK(clReleaseMemObject(result));
	OK(clReleaseKernel(fill));
	OK(clReleaseKernel(ask));
}

static cl_int status_of(cl_event event)
{
	cl_int status = 1;

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	return status;
}

/*
 * One side of a cycle blocks, the other one polls: with FPGACL_EMU_STALL_S both fail, and the log
 * names both.
 */
static void polling_cycle(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("streams.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_event events[2];
	char *log;

	(void)state;
	run_cycle(&app, 2, events);
	assert_int_equal(status_of(events[0]), CL_COMPLETE);
	assert_int_equal(status_of(events[1]), CL_COMPLETE);
	claims_log_start();
	run_cycle(&app, 3, events);
	assert_true(status_of(events[0]) < 0);
	assert_true(status_of(events[1]) < 0);
	log = claims_log_read();
	assert_non_null(strstr(
		log,
		"fill:fill_1: stalled on FIFO fill_1.out, which is full: ask:ask_1 at its other end polls"));
	assert_non_null(strstr(
		log, "ask:ask_1: polls FIFO fill_1.more, which stays empty: fill:fill_1 at its"));
	assert_non_null(strstr(log, "ask:ask_1: stalled: it polls its streams"));
	free(log);
	app_close(&app);
}

/* Ports without a connection. */
static void unwired_ports(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("streams.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel unwired = app_kernel(&app, "unwired");
	cl_mem result = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_event event;
	char *log;

	(void)state;
	app_set_buffers(unwired, 2, 1, &result);
	claims_log_start();
	OK(clEnqueueTask(app.queue, unwired, 0, NULL, &event));
	clFinish(app.queue);
	assert_true(status_of(event) < 0);
	log = claims_log_read();
	assert_non_null(
		strstr(log, "unwired:unwired_1: polls a stream port that is not connected"));
	free(log);
	OK(clReleaseMemObject(result));
	OK(clReleaseKernel(unwired));
	app_close(&app);
}

/* A free-running kernel starts by itself; launching it is refused with a reason. */
static void free_running(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("streams.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel relay = app_kernel(&app, "relay"), feed = app_kernel(&app, "feed");
	cl_kernel drain = app_kernel(&app, "drain");
	cl_mem result = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_int found = 0;
	char *log;

	(void)state;
	claims_log_start();
	assert_int_equal(clEnqueueTask(app.queue, relay, 0, NULL, NULL), CL_INVALID_OPERATION);
	log = claims_log_read();
	assert_non_null(strstr(log, "kernel relay cannot be launched: it has no start signal"));
	free(log);
	app_set_int(feed, 1, 17);
	app_set_buffers(drain, 1, 1, &result);
	OK(clEnqueueTask(app.queue, feed, 0, NULL, NULL));
	OK(clEnqueueTask(app.queue, drain, 0, NULL, NULL));
	OK(clFinish(app.queue));
	app_read_buffer(&app, result, &found, sizeof(found));
	assert_int_equal(found, 17);
	OK(clReleaseMemObject(result));
	OK(clReleaseKernel(relay));
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	app_close(&app);
}

/*
 * Its data would come from a free-running kernel, which waits for a kernel that has not been
 * started.
 */
static void starved_from_afar(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("streams.xclbin"), 0);
	cl_kernel drain = app_kernel(&app, "drain");
	cl_mem result = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_event event;
	char *log;

	(void)state;
	claims_log_start();
	app_set_buffers(drain, 1, 1, &result);
	OK(clEnqueueTask(app.queue, drain, 0, NULL, &event));
	clFinish(app.queue);
	assert_true(status_of(event) < 0);
	log = claims_log_read();
	assert_non_null(strstr(
		log,
		"relay:relay_1 at its other end also waits, ultimately for kernel feed:feed_1, which is not started"));
	free(log);
	OK(clReleaseMemObject(result));
	OK(clReleaseKernel(drain));
	app_close(&app);
}

/* A free-running kernel that has failed produces nothing until its image is loaded again. */
static void orphaned(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("streams.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel feed = app_kernel(&app, "feed"), drain = app_kernel(&app, "drain");
	cl_mem result = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_event before, after;
	char *log;

	(void)state;
	claims_log_start();
	app_set_int(feed, 1, -1);
	app_set_buffers(drain, 1, 1, &result);
	OK(clEnqueueTask(app.queue, drain, 0, NULL, &before));
	OK(clEnqueueTask(app.queue, feed, 0, NULL, NULL));
	clFinish(app.queue);
	assert_true(status_of(before) < 0);
	OK(clEnqueueTask(app.queue, drain, 0, NULL, &after));
	clFinish(app.queue);
	assert_true(status_of(after) < 0);
	log = claims_log_read();
	assert_non_null(strstr(log, "which is empty: relay:relay_1 at its other end has failed"));
	assert_null(strstr(log, "FPGACL_EMU_STALL_S"));
	free(log);
	OK(clReleaseMemObject(result));
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	app_close(&app);
}

/*
 * Two processes wait for one port each: the one that can continue does; if none ever can, it is a
 * deadlock.
 */
static void ports_of_processes(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("ports.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	static const char *const names[] = {"two", "sum", "relay", "reads_first"};
	cl_mem result = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
	cl_kernel kernels[4];
	cl_event events[4];
	cl_int found = 0;

	(void)state;
	for (int i = 0; i < 4; i++)
		kernels[i] = app_kernel(&app, names[i]);
	app_set_buffers(kernels[1], 2, 1, &result);
	for (int i = 0; i < 4; i++)
		OK(clEnqueueTask(app.queue, kernels[i], 0, NULL, &events[i]));
	clFinish(app.queue);
	assert_int_equal(status_of(events[0]), CL_COMPLETE);
	assert_int_equal(status_of(events[1]), CL_COMPLETE);
	assert_true(status_of(events[2]) < 0);
	assert_true(status_of(events[3]) < 0);
	OK(clEnqueueReadBuffer(app.queue, result, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
			       NULL));
	assert_int_equal(found, 9900);
	for (int i = 0; i < 4; i++)
		clReleaseKernel(kernels[i]);
	clReleaseMemObject(result);
	app_close(&app);
}

/*
 * Processes wait for ports while the peer computes and then uses only one of them: not a deadlock.
 */
static void silent_peer(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("ports.xclbin"),
				  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	static const char *const names[] = {"ask_late", "answer_both"};
	cl_mem results[2];
	cl_kernel kernels[2];
	cl_event events[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		kernels[i] = app_kernel(&app, names[i]);
		results[i] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
		app_set_buffers(kernels[i], 3, 1, &results[i]);
	}
	for (int i = 1; i >= 0; i--)
		OK(clEnqueueTask(app.queue, kernels[i], 0, NULL, &events[i]));
	clFinish(app.queue);
	for (int i = 0; i < 2; i++) {
		cl_int found = 0;

		assert_int_equal(status_of(events[i]), CL_COMPLETE);
		app_read_buffer(&app, results[i], &found, sizeof(found));
		assert_int_equal(found, i == 0 ? 9900 : 4950);
		clReleaseKernel(kernels[i]);
		clReleaseMemObject(results[i]);
	}
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polling_cycle),      cmocka_unit_test(unwired_ports),
		cmocka_unit_test(free_running),       cmocka_unit_test(starved_from_afar),
		cmocka_unit_test(ports_of_processes), cmocka_unit_test(silent_peer),
		cmocka_unit_test(orphaned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
