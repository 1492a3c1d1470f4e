/* SPDX-License-Identifier: Apache-2.0 */
/* Measures hosts that enqueue many dependent commands: graphs, replays, callbacks. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "runtime/api/common/khr.h"

enum { REPLAYED = 1000 };

static uint32_t seed = 1;

/* A number in 0 … below - 1. */
static int pick(int below)
{
	seed = seed * 1664525u + 1013904223u;
	return (int)((seed >> 8) % (uint32_t)below);
}

/*
 * Thousand kernels per second in a graph in which each one waits for three others, chosen at random
 * from all before it. The graph's size should not matter.
 */
static double graph(struct bench *bench, int count)
{
	cl_command_queue queue = bench_queue(bench, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_event *events = calloc((size_t)count, sizeof(cl_event));
	double start;

	if (!queue || !events)
		return -1;
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		cl_event waits[3];
		cl_uint nwaits = i ? 3 : 0;

		for (cl_uint k = 0; k < nwaits; k++)
			waits[k] = events[pick(i)];
		clEnqueueTask(queue, bench->kernel, nwaits, nwaits ? waits : NULL, &events[i]);
	}
	clFinish(queue);
	for (int i = 0; i < count; i++)
		clReleaseEvent(events[i]);
	start = count / (bench_now_us() - start) * 1e3;
	clReleaseCommandQueue(queue);
	free(events);
	return start;
}

double bench_graph_small(struct bench *bench)
{
	return graph(bench, bench_times(bench, 10000));
}

/* Some drivers need several gigabytes for that many events. */
double bench_graph_large(struct bench *bench)
{
	char name[64] = "";

	clGetPlatformInfo(bench->platform, CL_PLATFORM_NAME, sizeof(name), name, NULL);
	return strcmp(name, "fpgacl") ? -1 : graph(bench, bench_times(bench, 1000000));
}

struct replay {
	fcl_khr_create *create;
	fcl_khr_ndrange *record;
	fcl_khr_use *finalize, *release;
	fcl_khr_enqueue *enqueue;
};

static void *find(struct bench *bench, const char *name)
{
	return clGetExtensionFunctionAddressForPlatform(bench->platform, name);
}

static int find_all(struct bench *bench, struct replay *calls)
{
	calls->create = find(bench, "clCreateCommandBufferKHR");
	calls->record = find(bench, "clCommandNDRangeKernelKHR");
	calls->finalize = find(bench, "clFinalizeCommandBufferKHR");
	calls->enqueue = find(bench, "clEnqueueCommandBufferKHR");
	calls->release = find(bench, "clReleaseCommandBufferKHR");
	return calls->create && calls->record && calls->finalize && calls->enqueue &&
	       calls->release;
}

/*
 * The reference for a replay: thousand kernels per second if the list is enqueued again each time.
 */
double bench_enqueue(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, 0);
	int count = bench_times(bench, 50);
	double start = bench_now_us();
	size_t one = 1;

	for (int i = 0; i < count; i++) {
		for (int k = 0; k < REPLAYED; k++)
			if (clEnqueueNDRangeKernel(queue, bench->kernel, 1, NULL, &one, &one, 0,
						   NULL, NULL))
				return -1;
		clFinish(queue);
	}
	start = count * REPLAYED / (bench_now_us() - start) * 1e3;
	clReleaseCommandQueue(queue);
	return start;
}

/* Thousand kernels per second of a recorded list that is enqueued again whenever it has ended. */
double bench_replay(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, 0);
	int count = bench_times(bench, 50);
	cl_command_buffer_khr buffer;
	struct replay calls;
	size_t one = 1;
	double start;

	if (!find_all(bench, &calls))
		return -1;
	buffer = calls.create(1, &queue, NULL, NULL);
	if (!buffer)
		return -1;
	for (int i = 0; i < REPLAYED; i++)
		if (calls.record(buffer, NULL, NULL, bench->kernel, 1, NULL, &one, &one, 0, NULL,
				 NULL, NULL))
			return -1;
	if (calls.finalize(buffer))
		return -1;
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		if (calls.enqueue(0, NULL, buffer, 0, NULL, NULL))
			return -1;
		clFinish(queue);
	}
	start = count * REPLAYED / (bench_now_us() - start) * 1e3;
	calls.release(buffer);
	clReleaseCommandQueue(queue);
	return start;
}

/* Two threads that wake each other alternately. */
struct hop {
	pthread_mutex_t lock; /* guards `turn` */
	pthread_cond_t changed;
	int turn; /* 1: the other thread's turn */
	int count;
};

static void wait_turn(struct hop *hop, int turn)
{
	pthread_mutex_lock(&hop->lock);
	while (hop->turn != turn)
		pthread_cond_wait(&hop->changed, &hop->lock);
	pthread_mutex_unlock(&hop->lock);
}

static void give_turn(struct hop *hop, int turn)
{
	pthread_mutex_lock(&hop->lock);
	hop->turn = turn;
	pthread_cond_signal(&hop->changed);
	pthread_mutex_unlock(&hop->lock);
}

static void *answer(void *data)
{
	struct hop *hop = data;

	for (int i = 0; i < hop->count; i++) {
		wait_turn(hop, 1);
		give_turn(hop, 0);
	}
	return NULL;
}

static void open_hop(struct hop *hop, int count)
{
	pthread_mutex_init(&hop->lock, NULL);
	pthread_cond_init(&hop->changed, NULL);
	hop->turn = 0;
	hop->count = count;
}

/* Microseconds for half a round trip: the reference for callbacks. */
double bench_thread_hop(struct bench *bench)
{
	struct hop hop;
	pthread_t other;
	double start;

	open_hop(&hop, bench_times(bench, 5000));
	pthread_create(&other, NULL, answer, &hop);
	start = bench_now_us();
	for (int i = 0; i < hop.count; i++) {
		give_turn(&hop, 1);
		wait_turn(&hop, 0);
	}
	start = (bench_now_us() - start) / hop.count / 2;
	pthread_join(other, NULL);
	return start;
}

static void CL_CALLBACK hand_back(cl_event event, cl_int status, void *data)
{
	(void)event;
	(void)status;
	give_turn(data, 0);
}

/* The same with an event callback for the first half. */
double bench_callback(struct bench *bench)
{
	double start = 0, sum = 0;
	struct hop hop;

	open_hop(&hop, bench_times(bench, 2000));
	for (int i = 0; i < hop.count; i++) {
		cl_event event = clCreateUserEvent(bench->context, NULL);

		hop.turn = 1;
		if (clSetEventCallback(event, CL_COMPLETE, hand_back, &hop))
			return -1;
		start = bench_now_us();
		clSetUserEventStatus(event, CL_COMPLETE);
		wait_turn(&hop, 0);
		sum += bench_now_us() - start;
		clReleaseEvent(event);
	}
	return sum / hop.count / 2;
}
