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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(random_commands, open_all, close_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
