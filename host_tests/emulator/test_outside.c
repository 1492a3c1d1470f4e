/* SPDX-License-Identifier: Apache-2.0 */
/* Compute units that wait for a file descriptor, as those do that talk to other processes. */
#include "host_tests/emulator/loaded.h"

#include <errno.h>
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "emulator/execution/units/registers.h"
#include "emulator/execution/workers/submit.h"
#include "host_tests/emulator/models.h"

enum { LISTEN, HOP, UNITS };

struct launch {
	struct fcl_hal_request request; /* first, so that the pointers convert */
	struct fcl_hal_arg args[2];
	uint32_t cu, values[2];
	_Atomic bool ended;
	_Atomic int status;
};

static struct launch launches[UNITS];
static int ends[2]; /* of a pipe */

/* Each of the two writes to the other. */
static void fill_image(struct fcl_image *image)
{
	static const struct fcl_image_arg args[] = {
		{.name = "in", .id = 0, .size = 4, .qualifier = FCL_ARG_STREAM},
		{.name = "out", .id = 1, .size = 4, .qualifier = FCL_ARG_STREAM},
		{.name = "first", .id = 2, .size = 4, .offset = LISTEN_TO},
		{.name = "second", .id = 3, .size = 4, .offset = LISTEN_WAITS},
	};
	static const char *const names[UNITS] = {"listen", "hop"};

	image->kernels = fcl_image_alloc(image, UNITS, sizeof(*image->kernels));
	image->cus = fcl_image_alloc(image, UNITS, sizeof(*image->cus));
	image->streams = fcl_image_alloc(image, UNITS, sizeof(*image->streams));
	image->nkernels = image->ncus = image->nstreams = UNITS;
	for (uint32_t i = 0; i < UNITS; i++) {
		fill_kernel(image, i, names[i], args, 4);
		image->cus[i].name = fcl_image_string(image, "%s_1", names[i]);
		image->cus[i].kernel = i;
		image->streams[i] = (struct fcl_image_stream){"link", i, 1, !i, 0, 4, 1};
	}
}

static int load(void **state)
{
	(void)state;
	load_image(fill_image);
	memset(launches, 0, sizeof(launches));
	return pipe(ends);
}

static int unload(void **state)
{
	(void)state;
	fcl_emu_close(board);
	close(ends[0]);
	close(ends[1]);
	return 0;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct launch *launch = (struct launch *)request;

	(void)text;
	launch->status = status;
	launch->ended = true;
}

static void start(uint32_t cu, uint32_t first, uint32_t second)
{
	struct launch *launch = &launches[cu];
	struct fcl_hal_request *request = &launch->request;

	launch->cu = cu;
	launch->values[0] = first;
	launch->values[1] = second;
	for (uint32_t i = 0; i < 2; i++)
		launch->args[i] =
			(struct fcl_hal_arg){2 + i, FCL_HAL_ARG_BYTES, 4, 0, {&launch->values[i]}};
	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->tag = launch;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.kernel = cu;
	request->u.launch.cus = &launch->cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = launch->args;
	request->u.launch.nargs = 2;
	request->u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
	fcl_emu_kick(board);
}

/* If it never happens, ctest's timeout ends the test. */
static void wait_for(const _Atomic bool *what)
{
	while (!*what)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void pause_briefly(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 150000000}, NULL);
}

/*
 * Each unit waits for the other, but one of them also for what is outside: that is no deadlock,
 * however long nothing comes.
 */
static void test_data_from_outside(void **state)
{
	const uint32_t number = 41;
	struct fcl_err err = {0};
	uint32_t last;

	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1);
	start(HOP, 1, 0);
	pause_briefly();
	assert_false(launches[LISTEN].ended);
	assert_false(launches[HOP].ended);
	assert_int_equal(write(ends[1], &number, sizeof(number)), sizeof(number));
	wait_for(&launches[LISTEN].ended);
	wait_for(&launches[HOP].ended);
	assert_int_equal(launches[LISTEN].status, 0);
	assert_int_equal(launches[HOP].status, 0);
	assert_int_equal(fcl_emu_reg_read(&program->cus[HOP], HOP_LAST, &last, &err), 0);
	assert_int_equal(last, number + 1);
}

/* What comes through the stream ends the wait as well; the pipe stays empty. */
static void test_data_from_stream(void **state)
{
	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1000);
	pause_briefly();
	assert_false(launches[LISTEN].ended);
	start(HOP, 0, 1);
	wait_for(&launches[LISTEN].ended);
	assert_int_equal(launches[LISTEN].status, 0);
	wait_for(&launches[HOP].ended);
}

static void test_other_end_closed(void **state)
{
	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1);
	pause_briefly();
	assert_false(launches[LISTEN].ended);
	close(ends[1]);
	wait_for(&launches[LISTEN].ended);
	ends[1] = dup(ends[0]);
}

/* No event ever comes for a file of a disk: the unit looks again after a while. */
static void test_file_without_events(void **state)
{
	int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);

	(void)state;
	start(LISTEN, (uint32_t)file, 3);
	wait_for(&launches[LISTEN].ended);
	assert_int_equal(launches[LISTEN].status, 0);
	close(file);
}

/* What comes from outside may take longer than a packet from another unit. */
static void test_limit_of_stalls(void **state)
{
	const uint32_t number = 41;

	(void)state;
	board->stall_ns = 1000000;
	start(LISTEN, (uint32_t)ends[0], 1);
	pause_briefly();
	assert_false(launches[LISTEN].ended);
	assert_int_equal(write(ends[1], &number, sizeof(number)), sizeof(number));
	wait_for(&launches[LISTEN].ended);
	assert_int_equal(launches[LISTEN].status, 0);
}

static bool is_reported(uint32_t cu)
{
	bool reported;

	pthread_mutex_lock(&board->lock);
	reported = program->cus[cu].stall_reported;
	pthread_mutex_unlock(&board->lock);
	return reported;
}

/* Of two units that wait for each other, the log is about the one that waits for nothing else. */
static void test_report_of_stalls(void **state)
{
	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1);
	start(HOP, 1, 0);
	while (!is_reported(HOP))
		pause_briefly();
	assert_false(is_reported(LISTEN));
}

static bool is_polling(void)
{
	bool polling;

	pthread_mutex_lock(&board->lock);
	polling = board->polling;
	pthread_mutex_unlock(&board->lock);
	return polling;
}

/* Hosts that close all descriptors close the board's too: then units look again after a while. */
static void test_closed_by_host(void **state)
{
	const uint32_t number = 41;
	int other = open("/dev/null", O_RDONLY | O_CLOEXEC), closed[2];

	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1);
	while (!is_polling())
		pause_briefly();
	pthread_mutex_lock(&board->lock);
	closed[0] = board->outside_events;
	closed[1] = board->outside_end;
	pthread_mutex_unlock(&board->lock);
	for (unsigned i = 0; i < 2; i++)
		assert_true(dup3(other, closed[i], O_CLOEXEC) >= 0);
	close(other);
	assert_int_equal(write(ends[1], &number, sizeof(number)), sizeof(number));
	wait_for(&launches[LISTEN].ended);
	while (is_polling())
		pause_briefly();
	/* They are the host's now. */
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(close(closed[i]), 0);
	start(HOP, 1, 0);
	wait_for(&launches[HOP].ended);
	launches[LISTEN].ended = false;
	start(LISTEN, (uint32_t)ends[0], 3);
	assert_int_equal(write(ends[1], &number, sizeof(number)), sizeof(number));
	wait_for(&launches[LISTEN].ended);
	assert_int_equal(launches[LISTEN].status, 0);
}

static void test_unloading(void **state)
{
	const uint32_t number = 41;

	(void)state;
	start(LISTEN, (uint32_t)ends[0], 1);
	pause_briefly();
	fcl_emu_slot_set(board, 0, NULL);
	fcl_emu_unload(program);
	assert_true(launches[LISTEN].ended);
	assert_int_equal(launches[LISTEN].status, -EIO);
	/* An event for a unit that is no more. */
	assert_int_equal(write(ends[1], &number, sizeof(number)), sizeof(number));
	pause_briefly();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_data_from_outside, load, unload),
		cmocka_unit_test_setup_teardown(test_data_from_stream, load, unload),
		cmocka_unit_test_setup_teardown(test_other_end_closed, load, unload),
		cmocka_unit_test_setup_teardown(test_file_without_events, load, unload),
		cmocka_unit_test_setup_teardown(test_limit_of_stalls, load, unload),
		cmocka_unit_test_setup_teardown(test_report_of_stalls, load, unload),
		cmocka_unit_test_setup_teardown(test_closed_by_host, load, unload),
		cmocka_unit_test_setup_teardown(test_unloading, load, unload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
