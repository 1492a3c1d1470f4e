/* SPDX-License-Identifier: Apache-2.0 */
/* The image's description of kernels in OpenCL C, and which of a source's functions are in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tool.h"

#define FLAGS "-t sw_emu --platform u250 "

/* __local variables count, static constants do not; also through a .xo file. */
static void test_local(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("l.cl", "__constant int table[100] = {1};\n"
			   "__kernel void with(__global int *a)\n"
			   "{ __local int x[10]; __local struct { char c; double d; } y;\n"
			   "  x[get_local_id(0)] = *a; y.d = table[*a]; *a = x[0] + (int)y.d; }\n"
			   "__kernel void without(__global int *a) { *a = 1; }\n");
	tool_compile("-c " FLAGS "l.cl -o l.xo");
	tool_compile("-l " FLAGS "l.xo -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->kernels[0].local_mem_size, 56);
	assert_int_equal(image->kernels[1].local_mem_size, 0);
	fcl_image_unref(image);
}

static bool is_non_uniform(const char *flags)
{
	struct fcl_image *image;
	char arguments[256];
	bool non_uniform;

	snprintf(arguments, sizeof(arguments), "-c " FLAGS "%s u.cl -o u.xo", flags);
	tool_compile(arguments);
	tool_compile("-l " FLAGS "u.xo -o image.xclbin");
	image = tool_image("image.xclbin");
	non_uniform = image->kernels[0].non_uniform;
	assert_int_equal(image->kernels[1].non_uniform, non_uniform);
	fcl_image_unref(image);
	return non_uniform;
}

/* The order of work-items is recorded in the image, also through a .xo file. */
static void test_order(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("o.cl", "__kernel void plain(__global int *a)\n"
			   "{ a[get_global_id(1) * 100 + get_global_id(0)] = 1; }\n"
			   "__kernel void rows(__global int *a)\n"
			   "{ a[get_global_id(0) * 100 + get_global_id(1)] = 1; }\n"
			   "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void\n"
			   "flat(__global int *a)\n"
			   "{ a[get_global_id(0) * 100 + get_global_id(1)] = 1; }\n"
			   "__kernel void turn(__global int *a, __global const int *b)\n"
			   "{ int x = get_global_id(0), y = get_global_id(1);\n"
			   "  a[mad24(x, 100, y)] = b[y * 100 + x]; }\n");
	tool_compile("-c " FLAGS "o.cl -o o.xo");
	tool_compile("-l " FLAGS "o.xo -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->kernels[0].inner_dim, 0);
	assert_false(image->kernels[0].tiled);
	assert_int_equal(image->kernels[1].inner_dim, 1);
	assert_false(image->kernels[1].tiled);
	assert_int_equal(image->kernels[2].inner_dim, 0);
	assert_int_equal(image->kernels[3].inner_dim, 0);
	assert_true(image->kernels[3].tiled);
	fcl_image_unref(image);
}

/* The last work-groups may be smaller from CL2.0 on, also for a kernel that requires a size. */
static void test_non_uniform(void **state)
{
	(void)state;
	tool_write("u.cl", "__kernel void open(__global int *a) { *a = 1; }\n"
			   "__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void\n"
			   "four(__global int *a) { *a = 1; }\n");
	assert_false(is_non_uniform("-cl-std=CL1.2"));
	assert_false(is_non_uniform("-cl-std=CL1.1"));
	assert_true(is_non_uniform("-cl-std=CL2.0"));
	assert_true(is_non_uniform("-cl-std=CL3.0"));
	assert_false(is_non_uniform("-cl-std=CL3.0 -cl-uniform-work-group-size"));
}

static void check_attributes(void)
{
	struct fcl_image *image = tool_image("image.xclbin");

	assert_int_equal(image->nkernels, 3);
	assert_int_equal(image->ncus, 8);
	assert_string_equal(image->cus[0].name, "wide_1");
	assert_string_equal(image->cus[5].name, "wide_6");
	assert_int_equal(image->kernels[0].work_dims, 0);
	assert_int_equal(image->kernels[1].work_dims, 1);
	assert_int_equal(image->kernels[1].nargs, 4);
	assert_int_equal(image->kernels[1].nhost_args, 1);
	assert_false(image->kernels[1].args[0].hidden);
	assert_int_equal(image->kernels[2].nargs, 3);
	assert_int_equal(image->kernels[2].nhost_args, 0);
	assert_int_equal(image->nstreams, 3);
	for (uint32_t i = 0; i < image->nstreams; i++)
		assert_int_equal(image->streams[i].depth, i == 1 ? 3 : 7);
	fcl_image_unref(image);
}

/* aoc's attributes of launched kernels, and those in front of channels. */
static void test_attributes(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write(
		"a.cl",
		"__attribute((depth(7))) channel int a, b __attribute((io(\"x\"), depth(3)));\n"
		"__attribute__((unused)) __attribute__((depth(9 - 2)))\nchannel int c;\n"
		"#define UNITS TWO\nenum { TWO = sizeof(short) };\n"
		"__attribute__((num_compute_units(UNITS, 1 + TWO)))\n__kernel void wide(__global int *a);\n"
		"__attribute__((num_simd_work_items(4), reqd_work_group_size(8, 1, 1)))\n"
		"__kernel void wide(__global int *a) { a[get_global_id(0)]++; }\n"
		"__attribute__((max_global_work_dim(0)))\n"
		"__kernel void w(int n)\n{ write_channel_intel(a, n);\n"
		"write_channel_intel(b, n); write_channel_intel(c, n); }\n"
		"__kernel void r(void)\n{ read_channel_intel(a); read_channel_intel(b);\n"
		"read_channel_intel(c); }\n");
	tool_compile(FLAGS "a.cl -o image.xclbin");
	check_attributes();
	tool_compile("-c " FLAGS "a.cl -o a.xo");
	tool_compile("-l " FLAGS "a.xo -o image.xclbin");
	check_attributes();
	tool_compile(FLAGS "--connectivity.nk wide:2 a.cl -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->ncus, 4);
	fcl_image_unref(image);
}

/* Depths and extents are constant expressions, with C's precedence. */
static void test_constants(void **state)
{
	static const struct {
		const char *text;
		unsigned value;
	} depths[] = {{"1 << 3", 8},
		      {"2 + 3 * 4 - 6 / 2 % 2", 13},
		      {"-(-5)", 5},
		      {"~-9 & 12 | 1", 9},
		      {"6 ^ 3 == 3", 7},
		      {"64 >> 1 + 2", 8},
		      {"(3 > 2) + (2 >= 2) + (1 < 1) + (1 != 2 && !0)", 3},
		      {"0 || 0 ? 4 : 1 <= 0 ? 5 : 0x6u", 6}};
	enum { COUNT = sizeof(depths) / sizeof(depths[0]) };
	char source[4096];
	int length = 0;
	struct fcl_image *image;

	(void)state;
	for (int i = 0; i < COUNT; i++)
		length += snprintf(source + length, sizeof(source) - (size_t)length,
				   "channel int c%d[2 >> 1] __attribute__((depth(%s)));\n", i,
				   depths[i].text);
	for (int w = 1; w >= 0; w--) {
		length += snprintf(source + length, sizeof(source) - (size_t)length,
				   "__kernel void %s(__global int *a)\n{\n", w ? "w" : "r");
		for (int i = 0; i < COUNT; i++)
			length += snprintf(source + length, sizeof(source) - (size_t)length,
					   w ? "write_channel_intel(c%d[0], *a);\n"
					     : "*a = read_channel_intel(c%d[0]);\n",
					   i);
		length += snprintf(source + length, sizeof(source) - (size_t)length, "}\n");
	}
	tool_write("depths.cl", source);
	tool_compile(FLAGS "depths.cl -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->nstreams, COUNT);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(image->streams[i].depth, depths[i].value);
	fcl_image_unref(image);
}

/* OpenCL C marks its kernels: without -k, all of them are used, and no other functions. */
static void test_kernels(void **state)
{
	struct fcl_image *image;

	(void)state;
	tool_write("a.cl", "int help(int a) { return a + 1; }\n"
			   "__kernel void first(__global int *a) { *a = help(*a); }\n"
			   "kernel void second(__global float *b, float c) { *b += c; }\n");
	tool_write("b.cl", "__kernel void third(int a) { (void)a; }\n");
	tool_compile(FLAGS "a.cl b.cl -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->nkernels, 3);
	assert_string_equal(image->kernels[0].name, "first");
	assert_string_equal(image->kernels[1].name, "second");
	assert_int_equal(image->kernels[1].nargs, 2);
	assert_string_equal(image->kernels[2].name, "third");
	fcl_image_unref(image);
	tool_compile(FLAGS "-k second a.cl -o image.xclbin");
	image = tool_image("image.xclbin");
	assert_int_equal(image->nkernels, 1);
	fcl_image_unref(image);
}

static bool contains(const char *file, const char *text)
{
	size_t size;
	void *bytes = tool_read(file, &size);
	bool found = memmem(bytes, size, text, strlen(text)) != NULL;

	free(bytes);
	return found;
}

/*
 * Only another source could call a function that is not static: without one, code that no kernel
 * calls is not compiled.
 */
static void test_uncalled(void **state)
{
	(void)state;
	tool_write("o.cl", "int f(int a) { printf(\"uncalled\"); return a; }\n"
			   "__kernel void k(__global int *a) { *a = 1; }\n");
	tool_write("q.cl", "int f(int a);\n__kernel void l(__global int *a) { *a = f(*a); }\n");
	tool_compile(FLAGS "--save-temps o.cl -o out.xclbin");
	assert_false(contains("out.xclbin.temps/unit0.o", "uncalled"));
	tool_compile(FLAGS "--save-temps o.cl q.cl -o out.xclbin");
	assert_true(contains("out.xclbin.temps/unit0.o", "uncalled"));
	unlink("out.xclbin");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_uncalled),   cmocka_unit_test(test_kernels),
		cmocka_unit_test(test_attributes), cmocka_unit_test(test_constants),
		cmocka_unit_test(test_local),      cmocka_unit_test(test_non_uniform),
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
