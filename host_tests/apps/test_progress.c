/* SPDX-License-Identifier: Apache-2.0 */
/* Hosts that never wait inside OpenCL: commands still complete, in order. */
#include "host_tests/apps/app.h"

#include <pthread.h>
#include <sched.h>

enum { COUNT = 4096 };

static cl_int a[COUNT], b[COUNT], c[COUNT];

struct addition {
	struct app app;
	cl_kernel kernel;
	cl_mem buffers[3];
};

static struct addition open_addition(void)
{
	struct addition add = {.app = app_open("vadd.xclbin", CL_QUEUE_PROFILING_ENABLE)};

	app_numbers(a, COUNT, 5);
	app_numbers(b, COUNT, 6);
	memset(c, 0, sizeof(c));
	add.kernel = app_kernel(&add.app, "vadd");
	add.buffers[0] = app_buffer(&add.app, CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	add.buffers[1] = app_buffer(&add.app, CL_MEM_COPY_HOST_PTR, sizeof(b), b);
	add.buffers[2] = app_buffer(&add.app, CL_MEM_WRITE_ONLY, sizeof(c), NULL);
	app_set_buffers(add.kernel, 0, 3, add.buffers);
	app_set_int(add.kernel, 3, COUNT);
	return add;
}

/* Enqueues migration, kernel and read. Returns the last event. */
static cl_event start_addition(struct addition *add, cl_event *ret_kernel)
{
	cl_event read;

	OK(clEnqueueMigrateMemObjects(add->app.queue, 2, add->buffers, 0, 0, NULL, NULL));
	OK(clEnqueueTask(add->app.queue, add->kernel, 0, NULL, ret_kernel));
	OK(clEnqueueReadBuffer(add->app.queue, add->buffers[2], CL_FALSE, 0, sizeof(c), c, 0, NULL,
			       &read));
	return read;
}

static void close_addition(struct addition *add)
{
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(c[i], a[i] + b[i]);
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(add->buffers[i]));
	OK(clReleaseKernel(add->kernel));
	app_close(&add->app);
}

static cl_int event_status(cl_event event)
{
	cl_int status;

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	return status;
}

/* No flush, no wait, no finish: a hang ends with ctest's timeout. */
static void only_polls(void **state)
{
	struct addition add = open_addition();
	cl_event kernel, read = start_addition(&add, &kernel);
	cl_int last = CL_QUEUED, status;

	(void)state;
	while ((status = event_status(read)) > CL_COMPLETE) {
		assert_true(status <= last);
		last = status;
		sched_yield();
	}
	assert_int_equal(status, CL_COMPLETE);
	assert_int_equal(event_status(kernel), CL_COMPLETE);
	OK(clReleaseEvent(kernel));
	OK(clReleaseEvent(read));
	close_addition(&add);
}

struct heard {
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t changed;
	cl_int statuses[3];
	int count;
};

static void CL_CALLBACK record_state(cl_event event, cl_int status, void *user)
{
	struct heard *heard = user;

	(void)event;
	pthread_mutex_lock(&heard->lock);
	heard->statuses[heard->count++] = status;
	pthread_cond_signal(&heard->changed);
	pthread_mutex_unlock(&heard->lock);
}

static bool was_heard(const struct heard *heard, cl_int status)
{
	for (int i = 0; i < heard->count; i++)
		if (heard->statuses[i] == status)
			return true;
	return false;
}

/* The host sleeps until callbacks have reported every state, in any order. */
static void only_callbacks(void **state)
{
	struct heard heard = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0};
	struct addition add = open_addition();
	cl_event kernel, read = start_addition(&add, &kernel);

	(void)state;
	OK(clSetEventCallback(read, CL_SUBMITTED, record_state, &heard));
	OK(clSetEventCallback(read, CL_RUNNING, record_state, &heard));
	OK(clSetEventCallback(read, CL_COMPLETE, record_state, &heard));
	pthread_mutex_lock(&heard.lock);
	while (heard.count < 3)
		pthread_cond_wait(&heard.changed, &heard.lock);
	pthread_mutex_unlock(&heard.lock);
	assert_true(was_heard(&heard, CL_SUBMITTED));
	assert_true(was_heard(&heard, CL_RUNNING));
	assert_true(was_heard(&heard, CL_COMPLETE));
	OK(clReleaseEvent(kernel));
	OK(clReleaseEvent(read));
	close_addition(&add);
}

static cl_ulong profiled(cl_event event, cl_profiling_info what)
{
	cl_ulong time;

	OK(clGetEventProfilingInfo(event, what, sizeof(time), &time, NULL));
	return time;
}

/* The four times of each command, and those of successive commands, are in order. */
static void profiled_in_order(void **state)
{
	struct addition add = open_addition();
	cl_event events[2];

	(void)state;
	events[1] = start_addition(&add, &events[0]);
	OK(clWaitForEvents(2, events));
	for (int i = 0; i < 2; i++) {
		cl_ulong queued = profiled(events[i], CL_PROFILING_COMMAND_QUEUED);
		cl_ulong submit = profiled(events[i], CL_PROFILING_COMMAND_SUBMIT);
		cl_ulong start = profiled(events[i], CL_PROFILING_COMMAND_START);
		cl_ulong end = profiled(events[i], CL_PROFILING_COMMAND_END);

		assert_true(queued && queued <= submit && submit <= start && start <= end);
	}
	assert_true(profiled(events[0], CL_PROFILING_COMMAND_END) <=
		    profiled(events[1], CL_PROFILING_COMMAND_START));
	OK(clReleaseEvent(events[0]));
	OK(clReleaseEvent(events[1]));
	close_addition(&add);
}

/*
 * A user event blocks everything; failing it fails the commands that depend on it, and nothing
 * else.
 */
static void user_event(void **state)
{
	struct addition add = open_addition();
	cl_int error;
	cl_event gate = clCreateUserEvent(add.app.context, &error), held, kernel, read;

	(void)state;
	OK(error);
	OK(clEnqueueTask(add.app.queue, add.kernel, 1, &gate, &held));
	OK(clFlush(add.app.queue));
	assert_in_range(event_status(held), CL_SUBMITTED, CL_QUEUED);
	OK(clSetUserEventStatus(gate, -7));
	assert_int_equal(clWaitForEvents(1, &held), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	assert_true(event_status(held) < 0);
	OK(clReleaseEvent(held));
	OK(clReleaseEvent(gate));
	read = start_addition(&add, &kernel);
	OK(clWaitForEvents(1, &read));
	OK(clReleaseEvent(kernel));
	OK(clReleaseEvent(read));
	close_addition(&add);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_polls),
		cmocka_unit_test(only_callbacks),
		cmocka_unit_test(profiled_in_order),
		cmocka_unit_test(user_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
