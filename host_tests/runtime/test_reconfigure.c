/* SPDX-License-Identifier: Apache-2.0 */
/* Three images for each of two boards, exchanged all the time under live buffers. */
#include "host_tests/runtime/model.h"

enum { STEPS = 3000, SEEDS = 3, IMAGES = 3 };

static const char *const files[2][IMAGES] = {
	{"basic.xclbin", "other.xclbin", "third.xclbin"},
	{"basic_u50.xclbin", "other_u50.xclbin", "third_u50.xclbin"}};
static const char *const names[IMAGES] = {"bump", "twice", "mix"};

static unsigned bump(unsigned value, unsigned number)
{
	return value + number;
}

static unsigned twice(unsigned value, unsigned number)
{
	(void)number;
	return value * 2;
}

static unsigned mix(unsigned value, unsigned number)
{
	return value * 3 ^ number;
}

static model_function *const functions[IMAGES] = {bump, twice, mix};

static struct host host;
static cl_command_queue queues[2];
static cl_program programs[2][IMAGES];
static cl_kernel kernels[2][IMAGES];

static int open_all(void **state)
{
	(void)state;
	host_open(&host);
	assert_int_equal(host.ndevices, 2);
	for (unsigned d = 0; d < 2; d++) {
		queues[d] = host_queue(&host, d, d ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
		for (unsigned i = 0; i < IMAGES; i++) {
			programs[d][i] = host_program(&host, d, files[d][i]);
			kernels[d][i] = host_kernel(programs[d][i], names[i]);
			model_add(d, queues[d], kernels[d][i], functions[i]);
		}
	}
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	model_forget();
	for (unsigned d = 0; d < 2; d++) {
		OK(clReleaseCommandQueue(queues[d]));
		for (unsigned i = 0; i < IMAGES; i++) {
			OK(clReleaseKernel(kernels[d][i]));
			OK(clReleaseProgram(programs[d][i]));
		}
	}
	host_close(&host);
	return 0;
}

static void random_commands(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		print_message("seed %u\n", seed);
		model_open(&host, seed);
		for (int i = 0; i < STEPS; i++)
			model_step();
		model_close();
	}
}

/* One program with a binary for each board, one kernel, and a buffer that goes to and fro. */
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
		binaries[d] = host_image(files[d][0], &sizes[d]);
	program = clCreateProgramWithBinary(host.context, 2, host.devices, sizes,
					    (const unsigned char **)binaries, status, &error);
	OK(error);
	kernel = host_kernel(program, "bump");
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	for (int turn = 0; turn < TURNS; turn++) {
		host_args(kernel, buffer, 2, COUNT, 1 + turn);
		OK(clEnqueueTask(queues[turn % 2], kernel, before ? 1 : 0, before ? &before : NULL,
				 &done));
		OK(clFlush(queues[turn % 2]));
		if (before)
			OK(clReleaseEvent(before));
		before = done;
	}
	OK(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, sizeof(values), values, 1, &before,
			       NULL));
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
