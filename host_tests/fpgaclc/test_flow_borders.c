/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The borders of DATAFLOW regions: streams from outside, memory that is not a channel, missing
 * data.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 64 };

static struct board board;
static int out[2 * MOST];

/* Concurrent is the default. */
static void compile(const char *options, const char *output)
{
	char arguments[4096];

	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k outside -k prefilled -k left_over "
		"-k side -k referred -k side_referred -k reversed -k optional -k spoken -k blocks -k dealt "
		"-k held_blocks -k three_blocks -k polled_full -k many_grow -k loop_first -k loop_last "
		"-k statement_first "
		"-k inlined -k inlined_stream -k inlined_nested -k steps%s %s -o %s",
		options, tool_kernel("flow_borders.cpp"), output);
	tool_compile(arguments);
}

static int setup(void **state)
{
	if (tool_setup(state))
		return -1;
	compile("", "borders.elf");
	board_load(&board, "borders.elf");
	return 0;
}

static int teardown(void **state)
{
	board_unload(&board);
	return tool_teardown(state);
}

static int run(const char *kernel, int n)
{
	for (int i = 0; i < 2 * MOST; i++)
		out[i] = i;
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &n, sizeof(n));
	return board_start(&board, kernel);
}

static void test_outside(void **state)
{
	(void)state;
	assert_int_equal(run("outside", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i);
}

static void test_prefilled(void **state)
{
	(void)state;
	assert_int_equal(run("prefilled", 40), 0);
	assert_int_equal(out[0], 2);
}

/*
 * The stream is static: growing it to find the depth must not hide the deadlock in the next
 * execution.
 */
static void test_left_over(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(run("left_over", 20), -1);
		assert_non_null(strstr(board_run.failure,
				       "make waits to write stream 's' (depth 2, full) that no "
				       "process reads any more"));
	}
}

static void test_side(void **state)
{
	(void)state;
	for (int k = 0; k < 2; k++) {
		assert_int_equal(run("side", MOST), 0);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], i + 10 * (MOST - 1 - i));
	}
}

/*
 * A board runs both ends concurrently, which is reported at compile time; an option keeps the
 * order.
 */
static void test_reversed(void **state)
{
	struct board plain = board;

	(void)state;
	assert_non_null(strstr(
		tool_output, "kernel 'reversed': the processes 'load' and 'reverse' of a DATAFLOW "
			     "region both use 'out'"));
	assert_null(strstr(tool_output, "kernel 'blocks'"));
	assert_null(strstr(tool_output, "kernel 'steps'"));
	compile(" --dataflow ordered", "reversed.elf");
	assert_null(strstr(tool_output, "kernel 'reversed'"));
	board_load(&board, "reversed.elf");
	assert_int_equal(run("reversed", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], MOST - 1 - i);
	board_unload(&board);
	board = plain;
}

static void test_blocks(void **state)
{
	(void)state;
	assert_int_equal(run("blocks", 20), 0);
	for (int i = 0; i < 20; i++)
		assert_int_equal(out[i], 2 * i + 3);
}

/* A stream of blocks has as many blocks as its depth, including those held by locks. */
static void test_held_blocks(void **state)
{
	(void)state;
	assert_int_equal(run("held_blocks", 0), -1);
	assert_non_null(strstr(board_run.failure, "fill_three waits to write stream 'two' (depth "
						  "2, full) of hold_first"));
	assert_non_null(strstr(board_run.failure, "with a depth of 3 for stream 'two'"));
	assert_int_equal(run("three_blocks", 0), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(out[i], i + 5);
	assert_int_equal(out[3], 1);
}

static void test_polled_full(void **state)
{
	(void)state;
	assert_int_equal(run("polled_full", 2), 0);
	assert_int_equal(out[1], 102);
	assert_int_equal(run("polled_full", 9), -1);
	assert_non_null(
		strstr(board_run.failure, "split_polling polls stream 'left' (depth 2, full)"));
	assert_non_null(strstr(board_run.failure, "with a depth of 8 for stream 'left'"));
}

static void test_many_grow(void **state)
{
	(void)state;
	assert_int_equal(run("many_grow", 2), 0);
	assert_int_equal(run("many_grow", 20), -1);
	assert_non_null(strstr(board_run.failure, "a depth of 20 for stream 'left[0]', a depth "
						  "of 20 for stream 'left[1]', "));
	assert_non_null(strstr(board_run.failure, ", and more for other streams, which "
						  "FPGACL_LOG=warn lists"));
}

static void test_referred(void **state)
{
	(void)state;
	assert_int_equal(run("referred", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i < 24 ? 10 * (i % 4) + 21 : i + 1);
	assert_string_equal(board_run.warned, "");
	for (int n = 0; n < 2; n++) {
		assert_int_equal(run("side_referred", MOST), 0);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], 10 * (MOST - 1 - i) + i);
	}
}

static void test_loops(void **state)
{
	(void)state;
	assert_int_equal(run("loop_first", 20), 0);
	for (int i = 0; i < 20; i++)
		assert_int_equal(out[i], 2 * i);
	assert_int_equal(run("statement_first", 20), -1);
	assert_non_null(strstr(board_run.failure,
			       "code between the processes of a DATAFLOW region reads the stream "
			       "'back', which nothing has written yet"));
	assert_int_equal(run("loop_last", 20), 0);
	for (int i = 0; i < 20; i++)
		assert_int_equal(out[i], 2 * i);
}

static void test_dealt(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(run("dealt", 9), -1);
		assert_non_null(
			strstr(board_run.failure, "stream 'way[0]' (depth 2, full) of gather"));
		assert_non_null(
			strstr(board_run.failure, "stream 'way[1]' (depth 2, empty) of deal"));
		assert_non_null(strstr(board_run.failure, "a depth of 8 for stream 'way[0]'"));
	}
}

/* If the processes ran sequentially, everything would be sent before anything is received. */
static void test_spoken(void **state)
{
	const char *first, *last;

	(void)state;
	assert_int_equal(run("spoken", 20), 0);
	assert_int_equal(out[19], 19);
	first = strstr(board_run.printed, "got 0\n");
	last = strstr(board_run.printed, "sent 19\n");
	assert_non_null(first);
	assert_non_null(last);
	assert_true(first < last);
}

static void test_optional(void **state)
{
	struct board plain = board;

	(void)state;
	assert_int_equal(run("optional", 3), 0);
	assert_int_equal(out[0], 8);
	assert_int_equal(run("optional", 0), -1);
	compile(" --empty-stream default", "default.elf");
	board_load(&board, "default.elf");
	assert_int_equal(run("optional", 0), 0);
	assert_int_equal(out[0], 5);
	assert_non_null(strstr(board_run.printed, "'optional': read while empty"));
	board_unload(&board);
	board = plain;
}

static void test_inlined(void **state)
{
	(void)state;
	for (int n = 0; n <= MOST; n += 16) {
		assert_int_equal(run("inlined", n), 0);
		for (int i = 0; i < n; i++)
			assert_int_equal(out[i], 4 * i + 2);
	}
	assert_int_equal(run("inlined_nested", MOST), 0);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], 8 * (i + 1));
}

static void test_inlined_stream(void **state)
{
	(void)state;
	assert_int_equal(run("inlined_stream", 9), 0);
	for (int i = 0; i < 9; i++)
		assert_int_equal(out[i], 3);
	assert_int_equal(run("inlined_stream", 12), -1);
	assert_non_null(strstr(board_run.failure, "a depth of 11 for stream 'left'"));
}

static void test_inlined_mixed(void **state)
{
	char arguments[4096];

	(void)state;
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 -O0 -k inlined_mixed -k steps %s -o mixed.elf",
		 tool_kernel("flow_borders.cpp"));
	assert_int_equal(tool_run(NULL, arguments), 0);
	assert_non_null(strstr(tool_output, "flow_borders.cpp:"));
	assert_non_null(strstr(tool_output, "'mixed' is one process of the DATAFLOW region"));
	assert_null(strstr(tool_output, "'read_inlined'"));
}

static void run_steps(const char *kernel)
{
	int n = MOST;

	for (int i = 0; i < 2 * MOST; i++)
		out[i] = i;
	board_reset();
	board_pointer(0x10, out);
	board_pointer(0x1c, out);
	board_arg(0x28, &n, sizeof(n));
	assert_int_equal(board_start(&board, kernel), 0);
}

/*
 * Concurrently, the second step sees the first one's results; in source order, everything is read
 * before anything is written.
 */
static void test_steps(void **state)
{
	struct board plain = board;

	(void)state;
	run_steps("steps");
	for (int i = 0; i < MOST; i++) {
		assert_int_equal(out[MOST + i], i + 1);
		assert_int_equal(out[i], i + 2);
	}
	compile(" --dataflow ordered", "ordered.elf");
	board_load(&board, "ordered.elf");
	run_steps("steps");
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], MOST + i + 1);
	board_unload(&board);
	board = plain;
}

/*
 * Functions in another source of the kernel are taken apart as well, whichever options compile
 * them.
 */
static void test_apart(void **state)
{
	static const char *const options[] = {"-O2", "-O0 -g", "-j 1"};
	struct board plain = board;
	char arguments[4096], sources[2048];
	int rounds = 0;

	(void)state;
	/* tool_kernel() has only one buffer. */
	snprintf(sources, sizeof(sources), "%s ", tool_kernel("flow_parts.cpp"));
	strcat(sources, tool_kernel("flow_apart.cpp"));
	for (size_t k = 0; k < sizeof(options) / sizeof(*options); k++) {
		snprintf(arguments, sizeof(arguments),
			 "-t sw_emu --platform u250 %s -k apart -k count_rounds %s -o apart.elf",
			 options[k], sources);
		tool_compile(arguments);
		board_load(&board, "apart.elf");
		run_steps("apart");
		for (int i = 0; i < MOST; i++) {
			assert_int_equal(out[MOST + i], i + 102);
			assert_int_equal(out[i], i + 204);
		}
		board_reset();
		board_pointer(0x10, &rounds);
		assert_int_equal(board_start(&board, "count_rounds"), 0);
		assert_int_equal(rounds, 1);
		board_unload(&board);
	}
	board = plain;
	tool_write("twice.cpp", "int rounds = 1;\n");
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 -k apart %s twice.cpp -o apart.elf", sources);
	tool_refuse(arguments, "'rounds' is defined in more than one source of the kernel");
}

/* The same in a function that the kernel calls, whose other array is the kernel's own: that is a channel. */
static void test_shared_below(void **state)
{
	(void)state;
	tool_write("below.cpp", "#include <hls_stream.h>\n"
				"static void load(const int *from, hls::stream<int> &to)\n{\n"
				"\tfor (int i = 0; i < 8; i++)\n\t\tto.write(from[i]);\n}\n"
				"static void store(hls::stream<int> &from, int *to)\n{\n"
				"\tfor (int i = 0; i < 8; i++)\n\t\tto[i] = from.read();\n}\n"
				"static void move(int *all, int *own)\n{\n#pragma HLS DATAFLOW\n"
				"\thls::stream<int> a, b;\n\tload(all, a);\n\tstore(a, all + 8);\n"
				"\tload(own, b);\n\tstore(b, own + 8);\n}\n"
				"extern \"C\" void below(int *board)\n{\n\tint own[16] = {};\n"
				"\tmove(board, own);\n\tboard[0] = own[8];\n}\n");
	tool_compile("-t sw_emu --platform u250 -k below below.cpp -o below.elf");
	assert_non_null(strstr(tool_output, "kernel 'below': the processes 'load' and 'store' of a "
					    "DATAFLOW region both use 'board'"));
	assert_null(strstr(tool_output, "both use 'own'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reversed),      cmocka_unit_test(test_prefilled),
		cmocka_unit_test(test_left_over),     cmocka_unit_test(test_side),
		cmocka_unit_test(test_outside),       cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_held_blocks),   cmocka_unit_test(test_polled_full),
		cmocka_unit_test(test_many_grow),     cmocka_unit_test(test_loops),
		cmocka_unit_test(test_dealt),         cmocka_unit_test(test_optional),
		cmocka_unit_test(test_spoken),        cmocka_unit_test(test_inlined),
		cmocka_unit_test(test_steps),         cmocka_unit_test(test_inlined_stream),
		cmocka_unit_test(test_inlined_mixed), cmocka_unit_test(test_apart),
		cmocka_unit_test(test_referred),      cmocka_unit_test(test_shared_below),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
