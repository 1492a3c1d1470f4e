/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All designs on the engine and in Verilog: each process does as many things, and the last of them
 * in the same cycle; FIFOs of one clock were as full. So they are however the native code runs.
 */
#include <inttypes.h>
#include <stdio.h>

#include "host_tests/base/unit_test.h"
#include "host_tests/time/feed.h"

#define MAX_DESIGNS 256

/* What Verilator found. */
static struct {
	uint64_t last[MAX_PROCESSES], events[MAX_PROCESSES], most[MAX_CHANNELS];
	bool done[MAX_PROCESSES];
} rtl[MAX_DESIGNS];

static const char *rtl_program;

static int read_rtl(void **state)
{
	(void)state;
	FILE *file = popen(rtl_program, "r");
	assert_non_null(file);
	char line[200];
	unsigned design, number, done, lines = 0;
	uint64_t a, b;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%u process %u %" SCNu64 " %" SCNu64 " %u", &design, &number, &a,
			   &b, &done) == 5) {
			assert_true(design < MAX_DESIGNS && number < MAX_PROCESSES);
			rtl[design].last[number] = a;
			rtl[design].events[number] = b;
			rtl[design].done[number] = done;
			lines++;
		} else if (sscanf(line, "%u channel %u %" SCNu64, &design, &number, &a) == 3) {
			assert_true(design < MAX_DESIGNS && number < MAX_CHANNELS);
			rtl[design].most[number] = a;
		}
	}
	assert_int_equal(pclose(file), 0);
	assert_true(lines > 100);
	return 0;
}

/* Whether all processes of a design have one clock. */
static bool has_one_clock(const struct design *design)
{
	for (unsigned i = 1; i < MAX_PROCESSES && design->processes[i].segments[0].length; i++)
		if (design->processes[i].clock != design->processes[0].clock)
			return false;
	return true;
}

static bool rtl_is_done(unsigned number, const struct design *design)
{
	for (unsigned i = 0; i < MAX_PROCESSES && design->processes[i].segments[0].length; i++)
		if (!rtl[number].done[i])
			return false;
	return true;
}

static unsigned compare(unsigned number, const struct design *design, struct fcl_time *time)
{
	unsigned wrong = 0;
	struct fcl_time_process_use use;
	bool done = rtl_is_done(number, design);
	for (uint32_t i = 0; fcl_time_process_use(time, i, &use); i++) {
		if (use.cycle == rtl[number].last[i] && use.events == rtl[number].events[i])
			continue;
		wrong++;
		print_error("%u, %s: process %u ends in cycle %" PRIu64 " after %" PRIu64
			    " events; in Verilog %" PRIu64 " and %" PRIu64 "\n",
			    number, design->name, i, use.cycle, use.events, rtl[number].last[i],
			    rtl[number].events[i]);
	}
	struct fcl_time_channel_use channel;
	for (uint32_t i = 0; has_one_clock(design) && fcl_time_channel_use(time, i, &channel); i++)
		if (channel.most != rtl[number].most[i]) {
			wrong++;
			print_error("%u, %s: FIFO %u had %" PRIu64 " elements; in Verilog %" PRIu64
				    "\n",
				    number, design->name, i, channel.most, rtl[number].most[i]);
		}
	struct fcl_err err;
	bool failed = fcl_time_failure(time, &err);
	if (done == failed || done != fcl_time_is_done(time)) {
		wrong++;
		print_error("%u, %s: %s on the engine, %s in Verilog\n", number, design->name,
			    failed ? err.text : "no deadlock", done ? "ended" : "not ended");
	}
	return wrong;
}

/* What is in a deadlock only ends as in Verilog if its code runs on, for a recording. */
static void compare_all(const struct feed_way *way)
{
	struct design design;
	unsigned wrong = 0;
	for (unsigned i = 0; design_get(i, &design); i++) {
		if (!way->record && !rtl_is_done(i, &design))
			continue;
		struct fcl_time *time = feed(&design, way);
		wrong += compare(i, &design, time);
		fcl_time_destroy(time);
	}
	assert_int_equal(wrong, 0);
}

static void test_iteration_by_iteration(void **state)
{
	(void)state;
	compare_all(&(struct feed_way){.batch = 1, .turn = 1});
	compare_all(&(struct feed_way){.batch = 1, .turn = 1, .backwards = true});
	compare_all(&(struct feed_way){.batch = 7, .turn = 13, .record = true});
}

static void test_one_process_after_the_other(void **state)
{
	(void)state;
	compare_all(&(struct feed_way){.batch = 64});
	compare_all(&(struct feed_way){.batch = 5, .backwards = true});
	compare_all(&(struct feed_way){.batch = 64, .record = true});
}

static void test_runs(void **state)
{
	(void)state;
	compare_all(&(struct feed_way){.batch = 3, .turn = 1, .runs = true});
	compare_all(
		&(struct feed_way){.batch = 64, .runs = true, .record = true, .backwards = true});
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (argc > 2)
		first_seed = (unsigned)strtoul(argv[2], NULL, 10);
	rtl_program = argv[1];
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_iteration_by_iteration),
		cmocka_unit_test(test_one_process_after_the_other),
		cmocka_unit_test(test_runs),
	};
	return cmocka_run_group_tests(tests, read_rtl, NULL);
}
