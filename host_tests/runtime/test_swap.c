/* SPDX-License-Identifier: Apache-2.0 */
/* Several images on one board, and buffers that must be in a bank that their CU reaches. */
#include <stdbool.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 1000 };

static void bump_and_twice(cl_command_queue first, cl_command_queue second, cl_kernel bump,
			   cl_kernel twice, cl_mem buffer, cl_int *model)
{
	cl_event done, ready = NULL;

	for (int round = 0; round < 10; round++) {
		host_args(bump, buffer, 2, COUNT, round);
		OK(clEnqueueTask(first, bump, ready ? 1 : 0, ready ? &ready : NULL, &done));
		if (ready)
			OK(clReleaseEvent(ready));
		host_args(twice, buffer, 1, COUNT);
		OK(clEnqueueTask(second, twice, 1, &done, &ready));
		OK(clReleaseEvent(done));
		for (int i = 0; i < COUNT; i++)
			model[i] = (model[i] + round) * 2;
	}
	OK(clWaitForEvents(1, &ready));
	OK(clReleaseEvent(ready));
}

/* The kernels also differ in their banks: bump_1 reaches DDR[0], twice_1 DDR[2]. */
static void two_images_alternate(void **state)
{
	cl_int model[COUNT], got[COUNT];
	cl_program basic, other;
	cl_command_queue queue, second;
	cl_kernel bump, twice;
	struct host host;
	cl_mem buffer;

	(void)state;
	host_open(&host);
	basic = host_program(&host, 0, "basic.xclbin");
	other = host_program(&host, 0, "other.xclbin");
	bump = host_kernel(basic, "bump:{bump_1}");
	twice = host_kernel(other, "twice");
	queue = host_queue(&host, 0, 0);
	second = host_queue(&host, 0, 0);
	for (int i = 0; i < COUNT; i++)
		model[i] = i;
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(model), model);
	bump_and_twice(queue, second, bump, twice, buffer, model);
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	assert_memory_equal(got, model, sizeof(model));
	/* The programs are released before their kernels, as some hosts do. */
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	bump_and_twice(queue, queue, bump, twice, buffer, model);
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	assert_memory_equal(got, model, sizeof(model));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clReleaseKernel(twice));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseCommandQueue(second));
	host_close(&host);
}

/*
 * The buffer is written before it is an argument, hence in the default bank; bump_2 reaches DDR[1]
 * only.
 */
static void buffer_moves_to_its_unit(void **state)
{
	cl_int values[4] = {1, 2, 3, 4}, got[4] = {0};
	struct host host;
	cl_program program;
	cl_command_queue queue;
	cl_kernel first, second;
	cl_mem buffer;

	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	queue = host_queue(&host, 0, 0);
	buffer = host_buffer(&host, 0, sizeof(values), NULL);
	OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(values), values, 0, NULL, NULL));
	first = host_kernel(program, "bump:{bump_1}");
	second = host_kernel(program, "bump:{bump_2}");
	for (int i = 0; i < 3; i++) {
		host_args(second, buffer, 2, 4, 100);
		OK(clEnqueueTask(queue, second, 0, NULL, NULL));
		host_args(first, buffer, 2, 4, 1000);
		OK(clEnqueueTask(queue, first, 0, NULL, NULL));
	}
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	for (int i = 0; i < 4; i++)
		assert_int_equal(got[i], values[i] + 3300);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(first));
	OK(clReleaseKernel(second));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseProgram(program));
	host_close(&host);
}

/*
 * Buffers without memory get it in the bank of the first CU; the second CU, although it is idle,
 * must not be chosen for them.
 */
static void fresh_buffers_suit_their_unit(void **state)
{
	enum { LAUNCHES = 64, LARGE = 1 << 20 };
	cl_command_queue queue;
	cl_event done[LAUNCHES];
	cl_mem buffers[LAUNCHES];
	cl_program program;
	struct host host;
	cl_kernel bump;

	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	bump = host_kernel(program, "bump");
	for (int i = 0; i < LAUNCHES; i++) {
		buffers[i] = host_buffer(&host, 0, LARGE * sizeof(cl_int), NULL);
		host_args(bump, buffers[i], 2, LARGE, 1);
		OK(clEnqueueTask(queue, bump, 0, NULL, &done[i]));
	}
	OK(clFinish(queue));
	for (int i = 0; i < LAUNCHES; i++) {
		assert_int_equal(host_status(done[i]), CL_COMPLETE);
		OK(clReleaseEvent(done[i]));
		OK(clReleaseMemObject(buffers[i]));
	}
	OK(clReleaseKernel(bump));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseProgram(program));
	host_close(&host);
}

typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

/*
 * The host has queried the buffer's address: the buffer stays there, or the board is not
 * programmed.
 */
static void pinned_buffer_stays(void **state)
{
	bool losing = getenv("FPGACL_BOARD_PATH") != NULL;
	cl_int values[4] = {1, 2, 3, 4}, got[4] = {0};
	uintptr_t address, again;
	cl_program basic, other;
	cl_command_queue queue;
	cl_kernel bump, twice;
	struct host host;
	cl_mem buffer, scratch;
	address_call *ask;
	cl_event done;

	(void)state;
	host_open(&host);
	ask = (address_call *)clGetExtensionFunctionAddressForPlatform(host.platform,
								       "xclGetMemObjDeviceAddress");
	assert_non_null(ask);
	basic = host_program(&host, 0, "basic.xclbin");
	other = host_program(&host, 0, "other.xclbin");
	bump = host_kernel(basic, "bump:{bump_1}");
	twice = host_kernel(other, "twice");
	queue = host_queue(&host, 0, 0);
	buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	scratch = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	host_args(bump, buffer, 2, 4, 100);
	OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(ask(buffer, host.devices[0], sizeof(address), &address));
	host_args(twice, scratch, 1, 4);
	OK(clEnqueueTask(queue, twice, 0, NULL, &done));
	OK(clFinish(queue));
	assert_int_equal(host_status(done), losing ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
	OK(clReleaseEvent(done));
	/* The old image keeps working, with the buffer in the same place. */
	OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	for (int i = 0; i < 4; i++)
		assert_int_equal(got[i], values[i] + 200);
	OK(ask(buffer, host.devices[0], sizeof(again), &again));
	assert_int_equal(address, again);
	/* Once the buffer is released, the board can be programmed. */
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(bump));
	OK(clEnqueueTask(queue, twice, 0, NULL, &done));
	OK(clFinish(queue));
	assert_int_equal(host_status(done), CL_COMPLETE);
	OK(clReleaseEvent(done));
	OK(clReleaseMemObject(scratch));
	OK(clReleaseKernel(twice));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	host_close(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_images_alternate),
		cmocka_unit_test(buffer_moves_to_its_unit),
		cmocka_unit_test(fresh_buffers_suit_their_unit),
		cmocka_unit_test(pinned_buffer_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
