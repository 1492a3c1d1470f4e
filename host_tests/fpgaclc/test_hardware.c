/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels whose results are undefined in C but not in hardware (fpgaclc's README.md). */
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

static const char *level; /* -O0, -O2, -O3 */

static struct board board; /* with all kernels, compiled at that level */

static void load(const char *flag)
{
	char arguments[4096];

	level = flag;
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 %s -k shifts -k far_shifts -k floats -k conversions -k divisions -k quotient "
		"-k rest_of -k bools -k memory -k storage -k order %s -o all.elf",
		level, tool_kernel("hardware.cpp"));
	tool_compile(arguments);
	board_load(&board, "all.elf");
}

static void expect(const char *kernel, const int64_t *found, const int64_t *expected,
		   unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (found[i] != expected[i])
			fail_msg("%s %s[%u]: found %" PRId64 ", expected %" PRId64, level, kernel,
				 i, found[i], expected[i]);
}

/* Bits shifted out are lost, by any distance; a distance is unsigned, and char is signed. */
static void check_shifts(void)
{
	static const int64_t expected[16] = {1000, -1, 0, -1, 0, 0,  -1, 0, INT64_C(0x80000001),
					     1,    1,  1, 0,  0, -1, 0};
	int64_t out[16];
	int a = -3, n = 40;

	memset(out, 0x55, sizeof(out)); /* makes a missing store visible */
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "shifts"), 0);
	expect("shifts", out, expected, 16);
}

/* The integer part, of which the type keeps the lowest bits. */
/* What far_shift() computes; `in`: whether the distance has no bits above its lowest 64. */
static void fill_far(int64_t *out, int32_t a, uint64_t by, bool in)
{
	uint32_t u = (uint32_t)a;
	int right32 = in && by < 32 ? (int)by : 31, right64 = in && by < 64 ? (int)by : 63;
	uint32_t left = in && by < 32 ? u << by : 0;
	uint32_t down = in && by < 32 ? u >> by : 0, rounds = in && by < 32 ? (u >> 28) >> by : 0;
	int32_t field = (int32_t)(u << 12) >> 12, five = (int32_t)(u << 27) >> 27;

	out[0] = out[2] = (int32_t)left;
	out[1] = a >> right32;
	out[3] = down;
	out[4] = (int8_t)a >> right32;
	out[5] = field >> right32;
	out[6] = in && by < 32 ? (int32_t)((uint32_t)(uint8_t)a << by) : 0;
	out[7] = in && by < 64 ? (int64_t)((uint64_t)(int64_t)a << by) : 0;
	out[8] = (int64_t)a >> right64;
	out[9] = left ? a >> right32 : a < 0 && down;
	out[10] = (int64_t)rounds * (in && by < 32 ? (int32_t)(1u << by) : 0);
	out[11] = (five >> (in && by < 5 ? by : 4)) + ((int64_t)a >> right64);
}

/* Distances are compared with the width before any of their bits are lost. */
static void check_far_shifts(void)
{
	static const int64_t distances[] = {
		0,  1,   4,           5, 31, 32, 63, 64, 1ll << 32, (1ll << 32) + 3, INT64_MIN + 1,
		-1, -31, -(1ll << 32)};
	static const int64_t constants[] = {-1, 0, 0, 0, -1, -1, 0, 0};
	enum { DISTANCES = sizeof(distances) / sizeof(distances[0]), FAR = 12 };
	static int64_t out[(3 * DISTANCES + 1) * FAR], expected[(3 * DISTANCES + 1) * FAR];
	int a = -77, count = DISTANCES;

	for (unsigned i = 0; i < DISTANCES; i++) {
		fill_far(expected + (3 * i) * FAR, a, (uint64_t)distances[i], true);
		fill_far(expected + (3 * i + 1) * FAR, a, (uint64_t)distances[i], true);
		fill_far(expected + (3 * i + 2) * FAR, a, 3, !distances[i]);
	}
	fill_far(expected + 3 * DISTANCES * FAR, a, 1ull << 32, true);
	memcpy(expected + 3 * DISTANCES * FAR, constants, sizeof(constants));
	memset(out, 0x55, sizeof(out));
	board_reset();
	board_pointer(0x10, out);
	board_pointer(0x1c, (void *)distances);
	board_arg(0x28, &count, sizeof(count));
	board_arg(0x30, &a, sizeof(a));
	assert_int_equal(board_start(&board, "far_shifts"), 0);
	expect("far_shifts", out, expected, sizeof(out) / sizeof(out[0]));
}

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

	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &f, sizeof(f));
	board_arg(0x24, &d, sizeof(d));
	assert_int_equal(board_start(&board, "floats"), 0);
	expect("floats", out, expected, 12);
}

/* The integer part modulo 2^64. */
static uint64_t integer_of(double x)
{
	double rest = isfinite(x) ? fmod(trunc(x), 0x1p64) : 0;

	return rest < 0 ? -(uint64_t)-rest : (uint64_t)rest;
}

static int64_t lowest(uint64_t integer, unsigned type)
{
	switch (type) {
	case 0:
		return (int8_t)integer;
	case 1:
		return (uint16_t)integer;
	case 2:
		return (int32_t)integer;
	case 3:
		return (uint32_t)integer;
	default:
		return (int64_t)integer;
	}
}

/* Values around all relevant powers of two, halves, and all magnitudes. */
static unsigned fill_edges(double *values)
{
	static const int powers[] = {0, 7, 8, 15, 16, 24, 31, 32, 52, 53, 55, 56, 63, 64, 84, 85};
	static const double others[] = {0.0, -0.0, NAN, -NAN, INFINITY, -INFINITY, 0x1p-149, 1e300};
	uint64_t random = 1;
	unsigned n = 0;

	for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		values[n++] = others[i];
	for (unsigned i = 0; i < sizeof(powers) / sizeof(powers[0]); i++)
		for (int step = -3; step <= 3; step++) {
			values[n] = ldexp(1, powers[i]) + step * 0.5;
			values[n + 1] = -values[n];
			n += 2;
		}
	for (int exponent = -2; exponent < 124; exponent++) {
		random = random * UINT64_C(6364136223846793005) + 1;
		values[n++] = ldexp((double)(int64_t)random, exponent - 63);
	}
	return n;
}

static void check_conversions(void)
{
	enum { MOST = 400, TYPES = 6 };
	static int64_t out[2 * TYPES * MOST], expected[2 * TYPES * MOST];
	double doubles[MOST];
	float floats[MOST];
	unsigned n = fill_edges(doubles);

	assert_true(n <= MOST);
	for (unsigned i = 0; i < n; i++) {
		floats[i] = (float)doubles[i];
		for (unsigned type = 0; type < TYPES; type++) {
			expected[type * n + i] = lowest(integer_of((double)floats[i]), type);
			expected[(TYPES + type) * n + i] = lowest(integer_of(doubles[i]), type);
		}
	}
	board_reset();
	board_pointer(0x10, out);
	board_pointer(0x1c, floats);
	board_pointer(0x28, doubles);
	board_arg(0x34, &n, sizeof(n));
	assert_int_equal(board_start(&board, "conversions"), 0);
	expect("conversions", out, expected, 2 * TYPES * n);
}

static void check_divisions(void)
{
	static const int64_t expected[6] = {INT_MIN, 0, INT64_MIN, 0, -(int64_t)INT_MIN, 0};
	int64_t out[6] = {1, 1, 1, 1, 1, 1};
	int least = INT_MIN, n = -1;

	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &least, sizeof(least));
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "divisions"), 0);
	expect("divisions", out, expected, 6);
	n = 0;
	board_arg(0x24, &n, sizeof(n));
	assert_int_equal(board_start(&board, "divisions"), -1);
	assert_string_equal(board_run.failure, "the kernel divided an integer by zero");
}

/* A division by zero ends the execution, even if its result is not used. */
static void check_zero(const char *kernel)
{
	int64_t out = 0, seven = 7, none = 0;

	board_reset();
	board_pointer(0x10, &out);
	board_arg(0x1c, &seven, sizeof(int));
	board_arg(0x24, &none, sizeof(int));
	assert_int_equal(board_start(&board, kernel), -1);
	assert_string_equal(board_run.failure, "the kernel divided an integer by zero");
}

/* A bool is its lowest bit; hosts may write any byte. */
static void check_bools(void)
{
	static const int64_t expected[4] = {2, 20, 10, 1};
	unsigned char flags[4] = {2, 255, 0, 1};
	int64_t out[4] = {0};
	int n = 4;

	board_reset();
	board_pointer(0x10, out);
	board_pointer(0x1c, flags);
	board_arg(0x28, &n, sizeof(n));
	assert_int_equal(board_start(&board, "bools"), 0);
	expect("bools", out, expected, 4);
}

/* Types, paths without a return, uninitialised memory, adjacent rows, addresses. */
static void check_memory(void)
{
	static const int64_t expected[7] = {1, 5, 5, 0, 5, 5, 20};
	int64_t out[7] = {0};
	int a = 5;

	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	assert_int_equal(board_start(&board, "memory"), 0);
	expect("memory", out, expected, 7);
}

/*
 * Variables in a loop's body keep their value from the previous iteration; a new call starts
 * afresh.
 */
static void check_storage(void)
{
	static const int64_t expected[8] = {29, 29, 29, 29, 0, 7, 0, 0};
	int64_t out[8] = {0, 0, 0, 0, 0, 0, 0, -1};

	board_reset();
	board_pointer(0x10, out);
	assert_int_equal(board_start(&board, "storage"), 0);
	expect("storage", out, expected, 8);
}

static void check_order(void)
{
	const float in[8] = {1 + 0x1p-12f, 1 + 0x1p-12f, -1 - 0x1p-11f, 0x1p-100f,
			     0x1p-40f,     1e8f,         -1e8f,         3};
	float out[3] = {7, 7, 7}, sum = 0;
	int n = 8;

	for (int i = 0; i < n; i++) {
		volatile float next = sum + in[i];

		sum = next;
	}
	board_reset();
	board_pointer(0x10, out);
	board_pointer(0x1c, in);
	board_arg(0x28, &n, sizeof(n));
	assert_int_equal(board_start(&board, "order"), 0);
	assert_true(out[0] == sum);
	assert_true(out[1] == 0);
	assert_true(out[2] == 0x1p-140f);
}

/* A kernel's results are the same at every level. */
static void check_all(const char *flag)
{
	load(flag);
	check_shifts();
	check_far_shifts();
	check_floats();
	check_conversions();
	check_divisions();
	check_zero("quotient");
	check_zero("rest_of");
	check_bools();
	check_memory();
	check_storage();
	check_order();
	board_unload(&board);
}

/* Each lane of a vector has the source's value, whichever lanes are constants. */
static void test_lanes(void **state)
{
	static const char *const options[] = {"-O2", "-O2 -x c++", "--march " TOOL_FUSING_ISA,
					      "-O0 -x c++ --march " TOOL_FUSING_ISA};
	static const int in[4] = {100, -5, 7, 0};
	int out[4][3][4], expected;
	int64_t wide[4][3][4];
	char arguments[4096];

	(void)state;
	for (size_t k = 0; k < sizeof(options) / sizeof(*options); k++) {
		snprintf(arguments, sizeof(arguments),
			 "-t sw_emu --platform u250 -k lanes %s %s -o lanes.elf", options[k],
			 tool_kernel("lanes.c"));
		tool_compile(arguments);
		board_load(&board, "lanes.elf");
		board_reset();
		board_pointer(0x10, in);
		board_pointer(0x1c, out);
		board_pointer(0x28, wide);
		assert_int_equal(board_start(&board, "lanes"), 0);
		for (unsigned i = 0; i < 36; i++) {
			unsigned place = i / 3 % 3, lane = i % 3;

			expected = lane == place ? in[i / 9] : lane > (lane > place) ? 7 : 5;
			assert_int_equal(out[i / 9][place][lane], 2 * expected);
			assert_int_equal(wide[i / 9][place][lane], 2 * expected);
		}
		board_unload(&board);
	}
}

/* The plugin, which does all of this, was not built for that compiler. */
static void test_other_clang(void **state)
{
	char script[1024], arguments[4096];

	(void)state;
	tool_compile("--print-clang");
	snprintf(
		script, sizeof(script),
		"#!/bin/sh\n[ \"$1\" = --version ] && exec echo clang version 14.0.0\nexec %.*s \"$@\"\n",
		(int)strcspn(tool_output, "\n"), tool_output);
	tool_write("other-clang", script);
	assert_int_equal(chmod("other-clang", 0755), 0);
	snprintf(arguments, sizeof(arguments),
		 "--clang ./other-clang -t sw_emu --platform u250 -k lanes %s -o lanes.elf",
		 tool_kernel("lanes.c"));
	tool_refuse(arguments,
		    "found './other-clang', which is clang 14: install the package clang-");
}

static const char *widest_isa(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		return "x86-64-v4";
#endif
	return TOOL_DEFAULT_ISA;
}

/* Bits of two vectors merged under a condition, with the instructions of this processor. */
static void test_merges(void **state)
{
	static const int a[4] = {5, -6, 7, -8}, b[4] = {-9, 10, 11, -12};
	char arguments[4096];
	int out[2][4], merged;

	(void)state;
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 -k merges -O2 --march %s %s -o merges.elf",
		 widest_isa(), tool_kernel("merges.cpp"));
	tool_compile(arguments);
	board_load(&board, "merges.elf");
	board_reset();
	board_pointer(0x10, a);
	board_pointer(0x1c, b);
	board_pointer(0x28, out);
	assert_int_equal(board_start(&board, "merges"), 0);
	for (int i = 0; i < 4; i++) {
		merged = (a[i] & 0x7fffffff) | (b[i] & (int)0x80000000);
		assert_int_equal(out[0][i], a[i] & 1 ? a[i] : merged);
		assert_int_equal(out[1][i], a[i] & 1 ? b[i] : merged);
	}
	board_unload(&board);
}

static void test_plain(void **state)
{
	(void)state;
	check_all("-O0");
}

static void test_optimized(void **state)
{
	(void)state;
	check_all("-O3");
}

static void test_default(void **state)
{
	(void)state;
	check_all("-O2");
}

static void expect_found(const char *kernel, int a, int b, const char *failure)
{
	int64_t out[16] = {0};

	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &a, sizeof(a));
	board_arg(0x24, &b, sizeof(b));
	assert_int_equal(board_start(&board, kernel), -1);
	if (strcmp(board_run.failure, failure) != 0)
		fail_msg("expected \"%s\", found \"%s\"", failure, board_run.failure);
}

/* The compiler's checks report the location of what they find. */
static void test_checks(void **state)
{
	(void)state;
	load("-fsanitize=undefined");
	expect_found("shifts", 1, 40,
		     "hardware.cpp:8:12: a shift by a negative number, or by the width or more");
	board_unload(&board);
	load("-fsanitize=bounds");
	expect_found("memory", 5, 0, "hardware.cpp:148:11: an index outside of the array");
	board_unload(&board);
	load("-O1 -fsanitize=return");
	expect_found("memory", 5, 0, "hardware.cpp:127:12: the function ended without a return");
	board_unload(&board);
}

/* What clang computes of two constants is no longer in its code. */
static void test_lost_shift(void **state)
{
	(void)state;
	tool_write("lost.cpp", "extern \"C\" void f(int *out)\n{\n"
			       "\tout[0] = 1 << 0x100000001ll;\n}\n");
	tool_refuse("-t sw_emu --platform u250 -k f lost.cpp -o lost.elf",
		    "lost.cpp:3:13: a constant is shifted by a constant of a wider type");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lost_shift),  cmocka_unit_test(test_plain),
		cmocka_unit_test(test_optimized),   cmocka_unit_test(test_default),
		cmocka_unit_test(test_checks),      cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_other_clang), cmocka_unit_test(test_merges),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
