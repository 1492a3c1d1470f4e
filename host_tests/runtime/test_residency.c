/* SPDX-License-Identifier: Apache-2.0 */
/* Where the newest contents of buffers are, and that every command sees them. */
#include "host_tests/runtime/model.h"

enum { STEPS = 6000, SEEDS = 3 };

static unsigned add(unsigned value, unsigned number)
{
	return value + number;
}

static void random_commands(void **state)
{
	cl_command_queue queues[2];
	cl_program programs[2];
	cl_kernel bumps[2];
	struct host host;

	(void)state;
	host_open(&host);
	assert_int_equal(host.ndevices, 2);
	for (unsigned i = 0; i < 2; i++) {
		programs[i] = host_program(&host, i, i ? "basic_u50.xclbin" : "basic.xclbin");
		bumps[i] = host_kernel(programs[i], "bump");
		queues[i] = host_queue(&host, i, i ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
		model_add(i, queues[i], bumps[i], add);
	}
	for (unsigned seed = 1; seed <= SEEDS; seed++) {
		print_message("seed %u\n", seed);
		model_open(&host, seed);
		for (int i = 0; i < STEPS; i++)
			model_step();
		model_close();
	}
	model_forget();
	for (unsigned i = 0; i < 2; i++) {
		OK(clReleaseKernel(bumps[i]));
		OK(clReleaseProgram(programs[i]));
		OK(clReleaseCommandQueue(queues[i]));
	}
	host_close(&host);
}

enum { BYTES = 4096 };

/*
 * A common habit of hosts for FPGAs: map once, then write, migrate, run, migrate back and read
 * through the pointer, without ever unmapping in between.
 */
static void mapped_forever(void **state)
{
	cl_program program;
	cl_command_queue queue;
	cl_kernel bump;
	cl_int *mapped, error;
	struct host host;
	cl_mem buffer;

	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	queue = host_queue(&host, 0, 0);
	bump = host_kernel(program, "bump");
	buffer = host_buffer(&host, CL_MEM_ALLOC_HOST_PTR, BYTES, NULL);
	mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, BYTES, 0,
				    NULL, NULL, &error);
	OK(error);
	host_args(bump, buffer, 2, BYTES / 4, 5);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < BYTES / 4; i++)
			mapped[i] = i * round;
		OK(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL));
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		OK(clEnqueueMigrateMemObjects(queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_HOST, 0,
					      NULL, NULL));
		OK(clFinish(queue));
		for (int i = 0; i < BYTES / 4; i++)
			assert_int_equal(mapped[i], i * round + 5);
	}
	OK(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clReleaseProgram(program));
	OK(clReleaseCommandQueue(queue));
	host_close(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_commands),
		cmocka_unit_test(mapped_forever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
