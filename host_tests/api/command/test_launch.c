/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#define Q api.queue

/* A kernel with all arguments set, on a zeroed buffer. */
static cl_kernel ready_kernel(const char *name, cl_mem *ret_out)
{
	cl_kernel kernel = api_kernel(name);
	char zero = 0;

	*ret_out = api_buffer(0, API_BUFFER, NULL);
	EXPECT(CL_SUCCESS,
	       clEnqueueFillBuffer(Q, *ret_out, &zero, 1, 0, API_BUFFER, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), ret_out));
	return kernel;
}

#define RANGE(q, k, dim, offset, global, local, n, list)                                           \
	clEnqueueNDRangeKernel(q, k, dim, offset, global, local, n, list, NULL)

static void argument_errors(void **state)
{
	cl_mem out;
	cl_kernel kernel = ready_kernel("ranged", &out), unset = api_kernel("vadd");
	cl_program foreign_program = api_program(api.other, api.devices[0], 1);
	cl_kernel foreign = clCreateKernel(foreign_program, "vadd", NULL);
	cl_command_queue second = clCreateCommandQueue(api.context, api.devices[1], 0, NULL);
	cl_event bad = (cl_event)Q, user = api.user, foreign_event = api.foreign_event;
	size_t one = 1;

	(void)state;
#define BOTH(code, q, k, n, list)                                                                  \
	do {                                                                                       \
		EXPECT(code, RANGE(q, k, 1, NULL, &one, NULL, n, list));                           \
		EXPECT(code, clEnqueueTask(q, k, n, list, NULL));                                  \
	} while (0)
	BOTH(CL_INVALID_COMMAND_QUEUE, (cl_command_queue)out, kernel, 0, NULL);
	BOTH(CL_INVALID_KERNEL, Q, (cl_kernel)Q, 0, NULL);
	BOTH(CL_INVALID_KERNEL, Q, NULL, 0, NULL);
	BOTH(CL_INVALID_CONTEXT, Q, foreign, 0, NULL);
	BOTH(CL_INVALID_PROGRAM_EXECUTABLE, second, kernel, 0, NULL);
	BOTH(CL_INVALID_KERNEL_ARGS, Q, unset, 0, NULL);
	BOTH(CL_INVALID_EVENT_WAIT_LIST, Q, kernel, 1, NULL);
	BOTH(CL_INVALID_EVENT_WAIT_LIST, Q, kernel, 0, &user);
	BOTH(CL_INVALID_EVENT_WAIT_LIST, Q, kernel, 1, &bad);
	BOTH(CL_INVALID_CONTEXT, Q, kernel, 1, &foreign_event);
#undef BOTH
	clReleaseCommandQueue(second);
	clReleaseKernel(kernel);
	clReleaseKernel(unset);
	clReleaseKernel(foreign);
	clReleaseProgram(foreign_program);
	clReleaseMemObject(out);
	api_end();
}

struct sizes {
	cl_int error;
	const char *kernel;
	cl_uint dim;
	size_t global[3], local[3];
};

static void size_errors(void **state)
{
	/* vadd accepts up to 4096 work-items in a group, ranged up to 64, tiled exactly 4 × 2. */
	static const struct sizes cases[] = {
		{CL_INVALID_WORK_DIMENSION, "ranged", 0, {1, 1, 1}, {1, 1, 1}},
		{CL_INVALID_WORK_DIMENSION, "ranged", 4, {1, 1, 1}, {1, 1, 1}},
		{CL_INVALID_WORK_GROUP_SIZE, "ranged", 1, {10}, {3}},
		{CL_INVALID_WORK_GROUP_SIZE, "ranged", 2, {8, 9}, {4, 2}},
		{CL_INVALID_WORK_GROUP_SIZE, "ranged", 1, {8}, {0}},
		{CL_INVALID_WORK_GROUP_SIZE, "ranged", 1, {128}, {128}},
		{CL_INVALID_WORK_GROUP_SIZE, "ranged", 2, {64, 64}, {16, 8}},
		{CL_INVALID_WORK_ITEM_SIZE, "ranged", 1, {8192}, {8192}},
		{CL_INVALID_WORK_GROUP_SIZE, "tiled", 1, {8}, {8}},
		{CL_INVALID_WORK_GROUP_SIZE, "tiled", 2, {8, 8}, {2, 4}},
		{CL_SUCCESS, "ranged", 1, {128}, {64}},
		{CL_SUCCESS, "ranged", 3, {4, 4, 8}, {4, 4, 4}},
		{CL_SUCCESS, "tiled", 2, {8, 8}, {4, 2}},
		{CL_SUCCESS, "tiled", 3, {8, 8, 1}, {4, 2, 1}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cl_mem out;
		cl_kernel kernel = ready_kernel(cases[i].kernel, &out);

		EXPECT(cases[i].error, RANGE(Q, kernel, cases[i].dim, NULL, cases[i].global,
					     cases[i].local, 0, NULL));
		EXPECT(CL_SUCCESS, clFinish(Q));
		clReleaseKernel(kernel);
		clReleaseMemObject(out);
	}
	api_end();
}

static void open_local_size_errors(void **state)
{
	size_t odd[] = {7, 8}, even[] = {8, 8};
	size_t offset = SIZE_MAX - 3, four = 4, three = 3;
	cl_mem out, other;
	cl_kernel tiled = ready_kernel("tiled", &out), ranged = ready_kernel("ranged", &other);

	(void)state;
	EXPECT(CL_INVALID_WORK_GROUP_SIZE, RANGE(Q, tiled, 2, NULL, odd, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, RANGE(Q, tiled, 2, NULL, even, NULL, 0, NULL));
	EXPECT(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(Q, tiled, 0, NULL, NULL));
	EXPECT(CL_INVALID_GLOBAL_OFFSET, RANGE(Q, ranged, 1, &offset, &four, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, RANGE(Q, ranged, 1, &offset, &three, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseKernel(tiled);
	clReleaseKernel(ranged);
	clReleaseMemObject(out);
	clReleaseMemObject(other);
	api_failures_seen(); /* not every board runs work-groups */
	api_end();
}

/* Since OpenCL 2.1, such a command completes without running anything. */
static void empty_ranges(void **state)
{
	size_t zero[] = {0, 8}, local[] = {4, 4};
	cl_mem out;
	cl_kernel kernel = ready_kernel("ranged", &out);
	cl_event event = NULL;
	cl_int first = 12345, status = 12345;

	(void)state;
	EXPECT(CL_SUCCESS, RANGE(Q, kernel, 1, NULL, NULL, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, RANGE(Q, kernel, 2, NULL, zero, NULL, 0, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueNDRangeKernel(Q, kernel, 2, NULL, zero, local, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	EXPECT_TRUE(status == CL_COMPLETE);
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, out, CL_TRUE, 0, sizeof(first), &first, 0, NULL, NULL));
	if (api_computes())
		EXPECT_TRUE(first == 0);
	clReleaseEvent(event);
	clReleaseKernel(kernel);
	clReleaseMemObject(out);
	api_end();
}

/* Requests more local memory than a work-group has. */
static void local_memory_limit(void **state)
{
	cl_kernel kernel = api_kernel("mixed");
	char wide[24] = {0};
	size_t one = 1;

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &api.buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, 65536, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(wide), wide));
	EXPECT(CL_OUT_OF_RESOURCES, RANGE(Q, kernel, 1, NULL, &one, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, 65536 - 256, NULL));
	EXPECT(CL_SUCCESS, RANGE(Q, kernel, 1, NULL, &one, NULL, 0, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseKernel(kernel);
	api_end();
}

static void computes_vadd(void **state)
{
	int a[64], b[64], c[64] = {0}, n = 64, wrong = 0;
	cl_kernel kernel = api_kernel("vadd");
	cl_mem mems[3];
	cl_event event;

	(void)state;
	if (!api_computes())
		skip();
	for (int i = 0; i < 64; i++) {
		a[i] = i;
		b[i] = 1000 * i;
	}
	mems[0] = api_buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	mems[1] = api_buffer(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof(b), b);
	/* Some hosts pass a wrong flag; the kernel's writes must still be visible. */
	mems[2] = api_buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(c), c);
	for (cl_uint i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, i, sizeof(cl_mem), &mems[i]));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, kernel, 0, NULL, &event));
	/* The launch uses the values at the time of the enqueue, whatever is set later. */
	n = 0;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, mems[2], CL_TRUE, 0, sizeof(c), c, 1, &event, NULL));
	for (int i = 0; i < 64; i++)
		wrong += c[i] != 1001 * i;
	EXPECT_TRUE(wrong == 0);
	clReleaseEvent(event);
	clReleaseKernel(kernel);
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(mems[i]);
	api_end();
}

/*
 * How the range is divided if the local size is NULL: each group writes its number of work-items.
 * `groups` groups of `items` are expected.
 */
static void open_local_sizes(void **state)
{
	static const struct {
		const char *kernel;
		cl_uint dim;
		size_t global[2];
		int groups, items;
	} cases[] = {
		{"ranged", 1, {64}, 1, 64},  /* fits completely */
		{"ranged", 1, {128}, 2, 64}, /* the largest divisor within the limit */
		{"ranged", 1, {100}, 2, 50},
		{"ranged", 1, {67}, 67, 1}, /* a prime above the limit */
		{"ranged", 2, {32, 4}, 2, 64},
		{"tiled", 2, {8, 4}, 4, 8}, /* required by the kernel */
	};
	int found[128];

	(void)state;
	if (!api_computes())
		skip();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cl_mem out;
		cl_kernel kernel = ready_kernel(cases[i].kernel, &out);
		int groups = 0;

		EXPECT(CL_SUCCESS,
		       RANGE(Q, kernel, cases[i].dim, NULL, cases[i].global, NULL, 0, NULL));
		EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, out, CL_TRUE, 0, sizeof(found), found, 0,
						       NULL, NULL));
		while (groups < 128 && found[groups] == cases[i].items)
			groups++;
		EXPECT_TRUE(groups == cases[i].groups && !found[groups]);
		clReleaseKernel(kernel);
		clReleaseMemObject(out);
	}
	api_end();
}

/* The image wires the stream arguments, so they are not set. */
static void wired_streams(void **state)
{
	cl_kernel producer = api_kernel("producer"), consumer = api_kernel("consumer");
	cl_int n = 100, sum = 0;
	cl_mem out = api_buffer(0, sizeof(sum), NULL);

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(producer, 0, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clSetKernelArg(consumer, 1, sizeof(cl_mem), &out));
	EXPECT(CL_SUCCESS, clSetKernelArg(consumer, 2, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.loose, producer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.loose, consumer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.loose));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, out, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL));
	if (api_computes())
		EXPECT_TRUE(sum == 4950);
	clReleaseKernel(producer);
	clReleaseKernel(consumer);
	clReleaseMemObject(out);
	api_end();
}

/* A failed kernel fails its own event and those that depend on it, but not the queue. */
static void failed_kernel(void **state)
{
	cl_kernel fail = api_kernel("fail"), poke = api_kernel("poke");
	cl_int code = -7, value = 42, found = 0, status = 0;
	cl_mem out = api_buffer(0, sizeof(value), NULL);
	cl_event failed = NULL, dependent = NULL, after = NULL;

	(void)state;
	if (!api_computes())
		skip();
	EXPECT(CL_SUCCESS, clSetKernelArg(fail, 0, sizeof(code), &code));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(cl_mem), &out));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, fail, 0, NULL, &failed));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 1, &failed, &dependent));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 0, NULL, &after));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &failed));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &dependent));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &after));
	clGetEventInfo(failed, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	EXPECT_TRUE(status < 0);
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, out, CL_TRUE, 0, sizeof(found), &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 42);
	clReleaseEvent(failed);
	clReleaseEvent(dependent);
	clReleaseEvent(after);
	clReleaseKernel(fail);
	clReleaseKernel(poke);
	clReleaseMemObject(out);
	api_end();
}

/* A NULL buffer becomes a null pointer, a sub-buffer a pointer to its origin. */
static void pointer_values(void **state)
{
	cl_kernel poke = api_kernel("poke");
	cl_buffer_region region = {256, 128};
	cl_mem out = api_buffer(0, 1024, NULL);
	cl_mem part = clCreateSubBuffer(out, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	cl_int value = 9, found[256] = {0};

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(cl_mem), NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(cl_mem), &part));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(Q, out, CL_TRUE, 0, sizeof(found), found, 0, NULL, NULL));
	if (api_computes())
		EXPECT_TRUE(found[64] == 9);
	clReleaseKernel(poke);
	clReleaseMemObject(part);
	clReleaseMemObject(out);
	api_end();
}

/*
 * Launches that each change one of two arguments, both, or none. What one of them has left behind
 * must not get into another.
 */
static void changing_values(void **state)
{
	cl_mem targets[2] = {api_buffer(0, API_BUFFER, NULL), api_buffer(0, API_BUFFER, NULL)};
	cl_kernel kernel = api_kernel("poke");
	const cl_int first = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &targets[0]));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(first), &first));
	for (int i = 0; i < 10; i++)
		EXPECT(CL_SUCCESS, clEnqueueTask(Q, kernel, 0, NULL, NULL));
	for (cl_int i = 0; i < 200; i++) {
		cl_int value = i % 3 ? i : first, found[2] = {-1, -1}, zero = 0;
		int which = i % 5 < 2; /* not in step with the changes, which are used in turn */

		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &targets[which]));
		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
		EXPECT(CL_SUCCESS, clEnqueueTask(Q, kernel, 0, NULL, NULL));
		for (int k = 0; k < 2; k++) {
			EXPECT(CL_SUCCESS, clEnqueueReadBuffer(Q, targets[k], CL_TRUE, 0, 4,
							       &found[k], 0, NULL, NULL));
			EXPECT(CL_SUCCESS,
			       clEnqueueFillBuffer(Q, targets[k], &zero, 4, 0, 4, 0, NULL, NULL));
		}
		EXPECT_TRUE(!api_computes() || (found[which] == value && found[!which] <= 0));
	}
	clReleaseKernel(kernel);
	clReleaseMemObject(targets[0]);
	clReleaseMemObject(targets[1]);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(argument_errors),        cmocka_unit_test(size_errors),
		cmocka_unit_test(open_local_size_errors), cmocka_unit_test(empty_ranges),
		cmocka_unit_test(local_memory_limit),     cmocka_unit_test(computes_vadd),
		cmocka_unit_test(open_local_sizes),       cmocka_unit_test(wired_streams),
		cmocka_unit_test(failed_kernel),          cmocka_unit_test(changing_values),
		cmocka_unit_test(pointer_values),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
