/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NDRanges of kernels that run batches of work-groups: every group runs exactly once, on any
 * thread, and failures in a helper fail the execution.
 */
#include "host_tests/emulator/loaded.h"

#include <errno.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "emulator/execution/access/guard.h"
#include "emulator/execution/workers/submit.h"
#include "emulator/memory/memory.h"
#include "emulator/state/buffer.h"
#include "host_tests/emulator/models.h"

enum { UNITS = 4, RANGES = 300, LAUNCHES = 64, LONG = 1000 };

struct launch {
	struct fcl_hal_request request; /* must be first, so that the pointers convert */
	struct fcl_hal_arg args[2];
	uint32_t cu;
	uint64_t owner;
	struct fcl_emu_buffer *buffer;
	struct tally *tally;
	_Atomic bool ended;
	int status;
	char text[512];
};

static char log_path[] = "/tmp/fpgacl-groups-XXXXXX";

static void fill_image(struct fcl_image *image)
{
	static const struct fcl_image_arg args[] = {
		{.name = "tally",
		 .port = "M_AXI_GMEM",
		 .qualifier = FCL_ARG_GLOBAL,
		 .offset = TALLY_MEMORY,
		 .size = 8},
		{.name = "owner", .id = 1, .offset = TALLY_OWNER, .size = 8},
	};

	image->kernels = fcl_image_alloc(image, 1, sizeof(*image->kernels));
	image->nkernels = 1;
	fill_kernel(image, 0, "tally", args, 2);
	image->ncus = UNITS;
	image->cus = fcl_image_alloc(image, UNITS, sizeof(*image->cus));
	for (uint32_t i = 0; i < UNITS; i++)
		image->cus[i].name = fcl_image_string(image, "tally_%u", i + 1);
}

static int load(void **state)
{
	(void)state;
	load_image(fill_image);
	return 0;
}

static int unload(void **state)
{
	(void)state;
	fcl_emu_close(board);
	return 0;
}

static void on_done(struct fcl_hal_request *request, int status, const char *text)
{
	struct launch *launch = (struct launch *)request;

	launch->status = status;
	snprintf(launch->text, sizeof(launch->text), "%s", text ? text : "");
	launch->ended = true;
}

static void prepare(struct launch *launch, uint32_t cu, uint64_t bytes)
{
	struct fcl_err err = {0};

	/* cmocka installs its own signal handlers for each test. */
	fcl_emu_guard_install();
	memset(launch, 0, sizeof(*launch));
	launch->cu = cu;
	launch->owner = (uintptr_t)&program->cus[cu].pub;
	assert_int_equal(fcl_emu_buffer_alloc(board, 0, bytes, &launch->buffer, &err), 0);
	launch->tally = (struct tally *)fcl_emu_buffer_host(launch->buffer);
	memset(launch->tally, 0, bytes);
	launch->args[0] = (struct fcl_hal_arg){.kind = FCL_HAL_ARG_BUFFER,
					       .u.buffer = (struct fcl_hal_buffer *)launch->buffer};
	launch->args[1] = (struct fcl_hal_arg){
		.kind = FCL_HAL_ARG_BYTES, .index = 1, .size = 8, .u.bytes = &launch->owner};
}

static void submit(struct launch *launch, const struct fcl_hal_range *range)
{
	struct fcl_hal_request *request = &launch->request;

	request->op = FCL_HAL_LAUNCH;
	request->done = on_done;
	request->tag = launch;
	request->u.launch.program = (struct fcl_hal_program *)program;
	request->u.launch.cus = &launch->cu;
	request->u.launch.ncus = 1;
	request->u.launch.args = launch->args;
	request->u.launch.nargs = 2;
	request->u.launch.range = *range;
	launch->ended = false;
	assert_int_equal(fcl_emu_submit(board, &request, 1), 0);
	fcl_emu_kick(board);
}

/* If it never ends, ctest's timeout ends the test. */
static void wait_for(const struct launch *launch)
{
	while (!launch->ended)
		nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

static void run(struct launch *launch, const struct fcl_hal_range *range)
{
	submit(launch, range);
	wait_for(launch);
}

static struct fcl_hal_range line_of(uint64_t groups)
{
	return (struct fcl_hal_range){1, {0}, {groups * 8, 1, 1}, {8, 1, 1}};
}

static void assert_each_once(const struct launch *launch, const struct fcl_hal_range *range)
{
	uint64_t count = 1, items = 1;

	if (launch->status)
		fail_msg("status %d: %s", launch->status, launch->text);
	for (int i = 0; i < 3; i++) {
		count *= (range->global_size[i] + range->local_size[i] - 1) / range->local_size[i];
		items *= range->global_size[i];
	}
	assert_int_equal(launch->tally->items, items);
	for (uint64_t i = 0; i < TALLY_GROUPS; i++)
		assert_int_equal(launch->tally->groups[i], i < count);
}

/* --- every group once ------------------------------------------------------------------------- */

static struct fcl_hal_range random_range(uint32_t *number)
{
	static const uint64_t most[] = {0, 5000, 120, 25};
	struct fcl_hal_range range = {1 + next_number(number) % 3, {0}, {1, 1, 1}, {1, 1, 1}};

	for (uint32_t i = 0; i < range.work_dim; i++) {
		range.global_size[i] = 1 + next_number(number) % most[range.work_dim];
		range.local_size[i] = 1 + next_number(number) % 40;
	}
	return range;
}

/* Ranges of one to three dimensions, mostly with smaller groups at their ends. */
static void random_ranges(void **state)
{
	static struct launch launch;
	uint32_t number = 12;

	(void)state;
	prepare(&launch, 0, sizeof(struct tally));
	for (int i = 0; i < RANGES; i++) {
		struct fcl_hal_range range = random_range(&number);

		memset(launch.tally, 0, sizeof(struct tally));
		launch.tally->turns = i % 2 ? 0 : next_number(&number) % 2000;
		run(&launch, &range);
		assert_each_once(&launch, &range);
	}
	fcl_emu_buffer_free(launch.buffer);
}

/*
 * A range is split into only a few batches, however many groups it has; helpers run some of them.
 */
static void few_batches(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(TALLY_GROUPS);

	(void)state;
	prepare(&launch, 0, sizeof(struct tally));
	do {
		uint32_t turns = launch.tally->turns + 100;

		memset(launch.tally, 0, sizeof(struct tally));
		launch.tally->turns = turns;
		run(&launch, &range);
		assert_each_once(&launch, &range);
		assert_in_range(launch.tally->batches, 1, TALLY_GROUPS / 4);
	} while (!launch.tally->helped);
	fcl_emu_buffer_free(launch.buffer);
}

static void empty_range(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = {2, {0}, {16, 0, 1}, {4, 4, 1}};

	(void)state;
	prepare(&launch, 0, sizeof(struct tally));
	run(&launch, &range);
	assert_int_equal(launch.status, 0);
	assert_int_equal(launch.tally->batches, 0);
	fcl_emu_buffer_free(launch.buffer);
}

/* The number of groups must not wrap around to a small number, or to 0. */
static void too_many_groups(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = {2, {0}, {1ull << 40, 1ull << 30, 1}, {1, 1, 1}};

	(void)state;
	prepare(&launch, 0, sizeof(struct tally));
	run(&launch, &range);
	assert_int_equal(launch.status, -EINVAL);
	assert_non_null(strstr(launch.text, "more than 2^64 work-groups"));
	fcl_emu_buffer_free(launch.buffer);
}

/* `units` compute units, with launches that queue up on them. */
static void run_many(uint32_t units, uint32_t turns)
{
	static struct launch launches[LAUNCHES];
	struct fcl_hal_range range = line_of(LONG);

	for (uint32_t i = 0; i < LAUNCHES; i++) {
		prepare(&launches[i], i % units, sizeof(struct tally));
		launches[i].tally->turns = i % 3 ? turns : 0;
		submit(&launches[i], &range);
	}
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		wait_for(&launches[i]);
		assert_each_once(&launches[i], &range);
		fcl_emu_buffer_free(launches[i].buffer);
	}
}

static void one_unit(void **state)
{
	(void)state;
	run_many(1, 1000);
}

static void several_units(void **state)
{
	(void)state;
	run_many(UNITS, 1000);
	run_many(UNITS, 0);
}

/* --- what groups do --------------------------------------------------------------------------- */

static void prepare_deed(struct launch *launch, enum tally_deed deed)
{
	prepare(launch, 0, sizeof(struct tally));
	launch->tally->deed = deed;
	launch->tally->turns = 3000;
}

/* The unit runs the next launch normally. */
static void assert_works(struct launch *launch)
{
	struct fcl_hal_range range = line_of(LONG);

	memset(launch->tally, 0, sizeof(struct tally));
	launch->tally->turns = 1000;
	run(launch, &range);
	assert_each_once(launch, &range);
	fcl_emu_buffer_free(launch->buffer);
}

/* Wherever the group is: in the first batch, a helper's, or the last. */
static void failing_group(void **state)
{
	static const uint64_t where[] = {0, 1, LONG / 2, LONG - 1};
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);

	(void)state;
	for (size_t i = 0; i < sizeof(where) / sizeof(where[0]); i++) {
		prepare_deed(&launch, TALLY_FAIL);
		launch.tally->at = where[i];
		run(&launch, &range);
		assert_int_equal(launch.status, -EIO);
		assert_string_equal(launch.text, "tally:tally_1: the group that fails");
		assert_works(&launch);
	}
}

/* The owner waits for the helper, and must notice that it need not continue. */
static void fault_in_helper(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);

	(void)state;
	for (int i = 0; i < 10; i++) {
		prepare_deed(&launch, TALLY_FAULT_IN_HELPER);
		run(&launch, &range);
		assert_int_equal(launch.status, -EFAULT);
		assert_non_null(
			strstr(launch.text, "signal 11 (bad memory access) at address 0x8"));
		assert_works(&launch);
	}
}

static void timeout_in_helper(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);

	(void)state;
#ifdef __SANITIZE_THREAD__ /* delivers signals only in its own code */
	skip();
#endif
	prepare_deed(&launch, TALLY_HANG_IN_HELPER);
	run(&launch, &range);
	assert_int_equal(launch.status, -EFAULT);
	assert_non_null(strstr(launch.text, "ran longer than FPGACL_TIMEOUT_S allows"));
	assert_works(&launch);
}

/* The check after the run covers writes by helpers. */
static void write_behind_a_buffer(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);
	uint64_t bytes = offsetof(struct tally, groups) + (LONG - 1) * sizeof(uint32_t);

	(void)state;
	prepare(&launch, 0, bytes);
	launch.tally->turns = 3000;
	run(&launch, &range);
	assert_int_equal(launch.status, -EFAULT);
	assert_non_null(strstr(launch.text, "wrote past the end of argument 'tally'"));
	fcl_emu_buffer_free(launch.buffer);
}

/* A yield does not end a batch, and memory that a batch has not released is freed. */
static void yield_and_allocate(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);

	(void)state;
	for (enum tally_deed deed = TALLY_YIELD; deed <= TALLY_ALLOCATE; deed++) {
		prepare_deed(&launch, deed);
		run(&launch, &range);
		assert_each_once(&launch, &range);
		fcl_emu_buffer_free(launch.buffer);
	}
}

/* Lines are not split, whichever thread prints them; the last line of a batch has no newline. */
static void printed_lines(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(LONG);
	bool seen[LONG] = {false};
	unsigned group, lines = 0;
	char line[256], rest[16];
	FILE *file;

	(void)state;
	assert_int_equal(truncate(log_path, 0), 0);
	prepare_deed(&launch, TALLY_PRINT);
	run(&launch, &range);
	assert_each_once(&launch, &range);
	fcl_emu_buffer_free(launch.buffer);
	file = fopen(log_path, "r");
	assert_non_null(file);
	for (; fgets(line, sizeof(line), file); lines++) {
		assert_int_equal(
			sscanf(line, "fpgacl: info: tally:tally_1: group %u %15s", &group, rest),
			2);
		assert_string_equal(rest, "ran");
		assert_true(group < LONG && !seen[group]);
		seen[group] = true;
	}
	fclose(file);
	assert_int_equal(lines, LONG);
}

/* --- reset ------------------------------------------------------------------------------------ */

/* A range that would take minutes ends between two batches, wherever it is. */
static void reset_midway(void **state)
{
	static struct launch launches[UNITS];
	struct fcl_hal_range range = line_of(1u << 30);
	struct fcl_err err = {0};

	(void)state;
	for (int i = 0; i < 20; i++) {
		for (uint32_t j = 0; j < UNITS; j++) {
			prepare(&launches[j], j, sizeof(struct tally));
			launches[j].tally->turns = 1000;
			submit(&launches[j], &range);
		}
		nanosleep(&(struct timespec){.tv_nsec = 700000 * i}, NULL);
		if (fcl_emu_reset(board, &err))
			fail_msg("%s", err.text);
		for (uint32_t j = 0; j < UNITS; j++) {
			wait_for(&launches[j]);
			assert_int_equal(launches[j].status, -EIO);
			assert_non_null(strstr(launches[j].text, "reset"));
			fcl_emu_buffer_free(launches[j].buffer);
		}
	}
	prepare(&launches[0], 0, sizeof(struct tally));
	assert_works(&launches[0]);
}

static void unload_midway(void **state)
{
	static struct launch launch;
	struct fcl_hal_range range = line_of(1u << 30);

	(void)state;
	prepare(&launch, 0, sizeof(struct tally));
	launch.tally->turns = 1000;
	submit(&launch, &range);
	while (!__atomic_load_n(&launch.tally->helped, __ATOMIC_RELAXED))
		nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
	fcl_emu_slot_set(board, 0, NULL);
	fcl_emu_unload(program);
	wait_for(&launch);
	assert_int_equal(launch.status, -EIO);
	fcl_emu_buffer_free(launch.buffer);
}

static int set_timeout(void **state)
{
	setenv("FPGACL_TIMEOUT_S", "1", 1);
	return load(state);
}

static int unset_timeout(void **state)
{
	unsetenv("FPGACL_TIMEOUT_S");
	return unload(state);
}

static int make_log(void **state)
{
	int fd = mkstemp(log_path);

	(void)state;
	if (fd < 0)
		return -1;
	close(fd);
	return setenv("FPGACL_LOG", "info", 1) || setenv("FPGACL_LOG_FILE", log_path, 1);
}

static int remove_log(void **state)
{
	(void)state;
	return unlink(log_path);
}

int main(void)
{
#define fcl_case(name) cmocka_unit_test_setup_teardown(name, load, unload)
	const struct CMUnitTest tests[] = {
		fcl_case(random_ranges),
		fcl_case(few_batches),
		fcl_case(empty_range),
		fcl_case(too_many_groups),
		fcl_case(one_unit),
		fcl_case(several_units),
		fcl_case(failing_group),
		fcl_case(fault_in_helper),
		cmocka_unit_test_setup_teardown(timeout_in_helper, set_timeout, unset_timeout),
		fcl_case(write_behind_a_buffer),
		fcl_case(yield_and_allocate),
		fcl_case(printed_lines),
		fcl_case(reset_midway),
		fcl_case(unload_midway),
	};

	/* Makes sure that there are helpers on any machine. */
	setenv("FPGACL_EMU_THREADS", "3", 1);
	return cmocka_run_group_tests(tests, make_log, remove_log);
}
