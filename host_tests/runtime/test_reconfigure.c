/* SPDX-License-Identifier: Apache-2.0 */
/* Three images on each of two boards, swapped all the time while buffers are in use. */
#include "host_tests/runtime/three.h"

enum { STEPS = 3000, SEEDS = 3 };

static struct three three;

static int open_all(void **state)
{
	(void)state;
	three_open(&three);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	three_close(&three);
	return 0;
}

static void random_commands(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		print_message("seed %u\n", seed);
		model_open(&three.host, seed);
		for (int i = 0; i < STEPS; i++)
			model_step();
		model_close();
	}
}

/* One program with a binary for each board, one kernel, and a buffer that moves back and forth. */
static void one_program_two_boards(void **state)
{
	enum { COUNT = 100, TURNS = 10 };
	cl_int values[COUNT] = {0}, status[2], error;
	unsigned char *binaries[2];
	cl_event done, before = NULL;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
	size_t sizes[2];

	(void)state;
	for (int d = 0; d < 2; d++)
		binaries[d] = host_image(three_files[d][0], &sizes[d]);
	program = clCreateProgramWithBinary(three.host.context, 2, three.host.devices, sizes,
					    (const unsigned char **)binaries, status, &error);
	OK(error);
	kernel = host_kernel(program, "bump");
	buffer = host_buffer(&three.host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	for (int turn = 0; turn < TURNS; turn++) {
		host_args(kernel, buffer, 2, COUNT, 1 + turn);
		OK(clEnqueueTask(three.queues[turn % 2], kernel, before ? 1 : 0,
				 before ? &before : NULL, &done));
		OK(clFlush(three.queues[turn % 2]));
		if (before)
			OK(clReleaseEvent(before));
		before = done;
	}
	OK(clEnqueueReadBuffer(three.queues[0], buffer, CL_TRUE, 0, sizeof(values), values, 1,
			       &before, NULL));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(values[i], TURNS * (TURNS + 1) / 2);
	OK(clReleaseEvent(before));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
	for (int d = 0; d < 2; d++)
		free(binaries[d]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(random_commands, open_all, close_all),
		cmocka_unit_test_setup_teardown(one_program_two_boards, open_all, close_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
