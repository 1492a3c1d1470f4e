/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Failing kernels end their own command with an error and a reason; the host, other commands and
 * later runs on the same board continue. ctest sets FPGACL_TIMEOUT_S and FPGACL_EMU_STALL_S.
 */
#include "host_tests/apps/app.h"

#include <pthread.h>
#include <signal.h>

enum { ELEMENTS = 1024 }; /* of a buffer: exactly as many as fill its allocation on the board */

/* All reports to the context's callback, which runs on its own thread. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards these two */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char heard[1 << 16];
static cl_int reported; /* status passed to the event's callback; 0: none yet */

static void CL_CALLBACK record_report(const char *text, const void *info, size_t size, void *user)
{
	size_t used;

	(void)info;
	(void)size;
	(void)user;
	pthread_mutex_lock(&lock);
	used = strlen(heard);
	snprintf(heard + used, sizeof(heard) - used, "%s\n", text);
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

static void CL_CALLBACK report(cl_event event, cl_int status, void *user)
{
	(void)event;
	(void)user;
	pthread_mutex_lock(&lock);
	reported = status;
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&lock);
}

/* Waits for a line with all three words; if it never arrives, ctest's timeout ends the test. */
static bool has_line(const char *kernel, const char *unit, const char *cause)
{
	const char *next;

	for (const char *line = heard; *line; line = next) {
		char text[4096];
		size_t length = strcspn(line, "\n");

		next = line + length + (line[length] == '\n');
		snprintf(text, sizeof(text), "%.*s", (int)length, line);
		if (strstr(text, kernel) && strstr(text, unit) && strstr(text, cause))
			return true;
	}
	return false;
}

/* Returns whether the other cause was reported instead; it may be NULL. */
static bool wait_for_either(const char *kernel, const char *cause, const char *other)
{
	char unit[64];
	bool is_other = false;

	snprintf(unit, sizeof(unit), "%s_1", kernel);
	pthread_mutex_lock(&lock);
	while (!*heard)
		pthread_cond_wait(&changed, &lock);
	while (!has_line(kernel, unit, cause)) {
		struct timespec until;

		is_other = other && has_line(kernel, unit, other);
		if (is_other)
			break;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += 20;
		if (pthread_cond_timedwait(&changed, &lock, &until)) {
			pthread_mutex_unlock(&lock);
			fail_msg("expected kernel %s, its compute unit and '%s', heard: %s", kernel,
				 cause, heard);
		}
	}
	pthread_mutex_unlock(&lock);
	return is_other;
}

static void wait_for_line(const char *kernel, const char *cause)
{
	wait_for_either(kernel, cause, NULL);
}

static void forget_lines(void)
{
	pthread_mutex_lock(&lock);
	*heard = '\0';
	pthread_mutex_unlock(&lock);
}

static cl_int wait_for_reported(void)
{
	cl_int status;

	pthread_mutex_lock(&lock);
	while (!reported)
		pthread_cond_wait(&changed, &lock);
	status = reported;
	reported = 0;
	pthread_mutex_unlock(&lock);
	return status;
}

/* A board with two in-order queues, with one buffer for failing kernels and one for good ones. */
struct place {
	struct app app;
	cl_command_queue other;
	cl_mem bad, good;
};

/*
 * cmocka installs handlers for SIGSEGV and others before each test, as hosts may: the board has to
 * notice when a program is created, even for an image that it has already loaded.
 */
static struct place place_open(void)
{
	struct place place = {.app = app_open("trouble.xclbin", 0)};
	struct app *app = &place.app;
	unsigned char *image;
	size_t size;
	cl_int error;

	app_close(app);
	pthread_mutex_lock(&lock);
	*heard = '\0';
	reported = 0;
	pthread_mutex_unlock(&lock);
	app->context = clCreateContext(NULL, 1, app->devices, record_report, NULL, &error);
	OK(error);
	image = app_read("trouble.xclbin", &size);
	app->program = app_load(app, 0, image, size, &error);
	OK(error);
	free(image);
	app->queue = clCreateCommandQueue(app->context, app->devices[0], 0, &error);
	OK(error);
	place.other = clCreateCommandQueue(app->context, app->devices[0], 0, &error);
	OK(error);
	place.bad = app_buffer(app, CL_MEM_READ_WRITE, ELEMENTS * sizeof(cl_int), NULL);
	place.good = app_buffer(app, CL_MEM_READ_WRITE, ELEMENTS * sizeof(cl_int), NULL);
	return place;
}

static void place_close(struct place *place)
{
	OK(clReleaseMemObject(place->good));
	OK(clReleaseMemObject(place->bad));
	OK(clReleaseCommandQueue(place->other));
	app_close(&place->app);
}

static cl_event start(cl_command_queue queue, cl_kernel kernel, const cl_event *after)
{
	cl_event event;

	OK(clEnqueueTask(queue, kernel, after ? 1 : 0, after, &event));
	OK(clFlush(queue));
	return event;
}

static cl_event start_work(struct place *place, cl_command_queue queue, cl_int value,
			   const cl_event *after)
{
	cl_kernel work = app_kernel(&place->app, "work");
	cl_event event;

	app_set_buffers(work, 0, 1, &place->good);
	app_set_int(work, 1, value);
	event = start(queue, work, after);
	OK(clReleaseKernel(work));
	return event;
}

/* Waits for the event and releases it. */
static cl_int end(cl_event event)
{
	cl_int status = 1, waited = clWaitForEvents(1, &event);

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_int_equal(waited,
			 status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS);
	OK(clReleaseEvent(event));
	return status;
}

static void check_value(struct place *place, cl_int value)
{
	cl_int found = -1;

	OK(clEnqueueReadBuffer(place->other, place->good, CL_TRUE, 0, sizeof(found), &found, 0,
			       NULL, NULL));
	assert_int_equal(found, value);
}

/* Commands unrelated to the failed one succeed, those that depend on it do not. */
static void expect_contained(struct place *place, cl_event bad, cl_int value)
{
	cl_event beside = start_work(place, place->other, value, NULL), next, dependent, after;
	cl_int status;

	OK(end(beside));
	check_value(place, value);
	dependent = start_work(place, place->other, -1, &bad);
	next = start_work(place, place->app.queue, value + 1, NULL);
	OK(clSetEventCallback(bad, CL_COMPLETE, report, NULL));
	status = end(bad);
	assert_true(status < 0);
	assert_int_equal(wait_for_reported(), status);
	assert_int_equal(end(dependent), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(end(next));
	check_value(place, value + 1);
	after = start_work(place, place->other, value + 2, NULL);
	OK(end(after));
	check_value(place, value + 2);
}

/* A kernel that takes a buffer and a number. Run twice: a compute unit can be used again. */
static void go_wrong(const char *name, cl_int value, const char *cause)
{
	struct place place = place_open();
	cl_kernel kernel = app_kernel(&place.app, name);

	app_set_buffers(kernel, 0, 1, &place.bad);
	app_set_int(kernel, 1, value);
	for (int i = 0, late = 0; i < 2; i++) {
		expect_contained(&place, start(place.app.queue, kernel, NULL), 10 * i);
		/* On a busy machine, the watchdog may fire before the kernel has got that far. */
		if (late < 10 && wait_for_either(name, cause, "FPGACL_TIMEOUT_S")) {
			late++;
			i--;
		} else {
			wait_for_line(name, cause);
		}
		forget_lines();
	}
	OK(clReleaseKernel(kernel));
	place_close(&place);
}

static void ways_to_go_wrong(void **state)
{
	static const struct {
		const char *kernel;
		cl_int value;
		const char *cause;
	} ways[] = {
		{"segfault", 1, "memory access"},
		{"run_away", 1, "memory access"},
		{"call_nothing", 1, "no code"},
		{"call_nothing", 2, "no code"},
		{"divide", 7, "divided"},
		{"trap", 1, "illegal instruction"},
		{"burst", 3, "memory access"},
		{"burst", ELEMENTS, "memory access"},
		{"measure", 1, "memory access"},
		{"dump", 1, "memory access"},
		{"dump", 2, "memory access"},
		{"dump", 3, "memory access"},
		{"dump", 4, "memory access"},
		{"dump", 5, "no code"},
		{"dump", 6, "memory access"},
		{"dump", 7, "aborted"},
		{"dump", 8, "memory access"},
		{"harm", 1, "called raise()"},
		{"harm", 2, "called kill()"},
		{"harm", 3, "called fork()"},
		{"harm", 4, "called execv()"},
		{"harm", 5, "called atexit()"},
		{"harm", 6, "called execl()"},
		{"harm", 7, "called pthread_create()"},
		{"babble", 1, "not text in readable memory"},
		{"give_up", 1, "abort"},
		{"claim", 1, "value below zero"},
		{"leave", 1, "exit"},
		{"overflow", 1, "stack"},
		{"overrun", ELEMENTS, "out"},
#ifndef __SANITIZE_THREAD__ /* ThreadSanitizer delays the watchdog's signal while a kernel runs */
		{"spin", 1 << 30, "FPGACL_TIMEOUT_S"},
		{"churn", 1, "FPGACL_TIMEOUT_S"},
#endif
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		go_wrong(ways[i].kernel, ways[i].value, ways[i].cause);
}

/*
 * A kernel that faults inside the C library may hold the lock of a stream there: fflush() would
 * wait for it for ever.
 */
static void streams_are_released(void **state)
{
	(void)state;
	go_wrong("dump", 2, "memory access");
	go_wrong("dump", 3, "memory access");
	assert_int_equal(fflush(NULL), 0);
}

/* Runs short kernels, which a waiting thread executes itself; every other one faults. */
static void *fault_here(void *data)
{
	struct place *place = data;
	cl_kernel burst = app_kernel(&place->app, "burst");

	app_set_buffers(burst, 0, 1, &place->bad);
	for (int i = 0; i < 40; i++) {
		cl_event event;
		cl_int status = 1;

		app_set_int(burst, 1, i % 2 * 3);
		event = start(place->app.queue, burst, NULL);
		clFinish(place->app.queue);
		OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status,
				  NULL));
		assert_true(i % 2 ? status < 0 : status == CL_COMPLETE);
		OK(clReleaseEvent(event));
	}
	OK(clReleaseKernel(burst));
	return NULL;
}

/* On a thread that blocks all signals, as in programs with a dedicated signal thread. */
static void where_signals_are_blocked(void **state)
{
	struct place place = place_open();
	sigset_t all, old;
	pthread_t thread;

	(void)state;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	assert_int_equal(pthread_create(&thread, NULL, fault_here, &place), 0);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_join(thread, NULL);
	wait_for_line("burst", "memory access");
	place_close(&place);
}

/*
 * Two kernels that start together. A kernel alone would stall after a second, which a busy machine
 * may exceed.
 */
static void start_both(struct place *place, cl_kernel first, cl_kernel second, cl_event events[2])
{
	cl_int error;
	cl_event gate = clCreateUserEvent(place->app.context, &error);

	OK(error);
	events[0] = start(place->app.queue, first, &gate);
	events[1] = start(place->other, second, &gate);
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clReleaseEvent(gate));
}

/* Data never arrives. When it is supplied later, the unit does its work. */
static void starved(void **state)
{
	struct place place = place_open();
	cl_kernel starve = app_kernel(&place.app, "starve");
	cl_kernel feed = app_kernel(&place.app, "feed");
	cl_int found = -1;
	cl_event events[2];

	(void)state;
	app_set_buffers(starve, 1, 1, &place.bad);
	app_set_int(feed, 0, 4711);
	expect_contained(&place, start(place.app.queue, starve, NULL), 1);
	wait_for_line("starve", "stalled");
	forget_lines();
	start_both(&place, starve, feed, events);
	if (end(events[0]) < 0) { /* the data came too late, and is in the FIFO now */
		wait_for_line("starve", "stalled");
		OK(end(events[1]));
		OK(end(start(place.app.queue, starve, NULL)));
	} else {
		OK(end(events[1]));
	}
	OK(clEnqueueReadBuffer(place.other, place.bad, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
			       NULL));
	assert_int_equal(found, 4711);
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(starve));
	place_close(&place);
}

/* Two kernels wait for each other: both end, and both are named. */
static void deadlocked(void **state)
{
	struct place place = place_open();
	cl_kernel ping = app_kernel(&place.app, "ping"), pong = app_kernel(&place.app, "pong");

	(void)state;
	for (int i = 0, late = 0; i < 2; i++) {
		cl_event events[2], work;

		forget_lines();
		start_both(&place, ping, pong, events);
		assert_true(end(events[0]) < 0);
		assert_true(end(events[1]) < 0);
		if (late < 10 && (wait_for_either("ping", "deadlock", "stalled") ||
				  wait_for_either("pong", "deadlock", "stalled"))) {
			late++;
			i--;
			continue;
		}
		wait_for_line("ping", "deadlock");
		wait_for_line("pong", "deadlock");
		work = start_work(&place, place.app.queue, i, NULL);
		OK(end(work));
		check_value(&place, i);
	}
	OK(clReleaseKernel(pong));
	OK(clReleaseKernel(ping));
	place_close(&place);
}

/* A failed kernel that is in no wait list fails alone: the in-order queue continues. */
static void queue_not_poisoned(void **state)
{
	struct place place = place_open();
	cl_kernel divide = app_kernel(&place.app, "divide");
	cl_event events[8];

	(void)state;
	app_set_buffers(divide, 0, 1, &place.bad);
	app_set_int(divide, 1, 3);
	for (int i = 0; i < 8; i++)
		events[i] = i % 2 ? start_work(&place, place.app.queue, i, NULL)
				  : start(place.app.queue, divide, NULL);
	OK(clFinish(place.app.queue));
	for (int i = 0; i < 8; i++)
		assert_int_equal(end(events[i]) < 0, !(i % 2));
	check_value(&place, 7);
	OK(clReleaseKernel(divide));
	place_close(&place);
}

/* An overrun fails the run that caused it, not later users of the buffer. */
static void overrun_is_reported_once(void **state)
{
	struct place place = place_open();
	cl_kernel overrun = app_kernel(&place.app, "overrun");
	cl_event event;

	(void)state;
	app_set_buffers(overrun, 0, 1, &place.bad);
	app_set_int(overrun, 1, ELEMENTS);
	event = start(place.app.queue, overrun, NULL);
	assert_true(end(event) < 0);
	app_set_int(overrun, 1, ELEMENTS - 1);
	event = start(place.app.queue, overrun, NULL);
	OK(end(event));
	OK(clReleaseKernel(overrun));
	place_close(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ways_to_go_wrong),
		cmocka_unit_test(streams_are_released),
		cmocka_unit_test(where_signals_are_blocked),
		cmocka_unit_test(starved),
		cmocka_unit_test(deadlocked),
		cmocka_unit_test(queue_not_poisoned),
		cmocka_unit_test(overrun_is_reported_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
