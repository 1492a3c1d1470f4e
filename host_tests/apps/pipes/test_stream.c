/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two compute units with a FIFO of two packets between them: neither can finish without the other.
 */
#include "host_tests/apps/app.h"

enum { COUNT = 3000 };

static cl_int in[COUNT], out[COUNT];

struct pipeline {
	struct app app;
	cl_kernel triple, increment;
	cl_mem in, out;
};

static struct pipeline open_pipeline(void)
{
	struct pipeline p = {
		.app = app_open("stream.xclbin", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};

	p.triple = app_kernel(&p.app, "triple");
	p.increment = app_kernel(&p.app, "increment");
	p.in = app_buffer(&p.app, CL_MEM_READ_ONLY, sizeof(in), NULL);
	p.out = app_buffer(&p.app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(p.triple, 0, 1, &p.in);
	app_set_int(p.triple, 2, COUNT);
	app_set_buffers(p.increment, 1, 1, &p.out);
	app_set_int(p.increment, 2, COUNT);
	return p;
}

static void run_pipeline(struct pipeline *p, bool consumer_first, cl_int seed)
{
	cl_kernel first = consumer_first ? p->increment : p->triple;
	cl_kernel second = consumer_first ? p->triple : p->increment;

	app_numbers(in, COUNT, seed);
	OK(clEnqueueWriteBuffer(p->app.queue, p->in, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
	OK(clEnqueueTask(p->app.queue, first, 0, NULL, NULL));
	OK(clEnqueueTask(p->app.queue, second, 0, NULL, NULL));
	OK(clFinish(p->app.queue));
	OK(clEnqueueReadBuffer(p->app.queue, p->out, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (int i = 0; i < COUNT; i++)
		if (out[i] != 3 * in[i] + 1)
			fail_msg("element %d: %d became %d", i, in[i], out[i]);
}

static void close_pipeline(struct pipeline *p)
{
	OK(clReleaseMemObject(p->out));
	OK(clReleaseMemObject(p->in));
	OK(clReleaseKernel(p->increment));
	OK(clReleaseKernel(p->triple));
	app_close(&p->app);
}

static void both_orders(void **state)
{
	struct pipeline p = open_pipeline();

	(void)state;
	for (cl_int seed = 0; seed < 4; seed++)
		run_pipeline(&p, seed % 2, seed);
	close_pipeline(&p);
}

/* The consumer alone stalls: its event stays incomplete, and nothing else is blocked. */
static void stalled_consumer(void **state)
{
	struct pipeline p = open_pipeline();
	cl_event stalled;
	cl_int status;

	(void)state;
	OK(clEnqueueTask(p.app.queue, p.increment, 0, NULL, &stalled));
	OK(clFlush(p.app.queue));
	app_numbers(in, COUNT, 9);
	OK(clEnqueueWriteBuffer(p.app.queue, p.in, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
	OK(clGetEventInfo(stalled, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
			  NULL));
	assert_in_range(status, CL_RUNNING, CL_QUEUED);
	OK(clEnqueueTask(p.app.queue, p.triple, 0, NULL, NULL));
	OK(clWaitForEvents(1, &stalled));
	OK(clFinish(p.app.queue));
	OK(clReleaseEvent(stalled));
	close_pipeline(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_orders),
		cmocka_unit_test(stalled_consumer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
