/* SPDX-License-Identifier: Apache-2.0 */
/* DATAFLOW regions: concurrent processes, with streams of their declared depth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 64 };

static struct board board;
static int out[4 * MOST];

static const char kernels[] =
	"-k pipeline -k feedback -k racing -k circle -k diamond -k deep_diamond "
	"-k typed_diamond -k spelt_diamond -k nested -k rounds -k array -k array_stuck -k memory "
	"-k polling -k scanning -k polled_held -k bounds -k statics -k between "
	"-k starving -k own -k values -k globals -k pointers -k parts -k in_place "
	"-k shifted -k network";

static int setup(void **state)
{
	return board_setup(state, &board, kernels, "flow.cpp");
}

static int teardown(void **state)
{
	return board_teardown(state, &board);
}

static int run_on(const struct board *on, const char *kernel, int n)
{
	memset(out, -1, sizeof(out));
	board_reset();
	board_buffer(0x10, out, sizeof(out));
	board_arg(0x1c, &n, sizeof(n));
	return board_start(on, kernel);
}

static void run(const char *kernel, int n)
{
	if (run_on(&board, kernel, n))
		fail_msg("%s: %s", kernel, board_run.failure);
}

static void run_fails(const char *kernel, int n, const char *text)
{
	assert_int_equal(run_on(&board, kernel, n), -1);
	assert_string_equal(board_run.failure, text);
}

static void test_pipeline(void **state)
{
	(void)state;
	for (int n = 0; n <= MOST; n += 8) {
		run("pipeline", n);
		for (int i = 0; i < n; i++)
			assert_int_equal(out[i], i + 10);
		assert_int_equal(out[n], -1);
	}
}

static void test_feedback(void **state)
{
	(void)state;
	run("feedback", 20);
	for (int i = 0; i < 20; i++)
		assert_int_equal(out[i], 2 << i);
}

/* A possible race is reported, but not for each launch. */
static void test_racing(void **state)
{
	(void)state;
	for (int launch = 0; launch < 2; launch++) {
		run("racing", 20);
		for (int i = 0; i < 40; i++)
			assert_int_equal(out[i], 2 << i % 20);
		if (launch)
			assert_string_equal(board_run.warned, "");
		else
			assert_non_null(
				strstr(board_run.warned,
				       "dataflow: twice_beside runs concurrently with step,"));
	}
}

static void test_circle(void **state)
{
	(void)state;
	run_fails("circle", 5,
		  "deadlock in the kernel's dataflow: twice waits to read stream 'back' (depth 2, "
		  "empty) of twice; twice waits to read stream 'there' (depth 2, empty) of twice; "
		  "no depth resolves it");
}

/* The report names the depth with which the kernel then runs. */
static void test_depth(void **state)
{
	(void)state;
	run("diamond", 2);
	assert_int_equal(out[1], 102);
	run_fails("diamond", 16,
		  "deadlock in the kernel's dataflow: split waits to write stream 'left' (depth 2, "
		  "full) of join; join waits to read stream 'right' (depth 2, empty) of split; it "
		  "would not occur with a depth of 15 for stream 'left'");
	run("deep_diamond", 16);
	run("spelt_diamond", 16);
	run("typed_diamond", 16);
	for (int i = 0; i < 16; i++)
		assert_int_equal(out[i], 100 + 2 * i);
	run_on(&board, "typed_diamond", 18);
	assert_non_null(strstr(board_run.failure, "a depth of 17 for stream 'left'"));
}

static void test_nested(void **state)
{
	(void)state;
	run("nested", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 6);
}

static void test_rounds(void **state)
{
	(void)state;
	run("rounds", MOST);
	for (int i = 0; i < 4 * MOST; i++)
		assert_int_equal(out[i], i % MOST + 100 * (i / MOST));
}

static void test_array(void **state)
{
	(void)state;
	run("array", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 28);
	run_on(&board, "array_stuck", 7);
	assert_non_null(strstr(board_run.failure, "stream 'chain[1]' (depth 2, full)"));
	assert_non_null(strstr(board_run.failure, "a depth of 6 for stream 'chain[1]'"));
}

static void test_memory(void **state)
{
	(void)state;
	run("memory", 5);
	for (int i = 0; i < 16; i++)
		assert_int_equal(out[i], 5 + i);
	assert_int_equal(out[16], 1000 + 16 * 5 + 120);
}

static void test_polling(void **state)
{
	(void)state;
	run("polling", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i);
	/* The reader was faster at least once. */
	assert_int_equal(out[MOST], 1);
}

/* A scan of several streams is one turn. */
static void test_scanning(void **state)
{
	(void)state;
	run("scanning", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i);
	if (out[MOST] > 4 * MOST)
		fail_msg("%d turns for %d values", out[MOST], MOST);
}

static void test_polled_held(void **state)
{
	(void)state;
	run("polled_held", 9);
	assert_int_equal(out[0], 1);
	assert_int_equal(out[1], 2);
	assert_int_equal(out[3], 8);
	if (out[4] > 1000000)
		fail_msg("%d polls", out[4]);
}

static void test_bounds(void **state)
{
	(void)state;
	run("bounds", 0);
	assert_int_equal(out[0], 2);
	assert_int_equal(out[1], 1);
	assert_int_equal(out[2], 2);
	assert_int_equal(out[3], 0);
}

static void test_statics(void **state)
{
	(void)state;
	for (int k = 0; k < 3; k++) {
		run("statics", 10);
		for (int i = 0; i < 10; i++)
			assert_int_equal(out[i], 10 * k + i);
	}
}

static void test_between(void **state)
{
	(void)state;
	run("between", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], 3 * i);
}

static void test_starving(void **state)
{
	(void)state;
	run_fails("starving", 5,
		  "deadlock in the kernel's dataflow: starved waits to read stream 's' (depth 2, "
		  "empty) that no process writes any more; no depth resolves it, but --dataflow "
		  "sequential --empty-stream default reads zeros there");
	/* No state of it is left. */
	run("pipeline", 3);
}

static void test_own(void **state)
{
	(void)state;
	run("own", MOST);
	for (int i = 0; i < 2 * MOST; i++)
		assert_int_equal(out[i], i % MOST);
}

static void test_values(void **state)
{
	(void)state;
	run("values", 7);
	for (int i = 0; i < 4; i++)
		assert_int_equal(out[i], 1001 * i + 7);
}

static void test_globals(void **state)
{
	(void)state;
	run("globals", 5);
	for (int i = 0; i < 16; i++) {
		assert_int_equal(out[i], 1005 + i);
		assert_int_equal(out[16 + i], 1005 + i);
		assert_int_equal(out[34 + i], 0);
	}
	assert_int_equal(out[32], 16 * 1005 + 120);
	assert_int_equal(out[33], 1000);
}

static void test_pointers(void **state)
{
	(void)state;
	run("pointers", 5);
	assert_int_equal(out[0], 8 * 1005 + 28);
	run("parts", 0);
	for (int i = 0; i < 16; i++)
		assert_int_equal(out[i], 1016 + i);
	assert_int_equal(out[16], 1019);
}

/* A buffer that one process reads and a later one writes. */
static void test_in_place(void **state)
{
	(void)state;
	run("in_place", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 1);
	run("shifted", 60);
	for (int i = 1; i <= 60; i++)
		assert_int_equal(out[i], i);
}

/* The results of work() over the six stages of its chain. */
static void expect_network(unsigned n)
{
	unsigned seed = n, add[4][6];

	for (int i = 0; i < 24; i++)
		seed = seed * 1664525 + 1013904223;
	for (int i = 0; i < 24; i++) {
		seed = seed * 1664525 + 1013904223;
		add[i / 6][i % 6] = (seed >> 16) % 7;
	}
	for (int i = 0; i < 200; i++) {
		unsigned value = (unsigned)i;

		for (int k = 0; k < 6; k++)
			value = value * 3 + add[i & 3][k];
		assert_int_equal(out[i], (int)value);
	}
}

static void test_network(void **state)
{
	(void)state;
	for (int seed = 1; seed <= 24; seed++) {
		run("network", seed);
		expect_network((unsigned)seed);
	}
}

/* The option restores the source order; unoptimised code has the same results. */
static void test_options(void **state)
{
	char arguments[4096];
	struct board other;

	(void)state;
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 --dataflow sequential -k diamond -k feedback %s "
		 "-o sequential.elf",
		 tool_kernel("flow.cpp"));
	tool_compile(arguments);
	board_load(&other, "sequential.elf");
	assert_int_equal(run_on(&other, "diamond", 16), 0);
	assert_int_equal(out[15], 130);
	assert_int_equal(run_on(&other, "feedback", 2), -1);
	assert_non_null(strstr(board_run.failure, "read while empty"));
	board_unload(&other);
	snprintf(
		arguments, sizeof(arguments),
		"-t hw_emu --platform u250 --dataflow concurrent -O0 -g -fsanitize=undefined -k feedback -k memory "
		"-k values %s -o slow.elf",
		tool_kernel("flow.cpp"));
	tool_compile(arguments);
	board_load(&other, "slow.elf");
	assert_int_equal(run_on(&other, "feedback", 20), 0);
	assert_int_equal(out[19], 2 << 19);
	assert_int_equal(run_on(&other, "memory", 5), 0);
	assert_int_equal(out[16], 1000 + 16 * 5 + 120);
	assert_int_equal(run_on(&other, "values", 7), 0);
	assert_int_equal(out[3], 3010);
	board_unload(&other);
	tool_refuse("-t sw_emu --platform u250 -k s --dataflow no s.cpp -o s.elf",
		    "--dataflow 'no': expected concurrent, ordered or sequential");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pipeline), cmocka_unit_test(test_feedback),
		cmocka_unit_test(test_racing),   cmocka_unit_test(test_circle),
		cmocka_unit_test(test_depth),    cmocka_unit_test(test_nested),
		cmocka_unit_test(test_rounds),   cmocka_unit_test(test_array),
		cmocka_unit_test(test_memory),   cmocka_unit_test(test_polling),
		cmocka_unit_test(test_scanning), cmocka_unit_test(test_polled_held),
		cmocka_unit_test(test_bounds),   cmocka_unit_test(test_statics),
		cmocka_unit_test(test_between),  cmocka_unit_test(test_starving),
		cmocka_unit_test(test_own),      cmocka_unit_test(test_values),
		cmocka_unit_test(test_options),  cmocka_unit_test(test_globals),
		cmocka_unit_test(test_pointers), cmocka_unit_test(test_in_place),
		cmocka_unit_test(test_network),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
