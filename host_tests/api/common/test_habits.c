/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Habits that XRT tolerates, and OpenCL forbids: XCL_EMULATION_MODE=sw_emu. The other suites check
 * that they are errors without it.
 */
#include "host_tests/api/api_test.h"

static const cl_device_partition_property one_each[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};

/* A queue for the board in a context of one of its sub-devices. */
static void queue_of_the_parent(void **state)
{
	cl_device_id parts[256];
	cl_uint count = 0;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel vadd;
	cl_mem buffers[3];
	cl_int in[4] = {1, 2, 3, 4}, found[4] = {0}, n = 4, error = 12345;

	(void)state;
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], one_each, 256, parts, &count));
	context = clCreateContext(NULL, 1, &parts[0], NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, api.devices[0], 0, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateCommandQueue(context, api.devices[1], 0, &error));
	program = api_program(context, parts[0], 1);
	vadd = clCreateKernel(program, "vadd", NULL);
	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(in), in, NULL);
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, i, sizeof(cl_mem), &buffers[i]));
	}
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueTask(queue, vadd, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(found), found,
					       0, NULL, NULL));
	EXPECT_TRUE(found[3] == 8);
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(buffers[i]);
	clReleaseKernel(vadd);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	for (cl_uint i = 0; i < count; i++)
		clReleaseDevice(parts[i]);
	api_end();
}

/* The other way round; the sub-device lives as long as its queue. */
static void queue_of_a_sub_device(void **state)
{
	cl_device_id parts[256];
	cl_uint count = 0;
	cl_command_queue queue;
	cl_kernel vadd = api_kernel("vadd");
	cl_int n = 1, error = 12345, in = 21, found = 0;
	cl_mem buffers[3];

	(void)state;
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], one_each, 256, parts, &count));
	queue = clCreateCommandQueue(api.other, parts[0], 0, &error);
	EXPECT(CL_SUCCESS, error);
	for (cl_uint i = 0; i < count; i++)
		clReleaseDevice(parts[i]);
	for (cl_uint i = 0; i < 3; i++) {
		buffers[i] = clCreateBuffer(api.context, CL_MEM_COPY_HOST_PTR, sizeof(in), &in,
					    NULL);
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, i, sizeof(cl_mem), &buffers[i]));
	}
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	clReleaseCommandQueue(queue);
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], one_each, 256, parts, &count));
	queue = clCreateCommandQueue(api.context, parts[0], 0, &error);
	EXPECT(CL_SUCCESS, error);
	for (cl_uint i = 0; i < count; i++)
		clReleaseDevice(parts[i]);
	EXPECT(CL_SUCCESS, clEnqueueTask(queue, vadd, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(found), &found,
					       0, NULL, NULL));
	EXPECT_TRUE(found == 42);
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(buffers[i]);
	clReleaseCommandQueue(queue);
	clReleaseKernel(vadd);
	api_end();
}

/* A list of partition properties without its 0. */
static void unterminated_list(void **state)
{
	static const cl_device_partition_property list[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 77};
	cl_device_partition_property found[4] = {0};
	cl_device_id parts[256];
	cl_uint count = 0;
	size_t size = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clCreateSubDevices(api.devices[0], list, 256, parts, &count));
	EXPECT(CL_SUCCESS,
	       clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof(found), found, &size));
	EXPECT_TRUE(size == 3 * sizeof(found[0]) && found[1] == 1 && !found[2]);
	for (cl_uint i = 0; i < count; i++)
		clReleaseDevice(parts[i]);
	api_end();
}

static void queue_properties(void **state)
{
	cl_command_queue queue = clCreateCommandQueue(api.context, api.devices[0], 0, NULL);
	cl_command_queue_properties old = 77, found = 0;
	const cl_command_queue_properties all = CL_QUEUE_PROFILING_ENABLE |
						CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
	cl_ulong start = 0;
	cl_event event;

	(void)state;
	EXPECT(CL_SUCCESS, clSetCommandQueueProperty(queue, all, CL_TRUE, &old));
	EXPECT_TRUE(old == 0);
	clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(found), &found, NULL);
	EXPECT_TRUE(found == all);
	EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(start),
						   &start, NULL));
	EXPECT(CL_SUCCESS, clSetCommandQueueProperty(queue, all, CL_FALSE, &old));
	EXPECT_TRUE(old == all);
	EXPECT(CL_INVALID_VALUE, clSetCommandQueueProperty(queue, 1 << 9, CL_TRUE, NULL));
	clReleaseEvent(event);
	clReleaseCommandQueue(queue);
	api_end();
}

static int *map(cl_mem buffer, size_t offset)
{
	return clEnqueueMapBuffer(api.queue, buffer, CL_TRUE, CL_MAP_WRITE, offset, sizeof(int), 0,
				  NULL, NULL, NULL);
}

/* Regions that are mapped again, and pointers that are unmapped from another buffer. */
static void mappings(void **state)
{
	cl_mem buffer = api_buffer(0, 4096, NULL), other = api_buffer(0, 4096, NULL), part;
	cl_buffer_region region = {1024, 1024};
	int *first = map(buffer, 0), *again = map(buffer, 0), *inner, found[2] = {0};
	cl_uint count = 77;

	(void)state;
	part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	inner = map(part, 0);
	assert_true(first && again && inner);
	*first = 11;
	*inner = 22;
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(api.queue, other, first, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(api.queue, buffer, inner, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(api.queue, part, again, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(api.queue, other, first, 0, NULL, NULL));
	clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 0);
	for (int i = 0; i < 2; i++)
		EXPECT(CL_SUCCESS,
		       clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, i * region.origin,
					   sizeof(found[i]), &found[i], 0, NULL, NULL));
	EXPECT_TRUE(found[0] == 11 && found[1] == 22);
	/* A buffer that is released while it is mapped. */
	first = map(other, 0);
	clReleaseMemObject(other);
	EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(api.queue, buffer, first, 0, NULL, NULL));
	clReleaseMemObject(part);
	clReleaseMemObject(buffer);
	api_end();
}

static void odd_arguments(void **state)
{
	cl_mem_migration_flags beside = CL_MIGRATE_MEM_OBJECT_HOST | 1 << 5;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueMigrateMemObjects(api.queue, 1, &api.buffer, beside, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       clEnqueueMigrateMemObjects(api.queue, 1, &api.buffer, 1 << 5, 0, NULL, NULL));
	api_end();
}

static void lists(void **state)
{
	const cl_context_properties platform = (cl_context_properties)api.platform;
	const cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, platform, CL_CONTEXT_PLATFORM,
					       platform, 0};
	cl_int error = 12345;
	cl_context context = clCreateContext(twice, 1, api.devices, NULL, NULL, &error);
	cl_event event;

	(void)state;
	EXPECT(CL_SUCCESS, error);
	clReleaseContext(context);
	EXPECT(CL_SUCCESS, clEnqueueWaitForEvents(api.queue, 0, NULL));
	EXPECT(CL_SUCCESS, clEnqueueMarker(api.queue, &event));
	EXPECT(CL_INVALID_VALUE, clEnqueueWaitForEvents(api.queue, 0, &event));
	EXPECT(CL_INVALID_VALUE, clEnqueueWaitForEvents(api.queue, 1, NULL));
	clReleaseEvent(event);
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	api_end();
}

static cl_int launch(cl_kernel kernel, size_t global, const size_t *local)
{
	return clEnqueueNDRangeKernel(api.queue, kernel, 1, NULL, &global, local, 0, NULL, NULL);
}

/* The work-groups of `tiled` have 4 × 2 work-items. */
static void fewer_dimensions(void **state)
{
	cl_kernel tiled = api_kernel("tiled");
	size_t four = 4, two = 2;

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(tiled, 0, sizeof(cl_mem), &api.buffer));
	EXPECT(CL_SUCCESS, launch(tiled, 8, &four));
	EXPECT(CL_SUCCESS, launch(tiled, 8, NULL));
	EXPECT(CL_INVALID_WORK_GROUP_SIZE, launch(tiled, 8, &two));
	EXPECT(CL_INVALID_WORK_GROUP_SIZE, launch(tiled, 7, &four));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	clReleaseKernel(tiled);
	api_end();
}

/* A kernel that runs once for a work-group of any size. */
static void large_group(void **state)
{
	cl_kernel poke = api_kernel("poke");
	cl_int value = 5, found = 0;
	size_t large = 1 << 20;

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(cl_mem), &api.buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, launch(poke, large, &large));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, api.buffer, CL_TRUE, 0, sizeof(found),
					       &found, 0, NULL, NULL));
	EXPECT_TRUE(found == 5);
	clReleaseKernel(poke);
	api_end();
}

static void other_compute_units(void **state)
{
	cl_int error = 12345;
	cl_kernel some = clCreateKernel(api.program, "vadd:{vadd_1,vadd_7}", &error);

	(void)state;
	EXPECT(CL_SUCCESS, error);
	EXPECT_NULL(CL_INVALID_KERNEL_NAME,
		    clCreateKernel(api.program, "vadd:{vadd_7,vadd_8}", &error));
	clReleaseKernel(some);
	api_end();
}

static void build_again(void **state)
{
	cl_kernel kernel = api_kernel("vadd");

	(void)state;
	EXPECT(CL_SUCCESS, clBuildProgram(api.program, 0, NULL, "-no-such-option", NULL, NULL));
	EXPECT(CL_SUCCESS, clBuildProgram(api.program, 1, api.devices, NULL, NULL, NULL));
	clReleaseKernel(kernel);
	api_end();
}

static cl_int write_box(size_t slices, size_t slice_pitch, const void *from)
{
	const size_t origin[3] = {0}, region[3] = {4, 3, slices};

	return clEnqueueWriteBufferRect(api.queue, api.buffer, CL_TRUE, origin, origin, region, 8,
					slice_pitch, 4, 0, from, 0, NULL, NULL);
}

/* Rows of 4 bytes, 8 bytes apart on the board; three rows a slice. */
static void slice_pitches(void **state)
{
	char from[24], found[64];

	(void)state;
	for (int i = 0; i < 24; i++)
		from[i] = (char)(i + 1);
	EXPECT(CL_SUCCESS, write_box(2, 28, from));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, api.buffer, CL_TRUE, 0, sizeof(found),
					       found, 0, NULL, NULL));
	for (int i = 0; i < 24; i++)
		EXPECT_TRUE(found[i / 12 * 28 + i / 4 % 3 * 8 + i % 4] == from[i]);
	EXPECT(CL_SUCCESS, write_box(1, 5, from));
	EXPECT(CL_INVALID_VALUE, write_box(2, 8, from));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queue_of_the_parent),
		cmocka_unit_test(fewer_dimensions),
		cmocka_unit_test(other_compute_units),
		cmocka_unit_test(build_again),
		cmocka_unit_test(slice_pitches),
		cmocka_unit_test(queue_of_a_sub_device),
		cmocka_unit_test(unterminated_list),
		cmocka_unit_test(queue_properties),
		cmocka_unit_test(mappings),
		cmocka_unit_test(odd_arguments),
		cmocka_unit_test(lists),
		cmocka_unit_test(large_group),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
