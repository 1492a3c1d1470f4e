/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that count the cycles of their schedule: what data decides is exact. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

static struct board board;
static int in[1024], out[1024];

static int setup(void **state)
{
	char arguments[1024];

	if (tool_setup(state))
		return -1;
	snprintf(arguments, sizeof(arguments),
		 "-t hw_emu --platform u250 --cycles -k copy -k total -k steps -k triangle -k find "
		 "-k choose -k twice -k skip -k lazy %s -o board.elf",
		 tool_kernel("cycles.cpp"));
	tool_compile(arguments);
	board_load(&board, "board.elf");
	return 0;
}

static int teardown(void **state)
{
	board_unload(&board);
	return tool_teardown(state);
}

/* The cycles of a run that must succeed. */
static uint64_t cycles(const char *kernel)
{
	memset(out, -1, sizeof(out));
	if (board_start(&board, kernel))
		fail_msg("%s: %s", kernel, board_run.failure);
	if (*board_run.unknown)
		fail_msg("%s: cycles are not known: %s", kernel, board_run.unknown);
	return board_run.cycles;
}

static uint64_t of_pointers(const char *kernel, int n)
{
	board_reset();
	board_buffer(0x10, in, sizeof(in));
	board_buffer(0x1c, out, sizeof(out));
	board_arg(0x28, &n, sizeof(n));
	return cycles(kernel);
}

static uint64_t of_output(const char *kernel, int n)
{
	board_reset();
	board_buffer(0x10, out, sizeof(out));
	board_arg(0x1c, &n, sizeof(n));
	return cycles(kernel);
}

/* A pipeline takes its interval for each iteration, and none has no time at all. */
static void test_pipeline(void **state)
{
	uint64_t one = of_pointers("copy", 1);

	(void)state;
	for (int n = 2; n <= 1000; n += 499)
		assert_int_equal(of_pointers("copy", n) - one, n - 1);
	assert_int_equal(out[999], in[999] + 1);
	assert_true(of_pointers("copy", 0) < one);
}

/* A float sum has to wait for the adder, by as much in each iteration. */
static void test_recurrence(void **state)
{
	uint64_t ten = of_pointers("total", 10), eleven = of_pointers("total", 11);
	float *floats = (float *)in, sum;

	(void)state;
	assert_in_range(eleven - ten, 5, 8);
	for (int i = 0; i < 100; i++)
		floats[i] = (float)i;
	assert_int_equal(of_pointers("total", 100) - ten, 90 * (eleven - ten));
	memcpy(&sum, out, sizeof(sum));
	assert_true(sum == 4950);
	memset(in, 0, sizeof(in));
}

static unsigned collatz(unsigned n)
{
	unsigned count = 0;

	for (; n != 1; count++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return count;
}

/* What only the data say is counted. */
static void test_data(void **state)
{
	uint64_t three = of_output("steps", 3);

	(void)state;
	for (int n = 4; n < 100; n += 7) {
		uint64_t more = of_output("steps", n);

		assert_int_equal(out[0], collatz((unsigned)n));
		assert_int_equal(more + 3 * collatz(3), three + 3 * collatz((unsigned)n));
	}
}

/* The inner loop runs n (n - 1) / 2 times; with none, it takes no time. */
static void test_nest(void **state)
{
	uint64_t found[5];

	(void)state;
	for (int n = 0; n < 5; n++)
		found[n] = of_output("triangle", 10 + n);
	for (int n = 2; n < 5; n++)
		assert_int_equal(found[n] - 2 * found[n - 1] + found[n - 2], 1);
}

static void test_exit(void **state)
{
	int n = 256;
	uint64_t at[3];

	(void)state;
	for (int i = 0; i < 256; i++)
		in[i] = i;
	for (int i = 0; i < 3; i++) {
		int what = 10 + 50 * i;

		board_reset();
		board_buffer(0x10, in, sizeof(in));
		board_buffer(0x1c, out, sizeof(out));
		board_arg(0x28, &n, sizeof(n));
		board_arg(0x30, &what, sizeof(what));
		at[i] = cycles("find");
		assert_int_equal(out[0], what);
	}
	assert_int_equal(at[1] - at[0], 100);
	assert_int_equal(at[2] - at[1], 100);
}

/* Only the way that was taken counts, and how long the call on it took. */
static void test_ways(void **state)
{
	uint64_t odd = of_pointers("choose", 11);

	(void)state;
	assert_int_equal(of_pointers("choose", 31) - odd, 20);
	assert_in_range(of_pointers("choose", 10), odd + 7, odd + 11);
}

/* Arguments in one buffer: the kernel computes what its source says, and no cycles are told. */
static void test_shared(void **state)
{
	int n = 100;

	(void)state;
	of_pointers("twice", n);
	board_reset();
	board_buffer(0x10, out, sizeof(out));
	board_buffer(0x1c, out, sizeof(out));
	board_arg(0x28, &n, sizeof(n));
	out[0] = 5;
	assert_int_equal(board_start(&board, "twice"), 0);
	assert_non_null(strstr(board_run.unknown, "one buffer"));
	for (int i = 0; i < n; i++)
		assert_int_equal(out[i], 5 + i);
}

/* A loop without iterations takes its header's state, as it does behind its last iteration. */
static void test_skipped(void **state)
{
	uint64_t none, one, two;

	(void)state;
	none = of_pointers("skip", 0);
	one = of_pointers("skip", 1);
	two = of_pointers("skip", 2);
	assert_true(one > none);
	assert_int_equal(one - none, two - one);
}

/* What has no schedule runs as always, and says why it has no cycles. */
static void test_unknown(void **state)
{
	(void)state;
	board_reset();
	board_buffer(0x10, out, sizeof(out));
	out[0] = 30;
	assert_int_equal(board_start(&board, "lazy"), 0);
	assert_non_null(strstr(board_run.unknown, "static variable"));
	assert_int_equal(out[0], 37);
}

/* Most headers of HLS in one kernel, with the memory of streams used as other things, too. */
static void test_library(void **state)
{
	struct board library;
	int counts[2] = {0}, failed[16] = {0};
	char arguments[1024];

	(void)state;
	snprintf(arguments, sizeof(arguments),
		 "-t hw_emu --platform u250 --cycles -k check %s -o library.elf",
		 tool_kernel("library.cpp"));
	tool_compile(arguments);
	board_load(&library, "library.elf");
	board_reset();
	board_buffer(0x10, counts, sizeof(counts));
	board_buffer(0x1c, failed, sizeof(failed));
	assert_int_equal(board_start(&library, "check"), 0);
	assert_int_equal(counts[1], 0);
	board_unload(&library);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pipeline), cmocka_unit_test(test_recurrence),
		cmocka_unit_test(test_data),     cmocka_unit_test(test_nest),
		cmocka_unit_test(test_exit),     cmocka_unit_test(test_ways),
		cmocka_unit_test(test_shared),   cmocka_unit_test(test_skipped),
		cmocka_unit_test(test_unknown),  cmocka_unit_test(test_library),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
