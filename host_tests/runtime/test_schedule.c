/* SPDX-License-Identifier: Apache-2.0 */
/* When images are swapped: rarely, never against the order of a queue, and not too late. */
#define CL_TARGET_OPENCL_VERSION 210 /* clCloneKernel() */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <stdbool.h>
#include <unistd.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 16, LAUNCHES = 1000 };

static struct host host;
static cl_program basic, other, pair;
static cl_kernel bump, twice;
static cl_mem numbers, others;

static int open_all(void **state)
{
	cl_int zeros[COUNT] = {0};

	(void)state;
	host_open(&host);
	basic = host_program(&host, 0, "basic.xclbin");
	other = host_program(&host, 0, "other.xclbin");
	pair = host_program(&host, 0, "pair.xclbin");
	bump = host_kernel(basic, "bump:{bump_1}");
	twice = host_kernel(other, "twice");
	numbers = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	others = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	OK(clReleaseMemObject(numbers));
	OK(clReleaseMemObject(others));
	OK(clReleaseKernel(bump));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	OK(clReleaseProgram(pair));
	host_close(&host);
	return 0;
}

static cl_int read_first(cl_command_queue queue, cl_mem buffer)
{
	cl_int value;

	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	return value;
}

/* Alternating launches of two images, all of them enqueued before the first may run. */
static unsigned alternate(cl_command_queue first, cl_command_queue second)
{
	cl_int error, before = read_first(first, numbers);
	cl_event go = clCreateUserEvent(host.context, &error);
	unsigned swaps = host_swaps();

	OK(error);
	host_args(bump, numbers, 2, COUNT, 1);
	host_args(twice, others, 1, COUNT);
	for (int i = 0; i < LAUNCHES; i++)
		OK(clEnqueueTask(i % 2 ? second : first, i % 2 ? twice : bump, 1, &go, NULL));
	OK(clSetUserEventStatus(go, CL_COMPLETE));
	OK(clFinish(first));
	OK(clFinish(second));
	OK(clReleaseEvent(go));
	assert_int_equal(read_first(first, numbers), before + LAUNCHES / 2);
	swaps = host_swaps() - swaps;
	print_message("%u launches of two images in turn: %u swaps\n", LAUNCHES, swaps);
	return swaps;
}

/* Without grouping, each launch would need a swap. A delayed thread may cause a few more. */
static void independent_queues_are_grouped(void **state)
{
	cl_command_queue first = host_queue(&host, 0, 0), second = host_queue(&host, 0, 0);

	(void)state;
	assert_in_range(alternate(first, second), 1, LAUNCHES / 20);
	OK(clReleaseCommandQueue(first));
	OK(clReleaseCommandQueue(second));
}

static void unordered_queue_is_grouped(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);

	(void)state;
	assert_in_range(alternate(queue, queue), 1, LAUNCHES / 20);
	OK(clReleaseCommandQueue(queue));
}

/*
 * Every launch needs a different image from the launch before it, so each one needs a swap, or the
 * order is broken.
 */
static void alternate_in_order(cl_kernel adds, cl_kernel doubles)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	unsigned swaps = host_swaps(), order = host_trace_lines("wait for others");
	cl_int zeros[COUNT] = {0}, expected = 0;
	enum { TURNS = 20 };

	OK(clEnqueueWriteBuffer(queue, numbers, CL_TRUE, 0, sizeof(zeros), zeros, 0, NULL, NULL));
	for (int i = 0; i < TURNS; i++) {
		host_args(adds, numbers, 2, COUNT, i);
		OK(clEnqueueTask(queue, adds, 0, NULL, NULL));
		host_args(doubles, numbers, 1, COUNT);
		OK(clEnqueueTask(queue, doubles, 0, NULL, NULL));
		expected = (expected + i) * 2;
	}
	assert_int_equal(read_first(queue, numbers), expected);
	swaps = host_swaps() - swaps;
	assert_in_range(swaps, 2 * TURNS - 1, 2 * TURNS);
	/*
	 * For all but the first and the last launch, more launches were enqueued behind the waiting
	 * one.
	 */
	assert_true(host_trace_lines("wait for others") > order);
	OK(clReleaseCommandQueue(queue));
}

static void order_is_kept(void **state)
{
	(void)state;
	alternate_in_order(bump, twice);
}

/* Upcoming launches of a clone count like those of the original kernel. */
static void order_of_copies_is_kept(void **state)
{
	cl_int errors[2];
	cl_kernel adds = clCloneKernel(bump, &errors[0]);
	cl_kernel doubles = clCloneKernel(twice, &errors[1]);

	(void)state;
	OK(errors[0]);
	OK(errors[1]);
	alternate_in_order(adds, doubles);
	OK(clReleaseKernel(adds));
	OK(clReleaseKernel(doubles));
}

/* A launch that runs until release(). */
struct runner {
	cl_mem flags;
	cl_event done;
};

static struct runner run(cl_command_queue queue, cl_kernel meet)
{
	cl_int zeros[2] = {0};
	struct runner runner = {
		.flags = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros)};

	host_args(meet, runner.flags, 2, 0, 2);
	OK(clEnqueueTask(queue, meet, 0, NULL, &runner.done));
	OK(clFlush(queue));
	return runner;
}

/*
 * In a queue of its own, because a thread that waits for a write may run short kernels of the same
 * queue.
 */
static void release(cl_command_queue queue, struct runner *runner)
{
	cl_int one = 1;

	while (host_status(runner->done) > CL_RUNNING)
		usleep(100);
	OK(clEnqueueWriteBuffer(queue, runner->flags, CL_TRUE, sizeof(one), sizeof(one), &one, 0,
				NULL, NULL));
	OK(clWaitForEvents(1, &runner->done));
	OK(clReleaseEvent(runner->done));
	OK(clReleaseMemObject(runner->flags));
}

/*
 * The image on the board is always in use, because each launch ends only after the next has been
 * enqueued. A launch of another image still gets its turn.
 */
static void nobody_starves(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_command_queue writes = host_queue(&host, 0, 0);
	cl_kernel meet = host_kernel(basic, "meet");
	struct runner runner, next;
	unsigned rounds = 0;
	cl_event waits;

	(void)state;
	runner = run(queue, meet);
	while (host_status(runner.done) > CL_RUNNING)
		usleep(100);
	host_args(twice, others, 1, COUNT);
	OK(clEnqueueTask(queue, twice, 0, NULL, &waits));
	OK(clFlush(queue));
	for (; host_status(waits) > CL_COMPLETE; rounds++) {
		assert_in_range(rounds, 0, 5000);
		next = run(queue, meet);
		usleep(1000);
		release(writes, &runner);
		runner = next;
	}
	print_message("served after %u launches of the other image\n", rounds);
	assert_true(host_trace_lines("a launch has waited") > 0);
	release(writes, &runner);
	OK(clReleaseEvent(waits));
	OK(clReleaseKernel(meet));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseCommandQueue(writes));
}

/*
 * `feed` runs and waits for `drain`, which is enqueued after the given number of microseconds, when
 * the gate may already be closed for the other image. Returns whether the gate was closed, so that
 * `drain` had to be let in.
 */
static bool feed_and_drain(cl_command_queue queue, cl_kernel feed, cl_kernel drain,
			   useconds_t after)
{
	unsigned parked = host_trace_lines("\"name\":\"drain\"");
	cl_event fed, waits;

	OK(clEnqueueTask(queue, feed, 0, NULL, &fed));
	OK(clFlush(queue));
	while (host_status(fed) > CL_RUNNING)
		usleep(1000);
	host_args(twice, others, 1, COUNT);
	OK(clEnqueueTask(queue, twice, 0, NULL, &waits));
	OK(clFlush(queue));
	usleep(after);
	assert_int_not_equal(host_status(waits), CL_COMPLETE);
	OK(clEnqueueTask(queue, drain, 0, NULL, NULL));
	OK(clFinish(queue));
	assert_int_equal(host_status(waits), CL_COMPLETE);
	OK(clReleaseEvent(fed));
	OK(clReleaseEvent(waits));
	return host_trace_lines("\"name\":\"drain\"") > parked;
}

/*
 * `feed` fills its FIFO and waits for `drain`, which is enqueued when the gate is already closed
 * for the other image. The gate must let it in, or neither would ever end. When the gate closes
 * depends on the machine, so `drain` is enqueued with increasing delays until the gate was closed.
 */
static void companions_are_let_in(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel feed = host_kernel(pair, "feed"), drain = host_kernel(pair, "drain");
	cl_int first = 100, count = COUNT;
	useconds_t after = 30000;

	(void)state;
	OK(clSetKernelArg(feed, 1, sizeof(first), &first));
	OK(clSetKernelArg(feed, 2, sizeof(count), &count));
	OK(clSetKernelArg(drain, 1, sizeof(numbers), &numbers));
	OK(clSetKernelArg(drain, 2, sizeof(count), &count));
	while (!feed_and_drain(queue, feed, drain, after)) {
		after *= 2;
		assert_in_range(after, 0, 8000000);
	}
	assert_int_equal(read_first(queue, numbers), first);
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	OK(clReleaseCommandQueue(queue));
}

/*
 * Packets that are in a FIFO when its image is replaced are there, in order, when the image
 * returns.
 */
static void packets_survive(void **state)
{
	cl_kernel feed = host_kernel(pair, "feed"), drain = host_kernel(pair, "drain");
	cl_command_queue queue = host_queue(&host, 0, 0);
	cl_int first, count = 3, got[3];

	(void)state;
	host_args(twice, others, 1, COUNT);
	OK(clSetKernelArg(feed, 2, sizeof(count), &count));
	OK(clSetKernelArg(drain, 1, sizeof(numbers), &numbers));
	OK(clSetKernelArg(drain, 2, sizeof(count), &count));
	for (first = 10; first < 50; first += 10) {
		unsigned swaps = host_swaps();

		OK(clSetKernelArg(feed, 1, sizeof(first), &first));
		OK(clEnqueueTask(queue, feed, 0, NULL, NULL));
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clEnqueueTask(queue, drain, 0, NULL, NULL));
		OK(clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, sizeof(got), got, 0, NULL,
				       NULL));
		for (int i = 0; i < count; i++)
			assert_int_equal(got[i], first + i);
		assert_true(host_swaps() >= swaps + 2);
	}
	OK(clReleaseKernel(feed));
	OK(clReleaseKernel(drain));
	OK(clReleaseCommandQueue(queue));
}

/*
 * Packets that an earlier pipe has left in a FIFO do not appear in the next pipe, not even after
 * another image was loaded.
 */
static void pipes_begin_empty(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);

	(void)state;
	for (int swaps = 0; swaps < 2; swaps++) {
		cl_kernel feed = host_kernel(pair, "feed"), drain = host_kernel(pair, "drain");
		cl_mem pipe = clCreatePipe(host.context, 0, sizeof(cl_int), 4, NULL, NULL);
		const cl_int count = 2, firsts[] = {100, 200};
		cl_int got[2];

		OK(clSetKernelArg(feed, 0, sizeof(pipe), &pipe));
		OK(clSetKernelArg(feed, 1, sizeof(cl_int), &firsts[0]));
		OK(clSetKernelArg(feed, 2, sizeof(count), &count));
		OK(clEnqueueTask(queue, feed, 0, NULL, NULL));
		OK(clFinish(queue));
		OK(clReleaseMemObject(pipe));
		host_args(twice, others, 1, 1);
		if (swaps)
			OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clFinish(queue));
		pipe = clCreatePipe(host.context, 0, sizeof(cl_int), 4, NULL, NULL);
		OK(clSetKernelArg(feed, 0, sizeof(pipe), &pipe));
		OK(clSetKernelArg(feed, 1, sizeof(cl_int), &firsts[1]));
		OK(clEnqueueTask(queue, feed, 0, NULL, NULL));
		OK(clSetKernelArg(drain, 0, sizeof(pipe), &pipe));
		OK(clSetKernelArg(drain, 1, sizeof(numbers), &numbers));
		OK(clSetKernelArg(drain, 2, sizeof(count), &count));
		OK(clEnqueueTask(queue, drain, 0, NULL, NULL));
		OK(clEnqueueReadBuffer(queue, numbers, CL_TRUE, 0, sizeof(got), got, 0, NULL,
				       NULL));
		for (int i = 0; i < 2; i++)
			assert_int_equal(got[i], firsts[1] + i);
		OK(clReleaseMemObject(pipe));
		OK(clReleaseKernel(feed));
		OK(clReleaseKernel(drain));
	}
	OK(clReleaseCommandQueue(queue));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(independent_queues_are_grouped),
		cmocka_unit_test(unordered_queue_is_grouped),
		cmocka_unit_test(order_is_kept),
		cmocka_unit_test(order_of_copies_is_kept),
		cmocka_unit_test(nobody_starves),
		cmocka_unit_test(companions_are_let_in),
		cmocka_unit_test(packets_survive),
		cmocka_unit_test(pipes_begin_empty),
	};
	int failed;

	host_trace_begin();
	failed = cmocka_run_group_tests(tests, open_all, close_all);
	host_trace_end();
	return failed;
}
