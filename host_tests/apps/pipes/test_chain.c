/* SPDX-License-Identifier: Apache-2.0 */
/* ap_ctrl_chain: an execution begins before an older one of the same compute unit has ended. */
#include <stdatomic.h>

#include "host_tests/apps/app.h"

enum { RUNS = 3, COUNT = 20, ROUNDS = 40 };

static cl_event launch(struct app *app, cl_kernel split, cl_int id, cl_int count)
{
	cl_event event;

	app_set_int(split, 2, id);
	app_set_int(split, 3, count);
	OK(clEnqueueTask(app->queue, split, 0, NULL, &event));
	return event;
}

static void gather(struct app *app, cl_mem to, cl_int runs)
{
	cl_kernel kernel = app_kernel(app, "gather");

	app_set_buffers(kernel, 2, 1, &to);
	app_set_int(kernel, 3, runs);
	app_set_int(kernel, 4, COUNT);
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, NULL));
	OK(clReleaseKernel(kernel));
}

/*
 * The first execution cannot end before the last has begun: its FIFO is short, and nobody reads it.
 */
static void all_begin(void **state)
{
	struct app app = app_open("chain.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_mem to = app_buffer(&app, CL_MEM_WRITE_ONLY, RUNS * (COUNT + 1) * sizeof(cl_int), NULL);
	cl_kernel split = app_kernel(&app, "split");
	cl_int result[RUNS * (COUNT + 1)];

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		for (cl_int id = 1; id <= RUNS; id++)
			OK(clReleaseEvent(launch(&app, split, id, COUNT)));
		gather(&app, to, RUNS);
		OK(clFinish(app.queue));
		OK(clEnqueueReadBuffer(app.queue, to, CL_TRUE, 0, sizeof(result), result, 0, NULL,
				       NULL));
		for (int id = 1; id <= RUNS; id++) {
			assert_int_equal(result[id - 1], id);
			for (int i = 0; i < COUNT; i++)
				assert_int_equal(result[RUNS + (id - 1) * COUNT + i],
						 1000 * id + i);
		}
	}
	OK(clReleaseKernel(split));
	OK(clReleaseMemObject(to));
	app_close(&app);
}

static atomic_int nreported;

static void CL_CALLBACK ended(cl_event event, cl_int status, void *data)
{
	(void)event;
	assert_int_equal(status, CL_COMPLETE);
	*(int *)data = atomic_load(&nreported);
	atomic_fetch_add(&nreported, 1);
}

/* An execution with nothing to do is only reported after the one before it. */
static void order_is_kept(void **state)
{
	struct app app = app_open("chain.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_mem to = app_buffer(&app, CL_MEM_WRITE_ONLY, (COUNT + 1) * sizeof(cl_int), NULL);
	cl_kernel split = app_kernel(&app, "split");
	int place[2] = {-1, -1};
	cl_event events[2];

	(void)state;
	atomic_store(&nreported, 0);
	events[0] = launch(&app, split, 1, COUNT);
	events[1] = launch(&app, split, 0, 0);
	for (int i = 0; i < 2; i++)
		OK(clSetEventCallback(events[i], CL_COMPLETE, ended, &place[i]));
	OK(clFlush(app.queue));
	gather(&app, to, 1);
	OK(clWaitForEvents(2, events));
	OK(clFinish(app.queue));
	while (atomic_load(&nreported) < 2)
		;
	assert_int_equal(place[0], 0);
	assert_int_equal(place[1], 1);
	for (int i = 0; i < 2; i++)
		OK(clReleaseEvent(events[i]));
	OK(clReleaseKernel(split));
	OK(clReleaseMemObject(to));
	app_close(&app);
}

/*
 * If it is not known what an execution still uses, the next one waits. With this reader, which
 * waits for both to begin, that is a deadlock of all three. Afterwards, the kernels work again.
 */
static void unknown_parts_wait(void **state)
{
	struct app app = app_open("chain_whole.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_mem to = app_buffer(&app, CL_MEM_WRITE_ONLY, RUNS * (COUNT + 1) * sizeof(cl_int), NULL);
	cl_kernel split = app_kernel(&app, "split_whole");
	cl_event events[2];

	(void)state;
	for (cl_int id = 1; id <= 2; id++)
		events[id - 1] = launch(&app, split, id, COUNT);
	gather(&app, to, 2);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(clWaitForEvents(1, &events[i]),
				 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		OK(clReleaseEvent(events[i]));
	}
	clFinish(app.queue);
	events[0] = launch(&app, split, 1, COUNT);
	gather(&app, to, 1);
	OK(clFinish(app.queue));
	OK(clWaitForEvents(1, &events[0]));
	OK(clReleaseEvent(events[0]));
	OK(clReleaseKernel(split));
	OK(clReleaseMemObject(to));
	app_close(&app);
}

/* Executions that write the same memory run one after the other. */
static void memory_is_shared(void **state)
{
	struct app app = app_open("chain.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_mem cell = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(cl_int), NULL);
	cl_kernel kernel = app_kernel(&app, "count_up");
	cl_int sum = 0;

	(void)state;
	OK(clEnqueueWriteBuffer(app.queue, cell, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL));
	app_set_buffers(kernel, 0, 1, &cell);
	app_set_int(kernel, 1, 100000);
	for (int i = 0; i < 8; i++)
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(clFinish(app.queue));
	OK(clEnqueueReadBuffer(app.queue, cell, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL));
	assert_int_equal(sum, 800000);
	OK(clReleaseKernel(kernel));
	OK(clReleaseMemObject(cell));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_begin),
		cmocka_unit_test(order_is_kept),
		cmocka_unit_test(unknown_parts_wait),
		cmocka_unit_test(memory_is_shared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
