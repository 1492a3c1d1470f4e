/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

#define Q api.queue

static cl_event user_event(void)
{
	cl_event event = clCreateUserEvent(api.context, NULL);

	assert_non_null(event);
	return event;
}

static cl_int status_of(cl_event event)
{
	cl_int status = 12345;

	EXPECT(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					  &status, NULL));
	return status;
}

static void user_events(void **state)
{
	cl_event good = user_event(), bad = user_event(), marker = NULL;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateUserEvent((cl_context)Q, &error));
	EXPECT_TRUE(status_of(good) == CL_SUBMITTED);
	EXPECT(CL_INVALID_EVENT, clSetUserEventStatus((cl_event)Q, CL_COMPLETE));
	EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(good, CL_SUBMITTED));
	EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(good, CL_RUNNING));
	EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(good, CL_QUEUED));
	EXPECT_TRUE(status_of(good) == CL_SUBMITTED);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(good, CL_COMPLETE));
	EXPECT(CL_INVALID_OPERATION, clSetUserEventStatus(good, CL_COMPLETE));
	EXPECT(CL_INVALID_OPERATION, clSetUserEventStatus(good, -1));
	EXPECT_TRUE(status_of(good) == CL_COMPLETE);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(bad, -1234));
	EXPECT_TRUE(status_of(bad) == -1234);
	EXPECT(CL_INVALID_OPERATION, clSetUserEventStatus(bad, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 0, NULL, &marker));
	EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(marker, CL_COMPLETE));
	clReleaseEvent(marker);
	clReleaseEvent(good);
	clReleaseEvent(bad);
	api_end();
}

static void CL_CALLBACK never(cl_event event, cl_int status, void *data)
{
	(void)event;
	(void)status;
	*(bool *)data = true;
}

/*
 * Nobody can set its status any more, so whatever waits for it, including clFinish, would wait
 * forever.
 */
static void user_event_given_up(void **state)
{
	cl_event gate = user_event(), kept = user_event(), marker = NULL, last = NULL;
	bool called = false;

	(void)state;
	EXPECT(CL_SUCCESS, clSetEventCallback(gate, CL_COMPLETE, never, &called));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 1, &gate, &marker));
	EXPECT(CL_SUCCESS, clRetainEvent(gate));
	EXPECT(CL_SUCCESS, clReleaseEvent(gate));
	EXPECT_TRUE(status_of(marker) > CL_COMPLETE);
	EXPECT(CL_SUCCESS, clReleaseEvent(gate));
	EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &marker));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 0, NULL, &last));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &last));
	clFinish(Q);
	EXPECT_TRUE(!called);
	clReleaseEvent(marker);
	clReleaseEvent(last);
	/* An event that nothing waits for can simply be released. */
	EXPECT(CL_SUCCESS, clReleaseEvent(kept));
	api_end();
}

static void wait_errors(void **state)
{
	cl_event good = user_event(), failed = user_event();
	cl_event with_wrong[] = {good, (cl_event)Q}, mixed[] = {good, api.foreign_event};
	cl_event with_failed[] = {good, failed};

	(void)state;
	EXPECT(CL_SUCCESS, clSetUserEventStatus(good, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(failed, -1));
	EXPECT(CL_INVALID_VALUE, clWaitForEvents(0, &good));
	EXPECT(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
	EXPECT(CL_INVALID_EVENT, clWaitForEvents(2, with_wrong));
	EXPECT(CL_INVALID_CONTEXT, clWaitForEvents(2, mixed));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(2, with_failed));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &good));
	clReleaseEvent(good);
	clReleaseEvent(failed);
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetEventInfo(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue)),
		INFO(CL_EVENT_CONTEXT, sizeof(cl_context)),
		INFO(CL_EVENT_COMMAND_TYPE, sizeof(cl_command_type)),
		INFO(CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(cl_int)),
		INFO(CL_EVENT_REFERENCE_COUNT, sizeof(cl_uint)),
	};
	cl_event marker = NULL;
	cl_command_queue queue = NULL, none = Q;
	cl_context context = NULL;
	cl_command_type type = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 0, NULL, &marker));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &marker));
	api_check_queries(query, marker, rows, 5);
	api_check_queries(query, api.user, rows, 5);
	clGetEventInfo(marker, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &queue, NULL);
	clGetEventInfo(marker, CL_EVENT_CONTEXT, sizeof(cl_context), &context, NULL);
	EXPECT_TRUE(queue == Q && context == api.context);
	clGetEventInfo(api.user, CL_EVENT_COMMAND_QUEUE, sizeof(cl_command_queue), &none, NULL);
	clGetEventInfo(api.user, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	EXPECT_TRUE(!none && type == CL_COMMAND_USER);
	EXPECT(CL_INVALID_EVENT, clGetEventInfo((cl_event)Q, CL_EVENT_COMMAND_TYPE, 0, NULL, NULL));
	clReleaseEvent(marker);
	api_end();
}

struct heard {
	volatile int calls;
	cl_int status;
	cl_event event;
};

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data)
{
	struct heard *heard = data;

	heard->status = status;
	heard->event = event;
	__atomic_add_fetch(&heard->calls, 1, __ATOMIC_RELEASE);
}

static void wait_for_call(struct heard *heard)
{
	while (!__atomic_load_n(&heard->calls, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void callback_errors(void **state)
{
	struct heard heard = {0};

	(void)state;
	EXPECT(CL_INVALID_EVENT, clSetEventCallback((cl_event)Q, CL_COMPLETE, count_call, &heard));
	EXPECT(CL_INVALID_VALUE, clSetEventCallback(api.user, CL_COMPLETE, NULL, &heard));
	EXPECT(CL_INVALID_VALUE, clSetEventCallback(api.user, CL_QUEUED, count_call, &heard));
	EXPECT(CL_INVALID_VALUE, clSetEventCallback(api.user, -1, count_call, &heard));
	EXPECT(CL_INVALID_VALUE, clSetEventCallback(api.user, 4, count_call, &heard));
	EXPECT_TRUE(!heard.calls);
	api_end();
}

static void callbacks_are_called(void **state)
{
	static const cl_int triggers[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
	struct heard before[3] = {{0}}, after[3] = {{0}};
	cl_event gate = user_event(), event = NULL;
	char byte = 0;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, api.buffer, CL_FALSE, 0, 1, &byte, 1, &gate, &event));
	for (int i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clSetEventCallback(event, triggers[i], count_call, &before[i]));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	for (int i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clSetEventCallback(event, triggers[i], count_call, &after[i]));
	for (int i = 0; i < 3; i++) {
		wait_for_call(&before[i]);
		wait_for_call(&after[i]);
		EXPECT_TRUE(before[i].event == event && before[i].status == triggers[i]);
	}
	clReleaseEvent(event);
	clReleaseEvent(gate);
	api_end();
}

static void CL_CALLBACK ask(cl_event event, cl_int status, void *data)
{
	cl_command_type type = 0;

	clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	count_call(type == CL_COMMAND_MARKER ? event : NULL, status, data);
}

/* A host that has released its event may still query it in the callback, but not later. */
static void callback_of_released_event(void **state)
{
	struct heard heard[2] = {{0}};
	cl_event gate = user_event(), marker = NULL;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 1, &gate, &marker));
	EXPECT(CL_SUCCESS, clSetEventCallback(marker, CL_COMPLETE, ask, &heard[0]));
	EXPECT(CL_SUCCESS, clSetEventCallback(marker, CL_COMPLETE, ask, &heard[1]));
	EXPECT(CL_SUCCESS, clReleaseEvent(marker));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	wait_for_call(&heard[0]);
	wait_for_call(&heard[1]);
	EXPECT_TRUE(heard[0].event == marker && heard[1].event == marker);
	while (clGetEventInfo(marker, CL_EVENT_COMMAND_TYPE, 0, NULL, NULL) == CL_SUCCESS)
		sched_yield();
	clReleaseEvent(gate);
	api_end();
}

/* A failed command's callbacks receive its negative status. */
static void callback_of_failed_event(void **state)
{
	struct heard direct = {0}, dependent = {0};
	cl_event gate = user_event(), marker = NULL;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 1, &gate, &marker));
	EXPECT(CL_SUCCESS, clSetEventCallback(gate, CL_COMPLETE, count_call, &direct));
	EXPECT(CL_SUCCESS, clSetEventCallback(marker, CL_COMPLETE, count_call, &dependent));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, -9));
	wait_for_call(&direct);
	wait_for_call(&dependent);
	EXPECT_TRUE(direct.status == -9);
	EXPECT_TRUE(dependent.status < 0);
	clReleaseEvent(marker);
	clReleaseEvent(gate);
	api_end();
}

static void CL_CALLBACK hear_late(cl_event event, cl_int status, void *data)
{
	nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	count_call(event, status, data);
}

enum { TRIES = 20 };

/* How often a callback that takes 2 ms has run by the time a wait for its command returns. */
static int calls_in_time(bool finishes)
{
	int in_time = 0;

	for (int i = 0; i < TRIES; i++) {
		struct heard heard = {0};
		cl_event gate = user_event(), event = NULL;

		clEnqueueMarkerWithWaitList(Q, 1, &gate, &event);
		EXPECT(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, hear_late, &heard));
		if (finishes) /* the newest command has no callback */
			clEnqueueMarkerWithWaitList(Q, 0, NULL, NULL);
		EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
		EXPECT(CL_SUCCESS, finishes ? clFinish(Q) : clWaitForEvents(1, &event));
		in_time += __atomic_load_n(&heard.calls, __ATOMIC_ACQUIRE);
		wait_for_call(&heard);
		clReleaseEvent(event);
		clReleaseEvent(gate);
	}
	return in_time;
}

/*
 * Callbacks that are due run before a wait returns. Not always on a busy machine, because the wait
 * has a limit.
 */
static void callbacks_before_waits_return(void **state)
{
	(void)state;
	EXPECT_TRUE(calls_in_time(false) > TRIES / 2);
	EXPECT_TRUE(calls_in_time(true) > TRIES / 2);
	api_end();
}

struct locked {
	pthread_mutex_t lock;
	int calls;
};

static void CL_CALLBACK take_lock(cl_event event, cl_int status, void *data)
{
	struct locked *locked = data;

	(void)event;
	(void)status;
	pthread_mutex_lock(&locked->lock);
	__atomic_add_fetch(&locked->calls, 1, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&locked->lock);
}

/* Whether the host has waited long, for a callback that cannot return before the wait does. */
static bool waits_long(cl_event event)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000 >= 15;
}

/*
 * A callback that needs something held by the waiting thread must not block that thread forever. If
 * every callback is like that, only few waits take longer.
 */
static void callback_behind_the_waiter(void **state)
{
	struct locked locked = {.lock = PTHREAD_MUTEX_INITIALIZER};
	cl_event event = NULL;
	int waited = 0;

	(void)state;
	for (int i = 0; i < 2 * TRIES; i++) {
		EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 0, NULL, &event));
		pthread_mutex_lock(&locked.lock);
		EXPECT(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, take_lock, &locked));
		waited += waits_long(event);
		EXPECT_TRUE(__atomic_load_n(&locked.calls, __ATOMIC_ACQUIRE) == i);
		pthread_mutex_unlock(&locked.lock);
		while (__atomic_load_n(&locked.calls, __ATOMIC_ACQUIRE) == i)
			sched_yield();
		clReleaseEvent(event);
	}
	EXPECT_TRUE(waited < TRIES);
	api_end();
}

static void CL_CALLBACK finish_inside(cl_event event, cl_int status, void *data)
{
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, clFinish(Q));
	count_call(event, status, data);
}

/* Hosts should not wait in a callback. Those that do must not deadlock on the callback itself. */
static void callback_that_waits(void **state)
{
	struct heard heard[2] = {{0}};
	cl_event event = NULL;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, finish_inside, &heard[0]));
	EXPECT(CL_SUCCESS, clSetEventCallback(event, CL_COMPLETE, finish_inside, &heard[1]));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	wait_for_call(&heard[0]);
	wait_for_call(&heard[1]);
	clReleaseEvent(event);
	api_end();
}

static void references(void **state)
{
	cl_event event = user_event();
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainEvent(event));
	clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseEvent(event));
	EXPECT(CL_SUCCESS, clReleaseEvent(event));
	EXPECT(CL_INVALID_EVENT, clReleaseEvent(event));
	EXPECT(CL_INVALID_EVENT, clRetainEvent(event));
	EXPECT(CL_INVALID_EVENT, clReleaseEvent((cl_event)Q));
	api_end();
}

static cl_int profiling(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetEventProfilingInfo(object, name, size, value, ret_size);
}

static void check_times(size_t bytes)
{
	static const struct api_info_row rows[] = {
		INFO(CL_PROFILING_COMMAND_QUEUED, sizeof(cl_ulong)),
		INFO(CL_PROFILING_COMMAND_SUBMIT, sizeof(cl_ulong)),
		INFO(CL_PROFILING_COMMAND_START, sizeof(cl_ulong)),
		INFO(CL_PROFILING_COMMAND_END, sizeof(cl_ulong)),
		INFO(CL_PROFILING_COMMAND_COMPLETE, sizeof(cl_ulong)),
	};
	cl_ulong before = 0, times[5] = {0}, after = 0;
	cl_event event = NULL;
	char byte = 0;

	EXPECT(CL_SUCCESS, clGetHostTimer(api.devices[0], &before));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, api.buffer, CL_FALSE, 0, bytes, &byte, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, clGetHostTimer(api.devices[0], &after));
	api_check_queries(profiling, event, rows, 5);
	for (int i = 0; i < 5; i++)
		clGetEventProfilingInfo(event, rows[i].name, sizeof(times[i]), &times[i], NULL);
	EXPECT_TRUE(before <= times[0] && times[0] <= times[1] && times[1] <= times[2] &&
		    times[2] <= times[3] && times[3] <= times[4] && times[4] <= after);
	clReleaseEvent(event);
}

static void profiling_info(void **state)
{
	(void)state;
	check_times(1);
	check_times(0); /* does not reach the board */
	api_end();
}

static void profiling_not_available(void **state)
{
	cl_event gate = user_event(), pending = NULL, unprofiled = NULL, failed = NULL;
	cl_event broken = user_event();
	cl_ulong time;

	(void)state;
#define TIME(event)                                                                                \
	clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL)
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 1, &gate, &pending));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(api.loose, 0, NULL, &unprofiled));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(broken, -1));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &unprofiled));
	EXPECT(CL_INVALID_EVENT, TIME((cl_event)Q));
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, TIME(gate));
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, TIME(pending));
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, TIME(unprofiled));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &pending));
	EXPECT(CL_SUCCESS, TIME(pending));
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, TIME(gate));
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(Q, 1, &broken, &failed));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &failed));
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, TIME(failed));
#undef TIME
	clReleaseEvent(gate);
	clReleaseEvent(broken);
	clReleaseEvent(pending);
	clReleaseEvent(unprofiled);
	clReleaseEvent(failed);
	api_end();
}

/*
 * Some hosts query the times of a short command without waiting for it. Emulated boards then run it
 * at once, unless it is running already.
 */
static void profiling_without_wait(void **state)
{
	const char *devices = getenv("FPGACL_DEVICES");
	int found = 0;

	(void)state;
	if (!devices || strncmp(devices, "emu:", 4) != 0)
		skip();
	for (int i = 0; i < TRIES; i++) {
		cl_event event = NULL;
		cl_ulong time;
		char byte = 0;

		EXPECT(CL_SUCCESS,
		       clEnqueueWriteBuffer(Q, api.buffer, CL_FALSE, 0, 1, &byte, 0, NULL, &event));
		found += clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(time),
						 &time, NULL) == CL_SUCCESS;
		EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
		clReleaseEvent(event);
	}
	EXPECT_TRUE(found > TRIES / 2);
	api_end();
}

/* A wait list that is longer than a command's inline storage. */
static void long_wait_list(void **state)
{
	cl_event gates[100], marker = NULL;

	(void)state;
	for (int i = 0; i < 100; i++)
		gates[i] = user_event();
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(api.loose, 100, gates, &marker));
	for (int i = 0; i < 100; i++) {
		EXPECT_TRUE(status_of(marker) > CL_COMPLETE);
		EXPECT(CL_SUCCESS, clSetUserEventStatus(gates[i], CL_COMPLETE));
		EXPECT(CL_SUCCESS, clReleaseEvent(gates[i]));
	}
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &marker));
	clReleaseEvent(marker);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(user_events),
		cmocka_unit_test(user_event_given_up),
		cmocka_unit_test(wait_errors),
		cmocka_unit_test(queries),
		cmocka_unit_test(callback_errors),
		cmocka_unit_test(callbacks_are_called),
		cmocka_unit_test(callback_of_released_event),
		cmocka_unit_test(callback_of_failed_event),
		cmocka_unit_test(callbacks_before_waits_return),
		cmocka_unit_test(callback_behind_the_waiter),
		cmocka_unit_test(callback_that_waits),
		cmocka_unit_test(references),
		cmocka_unit_test(profiling_info),
		cmocka_unit_test(profiling_not_available),
		cmocka_unit_test(profiling_without_wait),
		cmocka_unit_test(long_wait_list),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
