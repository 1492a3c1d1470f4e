/* SPDX-License-Identifier: Apache-2.0 */
/* hls::task: functions that run concurrently with the kernel's body, across executions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 9 };

static int setup(void **state)
{
	char arguments[4096];

	if (tool_setup(state))
		return -1;
	snprintf(arguments, sizeof(arguments),
		 "-t sw_emu --platform u250 -k chain -k starved -k workers -k balanced -k polled "
		 "-k collected -k ports -k late -k late_each -k stays %s -o tasks.elf",
		 tool_kernel("tasks.cpp"));
	tool_compile(arguments);
	return 0;
}

/* Tasks keep their state between executions, so each test loads its own copy. */
static void load(struct board *board, const char *kernel)
{
	board_load(board, "tasks.elf");
	assert_true(board_model(board, kernel)->flags & FCL_MODEL_PRIVATE_DATA);
}

/* Runs a kernel on 1 ... n, followed by -1 in the rest of MOST results. */
static int run(const struct board *board, const char *kernel, int n, int *out)
{
	int in[MOST];

	for (int i = 0; i < MOST; i++) {
		in[i] = i + 1;
		out[i] = -1;
	}
	board_reset();
	board_pointer(0x10, in);
	board_pointer(0x1c, out);
	board_arg(0x28, &n, sizeof(n));
	return board_start(board, kernel);
}

static void test_chain(void **state)
{
	int out[MOST];
	struct board board;

	(void)state;
	load(&board, "chain");
	assert_int_equal(run(&board, "chain", 3, out), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(out[i], i + 2 + 100 * i);
	assert_int_equal(out[3], -1);
	/* The second task continues where it was. */
	assert_int_equal(run(&board, "chain", 4, out), 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(out[i], i + 2 + 100 * (i + 3));
	board_unload(&board);
}

/* A wait for data that never arrives ends the execution; the next one can run. */
static void test_starved(void **state)
{
	int out[MOST];
	struct board board;

	(void)state;
	load(&board, "starved");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(run(&board, "starved", 3, out), -1);
		assert_non_null(strstr(board_run.failure, "read while empty"));
		assert_int_equal(out[2], 4);
		assert_int_equal(out[3], -1);
	}
	board_unload(&board);
}

static void test_workers(void **state)
{
	static const int expected[MOST] = {2, 2, 4, 5, 105, 7, 8, 208, 10};
	int out[MOST];
	struct board board;

	(void)state;
	load(&board, "workers");
	assert_int_equal(run(&board, "workers", MOST, out), 0);
	assert_memory_equal(out, expected, sizeof(expected));
	board_unload(&board);
}

/* Which worker gets which element is not defined, but all elements pass. */
static void test_balanced(void **state)
{
	int out[MOST], found = 0;
	struct board board;

	(void)state;
	load(&board, "balanced");
	for (int again = 0; again < 3; again++) {
		assert_int_equal(run(&board, "balanced", MOST, out), 0);
		found = 0;
		for (int i = 0; i < MOST; i++)
			found |= 1 << out[i];
		assert_int_equal(found, 0x7fc);
	}
	board_unload(&board);
}

/* A task that polls gives the others a turn, during an execution and at its end. */
static void test_polls(void **state)
{
	int out[MOST];
	struct board board;

	(void)state;
	load(&board, "polled");
	for (int again = 0; again < 2; again++) {
		assert_int_equal(run(&board, "polled", MOST, out), 0);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], i + 3);
	}
	board_unload(&board);
	load(&board, "collected");
	for (int again = 0; again < 2; again++) {
		assert_int_equal(run(&board, "collected", MOST, out), 0);
		for (int i = 0; i < MOST; i++)
			assert_int_equal(out[i], 2 * (i + 1));
	}
	board_unload(&board);
}

static void put(unsigned port, int first, int count)
{
	for (int i = 0; i < count; i++) {
		int value = first + i;

		memcpy(board_run.streams[port].bytes + board_run.streams[port].size, &value,
		       sizeof(value));
		board_run.streams[port].size += sizeof(value);
	}
}

/* A kernel that only consists of tasks processes its port's data in each execution. */
static void test_ports(void **state)
{
	static const int odd[] = {2, 4, 6, 12}, even[] = {4, 8, 20};
	struct board board;

	(void)state;
	load(&board, "ports");
	board_reset();
	put(0, 1, 5);
	assert_int_equal(board_start(&board, "ports"), 0);
	assert_int_equal(board_run.streams[1].size, 12);
	assert_int_equal(board_run.streams[2].size, 8);
	put(0, 10, 2);
	assert_int_equal(board_start(&board, "ports"), 0);
	assert_int_equal(board_run.streams[1].size, sizeof(odd));
	assert_memory_equal(board_run.streams[1].bytes, odd, sizeof(odd));
	assert_int_equal(board_run.streams[2].size, sizeof(even));
	assert_memory_equal(board_run.streams[2].bytes, even, sizeof(even));
	board_unload(&board);
}

/* Each execution has its own memory and numbers. */
static int run_late(const struct board *board, const char *kernel, int *memory, int offset, int n)
{
	for (int i = 0; i < 8; i++)
		memory[i] = -1;
	board_reset();
	board_pointer(0x10, memory);
	board_arg(0x1c, &offset, sizeof(offset));
	board_arg(0x24, &n, sizeof(n));
	put(1, 0, 3); /* port 0 is the memory's */
	return board_start(board, kernel);
}

static void test_late(void **state)
{
	static const int expected[2][3] = {{107, 108, 109}, {213, 214, 215}};
	int memory[2][8];
	struct board board;

	(void)state;
	load(&board, "late");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(run_late(&board, "late", memory[i], 100 * (i + 1), 7 + 6 * i), 0);
		assert_memory_equal(memory[i], expected[i], sizeof(expected[i]));
	}
	assert_memory_equal(memory[0], expected[0], sizeof(expected[0]));
	board_unload(&board);
	load(&board, "late_each");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(run_late(&board, "late_each", memory[i], 100 * (i + 1), 7 + 6 * i),
				 0);
		assert_memory_equal(memory[i], expected[i], sizeof(expected[i]));
		assert_memory_equal(memory[i] + 4, expected[i], sizeof(expected[i]));
	}
	board_unload(&board);
}

/*
 * A task that never returns cannot get another pointer: this is an error instead of an access to
 * the old memory.
 */
static void test_stays(void **state)
{
	int memory[2][8];
	struct board board;

	(void)state;
	load(&board, "stays");
	for (int i = 0; i < 2; i++)
		assert_int_equal(run_late(&board, "stays", memory[0], 0, 0), 0);
	assert_int_equal(run_late(&board, "stays", memory[1], 0, 0), -1);
	assert_non_null(strstr(board_run.failure, "of an earlier execution"));
	assert_int_equal(run_late(&board, "stays", memory[1], 0, 0), 0);
	assert_int_equal(memory[1][2], 2);
	board_unload(&board);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chain),   cmocka_unit_test(test_starved),
		cmocka_unit_test(test_workers), cmocka_unit_test(test_balanced),
		cmocka_unit_test(test_polls),   cmocka_unit_test(test_ports),
		cmocka_unit_test(test_late),    cmocka_unit_test(test_stays),
	};

	return cmocka_run_group_tests(tests, setup, tool_teardown);
}
