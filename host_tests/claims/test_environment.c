/* SPDX-License-Identifier: Apache-2.0 */
/* Environment variables whose effect a host can see. This program runs once for each value. */
#include "claims.h"

#include <unistd.h>

static cl_int status_of(cl_event event)
{
	cl_int status = 1;

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	OK(clReleaseEvent(event));
	return status;
}

/* The status of a launch with buffer `out` of one page; another buffer is next to it. */
static cl_int touch(const char *name, cl_long at)
{
	struct app app = app_open(CLAIMS_IMAGE("limits.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[2];
	cl_event event;
	cl_int zero = 0, status;

	for (int i = 0; i < 2; i++) {
		buffers[i] = app_buffer(&app, CL_MEM_READ_WRITE, 4096, NULL);
		OK(clEnqueueWriteBuffer(app.queue, buffers[i], CL_TRUE, 0, sizeof(zero), &zero, 0,
					NULL, NULL));
	}
	app_set_buffers(kernel, 0, 1, buffers);
	OK(clSetKernelArg(kernel, 1, sizeof(at), &at));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, &event));
	clFinish(app.queue);
	status = status_of(event);
	for (int i = 0; i < 2; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
	return status;
}

/* FPGACL_EMU_CHECK: each level detects what the previous one does, and more. */
static void memory_checks(void **state)
{
	static const char *const levels[] = {"off", "bound", "full", "guard"};
	const char *value = getenv("FPGACL_EMU_CHECK");
	int level = 0;

	(void)state;
	if (!value)
		skip();
	while (strcmp(value, levels[level]) != 0)
		assert_true(++level < 4);
	assert_int_equal(touch("poke", 1023), CL_COMPLETE);
	/* After the buffer, after the next one, and two pages after it without writing. */
	assert_int_equal(touch("poke", 1024) < 0, level >= 1);
	assert_int_equal(touch("poke", (3 + 1) * 1024) < 0, level >= 2);
	assert_int_equal(touch("peek", 2 * 1024) < 0, level >= 3);
}

static cl_int run_on(struct app *app, const char *name, cl_mem buffer, const cl_long *places)
{
	cl_kernel kernel = app_kernel(app, name);
	cl_event event;

	app_set_buffers(kernel, 0, 1, &buffer);
	for (cl_uint i = 0; places[i]; i++)
		OK(clSetKernelArg(kernel, 1 + i, sizeof(places[i]), &places[i]));
	OK(clEnqueueTask(app->queue, kernel, 0, NULL, &event));
	clFinish(app->queue);
	OK(clReleaseKernel(kernel));
	return status_of(event);
}

/* A launch that overruns two buffers and then faults is the only one that fails because of it. */
static void next_is_not_blamed(void **state)
{
	const cl_long wrong[] = {1024, 1l << 42, 0}, both[] = {1024, 4 * 1024, 0}, right[] = {1, 0};
	struct app app = app_open(CLAIMS_IMAGE("limits.xclbin"), 0);
	cl_mem buffers[2];
	cl_int zero = 0;
	const char *value = getenv("FPGACL_EMU_CHECK");

	(void)state;
	for (int i = 0; i < 2; i++) {
		buffers[i] = app_buffer(&app, CL_MEM_READ_WRITE, 4096, NULL);
		OK(clEnqueueWriteBuffer(app.queue, buffers[i], CL_TRUE, 0, sizeof(zero), &zero, 0,
					NULL, NULL));
	}
	assert_true(run_on(&app, "poke_twice", buffers[0], wrong) < 0);
	assert_int_equal(run_on(&app, "poke", buffers[0], right), CL_COMPLETE);
	if (value && strcmp(value, "off") != 0) {
		assert_true(run_on(&app, "poke_twice", buffers[0], both) < 0);
		assert_int_equal(run_on(&app, "poke", buffers[1], right),
				 strcmp(value, "bound") ? CL_COMPLETE : -5);
	}
	for (int i = 0; i < 2; i++)
		OK(clReleaseMemObject(buffers[i]));
	app_close(&app);
}

static cl_ulong time_of(cl_event event, cl_profiling_info what)
{
	cl_ulong time = 0;

	OK(clGetEventProfilingInfo(event, what, sizeof(time), &time, NULL));
	return time;
}

/*
 * A queue with many launches of one image, and another queue with a launch of a different image,
 * which waits: how many of the former end before the latter; -1: all.
 */
static int count_before(struct app *app, cl_command_queue queue, cl_kernel busy, cl_kernel other)
{
	enum { LAUNCHES = 200 };
	cl_event events[LAUNCHES], late;
	cl_ulong start;
	int before = 0;

	/*
	 * The first launch is long, so that it is still running when the rest have been enqueued.
	 */
	app_set_int(busy, 1, 100 * 1000 * 1000);
	OK(clEnqueueTask(app->queue, busy, 0, NULL, &events[0]));
	app_set_int(busy, 1, 400 * 1000);
	for (int i = 1; i < LAUNCHES; i++)
		OK(clEnqueueTask(app->queue, busy, 0, NULL, &events[i]));
	OK(clEnqueueTask(queue, other, 0, NULL, &late));
	OK(clFinish(app->queue));
	OK(clFinish(queue));
	start = time_of(late, CL_PROFILING_COMMAND_START);
	for (int i = 0; i < LAUNCHES; i++) {
		before += time_of(events[i], CL_PROFILING_COMMAND_END) <= start;
		assert_int_equal(status_of(events[i]), CL_COMPLETE);
	}
	assert_int_equal(status_of(late), CL_COMPLETE);
	return before == LAUNCHES ? -1 : before;
}

static void check_trace(const char *path)
{
	char text[4096] = "";
	FILE *file = fopen(path, "re");

	assert_non_null(file);
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	unlink(path);
	assert_int_equal(text[0], '[');
	assert_non_null(strstr(text, "\"ph\""));
}

/*
 * FPGACL_SWAP_AGE_MS: with a short age, the other image gets its turn between the launches; with a
 * long one, after all of them. FPGACL_TRACE: the file contains the swaps.
 */
static void swap_age(void **state)
{
	const char *value = getenv("FPGACL_SWAP_AGE_MS");
	struct app app;
	cl_program items;
	cl_kernel busy, other;
	cl_command_queue queue;
	cl_mem buffers[2];
	unsigned char *image;
	bool all = false;
	cl_int error;
	size_t size;

	(void)state;
	if (!value)
		skip();
	app = app_open(CLAIMS_IMAGE("limits.xclbin"), CL_QUEUE_PROFILING_ENABLE);
	queue = clCreateCommandQueue(app.context, app.devices[0], CL_QUEUE_PROFILING_ENABLE,
				     &error);
	OK(error);
	image = app_read(CLAIMS_IMAGE("items.xclbin"), &size);
	items = app_load(&app, 0, image, size, &error);
	OK(error);
	free(image);
	busy = app_kernel(&app, "busy");
	other = clCreateKernel(items, "bytes", &error);
	OK(error);
	for (int i = 0; i < 2; i++)
		buffers[i] = app_buffer(&app, CL_MEM_READ_WRITE, 64, NULL);
	app_set_buffers(busy, 0, 1, &buffers[0]);
	app_set_buffers(other, 0, 1, &buffers[1]);
	/* If the queue is briefly empty between two launches, the swap happens earlier. */
	for (int i = 0; i < (atoi(value) > 1 ? 10 : 1) && !all; i++)
		all = count_before(&app, queue, busy, other) < 0;
	assert_int_equal(all, atoi(value) > 1);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseKernel(busy));
	OK(clReleaseKernel(other));
	OK(clReleaseProgram(items));
	app_close(&app);
	check_trace(getenv("FPGACL_TRACE"));
}

/*
 * FPGACL_EMU_THREADS: with one worker, occupied by a kernel, a second one is added for the other
 * kernel.
 */
static void threads(void **state)
{
	enum { WAITING = 8 };
	cl_kernel await, poke;
	cl_int value = 0;
	cl_long at = 0;
	cl_mem flags[WAITING];
	struct app app;

	(void)state;
	if (!getenv("FPGACL_EMU_THREADS"))
		skip();
	app = app_open(CLAIMS_IMAGE("limits.xclbin"), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	await = app_kernel(&app, "await");
	poke = app_kernel(&app, "poke");
	OK(clSetKernelArg(poke, 1, sizeof(at), &at));
	for (int i = 0; i < WAITING; i++) {
		flags[i] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(value), &value);
		app_set_buffers(await, 0, 1, &flags[i]);
		OK(clEnqueueTask(app.queue, await, 0, NULL, NULL));
		OK(clFlush(app.queue));
		app_set_buffers(poke, 0, 1, &flags[i]);
		OK(clEnqueueTask(app.queue, poke, 0, NULL, NULL));
	}
	OK(clFinish(app.queue));
	for (int i = 0; i < WAITING; i++) {
		app_read_buffer(&app, flags[i], &value, sizeof(value));
		assert_int_equal(value, 2);
		OK(clReleaseMemObject(flags[i]));
	}
	OK(clReleaseKernel(await));
	OK(clReleaseKernel(poke));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_checks),
		cmocka_unit_test(next_is_not_blamed),
		cmocka_unit_test(swap_age),
		cmocka_unit_test(threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
