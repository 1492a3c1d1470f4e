/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The limits reported by clGetDeviceInfo(), reached by kernels, and exceeded by one. Memory limits
 * are in test_memory.c, printf in test_kernels.c.
 */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <limits.h>

#include "claims.h"

#include <CL/cl_ext.h>

static struct app app;

static cl_ulong query(cl_device_info name)
{
	cl_ulong value = 0;

	OK(clGetDeviceInfo(app.devices[0], name, sizeof(value), &value, NULL));
	return value;
}

static cl_mem output(size_t size)
{
	return app_buffer(&app, CL_MEM_READ_WRITE, size, NULL);
}

static void finish(cl_kernel kernel, cl_mem buffer, void *to, size_t size)
{
	app_read_buffer(&app, buffer, to, size);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

/*
 * One work-group of `items` work-items along each dimension in turn; all of them reach a barrier.
 */
static void check_group(cl_kernel kernel, cl_uint dimension, size_t items, cl_int expected)
{
	size_t range[3] = {1, 1, 1};
	cl_mem buffer = output(items * sizeof(cl_uint));
	cl_uint *found = malloc(items * sizeof(cl_uint));

	range[dimension] = items;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, items * sizeof(cl_uint), NULL));
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, kernel, 3, NULL, range, range, 0, NULL, NULL),
		expected);
	if (!expected) {
		app_read_buffer(&app, buffer, found, items * sizeof(cl_uint));
		for (size_t i = 0; i < items; i++)
			assert_int_equal(found[i], items - 1 - i);
	}
	free(found);
	OK(clReleaseMemObject(buffer));
}

static void work_groups(void **state)
{
	cl_kernel kernel = app_kernel(&app, "group");
	size_t sizes[3] = {0}, most = query(CL_DEVICE_MAX_WORK_GROUP_SIZE), one[4] = {1, 1, 1, 1};

	(void)state;
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof(sizes), sizes,
			   NULL));
	assert_int_equal(query(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3);
	for (cl_uint i = 0; i < 3; i++) {
		assert_int_equal(sizes[i], most);
		check_group(kernel, i, sizes[i], CL_SUCCESS);
		check_group(kernel, i, sizes[i] + 1, CL_INVALID_WORK_ITEM_SIZE);
	}
	sizes[0] = sizes[1] = sizes[2] = most;
	sizes[2] = 1;
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, kernel, 3, NULL, sizes, sizes, 0, NULL, NULL),
		CL_INVALID_WORK_GROUP_SIZE);
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, kernel, 4, NULL, one, one, 0, NULL, NULL),
		CL_INVALID_WORK_DIMENSION);
	OK(clReleaseKernel(kernel));
}

static void local_memory(void **state)
{
	cl_kernel kernel = app_kernel(&app, "fill");
	cl_uint size = (cl_uint)query(CL_DEVICE_LOCAL_MEM_SIZE), sum = 0, expected = 0;
	cl_mem buffer = output(sizeof(sum));

	(void)state;
	for (cl_uint i = 0; i < size; i++)
		expected += i & 255;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, size + 1, NULL));
	OK(clSetKernelArg(kernel, 2, sizeof(size), &size));
	assert_int_equal(clEnqueueTask(app.queue, kernel, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
	OK(clSetKernelArg(kernel, 1, size, NULL));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffer, &sum, sizeof(sum));
	assert_int_equal(sum, expected);
}

/* The buffer and the struct of `unpack`. Larger ones are tested in compiler.sh. */
static void arguments(void **state)
{
	enum { WORDS = 1022 };
	cl_kernel kernel = app_kernel(&app, "unpack");
	cl_int words[WORDS], found[WORDS] = {0};
	cl_mem buffer = output(sizeof(found));
	const size_t range = WORDS;

	(void)state;
	assert_int_equal(query(CL_DEVICE_MAX_PARAMETER_SIZE), sizeof(cl_mem) + sizeof(words));
	app_numbers(words, WORDS, 3);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, sizeof(words), words));
	assert_int_equal(clSetKernelArg(kernel, 1, sizeof(words) + 1, words), CL_INVALID_ARG_SIZE);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &range, NULL, 0, NULL, NULL));
	finish(kernel, buffer, found, sizeof(found));
	assert_memory_equal(found, words, sizeof(words));
}

static void constant_arguments(void **state)
{
	enum { MOST = 256 };
	cl_kernel kernel = app_kernel(&app, "constants");
	cl_mem buffers[1 + MOST];
	cl_int found = 0;

	(void)state;
	assert_int_equal(query(CL_DEVICE_MAX_CONSTANT_ARGS), MOST);
	buffers[0] = output(sizeof(found));
	for (cl_int i = 0; i < MOST; i++)
		buffers[1 + i] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(i), &i);
	app_set_buffers(kernel, 0, 1 + MOST, buffers);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffers[0], &found, sizeof(found));
	assert_int_equal(found, MOST * (MOST - 1) / 2);
	for (int i = 0; i < MOST; i++)
		OK(clReleaseMemObject(buffers[1 + i]));
}

/*
 * As much as a host can still count that divides the size among all arguments, in an int. The image
 * connects `table` to another bank than `out`.
 */
static void constant_memory(void **state)
{
	cl_kernel kernel = app_kernel(&app, "last");
	cl_ulong size = query(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), words = size / sizeof(cl_int);
	cl_int value = 0xface, found = 0;
	cl_mem buffers[2];

	(void)state;
	assert_true(size <= INT_MAX && size / 2 / query(CL_DEVICE_MAX_CONSTANT_ARGS) > 65536);
	buffers[0] = output(sizeof(found));
	buffers[1] = app_buffer(&app, CL_MEM_READ_ONLY, size, NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clSetKernelArg(kernel, 2, sizeof(words), &words));
	OK(clEnqueueWriteBuffer(app.queue, buffers[1], CL_TRUE, size - sizeof(value), sizeof(value),
				&value, 0, NULL, NULL));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffers[0], &found, sizeof(found));
	assert_int_equal(found, value);
	OK(clReleaseMemObject(buffers[1]));
}

static void denormals(void **state)
{
	cl_kernel kernel = app_kernel(&app, "denormal");
	cl_uint smallest = 1, found = 0;
	cl_mem buffer = output(sizeof(found));
	cl_bool has = (query(CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM) != 0;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, sizeof(smallest), &smallest));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffer, &found, sizeof(found));
	assert_int_equal(found == 2, has);
}

static void double_precision(void **state)
{
	cl_kernel kernel = app_kernel(&app, "doubles");
	const cl_double a = 1.0 + 0x1p-52, b = 1.0 - 0x1p-52, tiny = 0x1p-1074;
	cl_double found[7] = {0};
	cl_mem buffer = output(sizeof(found));
	cl_ulong has = query(CL_DEVICE_DOUBLE_FP_CONFIG);

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, sizeof(a), &a));
	OK(clSetKernelArg(kernel, 2, sizeof(b), &b));
	OK(clSetKernelArg(kernel, 3, sizeof(tiny), &tiny));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffer, found, sizeof(found));
	assert_int_equal(has, CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
				      CL_FP_ROUND_TO_INF | CL_FP_INF_NAN | CL_FP_DENORM);
	assert_true(found[0] == -0x1p-104);
	assert_true(found[1] == 0x1p-1073);
	assert_true(found[2] == -1 && found[3] == -1 && found[4] == -2 && found[5] == 3);
	assert_true(found[6] > 1e308);
}

static void check_atomics(const cl_int *found, int items)
{
	const cl_int expected[11] = {
		2 * items, -3 * items, items, -items, -(items - 1), items - 1, -1, 0, 0, items, 7};

	for (int i = 0; i < 11; i++)
		assert_int_equal(found[i], expected[i]);
}

/* 64 work-items: each bit is set, cleared and toggled twice. */
static void atomics(void **state)
{
	cl_kernel kernel = app_kernel(&app, "atomics");
	const size_t items = 64;
	cl_int found[27] = {0};
	cl_mem buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(found), found);

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
	finish(kernel, buffer, found, sizeof(found));
	check_atomics(found, 64);
	check_atomics(found + 16, 64);
}

static void byte_stores(void **state)
{
	cl_kernel kernel = app_kernel(&app, "bytes");
	const size_t items = 100;
	unsigned char found[100] = {0};
	cl_mem buffer = output(sizeof(found));

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	finish(kernel, buffer, found, sizeof(found));
	for (int i = 0; i < 100; i++)
		assert_int_equal(found[i], i);
}

/* Values that are only hints, or 0 for unsupported features: hosts rely on these exact values. */
static void advice(void **state)
{
	static const struct {
		cl_device_info name;
		cl_ulong value;
	} answers[] = {
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 1},
		{CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 0},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 1},
		{CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 0},
		{CL_DEVICE_HALF_FP_CONFIG, 0},
		{CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, CL_NONE},
		{CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 0},
		{CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 0},
		{CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, 1 << 20},
		{CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, sizeof(cl_long16)},
		{CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_TRUE},
		{CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, CL_TRUE},
		{CL_DEVICE_LOCAL_MEM_TYPE, CL_LOCAL},
		{CL_DEVICE_MAX_CLOCK_FREQUENCY, 300},
		{CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 0},
		{CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 0},
		{CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 0},
		{CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 0},
		{CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 0},
		{CL_DEVICE_MAX_ON_DEVICE_QUEUES, 0},
		{CL_DEVICE_MAX_ON_DEVICE_EVENTS, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		assert_int_equal(query(answers[i].name), answers[i].value);
}

/* Limits of 0: the corresponding features are refused. */
static void nothing_of_it(void **state)
{
	const cl_queue_properties on_device[] = {
		CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
		0};
	const size_t global = 10, local = 3;
	cl_kernel kernel = app_kernel(&app, "bytes");
	cl_mem buffer = output(10);
	cl_int error = 0;

	(void)state;
	assert_int_equal(query(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES), 0);
	assert_null(
		clCreateCommandQueueWithProperties(app.context, app.devices[0], on_device, &error));
	assert_int_equal(error, CL_INVALID_QUEUE_PROPERTIES);
	/* All work-groups have the same size. */
	app_set_buffers(kernel, 0, 1, &buffer);
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL),
		CL_INVALID_WORK_GROUP_SIZE);
	assert_int_equal(clEnqueueNativeKernel(app.queue, (void (*)(void *))abort, NULL, 0, 0, NULL,
					       NULL, 0, NULL, NULL),
			 CL_INVALID_OPERATION);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

static void sub_buffers(void **state)
{
	cl_kernel kernel = app_kernel(&app, "fill");
	size_t align = query(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
	cl_buffer_region good = {align, 64}, bad = {align / 2, 64};
	cl_mem buffer = output(4096), part;
	cl_uint zero[128] = {0}, size = 10;
	cl_int error;

	(void)state;
	assert_null(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &bad, &error));
	assert_int_equal(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
	part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &good, &error);
	OK(error);
	OK(clEnqueueWriteBuffer(app.queue, buffer, CL_TRUE, 0, sizeof(zero), zero, 0, NULL, NULL));
	app_set_buffers(kernel, 0, 1, &part);
	OK(clSetKernelArg(kernel, 1, size, NULL));
	OK(clSetKernelArg(kernel, 2, sizeof(size), &size));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	finish(kernel, buffer, zero, sizeof(zero));
	for (size_t i = 0; i < sizeof(zero) / sizeof(*zero); i++)
		assert_int_equal(zero[i], i == align / sizeof(*zero) ? 45 : 0);
	OK(clReleaseMemObject(part));
}

static cl_mem make_pipe(const struct app *a, cl_uint size, cl_int expected)
{
	cl_int error;
	cl_mem pipe = clCreatePipe(a->context, 0, size, 2, NULL, &error);

	assert_int_equal(error, expected);
	return pipe;
}

/* Runs two kernels connected by pipes. Returns the second one's result. */
static cl_uint run_pair(const char *sender, const char *receiver, cl_uint npipes, cl_uint size)
{
	struct app pair = app_open(CLAIMS_IMAGE("pipes.xclbin"),
				   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_kernel send = app_kernel(&pair, sender), receive = app_kernel(&pair, receiver);
	cl_mem sum = app_buffer(&pair, CL_MEM_WRITE_ONLY, sizeof(cl_uint), NULL), pipes[128];
	cl_uint found = 0;

	for (cl_uint i = 0; i < npipes; i++)
		pipes[i] = make_pipe(&pair, size, CL_SUCCESS);
	app_set_buffers(send, 0, npipes, pipes);
	app_set_buffers(receive, 0, npipes, pipes);
	app_set_buffers(receive, npipes, 1, &sum);
	OK(clEnqueueTask(pair.queue, send, 0, NULL, NULL));
	OK(clEnqueueTask(pair.queue, receive, 0, NULL, NULL));
	OK(clFinish(pair.queue));
	app_read_buffer(&pair, sum, &found, sizeof(found));
	for (cl_uint i = 0; i < npipes; i++)
		OK(clReleaseMemObject(pipes[i]));
	OK(clReleaseMemObject(sum));
	OK(clReleaseKernel(send));
	OK(clReleaseKernel(receive));
	app_close(&pair);
	return found;
}

static void pipes(void **state)
{
	cl_uint widest = (cl_uint)query(CL_DEVICE_PIPE_MAX_PACKET_SIZE), wide = 0, many = 0;

	(void)state;
	for (cl_uint i = 0; i < widest; i++)
		wide += i * 7 & 255;
	for (cl_uint i = 0; i < 128; i++)
		many += i * i;
	assert_int_equal(run_pair("send_wide", "receive_wide", 1, widest), wide);
	assert_null(make_pipe(&app, widest + 1, CL_INVALID_PIPE_SIZE));
	assert_int_equal(query(CL_DEVICE_MAX_PIPE_ARGS), 128);
	assert_int_equal(run_pair("send_many", "receive_many", 128, sizeof(cl_int)), many);
}

/* Compute units: as many as the image has. */
static void compute_units(void **state)
{
	cl_uint cus = (cl_uint)query(CL_DEVICE_MAX_COMPUTE_UNITS), found = 0, nkernels = 0;
	cl_kernel kernels[16];

	(void)state;
	OK(clCreateKernelsInProgram(app.program, 16, kernels, &nkernels));
	for (cl_uint i = 0; i < nkernels; i++)
		OK(clReleaseKernel(kernels[i]));
	found = nkernels + 1; /* `last` has two CUs */
	assert_int_equal(cus, found);
}

static int open_app(void **state)
{
	(void)state;
	app = app_open(CLAIMS_IMAGE("items.xclbin"), 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_groups),
		cmocka_unit_test(local_memory),
		cmocka_unit_test(arguments),
		cmocka_unit_test(constant_arguments),
		cmocka_unit_test(constant_memory),
		cmocka_unit_test(denormals),
		cmocka_unit_test(double_precision),
		cmocka_unit_test(atomics),
		cmocka_unit_test(byte_stores),
		cmocka_unit_test(advice),
		cmocka_unit_test(nothing_of_it),
		cmocka_unit_test(sub_buffers),
		cmocka_unit_test(pipes),
		cmocka_unit_test(compute_units),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
