/* SPDX-License-Identifier: Apache-2.0 */
/* Layers around a board: the effect of their options on requests. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "runtime/devices/registry.h"

enum { BYTES = 64, MS = 1000000 };

static char log_path[] = "/tmp/fpgacl-log-XXXXXX";

/* A board behind layers, with one buffer. */
struct board {
	const struct fcl_hal_ops *hal;
	struct fcl_hal_device *device;
	struct fcl_hal_buffer *buffer;
};

struct work {
	struct fcl_hal_request request;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	unsigned done;
	int status;
	char text[200];
};

static void board_open(struct board *board, const char *name)
{
	struct fcl_err err = {0};
	const char *rest;

	board->buffer = NULL;
	board->hal = fcl_backend_of(name, &rest, &err);
	assert_non_null(board->hal);
	if (board->hal->open(rest, 0, &board->device, &err))
		fail_msg("%s: %s", name, err.text);
}

static int alloc(struct board *board)
{
	return board->hal->buffer_alloc(board->device, NULL, FCL_HAL_BANK_DEFAULT, BYTES,
					&board->buffer, NULL);
}

static void board_close(struct board *board)
{
	board->hal->buffer_free(board->device, board->buffer);
	board->hal->close(board->device);
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct work *work = (struct work *)request;

	pthread_mutex_lock(&work->lock);
	work->status = status;
	snprintf(work->text, sizeof(work->text), "%s", text ? text : "");
	work->done++;
	pthread_cond_signal(&work->ended);
	pthread_mutex_unlock(&work->lock);
}

static int submit(struct board *board, struct work *work, enum fcl_hal_op op, void *bytes)
{
	struct fcl_hal_request *request = &work->request;

	*work = (struct work){.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};
	request->op = op;
	request->flags = FCL_HAL_TIMED;
	request->done = on_done;
	request->u.transfer.buffer = board->buffer;
	request->u.transfer.host = bytes;
	request->u.transfer.box = fcl_hal_linear_box(BYTES);
	return board->hal->submit(board->device, &request, 1);
}

static int wait_for(struct work *work)
{
	pthread_mutex_lock(&work->lock);
	while (!work->done)
		pthread_cond_wait(&work->ended, &work->lock);
	pthread_mutex_unlock(&work->lock);
	assert_int_equal(work->done, 1);
	return work->status;
}

static int transfer(struct board *board, enum fcl_hal_op op, void *bytes)
{
	struct work work;

	assert_int_equal(submit(board, &work, op, bytes), 0);
	board->hal->kick(board->device);
	return wait_for(&work);
}

static int put(struct board *board, unsigned char value)
{
	unsigned char bytes[BYTES];

	memset(bytes, value, BYTES);
	return transfer(board, FCL_HAL_WRITE, bytes);
}

/* The first byte of the buffer. */
static unsigned char get(struct board *board)
{
	unsigned char bytes[BYTES] = {0};

	assert_int_equal(transfer(board, FCL_HAL_READ, bytes), 0);
	return bytes[0];
}

static void wrong_names(void **state)
{
	static const struct {
		const char *name, *text;
	} cases[] = {
		{"fault", "expected backend:board"},
		{"fault:u250", "expected a board in parentheses"},
		{"fault()", "expected a board in parentheses"},
		{"fault(emu:u250", "expected a board in parentheses"},
		{"fault(emu:u250)x", "expected '?' and options"},
		{"fault(emu)", "expected backend:board"},
		{"fault(nothing:u250)", "there is no backend 'nothing'"},
		{"fault(emu:u9999)", "u9999"},
		{"fault(emu:u250)?lanch=EIO", "fault has no option 'lanch'"},
		{"fault(emu:u250)?launch", "expected key=value, found 'launch'"},
		{"fault(emu:u250)?launch=EUGH", "found 'EUGH'"},
		{"fault(emu:u250)?launch=EAGAIN", "EAGAIN for submit"},
		{"fault(emu:u250)?program=hang", "program: expected the name of an error"},
		{"fault(emu:u250)?launch=EIO@0", "counted from 1"},
		{"fault(emu:u250)?launch=EIO@5-3", "a range must not end before it begins"},
		{"fault(emu:u250)?launch=EIO@x", "expected a number"},
		{"fault(emu:u250)?launch=EIO%101", "from 0 to 100"},
		{"fault(emu:u250)?board=lost@3", "expected gone@ or broken@"},
		{"fault(emu:u250)?board=gone@0", "requests are counted from 1"},
		{"fault(emu:u250)?board=broken@0", "requests are counted from 1"},
		{"fault(emu:u250)?timeout=3", "such as 10us"},
		{"fault(emu:u250)?timeout=9999h", "such as 10us"},
		{"delay(emu:u250)?launch=-1ms", "such as 10us"},
		{"delay(emu:u250)?check=1ms", "delay has no option 'check'"},
		{"delay(emu:u250)?jitter=200", "from 0 to 100"},
		{"trace(emu:u250)?launch=1", "trace has no options"},
		{"trace(fault(emu:u250)?launch=EUGH)", "found 'EUGH'"},
		{"fault(emu:u250)?open=EBUSY", "open 1 fails with EBUSY"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fcl_hal_device *device = NULL;
		struct fcl_err err = {0};
		const char *rest;
		const struct fcl_hal_ops *hal = fcl_backend_of(cases[i].name, &rest, &err);

		if (hal && !hal->open(rest, 0, &device, &err))
			fail_msg("%s was opened", cases[i].name);
		if (!strstr(err.text, cases[i].text))
			fail_msg("%s: '%s' has no '%s'", cases[i].name, err.text, cases[i].text);
	}
}

/* A failing request has no effect, and those before and after it work. */
static void nth_request(void **state)
{
	struct board board;

	(void)state;
	board_open(&board, "fault(emu:u50)?write=EIO@2-3&write=ENOSPC@5-");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(put(&board, 1), 0);
	assert_int_equal(put(&board, 2), -EIO);
	assert_int_equal(put(&board, 3), -EIO);
	assert_int_equal(get(&board), 1);
	assert_int_equal(put(&board, 4), 0);
	assert_int_equal(get(&board), 4);
	for (int i = 0; i < 3; i++)
		assert_int_equal(put(&board, 5), -ENOSPC);
	assert_int_equal(get(&board), 4);
	board_close(&board);
}

static void nth_op(void **state)
{
	struct fcl_hal_buffer *second = NULL;
	struct fcl_err err = {0};
	struct board board;
	struct work work;
	char bytes[BYTES];

	(void)state;
	board_open(&board, "fault(emu:u50)?alloc=ENOMEM@2&health=EIO@1&submit=EAGAIN@2");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(board.hal->buffer_alloc(board.device, NULL, FCL_HAL_BANK_DEFAULT, BYTES,
						 &second, &err),
			 -ENOMEM);
	assert_string_equal(err.text, "injected: alloc 2 fails with ENOMEM");
	assert_null(second);
	assert_int_equal(board.hal->health(board.device, NULL), -EIO);
	assert_int_equal(board.hal->health(board.device, NULL), 0);
	assert_int_equal(put(&board, 1), 0);
	assert_int_equal(submit(&board, &work, FCL_HAL_READ, bytes), -EAGAIN);
	assert_int_equal(work.done, 0);
	assert_int_equal(get(&board), 1);
	board_close(&board);
}

/* Which of 64 writes fail, one bit each. */
static uint64_t failures(const char *name)
{
	uint64_t failed = 0;
	struct board board;

	board_open(&board, name);
	assert_int_equal(alloc(&board), 0);
	for (int i = 0; i < 64; i++)
		failed |= (uint64_t)(put(&board, 1) != 0) << i;
	board_close(&board);
	return failed;
}

static void random_requests(void **state)
{
	uint64_t failed = failures("fault(null:u50)?write=EIO%40&seed=7");

	(void)state;
	assert_true(failed && ~failed);
	assert_int_equal(failures("fault(null:u50)?write=EIO%40&seed=7"), failed);
	assert_int_not_equal(failures("fault(null:u50)?write=EIO%40&seed=8"), failed);
	assert_int_equal(failures("fault(null:u50)?write=EIO%0"), 0);
	assert_int_equal(failures("fault(null:u50)?write=EIO%100"), UINT64_MAX);
}

static void hanging_request(void **state)
{
	char bytes[BYTES] = {0};
	struct board board;
	struct work work;

	(void)state;
	board_open(&board, "fault(emu:u50)?read=hang@1&timeout=5ms");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(submit(&board, &work, FCL_HAL_READ, bytes), 0);
	assert_int_equal(wait_for(&work), -ETIMEDOUT);
	assert_true(work.request.end_ns - work.request.start_ns >= 5 * MS);
	assert_non_null(strstr(work.text, "read 1 hung"));
	board_close(&board);

	board_open(&board, "fault(emu:u50)?read=hang@1&timeout=3600s");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(submit(&board, &work, FCL_HAL_READ, bytes), 0);
	assert_int_equal(put(&board, 3), 0); /* the others continue */
	assert_int_equal(work.done, 0);
	assert_int_equal(board.hal->reset(board.device, NULL), 0);
	assert_int_equal(wait_for(&work), -EIO);
	assert_string_equal(work.text, "the board was reset");
	board_close(&board);
}

static void board_breaks(void **state)
{
	struct fcl_err err = {0};
	struct board board;

	(void)state;
	board_open(&board, "fault(emu:u50)?board=broken@2");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(put(&board, 1), 0);
	assert_int_equal(put(&board, 2), -EIO);
	assert_int_equal(board.hal->health(board.device, &err), -EIO);
	assert_string_equal(err.text, "injected: the board is broken until it is reset");
	assert_int_equal(put(&board, 3), -EIO);
	assert_int_equal(board.hal->reset(board.device, NULL), 0);
	assert_int_equal(board.hal->health(board.device, NULL), 0);
	assert_int_equal(put(&board, 4), 0);
	board_close(&board);
}

static void sensors_show_what_is_said(void **state)
{
	struct fcl_hal_sensor sensor;
	struct board board;

	(void)state;
	board_open(&board, "fault(emu:u250)?sensor.temperature=95.5&sensor.nothing=1");
	assert_int_equal(board.hal->sensor(board.device, 0, &sensor), 0);
	assert_string_equal(sensor.name, "temperature");
	assert_int_equal(sensor.reading, FCL_HAL_INJECTED);
	assert_true(sensor.value == 95.5);
	assert_int_equal(board.hal->sensor(board.device, 1, &sensor), 0);
	assert_string_equal(sensor.name, "power");
	assert_int_equal(sensor.reading, FCL_HAL_ABSENT); /* an emulated board has no sensors */
	assert_true(sensor.value == 0);
	board_close(&board);
}

static void board_goes(void **state)
{
	struct board board;

	(void)state;
	board_open(&board, "fault(emu:u50)?board=gone@2");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(put(&board, 1), 0);
	assert_int_equal(put(&board, 2), -ENODEV);
	assert_int_equal(board.hal->reset(board.device, NULL), -ENODEV);
	assert_int_equal(board.hal->health(board.device, NULL), -ENODEV);
	assert_int_equal(put(&board, 3), -ENODEV);
	board_close(&board);
}

/* Requests in flight when the board is lost fail, too. */
static void board_goes_meanwhile(void **state)
{
	char bytes[BYTES] = {0};
	struct board board;
	struct work work;

	(void)state;
	board_open(&board, "fault(delay(emu:u50)?read=100ms)?board=gone@2");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(submit(&board, &work, FCL_HAL_READ, bytes), 0);
	assert_int_equal(put(&board, 1), -ENODEV);
	assert_int_equal(wait_for(&work), -ENODEV);
	board_close(&board);
}

static uint64_t took_ns(struct board *board)
{
	uint64_t start = fcl_now_ns();

	assert_int_equal(put(board, 9), 0);
	return fcl_now_ns() - start;
}

static void delayed_requests(void **state)
{
	struct board board;
	uint64_t start;

	(void)state;
	board_open(&board, "delay(emu:u50)?write=20ms&alloc=10ms&jitter=50");
	start = fcl_now_ns();
	assert_int_equal(alloc(&board), 0);
	assert_true(fcl_now_ns() - start >= 5 * MS);
	for (int i = 0; i < 3; i++)
		assert_true(took_ns(&board) >= 10 * MS);
	assert_int_equal(get(&board), 9);
	board_close(&board);
}

/* Boards of the same layer can access each other like the boards below it. */
static void peers(void **state)
{
	struct board first, second, other;

	(void)state;
	board_open(&first, "fault(emu:u250)");
	board_open(&second, "fault(emu:u250)");
	board_open(&other, "fault(null:u250)");
	assert_int_equal(first.hal->peer(first.device, second.device), 0);
	assert_int_equal(first.hal->peer(first.device, other.device), -EOPNOTSUPP);
	board_close(&first);
	board_close(&second);
	board_close(&other);
}

/* Whether the log has a line with both texts. */
static bool logged(const char *what, const char *result)
{
	FILE *file = fopen(log_path, "r");
	char line[2000];
	bool found = false;

	assert_non_null(file);
	while (!found && fgets(line, sizeof(line), file))
		found = strstr(line, what) && strstr(line, result);
	fclose(file);
	return found;
}

static void traced_requests(void **state)
{
	struct board board;

	(void)state;
	board_open(&board, "trace(fault(emu:u50)?write=EIO@1&health=EIO)");
	assert_int_equal(alloc(&board), 0);
	assert_int_equal(put(&board, 1), -EIO);
	assert_int_equal(put(&board, 1), 0);
	assert_int_equal(board.hal->health(board.device, NULL), -EIO);
	assert_true(logged("u50: alloc: ", " us: done"));
	assert_true(logged("u50: write: ", " us: injected: write 1 fails with EIO"));
	assert_true(logged("u50: write: ", " us: done"));
	assert_true(logged("u50: health: ", " us: injected: health 1 fails with EIO"));
	assert_false(logged("u50: read: ", ""));
	board_close(&board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(traced_requests),  cmocka_unit_test(wrong_names),
		cmocka_unit_test(nth_request),      cmocka_unit_test(nth_op),
		cmocka_unit_test(random_requests),  cmocka_unit_test(hanging_request),
		cmocka_unit_test(board_breaks),     cmocka_unit_test(sensors_show_what_is_said),
		cmocka_unit_test(board_goes),       cmocka_unit_test(board_goes_meanwhile),
		cmocka_unit_test(delayed_requests), cmocka_unit_test(peers),
	};
	int failed, file = mkstemp(log_path);

	assert_true(file >= 0 && !setenv("FPGACL_LOG", "info", 1) &&
		    !setenv("FPGACL_LOG_FILE", log_path, 1));
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	close(file);
	unlink(log_path);
	return failed;
}
