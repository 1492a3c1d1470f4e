/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random host programs: calls in random order on random objects, one in sixteen with a handle that
 * is released, of another type, or NULL. Every call returns an OpenCL code, nothing hangs, and in
 * between an ordinary program gets the right result. stress_random [SEED [ROUNDS]]
 */
#include "host_tests/api/api_test.h"

enum { POOL = 24, BYTES = 256, STEPS = 400 };

/* Objects of one type to which this host holds a reference. */
struct pool {
	void *handles[POOL];
	unsigned count;
};

struct mapping {
	cl_mem buffer;
	void *pointer;
};

struct host {
	uint32_t seed;
	struct pool queues, buffers, kernels, programs, events, users, pointers;
	struct mapping maps[POOL];
	unsigned nmaps;
	unsigned calls, refused;
};

static uint32_t pick(struct host *host, uint32_t below)
{
	host->seed = host->seed * 1664525u + 1013904223u;
	return (host->seed >> 8) % below;
}

/* --- pools ------------------------------------------------------------------------------------ */

/* A full pool returns a random object, which the caller releases. */
static void *put(struct host *host, struct pool *pool, void *handle)
{
	void *lost = NULL;

	if (!handle)
		return NULL;
	if (pool->count < POOL) {
		pool->handles[pool->count++] = handle;
	} else {
		unsigned i = pick(host, POOL);

		lost = pool->handles[i];
		pool->handles[i] = handle;
	}
	return lost;
}

static void *take(struct host *host, struct pool *pool)
{
	unsigned i = pool->count ? pick(host, pool->count) : 0;
	void *handle = pool->count ? pool->handles[i] : NULL;

	if (handle)
		pool->handles[i] = pool->handles[--pool->count];
	return handle;
}

/* An object from the pool, or occasionally something else. */
static void *any(struct host *host, struct pool *pool)
{
	struct pool *pools[] = {&host->queues,   &host->buffers, &host->kernels,
				&host->programs, &host->events,  &host->users};
	struct pool *other = pools[pick(host, 6)];

	if (pick(host, 16) == 0)
		return other->count && pick(host, 4) ? other->handles[pick(host, other->count)]
						     : NULL;
	return pool->count ? pool->handles[pick(host, pool->count)] : NULL;
}

/* Codes of OpenCL are 0 or small negative numbers; anything else is uninitialized memory. */
static bool good(struct host *host, cl_int code)
{
	host->calls++;
	host->refused += code != CL_SUCCESS;
	if (code > 0 || code < -72)
		fail_msg("seed %u: a call answered %d", host->seed, code);
	return code == CL_SUCCESS;
}

static void release_event(struct host *host, cl_event event)
{
	if (event)
		good(host, clReleaseEvent(event));
}

/* The host must not wait for anything that depends on an event that only it can complete. */
static void complete_users(struct host *host)
{
	cl_event event;

	while ((event = take(host, &host->users))) {
		good(host, clSetUserEventStatus(event, pick(host, 4) ? CL_COMPLETE : -7));
		release_event(host, put(host, &host->events, event));
	}
}

/* --- arguments common to all commands --------------------------------------------------------- */

struct tail {
	cl_uint count;
	cl_event waits[3];
	cl_event *event, made;
};

static cl_event *list_of(struct tail *tail)
{
	return tail->count ? tail->waits : NULL;
}

static void begin(struct host *host, struct tail *tail)
{
	tail->count = pick(host, 4);
	for (cl_uint i = 0; i < tail->count; i++)
		tail->waits[i] = any(host, pick(host, 4) ? &host->events : &host->users);
	tail->made = NULL;
	tail->event = pick(host, 2) ? &tail->made : NULL;
}

static void end(struct host *host, struct tail *tail, cl_int code)
{
	if (good(host, code) && tail->made)
		release_event(host, put(host, &host->events, tail->made));
	else if (tail->made)
		fail_msg("seed %u: an event came with the error %d", host->seed, code);
}

#define WAITS(tail) (tail).count, list_of(&(tail)), (tail).event

/* An offset that is usually inside the buffer. */
static size_t offset(struct host *host)
{
	return pick(host, 8) ? 16 * pick(host, 8) : pick(host, 2) ? 3 : (size_t)-16;
}

static size_t length(struct host *host)
{
	return pick(host, 8) ? 16 * (1 + pick(host, 8)) : pick(host, 2) ? 0 : (size_t)1 << 40;
}

/* --- objects ---------------------------------------------------------------------------------- */

static void make_queue(struct host *host)
{
	cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, pick(host, 5), 0};
	cl_int error = 12345;
	cl_command_queue queue = clCreateCommandQueueWithProperties(
		api.context, api.devices[pick(host, 2)], list, &error);

	good(host, error);
	queue = put(host, &host->queues, queue);
	if (queue)
		good(host, clReleaseCommandQueue(queue));
}

static void make_buffer(struct host *host)
{
	static char host_bytes[BYTES];
	const cl_mem_flags flags[] = {0,
				      CL_MEM_READ_ONLY,
				      CL_MEM_WRITE_ONLY,
				      CL_MEM_ALLOC_HOST_PTR,
				      CL_MEM_COPY_HOST_PTR,
				      CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS,
				      CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
				      (cl_mem_flags)1 << 40};
	cl_mem_flags flag = flags[pick(host, 8)];
	cl_int error = 12345;
	cl_mem buffer = clCreateBuffer(pick(host, 8) ? api.context : api.other, flag,
				       pick(host, 16) ? BYTES : 0,
				       flag & CL_MEM_COPY_HOST_PTR ? host_bytes : NULL, &error);

	good(host, error);
	buffer = put(host, &host->buffers, buffer);
	if (buffer)
		good(host, clReleaseMemObject(buffer));
}

static void make_view(struct host *host)
{
	cl_buffer_region region = {128 * pick(host, 3), 16 * pick(host, 9)};
	cl_int error = 12345;
	cl_mem view = clCreateSubBuffer(any(host, &host->buffers), 0, CL_BUFFER_CREATE_TYPE_REGION,
					&region, &error);

	good(host, error);
	view = put(host, &host->buffers, view);
	if (view)
		good(host, clReleaseMemObject(view));
}

static void make_program(struct host *host)
{
	cl_program program = api_program(api.context, api.devices[0], (uint8_t)(1 + pick(host, 2)));

	program = put(host, &host->programs, program);
	if (program)
		good(host, clReleaseProgram(program));
}

static void make_kernel(struct host *host)
{
	static const char *const names[] = {"vadd", "vadd:{vadd_2}", "poke",
					    "fail", "ranged",        "none"};
	cl_int error = 12345;
	cl_kernel kernel = pick(host, 4) ? clCreateKernel(any(host, &host->programs),
							  names[pick(host, 6)], &error)
					 : clCloneKernel(any(host, &host->kernels), &error);

	good(host, error);
	kernel = put(host, &host->kernels, kernel);
	if (kernel)
		good(host, clReleaseKernel(kernel));
}

static void make_user(struct host *host)
{
	cl_int error = 12345;
	cl_event event = host->users.count < POOL ? clCreateUserEvent(api.context, &error) : NULL;

	if (event && good(host, error))
		put(host, &host->users, event);
}

static void make_pointer(struct host *host)
{
	void *pointer = clSVMAlloc(api.context, CL_MEM_READ_WRITE, BYTES, 0);

	pointer = put(host, &host->pointers, pointer);
	if (!pointer)
		return;
	complete_users(host);
	for (unsigned i = 0; i < host->queues.count; i++)
		good(host, clFinish(host->queues.handles[i]));
	clSVMFree(api.context, pointer);
}

static void drop_something(struct host *host)
{
	void *handle;

	switch (pick(host, 6)) {
	case 0:
		if ((handle = take(host, &host->queues)))
			good(host, clReleaseCommandQueue(handle));
		break;
	case 1:
		if ((handle = take(host, &host->buffers)))
			good(host, clReleaseMemObject(handle));
		break;
	case 2:
		if ((handle = take(host, &host->kernels)))
			good(host, clReleaseKernel(handle));
		break;
	case 3:
		if ((handle = take(host, &host->programs)))
			good(host, clReleaseProgram(handle));
		break;
	case 4:
		release_event(host, take(host, &host->events));
		break;
	default:
		complete_users(host);
	}
}

/* --- commands --------------------------------------------------------------------------------- */

static char scratch[2 * BYTES]; /* for transfers; its contents do not matter */

static void transfer(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	cl_mem buffer = any(host, &host->buffers);
	size_t at = offset(host), bytes = length(host);
	cl_bool blocking = pick(host, 4) == 0;
	struct tail tail;

	if (blocking)
		complete_users(host);
	begin(host, &tail);
	if (blocking)
		complete_users(host);
	if (bytes > BYTES && bytes != (size_t)1 << 40)
		bytes = BYTES;
	if (pick(host, 2))
		end(host, &tail,
		    clEnqueueReadBuffer(queue, buffer, blocking, at, bytes, scratch, WAITS(tail)));
	else
		end(host, &tail,
		    clEnqueueWriteBuffer(queue, buffer, blocking, at, bytes, scratch, WAITS(tail)));
}

static void fill_or_copy(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	cl_mem buffer = any(host, &host->buffers), other = any(host, &host->buffers);
	size_t at = offset(host), to = offset(host), bytes = length(host);
	size_t origin[3] = {pick(host, 4), pick(host, 4), 0}, region[3] = {8, 2, pick(host, 2)};
	struct tail tail;

	begin(host, &tail);
	switch (pick(host, 3)) {
	case 0:
		end(host, &tail,
		    clEnqueueFillBuffer(queue, buffer, scratch, (size_t)1 << pick(host, 9), at,
					bytes, WAITS(tail)));
		break;
	case 1:
		end(host, &tail,
		    clEnqueueCopyBuffer(queue, buffer, other, at, to, bytes, WAITS(tail)));
		break;
	default:
		end(host, &tail,
		    clEnqueueCopyBufferRect(queue, buffer, other, origin, origin, region, 16, 0, 16,
					    0, WAITS(tail)));
	}
}

static void map(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	cl_mem buffer = any(host, &host->buffers);
	cl_int error = 12345;
	struct tail tail;
	void *pointer;

	begin(host, &tail);
	pointer = clEnqueueMapBuffer(queue, buffer, CL_FALSE, (cl_map_flags)pick(host, 8),
				     offset(host), length(host), WAITS(tail), &error);
	end(host, &tail, error);
	if (pointer && host->nmaps < POOL)
		host->maps[host->nmaps++] = (struct mapping){buffer, pointer};
}

static void unmap(struct host *host)
{
	unsigned i = host->nmaps ? pick(host, host->nmaps) : 0;
	struct mapping mapping = host->nmaps ? host->maps[i] : (struct mapping){0};
	struct tail tail;

	if (host->nmaps)
		host->maps[i] = host->maps[--host->nmaps];
	begin(host, &tail);
	end(host, &tail,
	    clEnqueueUnmapMemObject(any(host, &host->queues), mapping.buffer, mapping.pointer,
				    WAITS(tail)));
}

static void set_arg(struct host *host)
{
	cl_kernel kernel = any(host, &host->kernels);
	cl_mem buffer = any(host, &host->buffers);
	const cl_int number[2] = {(cl_int)pick(host, 4), 0};
	size_t size = pick(host, 8); /* 8 would be an invalid pointer */
	cl_uint index = pick(host, 5);

	if (pick(host, 8) == 0 && host->pointers.count)
		good(host, clSetKernelArgSVMPointer(
				   kernel, index,
				   host->pointers.handles[pick(host, host->pointers.count)]));
	else if (index < 3 && pick(host, 8))
		good(host, clSetKernelArg(kernel, index, sizeof(buffer), &buffer));
	else
		good(host, clSetKernelArg(kernel, index, size, number));
}

static void launch(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	cl_kernel kernel = any(host, &host->kernels);
	size_t global[3] = {pick(host, 16), 2, 1}, local[3] = {pick(host, 4), 1, 1};
	struct tail tail;

	begin(host, &tail);
	if (pick(host, 2))
		end(host, &tail, clEnqueueTask(queue, kernel, WAITS(tail)));
	else
		end(host, &tail,
		    clEnqueueNDRangeKernel(queue, kernel, pick(host, 4), NULL, global,
					   pick(host, 2) ? local : NULL, WAITS(tail)));
}

static void synchronise(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	cl_mem buffer = any(host, &host->buffers);
	struct tail tail;

	begin(host, &tail);
	switch (pick(host, 5)) {
	case 0:
		end(host, &tail, clEnqueueMarkerWithWaitList(queue, WAITS(tail)));
		break;
	case 1:
		end(host, &tail, clEnqueueBarrierWithWaitList(queue, WAITS(tail)));
		break;
	case 2:
		end(host, &tail,
		    clEnqueueMigrateMemObjects(queue, 1, &buffer, pick(host, 4), WAITS(tail)));
		break;
	case 3:
		good(host, clFlush(queue));
		break;
	default:
		complete_users(host);
		good(host, clFinish(queue));
	}
}

static void shared_memory(struct host *host)
{
	cl_command_queue queue = any(host, &host->queues);
	char *pointer = host->pointers.count
				? host->pointers.handles[pick(host, host->pointers.count)]
				: NULL;
	struct tail tail;

	begin(host, &tail);
	switch (pick(host, 4)) {
	case 0:
		end(host, &tail,
		    clEnqueueSVMMemcpy(queue, CL_FALSE, pointer, scratch, 16, WAITS(tail)));
		break;
	case 1:
		end(host, &tail,
		    clEnqueueSVMMemFill(queue, pointer, scratch, 4, 16 * pick(host, 4),
					WAITS(tail)));
		break;
	case 2:
		end(host, &tail,
		    clEnqueueSVMMap(queue, CL_FALSE, (cl_map_flags)pick(host, 4), pointer, BYTES,
				    WAITS(tail)));
		break;
	default:
		end(host, &tail, clEnqueueSVMUnmap(queue, pointer, WAITS(tail)));
	}
}

/* --- queries ---------------------------------------------------------------------------------- */

static _Atomic unsigned notified;

static void CL_CALLBACK notify(cl_event event, cl_int status, void *data)
{
	(void)event, (void)status, (void)data;
	notified++;
}

static void ask(struct host *host)
{
	cl_ulong answer[8];
	size_t size = pick(host, 2) ? sizeof(answer) : pick(host, 9);

	switch (pick(host, 7)) {
	case 0:
		good(host, clGetEventInfo(any(host, &host->events), 0x11D0 + pick(host, 6), size,
					  answer, NULL));
		break;
	case 1:
		good(host, clGetMemObjectInfo(any(host, &host->buffers), 0x1100 + pick(host, 12),
					      size, answer, NULL));
		break;
	case 2:
		good(host, clGetKernelArgInfo(any(host, &host->kernels), pick(host, 5),
					      0x1196 + pick(host, 5), size, answer, NULL));
		break;
	case 3:
		good(host, clGetCommandQueueInfo(any(host, &host->queues), 0x1090 + pick(host, 8),
						 size, answer, NULL));
		break;
	case 4:
		good(host, clGetEventProfilingInfo(any(host, &host->events), 0x1280 + pick(host, 6),
						   size, answer, NULL));
		break;
	case 5:
		good(host, clSetEventCallback(any(host, &host->events), (cl_int)pick(host, 5),
					      notify, NULL));
		break;
	default:
		good(host,
		     clGetProgramBuildInfo(any(host, &host->programs), api.devices[pick(host, 2)],
					   0x1181 + pick(host, 5), size, answer, NULL));
	}
}

/* --- the test --------------------------------------------------------------------------------- */

static void ordinary_program(void)
{
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    NULL, NULL);
	cl_int left[4] = {1, 2, 3, 4}, right[4] = {10, 20, 30, 40}, sum[4] = {0}, n = 4;
	cl_mem buffers[3] = {api_buffer(CL_MEM_COPY_HOST_PTR, sizeof(left), left),
			     api_buffer(CL_MEM_COPY_HOST_PTR, sizeof(right), right),
			     api_buffer(0, sizeof(sum), NULL)};
	cl_kernel vadd = api_kernel("vadd");

	for (cl_uint i = 0; i < 3; i++)
		assert_int_equal(clSetKernelArg(vadd, i, sizeof(cl_mem), &buffers[i]), CL_SUCCESS);
	assert_int_equal(clSetKernelArg(vadd, 3, sizeof(n), &n), CL_SUCCESS);
	assert_int_equal(clEnqueueTask(queue, vadd, 0, NULL, NULL), CL_SUCCESS);
	assert_int_equal(
		clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(sum), sum, 0, NULL, NULL),
		CL_SUCCESS);
	for (int i = 0; i < 4; i++)
		assert_int_equal(sum[i], 11 * (i + 1));
	for (int i = 0; i < 3; i++)
		assert_int_equal(clReleaseMemObject(buffers[i]), CL_SUCCESS);
	assert_int_equal(clReleaseKernel(vadd), CL_SUCCESS);
	assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
}

static void let_go(struct host *host)
{
	void *handle;

	complete_users(host);
	while ((handle = take(host, &host->queues)))
		good(host, clFinish(handle)), good(host, clReleaseCommandQueue(handle));
	while ((handle = take(host, &host->events)))
		good(host, clReleaseEvent(handle));
	while ((handle = take(host, &host->buffers)))
		good(host, clReleaseMemObject(handle));
	while ((handle = take(host, &host->kernels)))
		good(host, clReleaseKernel(handle));
	while ((handle = take(host, &host->programs)))
		good(host, clReleaseProgram(handle));
	while ((handle = take(host, &host->pointers)))
		clSVMFree(api.context, handle);
}

static void run(uint32_t seed)
{
	static void (*const actions[])(struct host *) = {
		make_queue,  make_buffer, make_buffer,   make_view,    make_program,
		make_kernel, make_kernel, make_user,     make_pointer, drop_something,
		transfer,    transfer,    fill_or_copy,  map,          unmap,
		set_arg,     set_arg,     set_arg,       set_arg,      launch,
		launch,      synchronise, shared_memory, ask,          ask,
	};
	struct host host = {.seed = seed};

	for (int i = 0; i < STEPS; i++)
		actions[pick(&host, sizeof(actions) / sizeof(actions[0]))](&host);
	let_go(&host);
	ordinary_program();
	/* A run in which every call failed, or none did, has tested nothing. */
	assert_true(host.refused > 0 && host.refused < host.calls);
}

static uint32_t first_seed = 1, rounds = 200;

static void random_hosts(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < rounds; i++)
		run(first_seed + i * 7919);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_hosts)};

	if (argc > 1)
		first_seed = (uint32_t)strtoul(argv[1], NULL, 0);
	if (argc > 2)
		rounds = (uint32_t)strtoul(argv[2], NULL, 0);
	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
