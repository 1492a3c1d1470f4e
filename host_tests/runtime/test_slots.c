/* SPDX-License-Identifier: Apache-2.0 */
/* A board with room for two images. */
#include <unistd.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 16, TURNS = 20 };

static struct host host;
static cl_program basic, other, third;
static cl_kernel bump, twice, mix;
static cl_command_queue queue;
static cl_mem numbers;

static int open_all(void **state)
{
	cl_int zeros[COUNT] = {0};

	(void)state;
	host_open(&host);
	basic = host_program(&host, 0, "basic.xclbin");
	other = host_program(&host, 0, "other.xclbin");
	bump = host_kernel(basic, "bump:{bump_1}");
	twice = host_kernel(other, "twice");
	queue = host_queue(&host, 0, 0);
	numbers = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	OK(clReleaseMemObject(numbers));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseKernel(bump));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	host_close(&host);
	return 0;
}

static cl_int finish(void)
{
	cl_int value;

	OK(clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	return value;
}

/*
 * Both images were loaded when their programs were created, each into its own slot, and stay there.
 */
static void two_images_side_by_side(void **state)
{
	cl_int expected = 0;

	(void)state;
	for (int i = 0; i < TURNS; i++) {
		host_args(bump, numbers, 2, COUNT, i);
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		host_args(twice, numbers, 1, COUNT);
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		expected = (expected + i) * 2;
	}
	assert_int_equal(finish(), expected);
	assert_int_equal(host_swaps(), 2);
	assert_int_equal(host_trace_lines("\"slot\":0,\"from\":\"nothing\""), 1);
	assert_int_equal(host_trace_lines("\"slot\":1,\"from\":\"nothing\""), 1);
}

/* A program whose image is already loaded uses the loaded image. */
static void same_image_is_attached_to(void **state)
{
	cl_program again = host_program(&host, 0, "other.xclbin");
	cl_kernel kernel = host_kernel(again, "twice");
	unsigned swaps = host_swaps();
	cl_int before = finish();

	(void)state;
	host_args(kernel, numbers, 1, COUNT);
	OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	assert_int_equal(finish(), before * 2);
	assert_int_equal(host_swaps(), swaps);
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(again));
}

/*
 * A kernel of one image runs and waits for the host. Kernels of the other images run in the other
 * slot, whose images are swapped meanwhile.
 */
static void a_running_kernel_keeps_its_slot(void **state)
{
	cl_command_queue busy = host_queue(&host, 0, 0), writes = host_queue(&host, 0, 0);
	cl_kernel meet = host_kernel(basic, "meet");
	cl_int zeros[2] = {0}, one = 1, before = finish();
	cl_mem flags = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	unsigned swaps = host_swaps();
	cl_event met;

	(void)state;
	third = host_program(&host, 0, "third.xclbin");
	mix = host_kernel(third, "mix");
	host_args(meet, flags, 2, 0, 2);
	OK(clEnqueueTask(busy, meet, 0, NULL, &met));
	OK(clFlush(busy));
	while (host_status(met) > CL_RUNNING)
		usleep(100);
	for (int i = 0; i < 4; i++) {
		host_args(mix, numbers, 2, COUNT, 1);
		OK(clEnqueueTask(queue, mix, 0, NULL, NULL));
		host_args(twice, numbers, 1, COUNT);
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		before = (before * 3 ^ 1) * 2;
	}
	assert_int_equal(finish(), before);
	assert_int_equal(host_status(met), CL_RUNNING);
	assert_int_equal(host_swaps(), swaps + 8);
	OK(clEnqueueWriteBuffer(writes, flags, CL_TRUE, sizeof(one), sizeof(one), &one, 0, NULL,
				NULL));
	OK(clWaitForEvents(1, &met));
	OK(clReleaseEvent(met));
	OK(clReleaseMemObject(flags));
	OK(clReleaseKernel(meet));
	OK(clReleaseKernel(mix));
	OK(clReleaseProgram(third));
	OK(clReleaseCommandQueue(busy));
	OK(clReleaseCommandQueue(writes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_images_side_by_side),
		cmocka_unit_test(same_image_is_attached_to),
		cmocka_unit_test(a_running_kernel_keeps_its_slot),
	};
	int failed;

	host_trace_begin();
	failed = cmocka_run_group_tests(tests, open_all, close_all);
	host_trace_end();
	return failed;
}
