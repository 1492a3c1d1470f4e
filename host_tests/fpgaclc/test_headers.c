/* SPDX-License-Identifier: Apache-2.0 */
/* The HLS headers that are embedded in fpgaclc. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

static void compile(const char *kernels, const char *source, const char *output)
{
	char arguments[4096];

	snprintf(arguments, sizeof(arguments), "-t sw_emu --platform u250 %s %s -o %s", kernels,
		 tool_kernel(source), output);
	tool_compile(arguments);
	assert_string_equal(tool_output, "");
}

/* Kernels `check` that count their own failures. */
static void check(const char *source, const char *standard, int least, const char *printed)
{
	int counts[2] = {0}, failed[16] = {0};
	struct board board;
	char options[64];

	snprintf(options, sizeof(options), "-Wall -Wextra %s -k check", standard);
	compile(options, source, "check.elf");
	board_load(&board, "check.elf");
	board_reset();
	board_pointer(0x10, counts);
	board_pointer(0x1c, failed);
	assert_int_equal(board_start(&board, "check"), 0);
	if (counts[1])
		fail_msg("%s: %s:%d and %d more", standard, source, failed[0], counts[1] - 1);
	assert_true(counts[0] >= least);
	assert_string_equal(board_run.printed, printed);
	board_unload(&board);
}

static void test_ap_int(void **state)
{
	(void)state;
	check("ap_int.cpp", "-std=c++11", 40, "-5 65\n");
	check("ap_int.cpp", "-std=c++20 -O0", 40, "-5 65\n");
}

static void test_ap_fixed(void **state)
{
	(void)state;
	check("ap_fixed.cpp", "-O1", 8000, "");
}

static void test_library(void **state)
{
	(void)state;
	check("library.cpp", "-O2", 10, "42 2.5 100%\n");
}

/* Also checks the layout of the types at compile time. */
static void test_traits(void **state)
{
	/* The halves 1.5 and -0.25. */
	unsigned in = 0xb4003e00, out[4];
	const unsigned expected[4] = {0x3d00, 0xb8004200, 0x0180, 0};
	struct board board;

	(void)state;
	compile("-k traits", "traits.cpp", "traits.elf");
	board_load(&board, "traits.elf");
	board_reset();
	board_pointer(0x10, &in);
	board_pointer(0x1c, out);
	assert_int_equal(board_start(&board, "traits"), 0);
	assert_memory_equal(out, expected, sizeof(out));
	board_unload(&board);
}

/* Bursts access the requested elements; an access without a request ends the execution. */
static void test_bursts(void **state)
{
	uint64_t in[6] = {10, 20, 30, 40, 50, 60}, out[6] = {0};
	const uint64_t expected[6] = {0xffffffff, 61, 31, 41, 11, 21};
	struct board board;
	int n = 6, length = 2;

	(void)state;
	compile("-k bursts", "library.cpp", "bursts.elf");
	board_load(&board, "bursts.elf");
	for (; length <= 3; length++) {
		board_reset();
		board_pointer(0x10, in);
		board_pointer(0x1c, out);
		board_arg(0x28, &n, sizeof(n));
		board_arg(0x30, &length, sizeof(length));
		assert_int_equal(board_start(&board, "bursts"), length == 2 ? 0 : -1);
		if (length == 2)
			assert_memory_equal(out, expected, sizeof(out));
	}
	assert_non_null(strstr(board_run.failure, "read without a read_request"));
	board_unload(&board);
}

static void test_registers(void **state)
{
	int add = 7, sum = -30, found;
	short totals[2] = {-20, -50};
	struct board board;

	(void)state;
	compile("-k registers", "library.cpp", "registers.elf");
	board_load(&board, "registers.elf");
	board_reset();
	board_arg(0x10, &add, sizeof(add));
	board_arg(0x18, &sum, sizeof(sum));
	board_arg(0x20, totals, sizeof(totals));
	assert_int_equal(board_start(&board, "registers"), 0);
	assert_int_equal(board_start(&board, "registers"), 0);
	memcpy(&found, board_run.regs + 0x18, sizeof(found));
	assert_int_equal(found, -16);
	memcpy(totals, board_run.regs + 0x20, sizeof(totals));
	assert_int_equal(totals[0], -23);
	assert_int_equal(totals[1], -16);
	assert_int_equal(board_run.regs[0x28], 2);
	memcpy(&found, board_run.regs + 0x10, sizeof(found));
	assert_int_equal(found, 7);
	board_unload(&board);
}

/* The kernel is the function that -k can mean, even if other functions have the same name. */
static void test_names(void **state)
{
	(void)state;
	tool_write("names.h", "namespace other { void twin(float *); }\n"
			      "struct holder { void twin(); };\n"
			      "inline void shared(int *p) { *p = 1; }\n");
	tool_write("one.cpp", "#include \"names.h\"\n"
			      "void other::twin(float *) {}\n"
			      "void holder::twin() {}\n"
			      "extern \"C\" void twin(int *a) { shared(a); }\n");
	tool_write("two.cpp", "#include \"names.h\"\n"
			      "static void twin(int *) {}\n"
			      "void helper(int *a) { twin(a); shared(a); }\n");
	tool_compile("-t sw_emu --platform u250 -k twin one.cpp two.cpp -o twin.elf");
	tool_compile("-t sw_emu --platform u250 -k twin two.cpp one.cpp -o twin.elf");
	tool_compile("-t sw_emu --platform u250 -k shared two.cpp one.cpp -o shared.elf");
}

/* Words of 512 bits are arrays of 16 words on the host, low word first. */
static void test_wide_words(void **state)
{
	_Alignas(64) int in[16], out[16] = {0};
	unsigned bias = 0x123456;
	signed char sign = -1;
	struct fcl_image *image;
	struct board board;

	(void)state;
	compile("-k wide_add", "ap_int.cpp", "wide.elf");
	image = tool_image("wide.elf");
	assert_string_equal(image->kernels[0].args[0].type_name, "const ap_uint<512>*");
	assert_int_equal(image->kernels[0].args[0].direction, FCL_DIR_IN);
	assert_int_equal(image->kernels[0].args[2].host_size, 4);
	assert_int_equal(image->kernels[0].args[3].host_size, 1);
	assert_int_equal(image->kernels[0].ports[0].data_width, 512);
	fcl_image_unref(image);
	for (int i = 0; i < 16; i++)
		in[i] = i * 100000;
	board_load(&board, "wide.elf");
	board_reset();
	board_pointer(0x10, in);
	board_pointer(0x1c, out);
	board_arg(0x28, &bias, sizeof(bias));
	board_arg(0x30, &sign, sizeof(sign));
	assert_int_equal(board_start(&board, "wide_add"), 0);
	for (int i = 0; i < 16; i++)
		assert_int_equal(out[i], in[i] - 0x123456);
	board_unload(&board);
}

static void test_axis(void **state)
{
	struct {
		int data;
		unsigned char keep, strb, user, last, id, dest;
	} packets[3] = {{.data = 3}, {.data = 4}, {.data = 5, .last = 1}};
	struct board board;

	(void)state;
	compile("-k square", "axis.cpp", "axis.elf");
	board_load(&board, "axis.elf");
	assert_int_equal(board_model(&board, "square")->ports[0].packet_size, sizeof(packets[0]));
	board_reset();
	memcpy(board_run.streams[0].bytes, packets, sizeof(packets));
	board_run.streams[0].size = sizeof(packets);
	assert_int_equal(board_start(&board, "square"), 0);
	assert_int_equal(board_run.streams[1].size, sizeof(packets));
	memcpy(packets, board_run.streams[1].bytes, sizeof(packets));
	assert_int_equal(packets[0].data, 9);
	assert_int_equal(packets[2].data, 25);
	assert_int_equal(packets[0].keep, 15);
	assert_int_equal(packets[1].last, 0);
	assert_int_equal(packets[2].last, 1);
	board_unload(&board);
}

static void test_vectors(void **state)
{
	_Alignas(16) float in[4] = {1, 2, 2, 3}, out = 0;
	struct board board;

	(void)state;
	compile("-k vectors", "axis.cpp", "vectors.elf");
	board_load(&board, "vectors.elf");
	board_reset();
	board_pointer(0x10, in);
	board_pointer(0x1c, &out);
	assert_int_equal(board_start(&board, "vectors"), 0);
	assert_true(out == 4.0f);
	board_unload(&board);
}

/* An enum class as an argument, a packet, a member and an element. */
static void test_enum_class(void **state)
{
	struct {
		unsigned char state;
		int next;
		short level;
	} in[4] = {{0, 0, 10}, {1, 0, 20}, {2, 0, 30}, {1, 1, 40}};
	int levels[4] = {0}, all = 0, n = 4;
	struct board board;

	(void)state;
	compile("-Wall -Wextra -k lamps", "enums.cpp", "enums.elf");
	board_load(&board, "enums.elf");
	board_reset();
	board_pointer(0x10, in);
	board_pointer(0x1c, levels);
	board_arg(0x28, &all, sizeof(all));
	board_arg(0x30, &n, sizeof(n));
	assert_int_equal(board_start(&board, "lamps"), 0);
	assert_memory_equal(board_run.streams[1].bytes, ((const char[]){0, 1, 2, 2}), 4);
	assert_memory_equal(levels, ((const int[]){1, 21, 15, 20}), sizeof(levels));
	all = 1;
	board_arg(0x28, &all, sizeof(all));
	assert_int_equal(board_start(&board, "lamps"), 0);
	assert_memory_equal(board_run.streams[1].bytes + 4, ((const char[]){1, 2, 0, 2}), 4);
	assert_memory_equal(levels, ((const int[]){11, 10, 1, 20}), sizeof(levels));
	board_unload(&board);
}

/* A different hls_stream.h first on the include path cannot be a port; the message says so. */
static void test_other_stream(void **state)
{
	(void)state;
	tool_write(
		"hls_stream.h",
		"namespace hls { template <class T, int D = 0> struct stream { T read(); }; }\n");
	tool_write("s.cpp", "#include <hls_stream.h>\n"
			    "void s(hls::stream<int> &in, int *out) { *out = in.read(); }\n");
	tool_refuse("-t sw_emu --platform u250 -k s --hls-include . s.cpp -o s.elf",
		    "s.cpp:2: error: kernel 's', argument 'in'");
}

/* Where a board's result has fewer bits than ours, and only there, the compiler warns. */
static void test_narrow_quotient(void **state)
{
	(void)state;
	tool_write("n.cpp", "#include <ap_int.h>\n"
			    "void n(int *a, ap_uint<8> b) { *a = ap_int<32>(*a) / b; *a = b / *a;\n"
			    "*a = *a / b; }\n");
	tool_compile("-t sw_emu -f u250 -k n n.cpp -o n.elf");
	assert_non_null(
		strstr(tool_output, "n.cpp:3:9: warning: a C integer divided by an ap_int"));
	assert_null(strstr(tool_output, "n.cpp:2:"));
}

static void test_const_part(void **state)
{
	(void)state;
	tool_write("c.cpp", "#include <ap_int.h>\n"
			    "extern \"C\" void c(int *out, int n)\n"
			    "{ const ap_uint<4> high = n; ap_uint<4> low = 1;\n"
			    "  *out = (high, low); (high, low) = 5; }\n");
	tool_refuse("-t sw_emu --platform u250 -k c c.cpp -o c.elf",
		    "a concatenation cannot be assigned to if a part of it is const");
	assert_non_null(strstr(tool_output, "c.cpp:4:"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ap_int),          cmocka_unit_test(test_ap_fixed),
		cmocka_unit_test(test_wide_words),      cmocka_unit_test(test_axis),
		cmocka_unit_test(test_vectors),         cmocka_unit_test(test_other_stream),
		cmocka_unit_test(test_library),         cmocka_unit_test(test_traits),
		cmocka_unit_test(test_bursts),          cmocka_unit_test(test_registers),
		cmocka_unit_test(test_names),           cmocka_unit_test(test_enum_class),
		cmocka_unit_test(test_narrow_quotient), cmocka_unit_test(test_const_part),
	};

	return cmocka_run_group_tests(tests, tool_setup, tool_teardown);
}
