/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sixteen threads create objects of every type concurrently, in contexts and queues of their own
 * and in shared ones, and release them while commands still use them.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "host_tests/api/api_command_buffer.h"

enum { THREADS = 16, ROUNDS = 196, INTS = 64, BYTES = INTS * sizeof(cl_int) };

static _Atomic unsigned wrong, expected_calls, calls;

#define CHECK(condition) check((condition), #condition, __LINE__)
#define OK(call) CHECK((call) == CL_SUCCESS)

static void check(bool good, const char *what, int line)
{
	if (!good && atomic_fetch_add(&wrong, 1) < 10)
		print_error("line %d: %s\n", line, what);
}

struct worker {
	uint32_t seed; /* different in each thread, the same in every run */
	unsigned index;
};

/* 0 … below - 1 */
static uint32_t pick(struct worker *worker, uint32_t below)
{
	worker->seed = worker->seed * 1664525u + 1013904223u;
	return (worker->seed >> 8) % below;
}

static cl_command_queue shared_queue(struct worker *worker)
{
	cl_command_queue queue = pick(worker, 2) ? api.queue : api.loose;

	OK(clRetainCommandQueue(queue));
	return queue;
}

static cl_command_queue own_queue(struct worker *worker, cl_context context)
{
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, pick(worker, 4), 0};
	cl_command_queue queue = clCreateCommandQueueWithProperties(context, api.devices[0], list,
								    NULL);

	CHECK(queue != NULL);
	return queue;
}

static cl_mem new_buffer(cl_context context)
{
	cl_mem buffer = clCreateBuffer(context, 0, BYTES, NULL, NULL);

	CHECK(buffer != NULL);
	return buffer;
}

static void wait_and_release(cl_event event)
{
	OK(clWaitForEvents(1, &event));
	OK(clReleaseEvent(event));
}

static void CL_CALLBACK count_call(cl_event event, cl_int status, void *data)
{
	(void)data;
	CHECK(event && status == CL_COMPLETE);
	atomic_fetch_add(&calls, 1);
}

/* The thread's own context is released before its commands have ended. */
static void contexts(struct worker *worker)
{
	cl_context context = clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);
	cl_command_queue queue = own_queue(worker, context);
	cl_mem buffer = new_buffer(context);
	cl_int value = (cl_int)worker->seed, found = 0;
	cl_event written, read;

	OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 0, NULL, &written));
	OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &found, 1, &written, &read));
	OK(clReleaseContext(context));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseEvent(written));
	wait_and_release(read);
	CHECK(found == value);
}

static void set_poke(cl_kernel kernel, cl_mem buffer, cl_int value)
{
	OK(clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	OK(clSetKernelArg(kernel, 1, sizeof(value), &value));
}

/* Program, kernel and buffer are released while the kernel runs. */
static void programs(struct worker *worker)
{
	cl_program program = api_program(api.context, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "poke", NULL);
	cl_command_queue queue = pick(worker, 2) ? shared_queue(worker)
						 : own_queue(worker, api.context);
	cl_mem buffer = new_buffer(api.context);
	cl_int value = (cl_int)pick(worker, 1000) + 1, found = 0;
	cl_event ran, read;

	set_poke(kernel, buffer, value);
	OK(clEnqueueTask(queue, kernel, 0, NULL, &ran));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
	OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &found, 1, &ran, &read));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseEvent(ran));
	OK(clReleaseCommandQueue(queue));
	wait_and_release(read);
	CHECK(found == value);
}

/* Sub-buffers of one buffer on different queues: each holds what was written to it. */
static void views(struct worker *worker)
{
	cl_mem buffer = clCreateBuffer(api.context, 0, 1024, NULL, NULL), view[4];
	cl_int value[4], found[4] = {0};
	cl_event read[4];

	for (cl_uint i = 0; i < 4; i++) {
		cl_buffer_region region = {i * 256, 256};
		cl_command_queue queue = shared_queue(worker);
		cl_event written;

		view[i] = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
		value[i] = (cl_int)pick(worker, 1000) + 1;
		OK(clEnqueueFillBuffer(queue, view[i], &value[i], 4, 0, 256, 0, NULL, &written));
		OK(clEnqueueReadBuffer(queue, view[i], CL_FALSE, 252, 4, &found[i], 1, &written,
				       &read[i]));
		OK(clReleaseEvent(written));
		OK(clReleaseMemObject(view[i]));
		OK(clReleaseCommandQueue(queue));
	}
	OK(clReleaseMemObject(buffer));
	for (int i = 0; i < 4; i++) {
		wait_and_release(read[i]);
		CHECK(found[i] == value[i]);
	}
}

static void maps(struct worker *worker)
{
	cl_command_queue queue = shared_queue(worker);
	cl_mem buffer = new_buffer(api.context);
	cl_int value = (cl_int)pick(worker, 1000), found = 0;
	cl_event unmapped;
	cl_int *ints = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0,
					  BYTES, 0, NULL, NULL, NULL);

	CHECK(ints != NULL);
	for (int i = 0; i < INTS; i++)
		ints[i] = value + i;
	OK(clEnqueueUnmapMemObject(queue, buffer, ints, 0, NULL, &unmapped));
	OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, BYTES - 4, 4, &found, 1, &unmapped, NULL));
	CHECK(found == value + INTS - 1);
	OK(clReleaseEvent(unmapped));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseCommandQueue(queue));
}

/* Commands wait for a user event that is released before it is completed. */
static void user_events(struct worker *worker)
{
	cl_event gate = clCreateUserEvent(api.context, NULL), held[8], last;
	cl_command_queue queue = own_queue(worker, api.context);
	cl_mem buffer = new_buffer(api.context);
	cl_int value = 3;

	for (int i = 0; i < 8; i++) {
		OK(clEnqueueFillBuffer(queue, buffer, &value, 4, (size_t)i * BYTES / 8, BYTES / 8,
				       1, &gate, &held[i]));
		OK(clSetEventCallback(held[i], CL_COMPLETE, count_call, NULL));
		atomic_fetch_add(&expected_calls, 1);
	}
	OK(clEnqueueMarkerWithWaitList(queue, 8, held, &last));
	for (int i = 0; i < 8; i++)
		OK(clReleaseEvent(held[i]));
	OK(clReleaseMemObject(buffer));
	OK(clFlush(queue));
	OK(clSetUserEventStatus(gate, CL_COMPLETE));
	OK(clReleaseEvent(gate));
	OK(clReleaseCommandQueue(queue));
	wait_and_release(last);
}

/* Overlapping replays of a command buffer that is released at once. */
static void replays(struct worker *worker)
{
	cl_command_queue queue = own_queue(worker, api.context);
	cl_command_buffer_khr buffer = api_command_buffer(queue,
							  CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_kernel kernel = clCreateKernel(api.program, "poke", NULL);
	cl_event done[4];
	size_t one = 1;

	set_poke(kernel, NULL, 0);
	for (int i = 0; i < 4; i++)
		OK(cb.ndrange(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL,
			      NULL));
	OK(cb.finalize(buffer));
	OK(clReleaseKernel(kernel));
	for (int i = 0; i < 4; i++)
		OK(cb.enqueue(0, NULL, buffer, 0, NULL, &done[i]));
	OK(cb.release(buffer));
	OK(clReleaseCommandQueue(queue));
	for (int i = 0; i < 4; i++)
		wait_and_release(done[i]);
}

/* All threads query, and wait for, shared objects. */
static void shared_objects(struct worker *worker)
{
	cl_command_queue queue = shared_queue(worker);
	cl_uint count = 0;
	char text[256];
	cl_event marker;

	OK(clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, NULL));
	CHECK(count >= 2);
	OK(clGetProgramInfo(api.program, CL_PROGRAM_KERNEL_NAMES, sizeof(text), text, NULL));
	OK(clGetMemObjectInfo(api.buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL));
	OK(clRetainMemObject(api.buffer));
	OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
	OK(clSetEventCallback(marker, CL_COMPLETE, count_call, NULL));
	atomic_fetch_add(&expected_calls, 1);
	OK(pick(worker, 2) ? clFinish(queue) : clWaitForEvents(1, &marker));
	OK(clReleaseEvent(marker));
	OK(clReleaseMemObject(api.buffer));
	OK(clReleaseCommandQueue(queue));
}

static void *work(void *data)
{
	static void (*const actions[])(struct worker *) = {
		contexts, programs, views, maps, user_events, replays, shared_objects};
	struct worker *worker = data;

	/* Each thread starts with a different action, so that all actions run concurrently. */
	for (unsigned i = 0; i < ROUNDS; i++)
		actions[(i + worker->index) % (sizeof(actions) / sizeof(actions[0]))](worker);
	return NULL;
}

/*
 * Callbacks run on a thread of their own, shortly after the event that they report; ctest's timeout
 * detects a missing one.
 */
static bool all_called(void)
{
	while (calls < expected_calls)
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	return calls == expected_calls;
}

static void sixteen_threads(void **state)
{
	struct worker workers[THREADS];
	pthread_t threads[THREADS];

	(void)state;
	for (unsigned i = 0; i < THREADS; i++) {
		workers[i] = (struct worker){.seed = i * 7919 + 1, .index = i};
		assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(clFinish(api.queue));
	OK(clFinish(api.loose));
	assert_true(all_called());
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sixteen_threads),
	};

	return cmocka_run_group_tests(tests, api_command_buffer_setup, api_teardown);
}
