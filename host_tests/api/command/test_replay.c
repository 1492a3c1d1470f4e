/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_command_buffer.h"

/* How replays affect memory, and in what order. */

#define Q api.queue

enum { INTS = 256 };

static const size_t one = 1;

static void write_ints(cl_mem buffer, const cl_int *values, size_t count)
{
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(Q, buffer, CL_TRUE, 0, count * sizeof(*values),
						values, 0, NULL, NULL));
}

static cl_int read_int(cl_mem buffer, size_t index)
{
	cl_int value = -1;

	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, buffer, CL_TRUE, index * sizeof(value),
					       sizeof(value), &value, 0, NULL, NULL));
	return value;
}

static void replay(cl_command_buffer_khr buffer)
{
	cl_event done = NULL;

	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, &done));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
	clReleaseEvent(done);
}

static void set_poke(cl_kernel kernel, cl_mem buffer, cl_int value)
{
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
}

static cl_sync_point_khr record(cl_command_buffer_khr buffer, cl_kernel kernel, cl_uint npoints,
				const cl_sync_point_khr *points)
{
	cl_sync_point_khr point = 0;

	EXPECT(CL_SUCCESS, cb.ndrange(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, npoints,
				      points, &point, NULL));
	EXPECT_TRUE(point != 0);
	return point;
}

/* c = (a copied over a fill) + b, with the buffers' contents at the time of each replay. */
static void same_work_on_new_data(void **state)
{
	cl_kernel vadd = api_kernel("vadd");
	cl_mem a = api_buffer(0, INTS * 4, NULL), b = api_buffer(0, INTS * 4, NULL);
	cl_mem c = api_buffer(0, INTS * 4, NULL), from = api_buffer(0, INTS * 4, NULL);
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, 0);
	cl_sync_point_khr filled, copied;
	cl_int n = INTS, hundred = 100, values[INTS];
	cl_mem mems[] = {a, b, c};

	(void)state;
	for (cl_uint i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, i, sizeof(cl_mem), &mems[i]));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, a, &hundred, 4, 0, INTS * 4, 0, NULL, &filled, NULL));
	EXPECT(CL_SUCCESS,
	       cb.copy(buffer, NULL, NULL, from, a, 0, 0, INTS * 2, 1, &filled, &copied, NULL));
	record(buffer, vadd, 1, &copied);
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	n = 1; /* arguments set after recording have no effect */
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	for (cl_int round = 1; round <= 5; round++) {
		for (cl_int i = 0; i < INTS; i++)
			values[i] = round * i;
		write_ints(from, values, INTS);
		write_ints(b, values, INTS);
		replay(buffer);
		EXPECT_TRUE(read_int(c, 3) == 2 * 3 * round);
		EXPECT_TRUE(read_int(c, INTS - 1) == 100 + round * (INTS - 1));
	}
	clReleaseKernel(vadd);
	clReleaseMemObject(a), clReleaseMemObject(b), clReleaseMemObject(c);
	clReleaseMemObject(from), cb.release(buffer);
	api_end();
}

/*
 * In a long chain, each command overwrites the previous one's result; only sync points order them.
 */
static void sync_points_order(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, 0);
	cl_kernel poke = api_kernel("poke");
	cl_sync_point_khr last = 0;

	(void)state;
	for (cl_int i = 1; i <= 2000; i++) {
		set_poke(poke, api.buffer, i);
		last = record(buffer, poke, last ? 1 : 0, last ? &last : NULL);
	}
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int i = 0; i < 5; i++) {
		cl_int zero = 0;

		write_ints(api.buffer, &zero, 1);
		replay(buffer);
		EXPECT_TRUE(read_int(api.buffer, 0) == 2000);
	}
	clReleaseKernel(poke), cb.release(buffer);
	api_end();
}

/* In a buffer recorded for an in-order queue, commands run in order without sync points. */
static void queue_orders(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_kernel poke = api_kernel("poke");
	cl_int zero = 0;

	(void)state;
	for (cl_int i = 1; i <= 500; i++) {
		set_poke(poke, api.buffer, i);
		record(buffer, poke, 0, NULL);
		EXPECT(CL_SUCCESS, cb.copy(buffer, NULL, NULL, api.buffer, api.buffer, 0,
					   4 * (size_t)(i % 64 + 1), 4, 0, NULL, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	write_ints(api.buffer, &zero, 1);
	replay(buffer);
	for (size_t i = 1; i <= 64; i++) {
		cl_int newest = 448 + (cl_int)i - 1;

		if (newest > 500)
			newest -= 64;
		EXPECT_TRUE(read_int(api.buffer, i) == newest);
	}
	clReleaseKernel(poke), cb.release(buffer);
	api_end();
}

/*
 * Eight pokes at eight places, a barrier for all, eight copies, a barrier for one of them, and
 * eight pokes again: the copies must read the first values, and never the last ones.
 */
static void barriers_order(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, 0);
	cl_mem views[8], target = api_buffer(0, API_BUFFER, NULL);
	cl_kernel poke = api_kernel("poke");
	cl_sync_point_khr copied = 0;

	(void)state;
	for (size_t i = 0; i < 8; i++) {
		cl_buffer_region region = {i * 128, 128};

		views[i] = clCreateSubBuffer(api.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					     NULL);
		set_poke(poke, views[i], 10 + (cl_int)i);
		record(buffer, poke, 0, NULL);
	}
	EXPECT(CL_SUCCESS, cb.barrier(buffer, NULL, NULL, 0, NULL, NULL, NULL));
	for (size_t i = 0; i < 8; i++)
		EXPECT(CL_SUCCESS, cb.copy(buffer, NULL, NULL, api.buffer, target, i * 128, i * 128,
					   4, 0, NULL, &copied, NULL));
	EXPECT(CL_SUCCESS, cb.barrier(buffer, NULL, NULL, 1, &copied, NULL, NULL));
	set_poke(poke, views[7], 99);
	record(buffer, poke, 0, NULL);
	EXPECT(CL_SUCCESS, cb.barrier(buffer, NULL, NULL, 0, NULL, NULL, NULL));
	set_poke(poke, views[7], 100);
	record(buffer, poke, 0, NULL);
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int round = 0; round < 50; round++) {
		replay(buffer);
		for (size_t i = 0; i < 8; i++)
			EXPECT_TRUE(read_int(target, i * 32) == 10 + (cl_int)i);
		EXPECT_TRUE(read_int(api.buffer, 7 * 32) == 100);
	}
	for (size_t i = 0; i < 8; i++)
		clReleaseMemObject(views[i]);
	clReleaseMemObject(target), clReleaseKernel(poke), cb.release(buffer);
	api_end();
}

/*
 * A random graph: each command copies the number at an older command's place to its own. The host's
 * number in the first place only arrives everywhere if the order is right; otherwise numbers of the
 * previous replay are left.
 */
static void random_graph(void **state)
{
	enum { PLACES = 500 };
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, 0);
	cl_mem places = api_buffer(0, PLACES * 4, NULL);
	cl_sync_point_khr points[PLACES];
	cl_int found[PLACES];
	uint32_t seed = 4711;

	(void)state;
	for (size_t i = 1; i < PLACES; i++) {
		size_t from;

		seed = seed * 1664525u + 1013904223u;
		from = (seed >> 8) % i;
		EXPECT(CL_SUCCESS,
		       cb.copy(buffer, NULL, NULL, places, places, from * 4, i * 4, 4, from ? 1 : 0,
			       from ? &points[from] : NULL, &points[i], NULL));
		if (i % 100 == 50)
			EXPECT(CL_SUCCESS,
			       cb.barrier(buffer, NULL, NULL, 2, &points[i - 1], NULL, NULL));
	}
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (cl_int round = 1; round <= 20; round++) {
		write_ints(places, &round, 1);
		replay(buffer);
		EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, places, CL_TRUE, 0, sizeof(found), found,
						       0, NULL, NULL));
		for (size_t i = 0; i < PLACES; i++)
			EXPECT_TRUE(found[i] == round);
	}
	clReleaseMemObject(places), cb.release(buffer);
	api_end();
}

static void rectangles(void **state)
{
	static const size_t from[3] = {4, 1, 0}, to[3] = {0, 0, 0}, region[3] = {8, 2, 1};
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_mem target = api_buffer(0, 64, NULL);
	cl_int values[32];

	(void)state;
	for (cl_int i = 0; i < 32; i++)
		values[i] = i;
	write_ints(api.buffer, values, 32);
	EXPECT(CL_SUCCESS, cb.copy_rect(buffer, NULL, NULL, api.buffer, target, from, to, region,
					16, 0, 8, 0, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	replay(buffer);
	EXPECT_TRUE(read_int(target, 0) == 5 && read_int(target, 1) == 6);
	EXPECT_TRUE(read_int(target, 2) == 9 && read_int(target, 3) == 10);
	clReleaseMemObject(target), cb.release(buffer);
	api_end();
}

/*
 * A replay is ordered with the other commands of an in-order queue, and may be enqueued again
 * before it has ended, without the simultaneous-use flag, because the queue orders the two.
 */
static void place_in_the_queue(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_event gate = clCreateUserEvent(api.context, NULL);
	cl_int before = 5, found[2] = {0, 0}, seven = 7;

	(void)state;
	EXPECT(CL_SUCCESS,
	       cb.copy(buffer, NULL, NULL, api.buffer, api.buffer, 0, 4, 4, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, api.buffer, CL_FALSE, 0, 4, &before, 1, &gate, NULL));
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, api.buffer, CL_FALSE, 4, 4, &found[0], 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(Q, api.buffer, CL_FALSE, 0, 4, &seven, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, api.buffer, CL_FALSE, 4, 4, &found[1], 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(found[0] == 5 && found[1] == 7);
	clReleaseEvent(gate), cb.release(buffer);
	api_end();
}

/*
 * A replay may use another queue with any properties; the order of its commands only depends on the
 * queue of the recording. The queue is released while the replay runs.
 */
static void another_queue(void **state)
{
	static const cl_command_queue_properties kinds[] = {0, CL_QUEUE_PROFILING_ENABLE,
							    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_int value = 77;

	(void)state;
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, api.buffer, &value, 4, 0, 4, 0, NULL, NULL, NULL));
	for (size_t at = 0; at < 64; at += 4)
		EXPECT(CL_SUCCESS, cb.copy(buffer, NULL, NULL, api.buffer, api.buffer, at, at + 4,
					   4, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int i = 0; i < 3; i++) {
		cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, kinds[i], 0};
		cl_int zeros[17] = {0};
		cl_event done = NULL;
		cl_command_queue at = NULL;
		cl_command_queue queue =
			clCreateCommandQueueWithProperties(api.context, api.devices[0], list, NULL);

		write_ints(api.buffer, zeros, 17);
		EXPECT(CL_SUCCESS, cb.enqueue(1, &queue, buffer, 0, NULL, &done));
		EXPECT(CL_SUCCESS,
		       clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, sizeof(at), &at, NULL));
		EXPECT_TRUE(at == queue);
		EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
		EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
		EXPECT_TRUE(read_int(api.buffer, 0) == value && read_int(api.buffer, 16) == value);
		clReleaseEvent(done);
	}
	replay(buffer);
	cb.release(buffer);
	api_end();
}

/* Other images are loaded between replays, and between the commands of one. */
static void another_image(void **state)
{
	cl_program other = api_program(api.context, api.devices[0], 2);
	cl_kernel here = api_kernel("poke"), there = clCreateKernel(other, "poke", NULL);
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_mem target = api_buffer(0, 4, NULL);

	(void)state;
	assert_non_null(there);
	set_poke(there, target, 2);
	record(buffer, there, 0, NULL);
	set_poke(here, api.buffer, 1);
	record(buffer, here, 0, NULL);
	set_poke(there, target, 3);
	record(buffer, there, 0, NULL);
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (cl_int round = 10; round < 15; round++) {
		replay(buffer);
		EXPECT_TRUE(read_int(api.buffer, 0) == 1 && read_int(target, 0) == 3);
		set_poke(here, api.buffer, round);
		EXPECT(CL_SUCCESS, clEnqueueTask(Q, here, 0, NULL, NULL));
		EXPECT_TRUE(read_int(api.buffer, 0) == round);
	}
	clReleaseKernel(here), clReleaseKernel(there), clReleaseProgram(other);
	clReleaseMemObject(target), cb.release(buffer);
	api_end();
}

/* A command buffer keeps the queue that it was recorded for alive. */
static void queue_released_first(void **state)
{
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    NULL, NULL);
	cl_command_buffer_khr buffer = api_command_buffer(queue, 0);
	cl_int value = 78;

	(void)state;
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, api.buffer, &value, 4, 0, 64, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	for (int i = 0; i < 3; i++)
		replay(buffer);
	EXPECT_TRUE(read_int(api.buffer, 0) == value);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
	api_end();
}

/* A failed kernel fails the replay. Dependent commands are skipped, the others run. */
static void failure(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, 0);
	cl_kernel poke = api_kernel("poke"), fail = api_kernel("fail");
	cl_sync_point_khr failed;
	cl_int code = -5, zeros[2] = {0, 0};

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(fail, 0, sizeof(code), &code));
	failed = record(buffer, fail, 0, NULL);
	set_poke(poke, api.buffer, 1);
	failed = record(buffer, poke, 1, &failed);
	EXPECT(CL_SUCCESS, cb.copy(buffer, NULL, NULL, api.buffer, api.buffer, 0, 8, 4, 1, &failed,
				   NULL, NULL));
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, api.buffer, &code, 4, 4, 4, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int i = 0; i < 3; i++) {
		cl_event done = NULL;

		write_ints(api.buffer, zeros, 2);
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, &done));
		EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &done));
		EXPECT_TRUE(api_event_status(done) < 0);
		EXPECT_TRUE(api_command_buffer_state(buffer) ==
			    CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
		EXPECT_TRUE(read_int(api.buffer, 0) == 0 && read_int(api.buffer, 1) == code);
		clReleaseEvent(done);
	}
	clReleaseKernel(poke), clReleaseKernel(fail), cb.release(buffer);
	api_end();
}

/* Overlapping replays do not interfere: each increments its own place. */
static void overlap(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(api.loose,
							  CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_kernel ranged = api_kernel("ranged");
	cl_mem counts = api_buffer(0, 64, NULL);
	cl_int zero = 0;
	size_t groups = 16, group = 1;

	(void)state;
	write_ints(counts, &zero, 1);
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, counts, &zero, 4, 0, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT(CL_SUCCESS, clSetKernelArg(ranged, 0, sizeof(counts), &counts));
	for (int i = 0; i < 10; i++) {
		EXPECT(CL_SUCCESS, cb.ndrange(buffer, NULL, NULL, ranged, 1, NULL, &groups, &group,
					      0, NULL, NULL, NULL));
		EXPECT(CL_SUCCESS, cb.barrier(buffer, NULL, NULL, 0, NULL, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int i = 0; i < 100; i++) {
		/*
		 * The kernel adds without atomics, so only one replay at a time may access the
		 * counts.
		 */
		EXPECT(CL_SUCCESS, clEnqueueBarrierWithWaitList(api.loose, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	for (size_t i = 0; i < groups; i++)
		EXPECT_TRUE(read_int(counts, i) == 1000);
	clReleaseMemObject(counts), clReleaseKernel(ranged), cb.release(buffer);
	api_end();
}

static cl_event gate_replays(cl_command_buffer_khr buffer, cl_event *done, int count)
{
	cl_event gate = clCreateUserEvent(api.context, NULL);

	for (int i = 0; i < count; i++)
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 1, &gate, &done[i]));
	return gate;
}

/*
 * The same with replays that really overlap, with kernels that use no memory: all of them end, each
 * replay completely.
 */
static void truly_at_once(void **state)
{
	enum { REPLAYS = 64 };
	cl_command_buffer_khr buffer = api_command_buffer(api.loose,
							  CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_kernel poke = api_kernel("poke");
	cl_sync_point_khr last = 0;
	cl_event done[REPLAYS], gate;

	(void)state;
	set_poke(poke, NULL, 0);
	for (size_t i = 0; i < 32; i++)
		last = record(buffer, poke, last ? 1 : 0, last ? &last : NULL);
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	for (int round = 0; round < 3; round++) {
		gate = gate_replays(buffer, done, REPLAYS);
		EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
		EXPECT(CL_SUCCESS, clWaitForEvents(REPLAYS, done));
		EXPECT_TRUE(api_command_buffer_state(buffer) ==
			    CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
		for (int i = 0; i < REPLAYS; i++)
			clReleaseEvent(done[i]);
		clReleaseEvent(gate);
	}
	clReleaseKernel(poke), cb.release(buffer);
	api_end();
}

static void profiling(void **state)
{
	static const cl_profiling_info names[] = {
		CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
		CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_event done = NULL;
	cl_ulong times[4] = {0};

	(void)state;
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, api.buffer, &one, 4, 0, 64, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, &done));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
	for (int i = 0; i < 4; i++) {
		EXPECT(CL_SUCCESS,
		       clGetEventProfilingInfo(done, names[i], sizeof(times[i]), &times[i], NULL));
		EXPECT_TRUE(times[i] != 0 && (!i || times[i] >= times[i - 1]));
	}
	clReleaseEvent(done), cb.release(buffer);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_work_on_new_data),
		cmocka_unit_test(sync_points_order),
		cmocka_unit_test(queue_orders),
		cmocka_unit_test(barriers_order),
		cmocka_unit_test(random_graph),
		cmocka_unit_test(rectangles),
		cmocka_unit_test(place_in_the_queue),
		cmocka_unit_test(another_queue),
		cmocka_unit_test(another_image),
		cmocka_unit_test(queue_released_first),
		cmocka_unit_test(failure),
		cmocka_unit_test(overlap),
		cmocka_unit_test(truly_at_once),
		cmocka_unit_test(profiling),
	};

	return cmocka_run_group_tests(tests, api_command_buffer_setup, api_teardown);
}
