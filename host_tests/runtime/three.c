/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/runtime/three.h"

const char *const three_files[2][THREE] = {
	{"basic.xclbin", "other.xclbin", "third.xclbin"},
	{"basic_u50.xclbin", "other_u50.xclbin", "third_u50.xclbin"}};
static const char *const names[THREE] = {"bump", "twice", "mix"};

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

static model_function *const functions[THREE] = {bump, twice, mix};

void three_open(struct three *three)
{
	host_open(&three->host);
	assert_int_equal(three->host.ndevices, 2);
	for (unsigned d = 0; d < 2; d++) {
		three->queues[d] = host_queue(&three->host, d,
					      d ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
		for (unsigned i = 0; i < THREE; i++) {
			three->programs[d][i] = host_program(&three->host, d, three_files[d][i]);
			three->kernels[d][i] = host_kernel(three->programs[d][i], names[i]);
			model_add(d, three->queues[d], three->kernels[d][i], functions[i]);
		}
	}
}

void three_close(struct three *three)
{
	model_forget();
	for (unsigned d = 0; d < 2; d++) {
		OK(clReleaseCommandQueue(three->queues[d]));
		for (unsigned i = 0; i < THREE; i++) {
			OK(clReleaseKernel(three->kernels[d][i]));
			OK(clReleaseProgram(three->programs[d][i]));
		}
	}
	host_close(&three->host);
}
