/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets that would be lost if an image were replaced keep the image on the board: the error says
 * why, and the image keeps running until they are gone. The board cannot put packets into a FIFO.
 * With the argument "kept" it can, but taking the packets out fails.
 */
#include <string.h>

#include "host_tests/runtime/faulty/find.h"
#include "host_tests/runtime/host.h"

enum { COUNT = 16 };

static struct host host;
static cl_command_queue queue;
static cl_program other;
static cl_kernel twice;
static cl_mem numbers;

static int open_all(void **state)
{
	cl_int zeros[COUNT] = {0};

	(void)state;
	host_open(&host);
	queue = host_queue(&host, 0, 0);
	numbers = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	OK(clReleaseMemObject(numbers));
	OK(clReleaseCommandQueue(queue));
	host_close(&host);
	return 0;
}

static void feed_some(cl_kernel feed, cl_int first, cl_int count)
{
	OK(clSetKernelArg(feed, 1, sizeof(first), &first));
	OK(clSetKernelArg(feed, 2, sizeof(count), &count));
	OK(clEnqueueTask(queue, feed, 0, NULL, NULL));
	OK(clFinish(queue));
}

static void expect_drained(cl_kernel drain, cl_int first, cl_int count)
{
	cl_int got[COUNT] = {0};

	OK(clSetKernelArg(drain, 1, sizeof(numbers), &numbers));
	OK(clSetKernelArg(drain, 2, sizeof(count), &count));
	OK(clEnqueueTask(queue, drain, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, sizeof(got), got, 0, NULL, NULL));
	for (int i = 0; i < count; i++)
		assert_int_equal(got[i], first + i);
}

static cl_int launch_other(void)
{
	cl_event event;
	cl_int status;

	host_args(twice, numbers, 1, COUNT);
	OK(clEnqueueTask(queue, twice, 0, NULL, &event));
	clFinish(queue);
	status = host_status(event);
	OK(clReleaseEvent(event));
	return status;
}

/* `packets` are left after the image's feed has ended, so the other image has to wait. */
static void refuse(const char *image, cl_int packets, const char *why)
{
	cl_program pair = host_program(&host, 0, image);
	cl_kernel feed = host_kernel(pair, "feed"), drain = host_kernel(pair, "drain");
	unsigned before = host_trace_lines(why), swaps;

	other = host_program(&host, 0, "other.xclbin");
	twice = host_kernel(other, "twice");
	feed_some(feed, 100, packets);
	swaps = host_swaps();
	assert_int_equal(launch_other(), CL_OUT_OF_RESOURCES);
	assert_true(host_trace_lines(why) > before);
	/* Nothing was replaced: no packet is lost, and nothing has to be loaded. */
	expect_drained(drain, 100, packets);
	assert_int_equal(host_swaps(), swaps);
	feed_some(feed, 200, 2);
	expect_drained(drain, 200, 2);
	assert_int_equal(launch_other(), CL_COMPLETE);
	assert_int_equal(host_swaps(), swaps + 1);
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(pair));
	OK(clReleaseProgram(other));
}

static void packets_that_cannot_be_put_back(void **state)
{
	(void)state;
	refuse("pair.xclbin", 3, "the board has no way to put them back");
}

/*
 * The relay's output FIFO takes four packets and the relay itself holds one, so the rest are stuck.
 */
static void a_reader_that_runs_by_itself(void **state)
{
	(void)state;
	refuse("relay.xclbin", 8, "its free-running reader does not take them");
}

static void packets_that_cannot_be_taken_out(void **state)
{
	static const enum faulty_step steps[] = {FAULTY_LEVEL, FAULTY_DRAIN, FAULTY_NONE};
	struct faulty_orders *orders = faulty_find();
	cl_program pair = host_program(&host, 0, "pair.xclbin");
	cl_kernel feed = host_kernel(pair, "feed"), drain = host_kernel(pair, "drain");

	(void)state;
	other = host_program(&host, 0, "other.xclbin");
	twice = host_kernel(other, "twice");
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		unsigned swaps;

		feed_some(feed, 100, 3);
		swaps = host_swaps();
		orders->next[steps[i]] = 1;
		assert_int_equal(launch_other(), CL_OUT_OF_RESOURCES);
		assert_int_equal(orders->hit[steps[i]], 1);
		expect_drained(drain, 100, 3);
		assert_int_equal(host_swaps(), swaps);
	}
	/* If a FIFO returns its packets one by one, all of them are saved. */
	feed_some(feed, 300, 3);
	orders->next[FAULTY_ONE] = 1;
	assert_int_equal(launch_other(), CL_COMPLETE);
	assert_int_equal(orders->hit[FAULTY_ONE], 1);
	expect_drained(drain, 300, 3);
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(pair));
	OK(clReleaseProgram(other));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_that_cannot_be_put_back),
		cmocka_unit_test(a_reader_that_runs_by_itself),
	};
	const struct CMUnitTest kept[] = {cmocka_unit_test(packets_that_cannot_be_taken_out)};
	int failed;

	host_trace_begin();
	if (argc > 1 && !strcmp(argv[1], "kept"))
		failed = cmocka_run_group_tests(kept, open_all, close_all);
	else
		failed = cmocka_run_group_tests(tests, open_all, close_all);
	host_trace_end();
	return failed;
}
