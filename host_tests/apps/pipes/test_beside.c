/* SPDX-License-Identifier: Apache-2.0 */
/* Two calls of a kernel, of which one fills a stream and the other one empties what comes back. */
#include "host_tests/apps/app.h"

enum { FEW = 50, MANY = 1000 };

static struct app app;
static cl_int sent[MANY], found[MANY];

static cl_int run(const char *name, cl_int n)
{
	cl_mem buffers[] = {
		app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(sent), sent),
		app_buffer(&app, CL_MEM_READ_WRITE, sizeof(found), NULL)};
	cl_kernel kernel = app_kernel(&app, name);
	cl_event event;
	cl_int status;

	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, n);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, &event));
	OK(clFinish(app.queue));
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	if (status == CL_COMPLETE)
		app_read_buffer(&app, buffers[1], found, sizeof(found));
	OK(clReleaseEvent(event));
	OK(clReleaseKernel(kernel));
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	return status;
}

static void at_once(void **state)
{
	(void)state;
	assert_int_equal(run("both", MANY), CL_COMPLETE);
	for (int i = 0; i < MANY; i++)
		assert_int_equal(found[i], sent[i] + 1);
}

static void with_shared_array(void **state)
{
	(void)state;
	assert_int_equal(run("noted", FEW), CL_COMPLETE);
	for (int i = 0; i < FEW; i++)
		assert_int_equal(found[i], 4 * sent[i] + 1);
}

/* With few packets the order does not matter, with many it is a deadlock. */
static void inlined_calls(void **state)
{
	(void)state;
	assert_int_equal(run("in_turn", 3), CL_COMPLETE);
	for (int i = 0; i < 3; i++)
		assert_int_equal(found[i], sent[i] + 1);
	assert_true(run("in_turn", MANY) < 0);
}

static int open_app(void **state)
{
	(void)state;
	app = app_open("beside.xclbin", 0);
	for (int i = 0; i < MANY; i++)
		sent[i] = 7 * i + 5;
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_once),
		cmocka_unit_test(with_shared_array),
		cmocka_unit_test(inlined_calls),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
