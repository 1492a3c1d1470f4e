/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loops as processes of DATAFLOW regions; also random regions (random_flow.py) and their results.
 * Manually, with others: fpgaclc_flow_loops KERNELS.cpp EXPECTED.txt [" options of fpgaclc"].
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 64, MOST_RANDOM = 8192 };

static struct board board;
static int in[MOST], out[MOST_RANDOM];
static const char *random_kernels = RANDOM_FLOW ".cpp", *random_results = RANDOM_FLOW ".txt";
static const char *random_options = "";

static const char kernels[] =
	"-k echo -k echo_of_call -k diamond -k results -k in_turn -k one_buffer "
	"-k left_early -k members -k destroyed -k object -k either -k helpers -k kept "
	"-k constructed -k counted -k captured -k member";

static int setup(void **state)
{
	return board_setup(state, &board, kernels, "flow_loops.cpp");
}

static int teardown(void **state)
{
	return board_teardown(state, &board);
}

static int run_on(const struct board *on, const char *kernel, int n)
{
	for (int i = 0; i < MOST; i++)
		in[i] = i;
	memset(out, 0, sizeof(out));
	board_reset();
	board_pointer(0x10, in);
	board_pointer(0x1c, out);
	board_arg(0x28, &n, sizeof(n));
	return board_start(on, kernel);
}

static void run(const char *kernel, int n)
{
	if (run_on(&board, kernel, n))
		fail_msg("%s: %s", kernel, board_run.failure);
}

static void test_echo(void **state)
{
	(void)state;
	run("echo", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 5);
	for (int k = 0; k < 2; k++) {
		run("echo_of_call", MOST);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], 2 * i);
	}
	run("helpers", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], 2 * i);
	run("members", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], 3 * i);
}

static void test_depth(void **state)
{
	(void)state;
	run("diamond", 2);
	assert_int_equal(out[1], 2);
	assert_int_equal(run_on(&board, "diamond", 20), -1);
	assert_non_null(strstr(board_run.failure,
			       "loop at flow_loops.cpp:58 waits to write stream 'right' (depth "
			       "2, full) of loop at flow_loops.cpp:64"));
	assert_non_null(strstr(board_run.failure, "with a depth of 20 for stream 'right'"));
}

static void test_results(void **state)
{
	(void)state;
	run("results", MOST);
	assert_int_equal(out[0], 20);
	for (int k = 0; k < 12; k++)
		assert_int_equal(out[1 + k], k * k + 1000 + 190);
	assert_int_equal(out[13], 0);
	run("in_turn", 30);
	for (int i = 0; i < 30; i++) {
		assert_int_equal(out[i], i);
		assert_int_equal(out[30 + i], -i);
	}
	assert_int_equal(out[60], 99);
	run("one_buffer", MOST);
	for (int i = 0; i < MOST; i++) {
		assert_int_equal(out[i], 2 * i + 7);
		assert_int_equal(out[MOST + i], 2 * i);
	}
}

static void test_memory(void **state)
{
	(void)state;
	run("object", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 5 + 2 * (MOST - 1 - i) + i);
	for (int n = MOST - 1; n <= MOST; n++) {
		run("either", n);
		for (int i = 0; i < n; i++)
			assert_int_equal(out[i], 7);
	}
}

static void test_kept_pointers(void **state)
{
	(void)state;
	run("kept", MOST);
	assert_int_equal(out[0], MOST * (MOST - 1) / 2);
	assert_int_equal(out[1], 6);
	assert_int_equal(out[2], 7);
	assert_int_equal(out[3], MOST + 2);
	assert_int_equal(out[4], 9);
	run("constructed", MOST);
	assert_int_equal(out[0], MOST * (MOST - 1) / 2);
	assert_int_equal(out[1], MOST * (MOST - 1) / 2);
}

/* Calls that use a stream behind a pointer keep their order. */
static void test_captured(void **state)
{
	(void)state;
	run("captured", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 1);
	run("member", MOST);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i);
}

static void check_with(const char *options)
{
	char arguments[4096];
	struct board other;

	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 %s -k checked %s -o checked.elf", options,
		 tool_kernel("flow_loops.cpp"));
	tool_compile(arguments);
	board_load(&other, "checked.elf");
	if (run_on(&other, "checked", MOST))
		fail_msg("%s: %s", options, board_run.failure);
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[i], i + 1);
	board_unload(&other);
}

/* The data of a check's report does not count as memory that processes share. */
static void test_checked(void **state)
{
	(void)state;
	check_with("-fsanitize=undefined -O0");
	check_with("--check=memory");
}

static void test_counted(void **state)
{
	(void)state;
	run("counted", 30);
	for (int i = 0; i < 20; i++)
		assert_int_equal(out[i], i / 2 * 3 + i % 2 + 1);
	assert_int_equal(out[30], 30);
	assert_int_equal(out[31], 20);
	assert_int_equal(out[33], 20);
}

static void test_left_early(void **state)
{
	(void)state;
	run("left_early", 10);
	for (int i = 0; i < 10; i++) {
		assert_int_equal(out[i], i * (i + 1) / 2);
		assert_int_equal(out[10 + i], 45 + i * (i + 1) / 2);
	}
	assert_int_equal(out[20], 90);
	assert_int_equal(out[21], 0);
}

/* Streams stay until the processes that use them have determined a sufficient depth. */
static void test_destroyed(void **state)
{
	(void)state;
	assert_int_equal(run_on(&board, "destroyed", MOST), -1);
	assert_non_null(strstr(board_run.failure, "deadlock"));
	assert_non_null(strstr(board_run.failure, "for stream 'way[1]'"));
}

static void check_random(const struct board *on, const char *kernel, FILE *file)
{
	int count, value;

	assert_int_equal(fscanf(file, "%d", &count), 1);
	assert_in_range(count, 0, MOST_RANDOM);
	if (run_on(on, kernel, 0))
		fail_msg("%s: %s", kernel, board_run.failure);
	for (int i = 0; i < count; i++) {
		assert_int_equal(fscanf(file, "%d", &value), 1);
		if (out[i] != value)
			fail_msg("%s: number %d: expected %d, found %d", kernel, i, value, out[i]);
	}
}

static void test_random(void **state)
{
	char arguments[8192], name[64];
	FILE *file = fopen(random_results, "r");
	size_t length = (size_t)snprintf(arguments, sizeof(arguments),
					 "-t sw_emu --platform u250 %s -o random.elf%s",
					 random_kernels, random_options);
	struct board other;

	(void)state;
	assert_non_null(file);
	while (fscanf(file, "%63s%*[^\n]", name) == 1)
		length += (size_t)snprintf(arguments + length, sizeof(arguments) - length, " -k %s",
					   name);
	assert_true(length < sizeof(arguments));
	tool_compile(arguments);
	rewind(file);
	board_load(&other, "random.elf");
	while (fscanf(file, "%63s", name) == 1)
		check_random(&other, name, file);
	board_unload(&other);
	fclose(file);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_echo),          cmocka_unit_test(test_depth),
		cmocka_unit_test(test_results),       cmocka_unit_test(test_memory),
		cmocka_unit_test(test_left_early),    cmocka_unit_test(test_destroyed),
		cmocka_unit_test(test_kept_pointers), cmocka_unit_test(test_counted),
		cmocka_unit_test(test_checked),       cmocka_unit_test(test_captured),
		cmocka_unit_test(test_random),
	};

	if (argc > 2) {
		random_kernels = argv[1];
		random_results = argv[2];
		random_options = argc > 3 ? argv[3] : "";
	}
	return cmocka_run_group_tests(tests, setup, teardown);
}
