/* SPDX-License-Identifier: Apache-2.0 */
/* Payloads compiled by fpgaclc, loaded and run on a minimal board. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

#define FLAGS "-t sw_emu --platform u250 "

/* Host functions with the kernels' own names, to which a payload must not bind. */
int host_calls;
void vadd(void);
void speak(void);
int helper(int x);

void vadd(void)
{
	host_calls++;
}

void speak(void)
{
	host_calls++;
}

int helper(int x)
{
	host_calls++;
	return x;
}

int puts(const char *text)
{
	host_calls++;
	return fputs(text, stdout);
}

void *reallocarray(void *pointer, size_t count, size_t size)
{
	host_calls++;
	return realloc(pointer, count * size);
}

static void compile(const char *kernels, const char *sources, const char *output)
{
	char arguments[8192];

	snprintf(arguments, sizeof(arguments), FLAGS "%s %s -o %s", kernels, sources, output);
	tool_compile(arguments);
}

static void compile_one(const char *kernels, const char *source, const char *output)
{
	compile(kernels, tool_kernel(source), output);
}

static void test_vadd(void **state)
{
	int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, out[4] = {0}, size = 4;
	struct board board;

	(void)state;
	compile_one("-k vadd", "vadd.cpp", "vadd.xclbin");
	board_load(&board, "vadd.xclbin");
	board_reset();
	board_pointer(0x10, a);
	board_pointer(0x1c, b);
	board_pointer(0x28, out);
	board_arg(0x34, &size, sizeof(size));
	assert_int_equal(board_start(&board, "vadd"), 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(out[i], 11 * (i + 1));
	assert_int_equal(board_run.port_used, 3);
	assert_int_equal(host_calls, 0);
	board_unload(&board);
}

/* Writes values at the offsets in the image's metadata. */
static void set(const struct fcl_image *image, const char *name, const void *value, size_t size)
{
	const struct fcl_image_kernel *kernel = &image->kernels[0];

	for (uint32_t i = 0; i < kernel->nargs; i++)
		if (!strcmp(kernel->args[i].name, name)) {
			assert_int_equal(kernel->args[i].host_size, size);
			board_arg((unsigned)kernel->args[i].offset, value, size);
			return;
		}
	fail_msg("no argument '%s'", name);
}

#define SET(image, name, value) set(image, name, &(value), sizeof(value))

static void test_cxx_types(void **state)
{
	struct {
		int a;
		short b;
		double c;
	} p = {1, 2, 0.5};
	double out[19] = {0}, d = -1e300, r = 3.25;
	char c = -5;
	unsigned char uc = 250, t = 2;
	_Bool b = 1;
	short s = -300;
	unsigned u = 4000000000u, e = 7;
	long long l = -(1ll << 40);
	float f = 1.5f, v[4] = {1, 2, 3, 4}, z[2] = {5, 7};
	uint16_t h = 0x3e00; /* 1.5 */
	__int128 q = (__int128)-9 * ((__int128)1 << 64);
	unsigned char w[16] = {[8] = 0xc0}; /* bits 70 and 71 */
	int arr[4] = {0, 0, 0, 44}, grid[6] = {0, 0, 0, 0, 0, 66};
	uint64_t addresses[3] = {(uintptr_t)out, (uintptr_t)arr, (uintptr_t)grid};
	const double expected[19] = {-5,  250, 1, -300, 4e9, (double)l, 1.5, d,  1.5, -9,
				     3.5, 7,   2, 5,    3,   3.25,      -2,  44, 66};
	struct fcl_image *image;
	struct board board;

	(void)state;
	compile_one("-k types", "types.cpp", "types.elf");
	image = tool_image("types.elf");
	board_load(&board, "types.elf");
	board_reset();
	SET(image, "c", c);
	SET(image, "uc", uc);
	SET(image, "b", b);
	SET(image, "s", s);
	SET(image, "u", u);
	SET(image, "l", l);
	SET(image, "f", f);
	SET(image, "d", d);
	SET(image, "h", h);
	SET(image, "q", q);
	SET(image, "p", p);
	SET(image, "e", e);
	SET(image, "t", t);
	SET(image, "v", v);
	SET(image, "w", w);
	SET(image, "r", r);
	SET(image, "z", z);
	SET(image, "out", addresses[0]);
	SET(image, "arr", addresses[1]);
	SET(image, "grid", addresses[2]);
	assert_int_equal(board_start(&board, "types"), 0);
	for (int i = 0; i < 19; i++)
		if (out[i] != expected[i])
			fail_msg("argument %d: expected %g, found %g", i, expected[i], out[i]);
	board_unload(&board);
	fcl_image_unref(image);
}

static void test_c_types(void **state)
{
	struct {
		int x;
		float y;
	} p = {3, 2};
	char t[6] = "hello", c = 'x';
	float u = 0.25f, in[2] = {1, 10}, out[9] = {0};
	unsigned e = 3;
	_Bool b = 1;
	uint64_t n = 2, addresses[2] = {(uintptr_t)in, (uintptr_t)out};
	double d = -4;
	unsigned char uc = 200;
	int k = 12;
	const float expected[9] = {5, 23, 'z', 0.25f, 3, 1, -4, 200, 12};
	struct fcl_image *image;
	struct board board;

	(void)state;
	(void)c;
	t[5] = 'z';
	compile_one("-k types", "types.c", "ctypes.elf");
	image = tool_image("ctypes.elf");
	board_load(&board, "ctypes.elf");
	board_reset();
	SET(image, "p", p);
	SET(image, "t", t);
	SET(image, "u", u);
	SET(image, "e", e);
	SET(image, "b", b);
	SET(image, "n", n);
	SET(image, "d", d);
	SET(image, "uc", uc);
	SET(image, "k", k);
	SET(image, "in", addresses[0]);
	SET(image, "out", addresses[1]);
	assert_int_equal(board_start(&board, "types"), 0);
	for (int i = 0; i < 9; i++)
		if (out[i] != expected[i])
			fail_msg("result %d: expected %g, found %g", i, expected[i], out[i]);
	board_unload(&board);
	fcl_image_unref(image);
}

static void test_optimized(void **state)
{
	static const char *const levels[] = {"-O0", "-O3", "-g -O1", "--march " FCL_IMAGE_BASIC_ISA,
					     "-std=c++17"};
	int a = 40, b = 2, out, size = 1;

	(void)state;
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		struct board board;
		char kernels[64];

		snprintf(kernels, sizeof(kernels), "-k vadd %s", levels[i]);
		compile_one(kernels, "vadd.cpp", "level.elf");
		board_load(&board, "level.elf");
		board_reset();
		board_pointer(0x10, &a);
		board_pointer(0x1c, &b);
		board_pointer(0x28, &out);
		board_arg(0x34, &size, sizeof(size));
		out = 0;
		assert_int_equal(board_start(&board, "vadd"), 0);
		assert_int_equal(out, 42);
		board_unload(&board);
	}
}

static void test_printing(void **state)
{
	int number = 7;
	struct board board;

	(void)state;
	compile_one("-k speak", "services.cpp", "services.elf");
	board_load(&board, "services.elf");
	board_reset();
	board_arg(0x10, &number, sizeof(number));
	host_calls = 0;
	assert_int_equal(board_start(&board, "speak"), 0);
	assert_string_equal(board_run.printed, "printf 7\nputs\nc\nfprintf stderr\ncout 7 2.5\n"
					       "cerr\n");
	assert_int_equal(host_calls, 0);
	board_unload(&board);
}

static void test_memory(void **state)
{
	int out[6] = {0};
	struct board board;

	(void)state;
	compile_one("-k remember -k leak", "services.cpp", "services.elf");
	board_load(&board, "services.elf");
	board_reset();
	board_pointer(0x10, out);
	host_calls = 0;
	assert_int_equal(board_start(&board, "remember"), 0);
	assert_int_equal(out[0], 1);
	assert_int_equal(out[1], 1);
	assert_int_equal(out[2], 99);
	assert_int_equal(out[3], strlen("made by the C library"));
	assert_int_equal(out[4], 1);
	assert_int_equal(out[5], 0);
	assert_true(board_run.allocations > 4);
	assert_int_equal(board_run.allocations, board_run.releases);
	assert_int_equal(host_calls, 0);
	board_reset();
	board_pointer(0x10, out);
	assert_int_equal(board_start(&board, "leak"), 0);
	assert_int_equal(board_run.allocations, 1);
	assert_int_equal(board_run.releases, 0);
	board_unload(&board);
}

static void test_endings(void **state)
{
	static const char *const expected[] = {
		"the kernel threw std::runtime_error: out of cheese", "the kernel threw int",
		"kernels/services.cpp:", "the kernel called abort()", "the kernel called exit(5)"};
	struct board board;

	(void)state;
	compile_one("-k end", "services.cpp", "services.elf");
	board_load(&board, "services.elf");
	for (int how = 0; how < 6; how++) {
		int flag = 0;

		board_reset();
		board_arg(0x10, &how, sizeof(how));
		board_pointer(0x18, &flag);
		assert_int_equal(board_start(&board, "end"), how == 5 ? 0 : -1);
		if (how < 5 && how != 2)
			assert_string_equal(board_run.failure, expected[how]);
		/* Exceptions unwind the kernel; calls that normally end the process do not. */
		assert_int_equal(flag, how < 2 || how == 5 ? 77 : 0);
		if (how == 2) {
			assert_ptr_equal(strstr(board_run.failure, "services.cpp:"),
					 board_run.failure);
			assert_non_null(strstr(
				board_run.failure,
				"void end(int, int *): Assertion `how != 2 && \"two\"' failed"));
		}
	}
	assert_string_equal(board_run.printed, "caught\n");
	board_unload(&board);
}

static void test_statics(void **state)
{
	struct board one, two;
	int out = 2;

	(void)state;
	compile_one("-k counter", "statics.cpp", "statics.elf");
	board_load(&one, "statics.elf");
	board_load(&two, "statics.elf");
	assert_int_equal(board_model(&one, "counter")->flags, FCL_MODEL_PRIVATE_DATA);
	board_reset();
	board_pointer(0x10, &out);
	assert_int_equal(board_start(&one, "counter"), 0);
	assert_int_equal(out, 13);
	out = 0;
	assert_int_equal(board_start(&one, "counter"), 0);
	assert_int_equal(out, 21);
	/* Two copies must not share their statics, as STB_GNU_UNIQUE symbols would. */
	out = 0;
	assert_int_equal(board_start(&two, "counter"), 0);
	assert_int_equal(out, 11);
	board_unload(&one);
	board_unload(&two);
	compile_one("-k letter", "constants.cpp", "constants.elf");
	board_load(&one, "constants.elf");
	assert_int_equal(board_model(&one, "letter")->flags, 0);
	board_unload(&one);
}

/* Each kernel has its own helper(), its own template instances, and its own copy of utility.cpp. */
static void test_same_names(void **state)
{
	char sources[4096];
	int in = 3, out = 0;
	size_t used;
	struct board board;

	(void)state;
	used = (size_t)snprintf(sources, sizeof(sources), "%s ", tool_kernel("same_helper_a.cpp"));
	used += (size_t)snprintf(sources + used, sizeof(sources) - used, "%s ",
				 tool_kernel("same_helper_b.cpp"));
	snprintf(sources + used, sizeof(sources) - used, "%s", tool_kernel("utility.cpp"));
	compile("-k first -k second", sources, "two.elf");
	board_load(&board, "two.elf");
	board_reset();
	board_pointer(0x10, &in);
	board_pointer(0x1c, &out);
	assert_int_equal(board_start(&board, "first"), 0);
	assert_int_equal(out, 30000000 + 600000 + 4);
	assert_int_equal(board_start(&board, "second"), 0);
	assert_int_equal(out, 30000000 + 900000 + 1003);
	board_unload(&board);
}

static void test_stacks(void **state)
{
	struct board board;

	(void)state;
	compile_one("-k small -k recursive", "stack.cpp", "stack.elf");
	board_load(&board, "stack.elf");
	assert_true(board_model(&board, "small")->stack_size >= 64 << 10);
	assert_true(board_model(&board, "small")->stack_size <= 1 << 20);
	assert_true(board_model(&board, "recursive")->stack_size >= 16 << 20);
	board_unload(&board);
	compile_one("-k big", "big_stack.cpp", "stack.elf");
	board_load(&board, "stack.elf");
	assert_true(board_model(&board, "big")->stack_size >= 8 << 20);
	board_unload(&board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vadd),       cmocka_unit_test(test_cxx_types),
		cmocka_unit_test(test_c_types),    cmocka_unit_test(test_optimized),
		cmocka_unit_test(test_printing),   cmocka_unit_test(test_memory),
		cmocka_unit_test(test_endings),    cmocka_unit_test(test_statics),
		cmocka_unit_test(test_same_names), cmocka_unit_test(test_stacks),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
