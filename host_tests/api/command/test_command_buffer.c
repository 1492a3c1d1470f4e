/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_command_buffer.h"

#define Q api.queue
#define RECORDING CL_COMMAND_BUFFER_STATE_RECORDING_KHR
#define EXECUTABLE CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR
#define SIMULTANEOUS CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR

static const size_t one = 1;

/* A command buffer that fills api.buffer once. */
static cl_command_buffer_khr filling(cl_command_queue queue, cl_command_buffer_flags_khr flags)
{
	cl_command_buffer_khr buffer = api_command_buffer(queue, flags);
	cl_int value = 7;

	EXPECT(CL_SUCCESS, cb.fill(buffer, NULL, NULL, api.buffer, &value, sizeof(value), 0, 64, 0,
				   NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	return buffer;
}

static void device_answers(void **state)
{
	cl_device_command_buffer_capabilities_khr capabilities = 0;
	cl_command_queue_properties required = 12345, supported = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[i], CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR,
				       sizeof(capabilities), &capabilities, NULL));
		EXPECT_TRUE(capabilities & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
		EXPECT_TRUE(!(capabilities & CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR));
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[i],
				       CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
				       sizeof(required), &required, NULL));
		EXPECT_TRUE(required == 0);
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[i],
				       CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
				       sizeof(supported), &supported, NULL));
		EXPECT_TRUE(supported ==
			    (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE));
	}
	api_end();
}

static void create_errors(void **state)
{
	cl_command_queue queues[] = {Q, api.loose}, wrong = (cl_command_queue)api.buffer;
	cl_command_buffer_properties_khr unknown[] = {NO_SUCH_NAME, 0, 0};
	cl_command_buffer_properties_khr flag[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 1u << 20, 0};
	cl_command_buffer_properties_khr twice[] = {CL_COMMAND_BUFFER_FLAGS_KHR, 0,
						    CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0};
	cl_command_buffer_khr buffer;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(0, queues, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(2, queues, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(1, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_COMMAND_QUEUE, cb.create(1, &wrong, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(1, queues, unknown, &error));
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(1, queues, flag, &error));
	EXPECT_NULL(CL_INVALID_VALUE, cb.create(1, queues, twice, &error));
	buffer = cb.create(1, queues, NULL, &error);
	EXPECT_TRUE(buffer && error == CL_SUCCESS);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.release(buffer));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.retain(buffer));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.finalize(buffer));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.finalize(NULL));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.retain((cl_command_buffer_khr)Q));
	api_end();
}

/* Queues of command buffers take the memory of released ones, whose handles must not become theirs. */
static void handles_of_released_queues(void **state)
{
	enum { COUNT = 8 };
	cl_command_queue queues[COUNT];
	cl_command_buffer_khr buffers[COUNT];

	(void)state;
	for (int i = 0; i < COUNT; i++)
		queues[i] = clCreateCommandQueue(api.context, api.devices[0], 0, NULL);
	for (int i = 0; i < COUNT; i++)
		EXPECT(CL_SUCCESS, clReleaseCommandQueue(queues[i]));
	for (int i = 0; i < COUNT; i++)
		buffers[i] = filling(Q, 0);
	for (int i = 0; i < COUNT; i++) {
		EXPECT(CL_INVALID_COMMAND_QUEUE,
		       clEnqueueBarrierWithWaitList(queues[i], 0, NULL, NULL));
		EXPECT(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(queues[i]));
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffers[i], 0, NULL, NULL));
		EXPECT(CL_SUCCESS, cb.release(buffers[i]));
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return cb.info(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof(cl_uint)),
		INFO(CL_COMMAND_BUFFER_QUEUES_KHR, sizeof(cl_command_queue)),
		INFO(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(cl_uint)),
		INFO(CL_COMMAND_BUFFER_STATE_KHR, sizeof(cl_uint)),
		INFO(CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 3 * sizeof(cl_properties)),
		{0x1299, sizeof(cl_context), "CL_COMMAND_BUFFER_CONTEXT_KHR"},
	};
	cl_command_buffer_khr buffer = api_command_buffer(Q, SIMULTANEOUS);
	cl_command_buffer_khr plain = api_command_buffer(api.loose, 0);
	cl_command_buffer_properties_khr properties[3];
	cl_command_queue queue;
	cl_context context;
	cl_uint count;
	size_t size;

	(void)state;
	api_check_queries(query, buffer, rows, sizeof(rows) / sizeof(rows[0]));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
	       cb.info((cl_command_buffer_khr)Q, CL_COMMAND_BUFFER_STATE_KHR, 0, NULL, NULL));
	cb.info(buffer, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 1);
	cb.info(plain, CL_COMMAND_BUFFER_QUEUES_KHR, sizeof(queue), &queue, NULL);
	EXPECT_TRUE(queue == api.loose);
	cb.info(plain, 0x1299, sizeof(context), &context, NULL);
	EXPECT_TRUE(context == api.context);
	cb.info(buffer, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof(properties), properties,
		NULL);
	EXPECT_TRUE(properties[0] == CL_COMMAND_BUFFER_FLAGS_KHR && properties[1] == SIMULTANEOUS &&
		    properties[2] == 0);
	EXPECT(CL_SUCCESS, cb.info(plain, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, NULL, &size));
	EXPECT_TRUE(size == 0);
	EXPECT(CL_SUCCESS, cb.retain(buffer));
	cb.info(buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_SUCCESS, cb.release(plain));
	api_end();
}

/* The common last parameters of all recording calls, each of them wrong in every possible way. */
struct record_tail {
	cl_command_buffer_khr buffer;
	cl_command_queue queue;
	cl_uint npoints;
	const cl_sync_point_khr *points;
	cl_mutable_command_khr *handle;
	const cl_properties *properties;
};

static cl_sync_point_khr untouched = 4711;

static cl_int record_barrier(const struct record_tail *t)
{
	return cb.barrier(t->buffer, t->queue, t->properties, t->npoints, t->points, &untouched,
			  t->handle);
}

static cl_int record_copy(const struct record_tail *t)
{
	return cb.copy(t->buffer, t->queue, t->properties, api.buffer, api.buffer, 0, 64, 16,
		       t->npoints, t->points, &untouched, t->handle);
}

static cl_int record_copy_rect(const struct record_tail *t)
{
	static const size_t from[3] = {0, 0, 0}, to[3] = {128, 0, 0}, region[3] = {4, 1, 1};

	return cb.copy_rect(t->buffer, t->queue, t->properties, api.buffer, api.buffer, from, to,
			    region, 0, 0, 0, 0, t->npoints, t->points, &untouched, t->handle);
}

static cl_int record_fill(const struct record_tail *t)
{
	return cb.fill(t->buffer, t->queue, t->properties, api.buffer, &one, 4, 0, 4, t->npoints,
		       t->points, &untouched, t->handle);
}

static cl_kernel poke; /* all arguments are set */

static cl_int record_ndrange(const struct record_tail *t)
{
	return cb.ndrange(t->buffer, t->queue, t->properties, poke, 1, NULL, &one, NULL, t->npoints,
			  t->points, &untouched, t->handle);
}

static cl_int record_copy_image(const struct record_tail *t)
{
	return cb.copy_image(t->buffer, t->queue, t->properties, api.buffer, api.buffer, NULL, NULL,
			     NULL, t->npoints, t->points, &untouched, t->handle);
}

static cl_int record_copy_to_image(const struct record_tail *t)
{
	return cb.copy_buffer_to_image(t->buffer, t->queue, t->properties, api.buffer, api.buffer,
				       0, NULL, NULL, t->npoints, t->points, &untouched, t->handle);
}

static cl_int record_copy_from_image(const struct record_tail *t)
{
	return cb.copy_image_to_buffer(t->buffer, t->queue, t->properties, api.buffer, api.buffer,
				       NULL, NULL, 0, t->npoints, t->points, &untouched, t->handle);
}

static cl_int record_fill_image(const struct record_tail *t)
{
	return cb.fill_image(t->buffer, t->queue, t->properties, api.buffer, &one, NULL, NULL,
			     t->npoints, t->points, &untouched, t->handle);
}

static void set_poke(cl_kernel kernel, cl_mem buffer, cl_int value)
{
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
}

static void errors_that_all_records_share(void **state)
{
	static cl_int (*const records[])(const struct record_tail *) = {
		record_barrier,   record_copy,       record_copy_rect,     record_fill,
		record_ndrange,   record_copy_image, record_copy_to_image, record_copy_from_image,
		record_fill_image};
	cl_command_buffer_khr open = api_command_buffer(Q, 0), final = filling(Q, 0);
	cl_sync_point_khr none = 0, later = 1;
	cl_properties property[] = {NO_SUCH_NAME, 0, 0};
	cl_mutable_command_khr handle;
	const struct {
		cl_int expected;
		struct record_tail tail;
	} rows[] = {
		{CL_INVALID_COMMAND_BUFFER_KHR,
		 {(cl_command_buffer_khr)Q, NULL, 0, NULL, NULL, NULL}},
		{CL_INVALID_COMMAND_BUFFER_KHR, {NULL, NULL, 0, NULL, NULL, NULL}},
		{CL_INVALID_COMMAND_QUEUE, {open, Q, 0, NULL, NULL, NULL}},
		{CL_INVALID_VALUE, {open, NULL, 0, NULL, &handle, NULL}},
		{CL_INVALID_VALUE, {open, NULL, 0, NULL, NULL, property}},
		/* Hosts for version 0.9.4 pass a buffer and the number of sync points here. */
		{CL_INVALID_VALUE, {open, NULL, 0, NULL, NULL, (cl_properties *)api.buffer}},
		{CL_INVALID_VALUE, {open, NULL, 0, NULL, NULL, (cl_properties *)(uintptr_t)1}},
		{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {open, NULL, 1, NULL, NULL, NULL}},
		{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {open, NULL, 0, &none, NULL, NULL}},
		{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {open, NULL, 1, &none, NULL, NULL}},
		{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, {open, NULL, 1, &later, NULL, NULL}},
		{CL_INVALID_OPERATION, {final, NULL, 0, NULL, NULL, NULL}},
	};

	(void)state;
	poke = api_kernel("poke");
	set_poke(poke, api.buffer, 1);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t k = 0; k < sizeof(records) / sizeof(records[0]); k++)
			EXPECT(rows[i].expected, records[k](&rows[i].tail));
	EXPECT_TRUE(untouched == 4711);
	clReleaseKernel(poke);
	cb.release(open), cb.release(final);
	api_end();
}

/* New in version 0.9.4. A device without shared virtual memory refuses both. */
static void shared_virtual_memory(void **state)
{
	cl_command_buffer_khr open = api_command_buffer(Q, 0);
	char memory[64];

	(void)state;
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
	       cb.svm_copy((cl_command_buffer_khr)Q, NULL, NULL, memory, memory + 32, 16, 0, NULL,
			   NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
	       cb.svm_fill((cl_command_buffer_khr)Q, NULL, NULL, memory, &one, 4, 16, 0, NULL, NULL,
			   NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       cb.svm_copy(open, Q, NULL, memory, memory + 32, 16, 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       cb.svm_fill(open, Q, NULL, memory, &one, 4, 16, 0, NULL, NULL, NULL));
	if (!api_computes()) {
		EXPECT(CL_INVALID_OPERATION,
		       cb.svm_copy(open, NULL, NULL, memory, memory + 32, 16, 0, NULL, NULL, NULL));
		EXPECT(CL_INVALID_OPERATION,
		       cb.svm_fill(open, NULL, NULL, memory, &one, 4, 16, 0, NULL, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, cb.release(open));
	api_end();
}

/* Recording rejects the same arguments as the corresponding enqueue calls. */
static void errors_of_the_commands(void **state)
{
	static const size_t origin[3] = {0, 0, 0}, far[3] = {API_BUFFER, 0, 0},
			    region[3] = {4, 1, 1};
	cl_properties property[] = {NO_SUCH_NAME, 0, 0};
	cl_command_buffer_khr open = api_command_buffer(Q, 0);
	cl_kernel kernel = api_kernel("poke");
	cl_mem buf = api.buffer, none = (cl_mem)Q;

	(void)state;
#define COPY(from, to, at, put, size)                                                              \
	cb.copy(open, NULL, NULL, from, to, at, put, size, 0, NULL, NULL, NULL)
	EXPECT(CL_INVALID_MEM_OBJECT, COPY(none, buf, 0, 0, 4));
	EXPECT(CL_INVALID_MEM_OBJECT, COPY(buf, none, 0, 0, 4));
	EXPECT(CL_INVALID_CONTEXT, COPY(buf, api.foreign, 0, 0, 4));
	EXPECT(CL_INVALID_VALUE, COPY(buf, buf, API_BUFFER, 0, 4));
	EXPECT(CL_MEM_COPY_OVERLAP, COPY(buf, buf, 0, 2, 4));
#undef COPY
#define RECT(from, to, at, put)                                                                    \
	cb.copy_rect(open, NULL, NULL, from, to, at, put, region, 0, 0, 0, 0, 0, NULL, NULL, NULL)
	EXPECT(CL_INVALID_MEM_OBJECT, RECT(none, buf, origin, origin));
	EXPECT(CL_INVALID_CONTEXT, RECT(api.foreign, buf, origin, origin));
	EXPECT(CL_INVALID_VALUE, RECT(buf, buf, origin, far));
	EXPECT(CL_MEM_COPY_OVERLAP, RECT(buf, buf, origin, origin));
#undef RECT
#define FILL(mem, size, at) cb.fill(open, NULL, NULL, mem, &one, size, at, 8, 0, NULL, NULL, NULL)
	EXPECT(CL_INVALID_MEM_OBJECT, FILL(none, 4, 0));
	EXPECT(CL_INVALID_CONTEXT, FILL(api.foreign, 4, 0));
	EXPECT(CL_INVALID_VALUE, FILL(buf, 3, 0));
	EXPECT(CL_INVALID_VALUE, FILL(buf, 4, 2));
	EXPECT(CL_INVALID_VALUE, FILL(buf, 4, API_BUFFER));
#undef FILL
#define RUN(k, properties, dim, size, local)                                                       \
	cb.ndrange(open, NULL, properties, k, dim, NULL, size, local, 0, NULL, NULL, NULL)
	EXPECT(CL_INVALID_KERNEL, RUN((cl_kernel)Q, NULL, 1, &one, NULL));
	EXPECT(CL_INVALID_KERNEL_ARGS, RUN(kernel, NULL, 1, &one, NULL));
	set_poke(kernel, buf, 1);
	EXPECT(CL_INVALID_VALUE, RUN(kernel, property, 1, &one, NULL));
	EXPECT(CL_INVALID_WORK_DIMENSION, RUN(kernel, NULL, 4, &one, NULL));
	EXPECT(CL_INVALID_WORK_GROUP_SIZE, RUN(kernel, NULL, 1, &one, &region[0]));
#undef RUN
	EXPECT(CL_SUCCESS, cb.finalize(open));
	clReleaseKernel(kernel);
	cb.release(open);
	api_end();
}

static void enqueue_errors(void **state)
{
	cl_command_buffer_khr open = api_command_buffer(Q, 0), final = filling(Q, 0);
	cl_command_queue two[] = {Q, Q}, wrong = (cl_command_queue)api.buffer;
	cl_command_queue second = clCreateCommandQueueWithProperties(api.context, api.devices[1],
								     NULL, NULL);
	cl_command_queue other = clCreateCommandQueueWithProperties(api.other, api.devices[0], NULL,
								    NULL);
	cl_event foreign = api.foreign_event, bad = (cl_event)Q, event = NULL;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR,
	       cb.enqueue(0, NULL, (cl_command_buffer_khr)Q, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION, cb.enqueue(0, NULL, open, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, cb.enqueue(1, NULL, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, cb.enqueue(0, two, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, cb.enqueue(2, two, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, cb.enqueue(1, &wrong, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, cb.enqueue(1, &other, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, cb.enqueue(1, &second, final, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, cb.enqueue(0, NULL, final, 1, &foreign, &event));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, cb.enqueue(0, NULL, final, 1, &bad, &event));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, cb.enqueue(0, NULL, final, 1, NULL, &event));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, cb.enqueue(0, NULL, final, 0, &foreign, &event));
	EXPECT_TRUE(!event && api_command_buffer_state(final) == EXECUTABLE);
	clReleaseCommandQueue(second), clReleaseCommandQueue(other);
	cb.release(open), cb.release(final);
	api_end();
}

static void state_machine(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_event gate = clCreateUserEvent(api.context, NULL), done = NULL;
	cl_command_type type = 0;

	(void)state;
	EXPECT_TRUE(api_command_buffer_state(buffer) == RECORDING);
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	EXPECT_TRUE(api_command_buffer_state(buffer) == EXECUTABLE);
	EXPECT(CL_INVALID_OPERATION, cb.finalize(buffer));
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 1, &gate, &done));
	EXPECT_TRUE(api_command_buffer_state(buffer) == EXECUTABLE);
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	EXPECT_TRUE(type == CL_COMMAND_COMMAND_BUFFER_KHR);
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
	EXPECT_TRUE(api_command_buffer_state(buffer) == EXECUTABLE);
	for (int i = 0; i < 100; i++) {
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(Q));
	}
	clReleaseEvent(gate), clReleaseEvent(done);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	api_end();
}

static void several_at_once(void **state)
{
	cl_command_buffer_khr buffer = filling(api.loose, SIMULTANEOUS);
	cl_event gates[3], done[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		gates[i] = clCreateUserEvent(api.context, NULL);
		EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 1, &gates[i], &done[i]));
	}
	for (int i = 2; i >= 0; i--) {
		EXPECT_TRUE(api_event_status(done[i]) > CL_COMPLETE);
		EXPECT(CL_SUCCESS, clSetUserEventStatus(gates[i], CL_COMPLETE));
		EXPECT(CL_SUCCESS, clWaitForEvents(1, &done[i]));
	}
	EXPECT_TRUE(api_command_buffer_state(buffer) == EXECUTABLE);
	for (int i = 0; i < 3; i++)
		clReleaseEvent(gates[i]), clReleaseEvent(done[i]);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	api_end();
}

enum { POKES = 6, POKE_ROUNDS = 20 };

/* Launches of one kernel, each with another buffer and another value. */
static cl_command_buffer_khr record_pokes(cl_kernel kernel, const cl_mem *targets)
{
	cl_command_buffer_khr buffer = api_command_buffer(api.loose, SIMULTANEOUS);

	for (cl_int i = 0; i < POKES; i++) {
		set_poke(kernel, targets[i], i + 1);
		EXPECT(CL_SUCCESS, cb.ndrange(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0,
					      NULL, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	return buffer;
}

static void check_pokes(const cl_mem *targets)
{
	const cl_int zero = 0;

	for (cl_int i = 0; i < POKES; i++) {
		cl_int found = -1;

		EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, targets[i], CL_TRUE, 0, sizeof(found),
						       &found, 0, NULL, NULL));
		EXPECT_TRUE(found == i + 1 || !api_computes());
		EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(Q, targets[i], CL_TRUE, 0, sizeof(zero),
							&zero, 0, NULL, NULL));
	}
}

/* Several replays at once, among other launches of the kernel. */
static void replay_pokes(cl_kernel kernel, const cl_mem *targets, cl_mem other)
{
	cl_command_buffer_khr buffer = record_pokes(kernel, targets);

	for (int round = 0; round < POKE_ROUNDS; round++) {
		for (cl_int i = 0; i < 3; i++) {
			set_poke(kernel, other, 100 * round + i);
			EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
			EXPECT(CL_SUCCESS, clEnqueueTask(Q, kernel, 0, NULL, NULL));
		}
		EXPECT(CL_SUCCESS, clFinish(api.loose));
		check_pokes(targets);
	}
	EXPECT(CL_SUCCESS, cb.release(buffer));
}

/* Each recorded launch keeps its values, although they have changed since. */
static void changed_arguments(void **state)
{
	cl_kernel kernel = api_kernel("poke");
	cl_mem targets[POKES], other = api_buffer(0, API_BUFFER, NULL);

	(void)state;
	for (int i = 0; i < POKES; i++)
		targets[i] = api_buffer(0, API_BUFFER, NULL);
	for (cl_int i = 0; i < 10; i++) {
		set_poke(kernel, targets[0], -i);
		EXPECT(CL_SUCCESS, clEnqueueTask(Q, kernel, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(Q));
	for (int i = 0; i < 2; i++)
		replay_pokes(kernel, targets, other);
	clReleaseKernel(kernel);
	clReleaseMemObject(other);
	for (int i = 0; i < POKES; i++)
		clReleaseMemObject(targets[i]);
	api_end();
}

/* If its wait list fails, a replay ends before it starts, and the buffer remains usable. */
static void failed_wait_list(void **state)
{
	cl_command_buffer_khr buffer = filling(Q, 0);
	cl_event gate = clCreateUserEvent(api.context, NULL), done = NULL;

	(void)state;
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 1, &gate, &done));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, -1234));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &done));
	EXPECT_TRUE(api_event_status(done) < 0);
	EXPECT_TRUE(api_command_buffer_state(buffer) == EXECUTABLE);
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseEvent(gate), clReleaseEvent(done);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	api_end();
}

/* All objects are released while the replay is pending. What it needs must stay alive. */
static void released_while_pending(void **state)
{
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    NULL, NULL);
	cl_command_buffer_khr buffer = api_command_buffer(queue, 0);
	cl_event gate = clCreateUserEvent(api.context, NULL), done = NULL;
	cl_mem target = api_buffer(0, 64, NULL);

	(void)state;
	EXPECT(CL_SUCCESS,
	       cb.fill(buffer, NULL, NULL, target, &one, 4, 0, 64, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.finalize(buffer));
	EXPECT(CL_SUCCESS, cb.enqueue(0, NULL, buffer, 1, &gate, &done));
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_SUCCESS, clReleaseMemObject(target));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	EXPECT(CL_INVALID_COMMAND_BUFFER_KHR, cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &done));
	clReleaseEvent(gate), clReleaseEvent(done);
	api_end();
}

static void released_while_recording(void **state)
{
	cl_command_buffer_khr buffer = api_command_buffer(Q, 0);
	cl_kernel kernel = api_kernel("poke");

	(void)state;
	set_poke(kernel, api.buffer, 1);
	EXPECT(CL_SUCCESS,
	       cb.ndrange(buffer, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, cb.barrier(buffer, NULL, NULL, 0, NULL, NULL, NULL));
	clReleaseKernel(kernel);
	EXPECT(CL_SUCCESS, cb.release(buffer));
	EXPECT(CL_SUCCESS, clFinish(Q));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_answers),
		cmocka_unit_test(create_errors),
		cmocka_unit_test(handles_of_released_queues),
		cmocka_unit_test(queries),
		cmocka_unit_test(errors_that_all_records_share),
		cmocka_unit_test(errors_of_the_commands),
		cmocka_unit_test(shared_virtual_memory),
		cmocka_unit_test(enqueue_errors),
		cmocka_unit_test(state_machine),
		cmocka_unit_test(several_at_once),
		cmocka_unit_test(changed_arguments),
		cmocka_unit_test(failed_wait_list),
		cmocka_unit_test(released_while_pending),
		cmocka_unit_test(released_while_recording),
	};

	return cmocka_run_group_tests(tests, api_command_buffer_setup, api_teardown);
}
