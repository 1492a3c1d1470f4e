/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many threads that create, enqueue, wait, set callbacks and release, on queues of their own and on
 * shared ones.
 */
#include "host_tests/runtime/host.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 12, ROUNDS = 40, COUNT = 64 };

static struct host host;
static cl_program program;
static cl_command_queue shared;
static _Atomic unsigned wrong, callbacks;

#define CHECK(call) (wrong += (call) != CL_SUCCESS)

static void CL_CALLBACK on_complete(cl_event event, cl_int status, void *data)
{
	(void)event;
	(void)data;
	wrong += status != CL_COMPLETE;
	callbacks++;
}

static void one_round(cl_kernel bump, int seed)
{
	cl_command_queue queue =
		seed % 3 ? clCreateCommandQueue(
				   host.context, host.devices[0],
				   seed % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, NULL)
			 : shared;
	cl_int values[COUNT], got[COUNT], count = COUNT;
	cl_event events[3];
	cl_mem buffer;

	for (int i = 0; i < COUNT; i++)
		values[i] = i * seed;
	buffer = clCreateBuffer(host.context, 0, sizeof(values), NULL, NULL);
	CHECK(clSetKernelArg(bump, 0, sizeof(buffer), &buffer));
	CHECK(clSetKernelArg(bump, 1, sizeof(count), &count));
	CHECK(clSetKernelArg(bump, 2, sizeof(seed), &seed));
	CHECK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof(values), values, 0, NULL,
				   &events[0]));
	CHECK(clEnqueueTask(queue, bump, 1, &events[0], &events[1]));
	CHECK(clSetEventCallback(events[1], CL_COMPLETE, on_complete, NULL));
	CHECK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof(got), got, 1, &events[1],
				  &events[2]));
	CHECK(clReleaseMemObject(buffer));
	CHECK(seed % 5 ? clWaitForEvents(1, &events[2]) : clFinish(queue));
	for (int i = 0; i < COUNT; i++)
		wrong += got[i] != values[i] + seed;
	for (int i = 0; i < 3; i++)
		CHECK(clReleaseEvent(events[i]));
	if (queue != shared)
		CHECK(clReleaseCommandQueue(queue));
}

static void *work(void *data)
{
	int first = (int)(intptr_t)data * ROUNDS;
	cl_kernel bump = clCreateKernel(program, "bump", NULL);

	for (int round = 0; round < ROUNDS; round++)
		one_round(bump, first + round);
	CHECK(clReleaseKernel(bump));
	return NULL;
}

static void many_threads(void **state)
{
	pthread_t threads[THREADS];

	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "basic.xclbin");
	shared = host_queue(&host, 0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	for (intptr_t i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, work, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(clReleaseCommandQueue(shared));
	OK(clReleaseProgram(program));
	assert_int_equal(wrong, 0);
	/*
	 * Callbacks run shortly after the event that they report; ctest's timeout detects a missing
	 * one.
	 */
	while (callbacks < THREADS * ROUNDS)
		sched_yield();
	assert_int_equal(wrong, 0);
	host_close(&host);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(many_threads)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
