/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches with unchanged arguments, which keep their buffers claimed, beside commands that need
 * these buffers elsewhere; and launches with one argument that changes each time, which share that
 * claim. The list that all of them read never changes, so they need no order.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "host_tests/runtime/host.h"

enum {
	COUNT = 300000, /* numbers: memory of this size is unmapped soon after it is freed */
	BYTES = COUNT * (int)sizeof(cl_int),
	WARM = 6,  /* launches after which the claim is kept */
	LONG = 60, /* passes of a launch that is still running when the next command is enqueued */
	ROUNDS = 5,
	RING = 5,   /* results, used in turn */
	TURNS = 20, /* per thread */
};

static struct host host;
static cl_program program;
static cl_int numbers[COUNT], sum;
static cl_mem list;

/* A kernel and its own result. */
struct reader {
	cl_kernel kernel;
	cl_mem result;
};

static struct reader make_reader(const char *name, cl_int passes)
{
	struct reader reader = {host_kernel(program, name),
				host_buffer(&host, 0, sizeof(cl_int), NULL)};
	const cl_int count = COUNT;

	OK(clSetKernelArg(reader.kernel, 0, sizeof(list), &list));
	OK(clSetKernelArg(reader.kernel, 1, sizeof(reader.result), &reader.result));
	OK(clSetKernelArg(reader.kernel, 2, sizeof(count), &count));
	OK(clSetKernelArg(reader.kernel, 3, sizeof(passes), &passes));
	OK(clSetKernelArg(reader.kernel, 4, sizeof(sum), &sum));
	return reader;
}

static void release_reader(struct reader *reader)
{
	OK(clReleaseKernel(reader->kernel));
	OK(clReleaseMemObject(reader->result));
}

static cl_int result_of(cl_command_queue queue, const struct reader *reader)
{
	cl_int result = -1;

	OK(clEnqueueReadBuffer(queue, reader->result, CL_TRUE, 0, sizeof(result), &result, 0, NULL,
			       NULL));
	return result;
}

static int open_all(void **state)
{
	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "standing.xclbin");
	for (int i = 0; i < COUNT; i++) {
		numbers[i] = i * 7 + 1;
		sum = (cl_int)((unsigned)sum + (unsigned)numbers[i]);
	}
	list = host_buffer(&host, CL_MEM_COPY_HOST_PTR, BYTES, numbers);
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	OK(clReleaseMemObject(list));
	OK(clReleaseProgram(program));
	host_close(&host);
	sum = 0;
	return 0;
}

static void launch(cl_command_queue queue, const struct reader *reader, int times)
{
	while (times--)
		OK(clEnqueueTask(queue, reader->kernel, 0, NULL, NULL));
}

/* Several launches are running when another kernel needs the list in another bank. */
static void buffers_do_not_move_under_launches(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	struct reader here = make_reader("linger", LONG), there = make_reader("visit", LONG);

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		launch(queue, &here, WARM);
		OK(clFinish(queue));
		launch(queue, &here, 3);
		launch(queue, &there, 1);
		OK(clFinish(queue));
		assert_int_equal(result_of(queue, &here), LONG);
		assert_int_equal(result_of(queue, &there), LONG);
	}
	release_reader(&here);
	release_reader(&there);
	OK(clReleaseCommandQueue(queue));
}

/* --- arguments that change -------------------------------------------------------------------- */

struct ring {
	struct reader reader;
	cl_mem results[RING];
};

static struct ring make_ring(const char *name)
{
	struct ring ring = {.reader = make_reader(name, 1)};

	for (int i = 0; i < RING; i++)
		ring.results[i] = host_buffer(&host, 0, sizeof(cl_int), NULL);
	return ring;
}

static void release_ring(struct ring *ring)
{
	for (int i = 0; i < RING; i++)
		OK(clReleaseMemObject(ring->results[i]));
	release_reader(&ring->reader);
}

/* Launches, each with its own result and number of passes. */
static cl_int launch_changed(cl_command_queue queue, const struct ring *ring, int i)
{
	cl_int passes = i % 3 + 1;
	cl_int error = clSetKernelArg(ring->reader.kernel, 1, sizeof(cl_mem),
				      &ring->results[i % RING]);

	if (!error)
		error = clSetKernelArg(ring->reader.kernel, 3, sizeof(passes), &passes);
	return error ? error : clEnqueueTask(queue, ring->reader.kernel, 0, NULL, NULL);
}

static bool has_passes(cl_command_queue queue, const struct ring *ring, int i)
{
	cl_int result = -1;
	cl_int error = clEnqueueReadBuffer(queue, ring->results[i % RING], CL_TRUE, 0,
					   sizeof(result), &result, 0, NULL, NULL);

	return !error && result == i % 3 + 1;
}

/*
 * All are enqueued at once, and each command keeps the values that were set when it was enqueued.
 */
static void commands_keep_their_values(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct ring ring = make_ring("linger");

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		int from = round * 7;

		for (int i = from; i < from + RING; i++)
			OK(launch_changed(queue, &ring, i));
		for (int i = from; i < from + RING; i++)
			assert_true(has_passes(queue, &ring, i));
		/* These launches use the last values again and again. */
		launch(queue, &ring.reader, round);
		assert_true(has_passes(queue, &ring, from + RING - 1));
	}
	release_ring(&ring);
	OK(clReleaseCommandQueue(queue));
}

/* Two kernels need the list in different banks, and both change their arguments. */
static void buffers_move_between_changing_launches(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0), other = host_queue(&host, 0, 0);
	struct ring here = make_ring("linger"), there = make_ring("visit");

	(void)state;
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < 3 * RING; i++)
			OK(launch_changed(queue, &here, i));
		for (int i = 0; i < round; i++)
			OK(launch_changed(other, &there, i));
		for (int i = 2 * RING; i < 3 * RING; i++)
			assert_true(has_passes(queue, &here, i));
		for (int i = 0; i < round; i++)
			assert_true(has_passes(other, &there, i));
	}
	release_ring(&here);
	release_ring(&there);
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseCommandQueue(other));
}

/* --- by many threads -------------------------------------------------------------------------- */

static atomic_int wrong;

static void check(int right)
{
	if (!right)
		atomic_fetch_add(&wrong, 1);
}

/* For threads, unlike result_of(): cmocka's assertions work in the main thread only. */
static bool result_is(cl_command_queue queue, const struct reader *reader, cl_int expected)
{
	cl_int result = -1;

	return !clEnqueueReadBuffer(queue, reader->result, CL_TRUE, 0, sizeof(result), &result, 0,
				    NULL, NULL) &&
	       result == expected;
}

static void *launch_by_turns(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct reader *reader = data;

	for (int turn = 0; turn < TURNS; turn++) {
		for (int i = 0; i < WARM + turn % 3; i++)
			check(!clEnqueueTask(queue, reader->kernel, 0, NULL, NULL));
		check(result_is(queue, reader, 1));
	}
	check(!clReleaseCommandQueue(queue));
	return NULL;
}

static void *launch_changed_by_turns(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct ring *ring = data;

	for (int turn = 0; turn < TURNS; turn++) {
		for (int i = 0; i < WARM + turn % 3; i++)
			check(!launch_changed(queue, ring, turn + i));
		check(has_passes(queue, ring, turn + WARM + turn % 3 - 1));
	}
	check(!clReleaseCommandQueue(queue));
	return NULL;
}

static void *read_by_turns(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	cl_int error;

	(void)data;
	for (int turn = 0; turn < TURNS; turn++) {
		cl_int *mapped = clEnqueueMapBuffer(queue, list, CL_TRUE, CL_MAP_READ, 0, BYTES, 0,
						    NULL, NULL, &error);

		check(!error && !memcmp(mapped, numbers, BYTES));
		check(!clEnqueueUnmapMemObject(queue, list, mapped, 0, NULL, NULL));
		check(!clEnqueueMigrateMemObjects(queue, 1, &list, CL_MIGRATE_MEM_OBJECT_HOST, 0,
						  NULL, NULL));
		check(!clFinish(queue));
	}
	check(!clReleaseCommandQueue(queue));
	return NULL;
}

/* The host reads the list meanwhile, and all readers get the right values. */
static void threads_share_a_list(void **state)
{
	struct reader readers[] = {make_reader("linger", 1), make_reader("linger", 1),
				   make_reader("linger", 1)};
	pthread_t threads[4];

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, launch_by_turns, &readers[i]),
				 0);
	assert_int_equal(pthread_create(&threads[3], NULL, read_by_turns, NULL), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
	for (int i = 0; i < 3; i++)
		release_reader(&readers[i]);
}

static void threads_share_a_list_and_change_the_rest(void **state)
{
	struct ring rings[] = {make_ring("linger"), make_ring("visit")};
	struct reader reader = make_reader("linger", 1);
	pthread_t threads[4];

	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, launch_changed_by_turns, &rings[i]), 0);
	assert_int_equal(pthread_create(&threads[2], NULL, launch_by_turns, &reader), 0);
	assert_int_equal(pthread_create(&threads[3], NULL, read_by_turns, NULL), 0);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
	for (int i = 0; i < 2; i++)
		release_ring(&rings[i]);
	release_reader(&reader);
}

/* --- one buffer, wanted in two banks ------------------------------------------------------------ */

static void *launch_short(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct reader *reader = data;

	for (int turn = 0; turn < 50 * TURNS; turn++) {
		check(!clEnqueueTask(queue, reader->kernel, 0, NULL, NULL));
		if (turn % 4 == 3)
			check(result_is(queue, reader, 1));
	}
	check(!clReleaseCommandQueue(queue));
	return NULL;
}

/*
 * The buffer may move between the moment when a launch determines its place and the moment when the
 * launch claims it. The launch must not run with the buffer in a bank that its CU does not reach.
 */
static void threads_want_a_buffer_in_two_banks(void **state)
{
	struct reader readers[] = {make_reader("linger", 1), make_reader("visit", 1),
				   make_reader("linger", 1), make_reader("visit", 1)};
	pthread_t threads[4];
	const cl_int few = 4, few_sum = (cl_int)(0 * 7 + 1 + 8 + 15 + 22);
	cl_mem small = host_buffer(&host, CL_MEM_COPY_HOST_PTR, (size_t)few * sizeof(cl_int),
				   numbers);

	(void)state;
	for (int i = 0; i < 4; i++) {
		OK(clSetKernelArg(readers[i].kernel, 0, sizeof(small), &small));
		OK(clSetKernelArg(readers[i].kernel, 2, sizeof(few), &few));
		OK(clSetKernelArg(readers[i].kernel, 4, sizeof(few_sum), &few_sum));
		assert_int_equal(pthread_create(&threads[i], NULL, launch_short, &readers[i]), 0);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
	for (int i = 0; i < 4; i++)
		release_reader(&readers[i]);
	OK(clReleaseMemObject(small));
}

/* --- the host's references -------------------------------------------------------------------- */

static void CL_CALLBACK count_gone(cl_mem buffer, void *data)
{
	(void)buffer;
	atomic_fetch_add((atomic_int *)data, 1);
}

/* A standing claim does not keep a buffer alive that the host has released. */
static void released_buffers_go(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct reader reader = make_reader("linger", 1);
	atomic_int gone = 0;

	(void)state;
	launch(queue, &reader, 2 * WARM);
	OK(clFinish(queue));
	assert_int_equal(result_of(queue, &reader), 1);
	OK(clSetMemObjectDestructorCallback(reader.result, count_gone, &gone));
	OK(clReleaseMemObject(reader.result));
	OK(clFinish(queue));
	assert_int_equal(gone, 1);
	assert_int_not_equal(clEnqueueTask(queue, reader.kernel, 0, NULL, NULL), CL_SUCCESS);
	OK(clReleaseKernel(reader.kernel));
	OK(clReleaseCommandQueue(queue));
}

/* Neither do launches that borrow unchanged arguments from earlier ones. */
static void released_buffers_go_though_others_replaced_them(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct ring ring = make_ring("linger");
	atomic_int gone = 0;

	(void)state;
	launch(queue, &ring.reader, WARM);
	for (int i = 0; i < 3 * RING; i++)
		OK(launch_changed(queue, &ring, i));
	OK(clSetMemObjectDestructorCallback(ring.reader.result, count_gone, &gone));
	OK(clReleaseMemObject(ring.reader.result));
	for (int i = 0; i < RING - 1; i++) {
		OK(clSetMemObjectDestructorCallback(ring.results[i], count_gone, &gone));
		OK(clReleaseMemObject(ring.results[i]));
	}
	OK(clFinish(queue));
	assert_int_equal(gone, RING);
	launch(queue, &ring.reader, 1);
	OK(clSetMemObjectDestructorCallback(ring.results[RING - 1], count_gone, &gone));
	OK(clReleaseMemObject(ring.results[RING - 1]));
	assert_int_equal(clEnqueueTask(queue, ring.reader.kernel, 0, NULL, NULL),
			 CL_INVALID_KERNEL_ARGS);
	OK(clFinish(queue));
	assert_int_equal(gone, RING + 1);
	OK(clReleaseKernel(ring.reader.kernel));
	OK(clReleaseCommandQueue(queue));
}

/* The argument set last is not in the block that other launches borrow from. */
static void a_released_buffer_that_was_just_set_is_refused(void **state)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct ring ring = make_ring("linger");
	cl_mem fresh = host_buffer(&host, 0, sizeof(cl_int), NULL);
	atomic_int gone = 0;

	(void)state;
	for (int i = 0; i < RING; i++)
		OK(launch_changed(queue, &ring, i));
	OK(clSetKernelArg(ring.reader.kernel, 1, sizeof(fresh), &fresh));
	OK(clSetMemObjectDestructorCallback(fresh, count_gone, &gone));
	OK(clReleaseMemObject(fresh));
	assert_int_equal(gone, 1);
	assert_int_equal(clEnqueueTask(queue, ring.reader.kernel, 0, NULL, NULL),
			 CL_INVALID_KERNEL_ARGS);
	OK(launch_changed(queue, &ring, RING));
	assert_true(has_passes(queue, &ring, RING));
	release_ring(&ring);
	OK(clReleaseCommandQueue(queue));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(buffers_do_not_move_under_launches, open_all,
						close_all),
		cmocka_unit_test_setup_teardown(commands_keep_their_values, open_all, close_all),
		cmocka_unit_test_setup_teardown(buffers_move_between_changing_launches, open_all,
						close_all),
		cmocka_unit_test_setup_teardown(threads_share_a_list, open_all, close_all),
		cmocka_unit_test_setup_teardown(threads_share_a_list_and_change_the_rest, open_all,
						close_all),
		cmocka_unit_test_setup_teardown(threads_want_a_buffer_in_two_banks, open_all,
						close_all),
		cmocka_unit_test_setup_teardown(released_buffers_go, open_all, close_all),
		cmocka_unit_test_setup_teardown(released_buffers_go_though_others_replaced_them,
						open_all, close_all),
		cmocka_unit_test_setup_teardown(a_released_buffer_that_was_just_set_is_refused,
						open_all, close_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
