/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Launches with unchanged arguments, which keep their buffers claimed, beside commands that want
 * these buffers elsewhere. The list that all of them read never changes, so they need no order.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "host_tests/runtime/host.h"

enum {
	COUNT = 300000, /* numbers: memory of this size is unmapped soon after it is freed */
	BYTES = COUNT * (int)sizeof(cl_int),
	WARM = 6,  /* launches after which the claim is kept */
	LONG = 60, /* passes of a launch that is still running when the next command is enqueued */
	ROUNDS = 5,
	TURNS = 20, /* of each thread */
};

static struct host host;
static cl_program program;
static cl_int numbers[COUNT], sum;
static cl_mem list;

/* A kernel with its own result. */
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

/* --- by many threads -------------------------------------------------------------------------- */

static atomic_int wrong;

static void check(int right)
{
	if (!right)
		atomic_fetch_add(&wrong, 1);
}

static void *launch_by_turns(void *data)
{
	cl_command_queue queue = host_queue(&host, 0, 0);
	struct reader *reader = data;
	cl_int result;

	for (int turn = 0; turn < TURNS; turn++) {
		for (int i = 0; i < WARM + turn % 3; i++)
			check(!clEnqueueTask(queue, reader->kernel, 0, NULL, NULL));
		result = -1;
		check(!clEnqueueReadBuffer(queue, reader->result, CL_TRUE, 0, sizeof(result),
					   &result, 0, NULL, NULL));
		check(result == 1);
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

/* The host reads the list meanwhile, and all of them read the right values. */
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

/* --- the host's references -------------------------------------------------------------------- */

static void CL_CALLBACK count_gone(cl_mem buffer, void *data)
{
	(void)buffer;
	atomic_fetch_add((atomic_int *)data, 1);
}

/* A standing claim keeps no buffer alive that the host has released. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(buffers_do_not_move_under_launches, open_all,
						close_all),
		cmocka_unit_test_setup_teardown(threads_share_a_list, open_all, close_all),
		cmocka_unit_test_setup_teardown(released_buffers_go, open_all, close_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
