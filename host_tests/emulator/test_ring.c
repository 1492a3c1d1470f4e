/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ten thousand compute units in one ring: they take memory, not threads; a number travels around
 * the ring; and if no unit starts, that is one deadlock, which ends all of them.
 */
#include "host_tests/emulator/loaded.h"

#include <errno.h>
#include <time.h>

#include "emulator/execution/units/registers.h"
#include "emulator/execution/workers/submit.h"
#include "host_tests/emulator/models.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { UNITS = 500 }; /* fibers are far more expensive with sanitizers */
#else
enum { UNITS = 10000 };
#endif
/* The board adds threads if the existing ones make no progress, as on a busy machine. */
enum { ROUNDS = 5, MOST_KIB = 1 << 20, MOST_THREADS = 64 };

struct launch {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	struct fcl_hal_arg args[2];
	uint32_t cu, rounds, first;
	_Atomic int status;
};

static struct launch *launches;
static _Atomic unsigned ended;
static _Atomic bool unloads; /* the first one that ends unloads the image */

/* Unit i writes to unit i + 1, the last one to the first. */
static void fill_ring(struct fcl_image *image)
{
	static const struct fcl_image_arg args[] = {
		{.name = "in", .id = 0, .size = 4, .qualifier = FCL_ARG_STREAM},
		{.name = "out", .id = 1, .size = 4, .qualifier = FCL_ARG_STREAM},
		{.name = "rounds", .id = 2, .size = 4, .offset = HOP_ROUNDS},
		{.name = "first", .id = 3, .size = 4, .offset = HOP_FIRST},
	};

	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	image->nkernels = 1;
	fill_kernel(image, 0, "hop", args, 4);
	image->cus = fcl_image_alloc(image, UNITS, sizeof(*image->cus));
	image->streams = fcl_image_alloc(image, UNITS, sizeof(*image->streams));
	image->ncus = image->nstreams = UNITS;
	for (uint32_t i = 0; i < UNITS; i++) {
		image->cus[i].name = fcl_image_string(image, "hop_%u", i + 1);
		image->streams[i] = (struct fcl_image_stream){"link", i, 1, (i + 1) % UNITS,
							      0,      4, 1};
	}
}

static int load(void **state)
{
	(void)state;
	load_image(fill_ring);
	launches = aligned_alloc(64, (sizeof(*launches) * UNITS + 63) / 64 * 64);
	assert_non_null(launches);
	return 0;
}

static int unload(void **state)
{
	(void)state;
	free(launches);
	fcl_emu_close(board);
	return 0;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct launch *launch = (struct launch *)request;

	(void)text;
	launch->status = status;
	ended++;
	if (atomic_exchange(&unloads, false)) {
		fcl_emu_slot_set(board, 0, NULL);
		fcl_emu_unload(program);
	}
}

static void start(uint32_t cu, bool first)
{
	struct launch *launch = &launches[cu];
	struct fcl_hal_request *request = &launch->request;

	memset(launch, 0, sizeof(*launch));
	launch->cu = cu;
	launch->rounds = ROUNDS;
	launch->first = first;
	launch->args[0] = (struct fcl_hal_arg){2, FCL_HAL_ARG_BYTES, 4, 0, {&launch->rounds}};
	launch->args[1] = (struct fcl_hal_arg){3, FCL_HAL_ARG_BYTES, 4, 0, {&launch->first}};
	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->tag = launch;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.cus = &launch->cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = launch->args;
	request->u.launch.nargs = 2;
	request->u.launch.range = (struct fcl_hal_range){1, {0}, {1, 1, 1}, {1, 1, 1}};
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
}

/* If they never end, ctest's timeout ends the test. */
static void run_all(bool begin)
{
	ended = 0;
	for (uint32_t i = 0; i < UNITS; i++)
		start(i, begin && !i);
	fcl_emu_kick(board);
	while (ended < UNITS)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static long status_of_process(const char *what)
{
	FILE *file = fopen("/proc/self/status", "r");
	char line[256];
	long value = -1;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, what, strlen(what)))
			value = strtol(line + strlen(what), NULL, 10);
	fclose(file);
	return value;
}

static void goes_round(void **state)
{
	struct fcl_err err = {0};
	uint32_t last = 0;

	(void)state;
	run_all(true);
	for (uint32_t i = 0; i < UNITS; i++)
		assert_int_equal(launches[i].status, 0);
	assert_int_equal(fcl_emu_reg_read(&program->cus[0], HOP_LAST, &last, &err), 0);
	assert_int_equal(last, UNITS * ROUNDS);
	assert_in_range(status_of_process("Threads:"), 1, MOST_THREADS);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
	assert_in_range(status_of_process("VmHWM:"), 1, MOST_KIB);
#endif
}

static void no_unit_starts(void **state)
{
	(void)state;
	run_all(false);
	for (uint32_t i = 0; i < UNITS; i++)
		assert_int_equal(launches[i].status, -EDEADLK);
}

/* Ending the first unit of a deadlock frees all others. */
static void first_end_unloads(void **state)
{
	(void)state;
	unloads = true;
	run_all(false);
	assert_false(unloads);
}

int main(void)
{
	/* After a deadlock, the ring works again. */
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(goes_round), cmocka_unit_test(no_unit_starts),
		cmocka_unit_test(goes_round),
		cmocka_unit_test(first_end_unloads), /* must be last */
	};

	return cmocka_run_group_tests(tests, load, unload);
}
