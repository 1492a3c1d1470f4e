/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* after the headers it needs */
#include <cmocka.h>

#include "base/capture/recorder.h"
#include "base/file.h"
#include "host_tests/capture/own_file.h"
#include "runtime/capture/table.h"
#include "tools/replay/emit.h"
#include "tools/replay/names.h"
#include "tools/replay/order.h"

/* Commands of two threads whose records are not in the order in which the driver got them. */

static const char host[] = "capture_order.c";

enum { TASK = FCL_CALL_clEnqueueTask, WRITE = FCL_CALL_clEnqueueWriteBuffer };

static void begin_file(void)
{
	struct fcl_body body;
	struct fcl_err err;

	assert_int_equal(fcl_recorder_open(path, &err), 0);
	fcl_body_begin(&body);
	fcl_body_text(&body, TASK,
		      "clEnqueueTask, command_queue, kernel, num_events_in_wait_list, "
		      "event_wait_list, event");
	fcl_body_text(&body, WRITE,
		      "clEnqueueWriteBuffer, command_queue, buffer, blocking_write, offset, size, "
		      "ptr, num_events_in_wait_list, event_wait_list, event");
	fcl_body_text(&body, FCL_CALL_clWaitForEvents, "clWaitForEvents, num_events, event_list");
	fcl_recorder_append(FCL_CAPTURE_NAMES, 0, &body);
}

static void call(unsigned id, uint64_t queue, int blocking, uint64_t waited)
{
	struct fcl_body body;
	uint64_t time = 1;

	fcl_body_begin(&body);
	fcl_body_raw(&body, &time, sizeof(time));
	if (queue)
		fcl_body_number(&body, 0, queue);
	if (blocking)
		fcl_body_number(&body, 2, 1);
	if (waited)
		fcl_body_list(&body, 1, &waited, 1);
	fcl_recorder_append(FCL_CAPTURE_CALL, id, &body);
}

static void result(unsigned id, uint64_t number, int32_t status, uint64_t event)
{
	struct fcl_body body;
	uint64_t time = 2;

	fcl_body_begin(&body);
	fcl_body_raw(&body, &time, sizeof(time));
	fcl_body_leb(&body, number);
	fcl_body_leb(&body, (uint32_t)status);
	if (event)
		fcl_body_number(&body, 8, event);
	fcl_recorder_append(FCL_CAPTURE_RESULT, id, &body);
}

/* After which call the first one is to be made. */
static uint64_t first_after(void)
{
	struct fcl_capture *capture = NULL;
	struct fcl_replay replay = {.path = path};
	struct fcl_err err;
	uint64_t after;

	fcl_recorder_close();
	assert_int_equal(fcl_capture_read(path, &capture, &err), 0);
	replay.capture = capture;
	assert_int_equal(fcl_names_read(&replay, &err), 0);
	after = fcl_order_after(&replay, 0);
	free(replay.ids);
	fcl_capture_free(capture);
	return after;
}

static uint64_t after_write(uint64_t queue, int blocking, int32_t status, int returns)
{
	begin_file();
	call(TASK, 7, 0, 0);
	call(WRITE, queue, blocking, 0);
	result(WRITE, 1, status, 99);
	if (returns)
		result(TASK, 0, 0, 0);
	return first_after();
}

static void follows_what_has_ended(void **state)
{
	(void)state;
	assert_int_equal(after_write(7, 1, 0, 1), 1);
	assert_int_equal(after_write(7, 1, 0, 0), 1);           /* killed in the first call */
	assert_true(after_write(7, 0, 0, 1) == FCL_NOT_LATE);   /* it may not have ended */
	assert_true(after_write(7, 1, -30, 1) == FCL_NOT_LATE); /* it was refused */
	assert_true(after_write(8, 1, 0, 1) == FCL_NOT_LATE);   /* another queue */
}

static uint64_t after_wait(uint64_t event)
{
	begin_file();
	call(TASK, 7, 0, 0);
	call(WRITE, 7, 0, 0);
	result(WRITE, 1, 0, 99);
	call(FCL_CALL_clWaitForEvents, 1, 0, event);
	result(FCL_CALL_clWaitForEvents, 2, 0, 0);
	result(TASK, 0, 0, 0);
	return first_after();
}

static void follows_what_was_waited_for(void **state)
{
	(void)state;
	assert_int_equal(after_wait(99), 1);
	assert_true(after_wait(98) == FCL_NOT_LATE);
}

static void write_host(void)
{
	struct fcl_capture *capture = NULL;
	struct fcl_replay replay = {.path = path};
	struct fcl_err err;

	assert_int_equal(fcl_capture_read(path, &capture, &err), 0);
	replay.capture = capture;
	assert_int_equal(fcl_names_read(&replay, &err), 0);
	assert_int_equal(fcl_replay_emit(&replay, host, &err), 0);
	free(replay.ids);
	fcl_capture_free(capture);
}

/* Where in the program the call is. */
static const char *place_of(const char *program, const char *call)
{
	const char *place = strstr(program, call);

	assert_non_null(place);
	return place;
}

/* A program in C makes them in the same order, although it knows none of their objects. */
static void is_the_same_in_c(void **state)
{
	char folder[sizeof(host) + 8], *program = NULL;
	size_t size;

	(void)state;
	assert_int_equal(after_write(7, 1, 0, 1), 1);
	write_host();
	assert_int_equal(fcl_file_read(host, SIZE_MAX, &program, &size, NULL), 0);
	assert_true(place_of(program, "call 1: clEnqueueWriteBuffer") <
		    place_of(program, "call 0: clEnqueueTask"));
	free(program);
	snprintf(folder, sizeof(folder), "%s.data", host);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(unlink(host), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(follows_what_has_ended),
		cmocka_unit_test(follows_what_was_waited_for),
		cmocka_unit_test(is_the_same_in_c),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
