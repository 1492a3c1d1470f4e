/* SPDX-License-Identifier: Apache-2.0 */
/* tapa.h in kernels: tasks that run at once, over streams of their declared depth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "tool.h"

enum { MOST = 128, WAYS = 3, LANES = 4 };

static struct board board;

static int setup(void **state)
{
	char arguments[4096];

	if (tool_setup(state))
		return -1;
	snprintf(
		arguments, sizeof(arguments),
		"-t sw_emu --platform u250 -k vadd -k network -k gather -k asks -k transactions -k careless "
		"-k deadlock -k unread -k unwritten -k alone -k unanswered -k ports -k vectors -Werror %s -o tapa.elf",
		tool_kernel("tapa.cpp"));
	tool_compile(arguments);
	board_load(&board, "tapa.elf");
	return 0;
}

static int teardown(void **state)
{
	board_unload(&board);
	return tool_teardown(state);
}

static void run(const char *kernel)
{
	if (board_start(&board, kernel))
		fail_msg("%s: %s", kernel, board_run.failure);
}

static void run_fails(const char *kernel, const char *text)
{
	assert_int_equal(board_start(&board, kernel), -1);
	assert_string_equal(board_run.failure, text);
}

/* Each memory of an array is an argument, with a port of its own, as TAPA's compiler makes them. */
static void test_interface(void **state)
{
	static const char *const names[] = {"a_0", "a_1", "a_2", "b", "c_0", "c_1", "c_2", "n"};
	struct fcl_image *image = tool_image("tapa.elf");
	const struct fcl_image_kernel *kernel = &image->kernels[0];

	(void)state;
	assert_string_equal(kernel->name, "vadd");
	assert_int_equal(kernel->nargs, 8);
	for (uint32_t i = 0; i < 8; i++) {
		assert_string_equal(kernel->args[i].name, names[i]);
		assert_int_equal(kernel->args[i].offset, 0x10 + 12 * i);
	}
	assert_string_equal(kernel->args[0].type_name, "const int*");
	assert_string_equal(kernel->args[0].port, "M_AXI_A_0");
	assert_string_equal(kernel->args[6].port, "M_AXI_C_2");
	fcl_image_unref(image);
}

static void test_vadd(void **state)
{
	int a[WAYS][MOST], b[MOST], c[WAYS][MOST + 1], n = MOST;

	(void)state;
	board_reset();
	for (int way = 0; way < WAYS; way++) {
		for (int i = 0; i < MOST; i++)
			a[way][i] = 100 * way + i;
		c[way][MOST] = -1;
		board_pointer(0x10 + 12 * (unsigned)way, a[way]);
		board_pointer(0x40 + 12 * (unsigned)way, c[way]);
	}
	for (int i = 0; i < MOST; i++)
		b[i] = 1000 * i;
	board_pointer(0x34, b);
	board_arg(0x64, &n, sizeof(n));
	run("vadd");
	for (int way = 0; way < WAYS; way++) {
		for (int i = 0; i < MOST; i++)
			assert_int_equal(c[way][i], 101 * way + 1001 * i);
		assert_int_equal(c[way][MOST], -1);
	}
}

/* Executions end while detached tasks poll, again and again. */
static void test_network(void **state)
{
	int in[MOST], counts[LANES + 1], n = MOST;

	(void)state;
	for (int i = 0; i < MOST; i++)
		in[i] = 7 * i;
	for (int launch = 0; launch < 3; launch++) {
		memset(counts, 0, sizeof(counts));
		board_reset();
		board_pointer(0x10, in);
		board_pointer(0x1c, counts);
		board_arg(0x28, &n, sizeof(n));
		run("network");
		for (int lane = 0; lane < LANES; lane++)
			assert_int_equal(counts[lane], MOST / LANES);
		assert_int_equal(counts[LANES], 0);
	}
}

static void test_gather(void **state)
{
	long from[MOST], to[2 * MOST];
	int indices[MOST], bursts = 0, n = MOST;

	(void)state;
	for (int i = 0; i < MOST; i++) {
		from[i] = 10 + i;
		indices[i] = 37 * i % MOST;
	}
	memset(to, -1, sizeof(to));
	board_reset();
	board_pointer(0x10, from);
	board_pointer(0x1c, indices);
	board_pointer(0x28, to);
	board_pointer(0x34, &bursts);
	board_arg(0x40, &n, sizeof(n));
	run("gather");
	for (int i = 0; i < MOST; i++)
		assert_int_equal(to[i < MOST / 2 ? i : 2 * i], from[indices[i]]);
	assert_int_equal(to[MOST + 1], -1);
	/* The first half is one burst; then each address is one. */
	assert_int_equal(bursts, 1 + MOST / 2);
}

static void test_gather_stuck(void **state)
{
	int from[MOST] = {0}, n = MOST;

	(void)state;
	board_reset();
	board_pointer(0x10, from);
	board_arg(0x1c, &n, sizeof(n));
	run("asks");
	n = MOST + 1;
	board_arg(0x1c, &n, sizeof(n));
	run_fails(
		"asks",
		"deadlock in the kernel's dataflow: ask_only waits to write stream 'read_addr' (depth 64, full) that no process reads any more; it would not occur with a depth of 65 for stream 'read_addr'");
}

static void test_transactions(void **state)
{
	int out[MOST], n = 20;

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &n, sizeof(n));
	run("transactions");
	for (int i = 0; i < n; i++)
		assert_int_equal(out[i], i * (i + 1) / 2);
	n = 3;
	board_arg(0x1c, &n, sizeof(n));
	run_fails(
		"careless",
		"tapa: stream 'q': an end of transaction (EoT) was read as an element; open() takes it");
	n = 4;
	board_arg(0x1c, &n, sizeof(n));
	run_fails(
		"careless",
		"tapa: stream 'q': expected an end of transaction (EoT) at open(), found an element");
}

static void test_deadlock(void **state)
{
	int out[MOST], n = 4;

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &n, sizeof(n));
	run("deadlock");
	for (int i = 0; i < n; i++)
		assert_int_equal(out[i], 2 * i);
	n = 8;
	board_arg(0x1c, &n, sizeof(n));
	run_fails(
		"deadlock",
		"deadlock in the kernel's dataflow: in_turn waits to write stream 'a' (depth 4, full) of add; forward waits to read stream 'b' (depth 2, empty) of in_turn; add waits to read stream 'c' (depth 2, empty) of forward; store waits to read stream 'sum' (depth 2, empty) of add; it would not occur with a depth of 7 for stream 'a'");
}

static void test_unread(void **state)
{
	int n = 2;

	(void)state;
	board_reset();
	board_arg(0x10, &n, sizeof(n));
	run("unread");
	n = 3;
	board_arg(0x10, &n, sizeof(n));
	run_fails(
		"unread",
		"deadlock in the kernel's dataflow: in_turn waits to write stream 'a' (depth 2, full) that no process reads any more; it would not occur with a depth of 3 for stream 'a', a depth of 3 for stream 'b'");
}

/* No option gives tasks zeros to read, so the message names none. */
static void test_unwritten(void **state)
{
	int out[1];

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	run_fails(
		"unwritten",
		"deadlock in the kernel's dataflow: store waits to read stream 'a' (depth 2, empty) that no process writes any more; no depth resolves it");
}

static void test_alone(void **state)
{
	int out[3] = {0};

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	run("alone");
	assert_int_equal(out[0], 3);
	assert_int_equal(out[1], 1);
	assert_int_equal(out[2], 0 + 1 + 2);
}

static void test_unanswered(void **state)
{
	int out[2 * MOST] = {0}, n = 100;

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	board_arg(0x1c, &n, sizeof(n));
	run("unanswered");
	for (int i = 0; i < MOST; i++)
		assert_int_equal(out[2 * i], i < n ? i + 1 : 0);
}

struct packet {
	short value;
	bool eot;
};

static void put(unsigned port, const struct packet *packets, size_t count)
{
	memcpy(board_run.streams[port].bytes, packets, count * sizeof(*packets));
	board_run.streams[port].size = count * sizeof(*packets);
}

/* What the kernel has looked at and not taken stays for the next execution. */
static void test_ports(void **state)
{
	static const struct packet first[] = {{5, false}, {6, false}, {0, true}, {9, false}},
				   second[] = {{-1, false}, {0, true}};
	struct packet out[3];
	int by = 3;

	(void)state;
	board_reset();
	assert_int_equal(board_model(&board, "ports")->ports[0].packet_size, sizeof(*first));
	put(0, first, 4);
	put(1, second, 2);
	board_arg(0x10, &by, sizeof(by));
	run("ports");
	assert_int_equal(board_run.streams[0].read, 3 * sizeof(*first));
	assert_int_equal(board_run.streams[2].size, 3 * sizeof(*out));
	memcpy(out, board_run.streams[2].bytes, sizeof(out));
	assert_int_equal(out[0].value, 8);
	assert_int_equal(out[1].value, 9);
	assert_true(!out[1].eot && out[2].eot);
	assert_int_equal(board_run.streams[3].size, 2 * sizeof(*out));
	memcpy(out, board_run.streams[3].bytes, 2 * sizeof(*out));
	assert_int_equal(out[0].value, 3);
	assert_true(out[1].eot);
}

static void test_vectors(void **state)
{
	static const int expected[] = {12, 14, 16, 18, 55, 18, 9, 48, 128, 0x3f800000, 38};
	int out[11];

	(void)state;
	board_reset();
	board_pointer(0x10, out);
	run("vectors");
	assert_memory_equal(out, expected, sizeof(out));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interface),    cmocka_unit_test(test_vadd),
		cmocka_unit_test(test_network),      cmocka_unit_test(test_gather),
		cmocka_unit_test(test_gather_stuck), cmocka_unit_test(test_transactions),
		cmocka_unit_test(test_deadlock),     cmocka_unit_test(test_unread),
		cmocka_unit_test(test_unwritten),    cmocka_unit_test(test_alone),
		cmocka_unit_test(test_unanswered),   cmocka_unit_test(test_ports),
		cmocka_unit_test(test_vectors),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
