/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels whose results C leaves to the compiler, and hardware does not (fpgaclc's README.md). */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

static const char *level; /* -O0, -O2, -O3 */

static void load(struct board *board, const char *kernel)
{
	char arguments[4096];

	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 %s -k %s %s -o %s.elf",
		 level, kernel, tool_kernel("hardware.cpp"), kernel);
	tool_compile(arguments);
	snprintf(arguments, sizeof(arguments), "%s.elf", kernel);
	board_load(board, arguments);
	board_reset();
}

static void expect(const char *kernel, const int64_t *found, const int64_t *expected,
		   unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (found[i] != expected[i])
			fail_msg("%s %s[%u]: found %" PRId64 ", expected %" PRId64, level, kernel,
				 i, found[i], expected[i]);
}

/* Bits shifted out are gone, however far; a distance is a number without a sign. */
static void check_shifts(void)
{
	static const int64_t expected[14] = {1000, -1, 0, -1, 0, 0, -1, 0, INT64_C(0x80000001),
					     1,    1,  1, 0,  0};
	int64_t out[14] = {0};
	int a = -3, n = 40;
	struct board board;

	load(&board, "shifts");
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "shifts"), 0);
	expect("shifts", out, expected, 14);
	board_unload(&board);
}

/* The integer part, of which the type keeps the lowest bits. */
static void check_floats(void)
{
	const double d = 1e19 + 4096;
	const int64_t integer = (int64_t)(uint64_t)d;
	const int64_t expected[12] = {
		(int)0xb2d05e00u,
		(int)integer,
		(unsigned)integer,
		0x00,
		0x00,
		integer,
		-integer,
		0,
		0,
		(short)-(int)0x5e00,
		0x4d2fa200,
		(int64_t)(uint64_t)(d / 8),
	};
	int64_t out[12] = {0};
	float f = 3e9f;
	struct board board;

	load(&board, "floats");
	board_pointer(0x10, out);
	board_arg(0x1c, &f, sizeof(f));
	board_arg(0x24, &d, sizeof(d));
	assert_int_equal(board_start(&board, "floats"), 0);
	expect("floats", out, expected, 12);
	board_unload(&board);
}

static void check_divisions(void)
{
	static const int64_t expected[6] = {INT_MIN, 0, INT64_MIN, 0, -(int64_t)INT_MIN, 0};
	int64_t out[6] = {1, 1, 1, 1, 1, 1};
	int least = INT_MIN, n = -1;
	struct board board;

	load(&board, "divisions");
	board_pointer(0x10, out);
	board_arg(0x1c, &least, sizeof(least));
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "divisions"), 0);
	expect("divisions", out, expected, 6);
	n = 0;
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "divisions"), -1);
	assert_string_equal(board_run.failure, "the kernel divided an integer by zero");
	board_unload(&board);
}

/* A division by zero ends the execution, even if its result is not used then. */
static void check_zero(const char *kernel)
{
	int64_t out = 0, seven = 7, none = 0;
	struct board board;

	load(&board, kernel);
	board_pointer(0x10, &out);
	board_arg(0x1c, &seven, sizeof(int));
	board_arg(0x24, &none, sizeof(int));
	assert_int_equal(board_start(&board, kernel), -1);
	assert_string_equal(board_run.failure, "the kernel divided an integer by zero");
	board_unload(&board);
}

/* A bool is its lowest bit; hosts write any byte. */
static void check_bools(void)
{
	static const int64_t expected[4] = {2, 20, 10, 1};
	unsigned char flags[4] = {2, 255, 0, 1};
	int64_t out[4] = {0};
	struct board board;
	int n = 4;

	load(&board, "bools");
	board_pointer(0x10, out);
	board_pointer(0x1c, flags);
	board_arg(0x28, &n, sizeof(n));
	assert_int_equal(board_start(&board, "bools"), 0);
	expect("bools", out, expected, 4);
	board_unload(&board);
}

/* Types, paths without a return, memory that nobody wrote, rows side by side, addresses. */
static void check_memory(void)
{
	static const int64_t expected[7] = {1, 5, 5, 0, 5, 5, 20};
	int64_t out[7] = {0};
	struct board board;
	int a = 5;

	load(&board, "memory");
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	assert_int_equal(board_start(&board, "memory"), 0);
	expect("memory", out, expected, 7);
	board_unload(&board);
}

static void check_order(void)
{
	const float in[8] = {1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f, 0x1p-100f,
			     0x1p-40f,     1e8f,         -1e8f,         3};
	float out[3] = {7, 7, 7}, sum = 0;
	struct board board;
	int n = 8;

	for (int i = 0; i < n; i++) {
		volatile float next = sum + in[i];

		sum = next;
	}
	load(&board, "order");
	board_pointer(0x10, out);
	board_pointer(0x1c, in);
	board_arg(0x28, &n, sizeof(n));
	assert_int_equal(board_start(&board, "order"), 0);
	assert_true(out[0] == sum);
	assert_true(out[1] == 0);
	assert_true(out[2] == 0x1p-140f);
	board_unload(&board);
}

/* What a kernel computes is the same at every level. */
static void check_all(void)
{
	check_shifts();
	check_floats();
	check_divisions();
	check_zero("quotient");
	check_zero("rest_of");
	check_bools();
	check_memory();
	check_order();
}

static void test_plain(void **state)
{
	(void)state;
	level = "-O0";
	check_all();
}

static void test_optimized(void **state)
{
	(void)state;
	level = "-O3";
	check_all();
}

static void test_default(void **state)
{
	(void)state;
	level = "-O2";
	check_all();
}

static void expect_found(const char *flag, const char *kernel, int a, int b, const char *failure)
{
	int64_t out[16] = {0};
	struct board board;

	level = flag;
	load(&board, kernel);
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	board_arg(0x24, &b, sizeof(b));
	assert_int_equal(board_start(&board, kernel), -1);
	if (strcmp(board_run.failure, failure) != 0)
		fail_msg("expected \"%s\", found \"%s\"", failure, board_run.failure);
	board_unload(&board);
}

/* The compiler's checks name the place of what they find. */
static void test_checks(void **state)
{
	(void)state;
	expect_found("-fsanitize=undefined", "shifts", 1, 40,
		     "hardware.cpp:8:12: a shift by a negative number, or by the width or more");
	expect_found("-fsanitize=bounds", "memory", 5, 0,
		     "hardware.cpp:117:11: an index outside of the array");
	expect_found("-O1 -fsanitize=return", "memory", 5, 0,
		     "hardware.cpp:96:12: the function ended without a return");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_optimized),
		cmocka_unit_test(test_default),
		cmocka_unit_test(test_checks),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
