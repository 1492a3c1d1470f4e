/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A buffer that moves from board to board: directly if both support it, otherwise through the host.
 * With the argument "apart", one of the boards does not.
 */
#include <malloc.h>

#include "host_tests/runtime/faulty/find.h"
#include "host_tests/runtime/host.h"

enum { COUNT = 16 << 20, BYTES = COUNT * 4, PART = BYTES / 4 };

static struct faulty_orders *orders;
static struct host host;
static cl_command_queue queues[2];
static cl_program programs[2];
static cl_kernel bumps[2];
static int apart;

static int open_all(void **state)
{
	(void)state;
	host_open(&host);
	assert_int_equal(host.ndevices, 2);
	orders = faulty_find();
	for (unsigned d = 0; d < 2; d++) {
		queues[d] = host_queue(&host, d, 0);
		programs[d] = host_program(&host, d, d ? "basic_u50.xclbin" : "basic.xclbin");
		bumps[d] = host_kernel(programs[d], d ? "bump" : "bump:{bump_1}");
	}
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	for (unsigned d = 0; d < 2; d++) {
		OK(clReleaseKernel(bumps[d]));
		OK(clReleaseProgram(programs[d]));
		OK(clReleaseCommandQueue(queues[d]));
	}
	host_close(&host);
	return 0;
}

/* The number of bytes in large allocations; 0 if a sanitizer provides the allocator. */
static size_t allocated(void)
{
	return mallinfo2().hblkhd;
}

static void forget_moves(void)
{
	orders->copies = orders->transfers = 0;
}

static void expect_moves(int copies, int transfers)
{
	assert_int_equal(orders->copies, copies);
	assert_int_equal(orders->transfers, transfers);
	forget_moves();
}

static void expect_number(cl_mem buffer, size_t offset, cl_int expected)
{
	cl_int value = 0;

	OK(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, offset, sizeof(value), &value, 0, NULL,
			       NULL));
	assert_int_equal(value, expected);
}

static void bump(unsigned device, cl_mem buffer, cl_int number)
{
	host_args(bumps[device], buffer, 2, COUNT, number);
	OK(clEnqueueTask(queues[device], bumps[device], 0, NULL, NULL));
	OK(clFinish(queues[device]));
}

/* Written by one board, used by the other, and back: the bytes never pass through the host. */
static void there_and_back(void **state)
{
	cl_mem buffer = host_buffer(&host, 0, BYTES, NULL);
	size_t before = allocated();
	cl_int seven = 7;

	(void)state;
	OK(clEnqueueFillBuffer(queues[0], buffer, &seven, sizeof(seven), 0, BYTES, 0, NULL, NULL));
	OK(clFinish(queues[0]));
	expect_moves(0, 0);
	bump(1, buffer, 10);
	expect_moves(apart ? 0 : 1, apart ? 2 : 0);
	bump(0, buffer, 100);
	expect_moves(apart ? 0 : 1, apart ? 2 : 0);
	if (!apart)
		assert_true(allocated() < before + BYTES / 2);
	else if (before)
		assert_true(allocated() >= before + BYTES);
	expect_number(buffer, 0, 117);
	expect_number(buffer, BYTES - 4, 117);
	forget_moves();
	OK(clReleaseMemObject(buffer));
}

/*
 * Bytes that the host wrote come from the host, and those of the other board directly from that
 * board.
 */
static void in_parts(void **state)
{
	cl_mem buffer = host_buffer(&host, 0, BYTES, NULL);
	cl_int seven = 7, *ones = malloc(PART);

	(void)state;
	assert_non_null(ones);
	for (size_t i = 0; i < PART / 4; i++)
		ones[i] = 1;
	OK(clEnqueueFillBuffer(queues[0], buffer, &seven, sizeof(seven), 0, BYTES, 0, NULL, NULL));
	OK(clFinish(queues[0]));
	OK(clEnqueueWriteBuffer(queues[1], buffer, CL_TRUE, PART, PART, ones, 0, NULL, NULL));
	forget_moves();
	bump(1, buffer, 10);
	expect_moves(apart ? 0 : 2, apart ? 4 : 0);
	expect_number(buffer, 0, 17);
	expect_number(buffer, PART - 4, 17);
	expect_number(buffer, PART, 11);
	expect_number(buffer, 2 * PART - 4, 11);
	expect_number(buffer, 2 * PART, 17);
	expect_number(buffer, BYTES - 4, 17);
	forget_moves();
	OK(clReleaseMemObject(buffer));
	free(ones);
}

/*
 * The boards claim to support peer copies, but these fail: they are tried once, and the bytes still
 * arrive.
 */
static void a_link_is_down(void **state)
{
	cl_mem buffer = host_buffer(&host, 0, BYTES, NULL);
	cl_int seven = 7;

	(void)state;
	OK(clEnqueueFillBuffer(queues[0], buffer, &seven, sizeof(seven), 0, BYTES, 0, NULL, NULL));
	OK(clFinish(queues[0]));
	orders->next[FAULTY_PEER] = 1;
	bump(1, buffer, 10);
	expect_moves(apart ? 0 : 1, 2);
	expect_number(buffer, BYTES - 4, 17);
	OK(clEnqueueFillBuffer(queues[0], buffer, &seven, sizeof(seven), 0, BYTES, 0, NULL, NULL));
	OK(clFinish(queues[0]));
	forget_moves();
	bump(1, buffer, 20);
	expect_moves(0, 2);
	expect_number(buffer, 0, 27);
	OK(clReleaseMemObject(buffer));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(in_parts),
		cmocka_unit_test(a_link_is_down),
	};

	apart = argc > 1 && !strcmp(argv[1], "apart");
	return cmocka_run_group_tests(tests, open_all, close_all);
}
