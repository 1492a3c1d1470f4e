/* SPDX-License-Identifier: Apache-2.0 */
/* Order, dependencies, errors and callbacks. */
#include "host_tests/runtime/host.h"

#include <stdatomic.h>
#include <unistd.h>

enum { CHAIN = 100000, GRAPH = 400 };

static struct host host;
static cl_program program;

static int open_host(void **state)
{
	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	return 0;
}

static int close_host(void **state)
{
	(void)state;
	OK(clReleaseProgram(program));
	host_close(&host);
	return 0;
}

static cl_event user_event(void)
{
	cl_int error;
	cl_event event = clCreateUserEvent(host.context, &error);

	OK(error);
	return event;
}

/*
 * Kernel A on one CU ends only after a later write, and only after B has started on the other CU.
 */
static void overlap(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel meet = host_kernel(program, "meet");
	cl_int flags[3] = {0}, one = 1;
	cl_mem buffer;

	(void)state;
	/* Twice: the second time, the runtime knows that the kernel is short. */
	for (int times = 0; times < 2; times++) {
		buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(flags), flags);
		OK(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL));
		OK(clFinish(queue));
		host_args(meet, buffer, 2, 0, 3);
		OK(clEnqueueTask(queue, meet, 0, NULL, NULL));
		OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 8, 4, &one, 0, NULL, NULL));
		host_args(meet, buffer, 2, 1, 3);
		OK(clEnqueueTask(queue, meet, 0, NULL, NULL));
		OK(clFinish(queue));
		OK(clReleaseMemObject(buffer));
	}
	OK(clReleaseKernel(meet));
	OK(clReleaseCommandQueue(queue));
}

static void write_returns_before_the_copy(void **state)
{
	size_t bytes = (size_t)1 << 30;
	cl_command_queue queue = host_queue(&host, 0, 0);
	cl_mem buffer = host_buffer(&host, 0, bytes, NULL);
	char *memory = calloc(1, bytes);
	cl_event event;
	cl_int at_return;

	(void)state;
	OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, memory, 0, NULL, &event));
	at_return = host_status(event);
	OK(clWaitForEvents(1, &event));
	assert_true(at_return > CL_COMPLETE);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
	free(memory);
}

/*
 * A chain behind a user event: nothing runs before the event, everything runs after it, and the
 * depth of the stack does not depend on the chain's length. The host writes before it completes the
 * event, which would undo the effect of a command that ran too early.
 */
static void long_chain(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0), beside = host_queue(&host, 0, 0);
	cl_kernel bump = host_kernel(program, "bump");
	cl_event gate = user_event(), last;
	cl_int zero = 0, start = 1000, result = 0;
	cl_mem buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zero), &zero);

	(void)state;
	host_args(bump, buffer, 2, 1, 1);
	for (int i = 0; i < CHAIN; i++)
		OK(clEnqueueTask(queue, bump, i ? 0 : 1, i ? NULL : &gate,
				 i == CHAIN - 1 ? &last : NULL));
	OK(clEnqueueWriteBuffer(beside, buffer, CL_TRUE, 0, sizeof(start), &start, 0, NULL, NULL));
	assert_int_equal(host_status(last), CL_QUEUED);
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), &result, 0, NULL, NULL));
	assert_int_equal(result, start + CHAIN);
	OK(clReleaseEvent(last));
	OK(clReleaseEvent(gate));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseCommandQueue(beside));
}

/*
 * A failed kernel fails its own event and the commands with that event in their wait lists; the
 * queue goes on.
 */
static void failure_stays_local(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	cl_kernel refuse = host_kernel(program, "refuse"), bump = host_kernel(program, "bump");
	cl_int zero = 0, result = 0, bad = 1;
	cl_mem buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zero), &zero);
	cl_event failed, dependent, next;

	(void)state;
	OK(clSetKernelArg(refuse, 0, sizeof(bad), &bad));
	host_args(bump, buffer, 2, 1, 5);
	OK(clEnqueueTask(queue, refuse, 0, NULL, &failed));
	OK(clEnqueueTask(queue, bump, 1, &failed, &dependent));
	OK(clEnqueueTask(queue, bump, 0, NULL, &next));
	assert_int_equal(clWaitForEvents(1, &dependent),
			 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(clWaitForEvents(1, &next));
	assert_true(host_status(failed) < 0);
	assert_int_equal(host_status(dependent), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), &result, 0, NULL, NULL));
	assert_int_equal(result, 5);
	assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(result), &result, 1,
					     &failed, NULL),
			 CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(clFinish(queue));
	OK(clReleaseEvent(failed));
	OK(clReleaseEvent(dependent));
	OK(clReleaseEvent(next));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(refuse));
	OK(clReleaseKernel(bump));
	OK(clReleaseCommandQueue(queue));
}

/*
 * The order of the entries that kernels append to a list shows that they ran in the order of their
 * dependencies.
 */
static void random_graph(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	static cl_int list[GRAPH + 1], place[GRAPH];
	cl_event gate = user_event(), events[GRAPH];
	static int from[GRAPH][3];
	cl_kernel append = host_kernel(program, "append");
	cl_mem buffer;
	unsigned seed = 12345;

	(void)state;
	memset(list, 0, sizeof(list));
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(list), list);
	for (int i = 0; i < GRAPH; i++) {
		cl_event waits[3];

		for (int k = 0; k < 3; k++) {
			seed = seed * 1664525u + 1013904223u;
			from[i][k] = i ? (int)((seed >> 8) % (unsigned)i) : -1;
			waits[k] = i ? events[from[i][k]] : gate;
		}
		host_args(append, buffer, 1, i);
		OK(clEnqueueTask(queue, append, 3, waits, &events[i]));
	}
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clFinish(queue));
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(list), list, 0, NULL, NULL));
	assert_int_equal(list[0], GRAPH);
	for (int i = 0; i < GRAPH; i++)
		place[list[1 + i]] = i;
	for (int i = 1; i < GRAPH; i++)
		for (int k = 0; k < 3; k++)
			assert_true(place[from[i][k]] < place[i]);
	for (int i = 0; i < GRAPH; i++)
		OK(clReleaseEvent(events[i]));
	OK(clReleaseEvent(gate));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(append));
	OK(clReleaseCommandQueue(queue));
}

/* Barriers split an out-of-order queue; a marker only waits. */
static void barriers(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel append = host_kernel(program, "append");
	cl_int list[100] = {0};
	cl_mem buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(list), list);
	cl_event marker, gate = user_event();

	(void)state;
	for (int piece = 0; piece < 4; piece++) {
		for (int i = 0; i < 5; i++) {
			host_args(append, buffer, 1, piece);
			OK(clEnqueueTask(queue, append, piece || i ? 0 : 1,
					 piece || i ? NULL : &gate, NULL));
		}
		OK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
	}
	OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
	assert_true(host_status(marker) > CL_COMPLETE);
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clWaitForEvents(1, &marker));
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(list), list, 0, NULL, NULL));
	assert_int_equal(list[0], 20);
	for (int i = 0; i < 20; i++)
		assert_int_equal(list[1 + i], i / 5);
	OK(clReleaseEvent(marker));
	OK(clReleaseEvent(gate));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(append));
	OK(clReleaseCommandQueue(queue));
}

static _Atomic unsigned called; /* one decimal digit per call: the status passed to it, plus 1 */

static void CL_CALLBACK on_status(cl_event event, cl_int status, void *data)
{
	(void)event;
	(void)data;
	called = called * 10 + (unsigned)status + 1;
}

static void callbacks(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_PROFILING_ENABLE);
	cl_kernel bump = host_kernel(program, "bump");
	cl_event gate = user_event(), event;
	cl_int zero = 0;
	cl_mem buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zero), &zero);
	cl_ulong times[4];

	(void)state;
	called = 0;
	host_args(bump, buffer, 2, 1, 1);
	OK(clEnqueueTask(queue, bump, 1, &gate, &event));
	OK(clSetEventCallback(event, CL_COMPLETE, on_status, NULL));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	while (!called) /* if it is never called, ctest's timeout ends the test */
		usleep(100);
	assert_int_equal(called, CL_COMPLETE + 1);
	/* A status that has already been reached is reported as well. */
	OK(clSetEventCallback(event, CL_COMPLETE, on_status, NULL));
	while (called < 10)
		usleep(100);
	assert_int_equal(called, 11);
	for (cl_uint i = 0; i < 4; i++)
		OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof(cl_ulong),
					   &times[i], NULL));
	assert_true(times[0] && times[0] <= times[1] && times[1] <= times[2] &&
		    times[2] <= times[3]);
	OK(clReleaseEvent(event));
	OK(clReleaseEvent(gate));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clReleaseCommandQueue(queue));
}

/* Everything is released while commands that use it are waiting; they run nevertheless. */
static void release_while_in_use(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	cl_kernel bump = host_kernel(program, "bump");
	cl_int values[2] = {1, 2}, result[2] = {0};
	cl_mem buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	cl_event gate = user_event(), read;

	(void)state;
	host_args(bump, buffer, 2, 2, 10);
	OK(clEnqueueTask(queue, bump, 1, &gate, NULL));
	OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof(result), result, 0, NULL, &read));
	OK(clReleaseKernel(bump));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clReleaseEvent(gate));
	OK(clWaitForEvents(1, &read));
	assert_int_equal(result[0], 11);
	assert_int_equal(result[1], 12);
	OK(clReleaseEvent(read));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlap),      cmocka_unit_test(write_returns_before_the_copy),
		cmocka_unit_test(long_chain),   cmocka_unit_test(failure_stays_local),
		cmocka_unit_test(random_graph), cmocka_unit_test(barriers),
		cmocka_unit_test(callbacks),    cmocka_unit_test(release_while_in_use),
	};

	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, open_host, close_host);
}
