/* SPDX-License-Identifier: Apache-2.0 */
/* Unrolled loops with calls, which a board starts concurrently if they share nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 256, LANES = 4 };

static struct board board;
static int out[MOST];

static const char kernels[] =
	"-k lanes -k plain -k rolled -k nested -k in_turn -k one -k regions -k carried -k frames "
	"-k lanes_of_regions";

static int setup(void **state)
{
	return board_setup(state, &board, kernels, "flow_unrolled.cpp");
}

static int teardown(void **state)
{
	return board_teardown(state, &board);
}

static int run(const char *kernel, int n)
{
	memset(out, 0, sizeof(out));
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &n, sizeof(n));
	return board_start(&board, kernel);
}

static void test_lanes(void **state)
{
	(void)state;
	/* The second has its pragma in a loop whose body is no block. */
	for (int plain = 0; plain < 2; plain++) {
		assert_int_equal(run(plain ? "plain" : "lanes", MOST), 0);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], i + 100 * (i % LANES));
	}
}

static void test_rolled(void **state)
{
	(void)state;
	assert_int_equal(run("rolled", MOST), -1);
	assert_non_null(strstr(board_run.failure, "deadlock"));
}

static void test_nested(void **state)
{
	(void)state;
	assert_int_equal(run("nested", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i ^ 1);
}

static void test_in_turn(void **state)
{
	unsigned total = 1;

	(void)state;
	assert_int_equal(run("in_turn", 50), 0);
	for (unsigned lane = 0; lane < LANES; lane++) {
		for (unsigned i = 0; i < 50 + lane; i++)
			total = 3 * total + i;
		assert_int_equal((unsigned)out[lane], total + lane);
	}
}

static void test_one(void **state)
{
	(void)state;
	assert_int_equal(run("one", MOST / LANES), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i);
}

/* The arguments of their processes do not count as shared memory. */
static void test_regions(void **state)
{
	(void)state;
	assert_int_equal(run("regions", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 3);
	assert_null(strstr(board_run.warned, "may use the same memory"));
}

/* A call uses the element after the one that it is passed. */
static void test_carried(void **state)
{
	(void)state;
	assert_int_equal(run("carried", MOST / LANES), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i * (i + 1) / 2);
}

static void test_frames(void **state)
{
	(void)state;
	assert_int_equal(run("frames", 30000), 0);
	assert_int_equal(out[0], LANES * 30000);
}

static void test_lanes_of_regions(void **state)
{
	(void)state;
	assert_int_equal(run("lanes_of_regions", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_rolled),
		cmocka_unit_test(test_nested),
		cmocka_unit_test(test_in_turn),
		cmocka_unit_test(test_one),
		cmocka_unit_test(test_regions),
		cmocka_unit_test(test_carried),
		cmocka_unit_test(test_frames),
		cmocka_unit_test(test_lanes_of_regions),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
