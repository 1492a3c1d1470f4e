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
		cmocka_unit_test(queue_of_the_parent), cmocka_unit_test(fewer_dimensions),
		cmocka_unit_test(other_compute_units), cmocka_unit_test(build_again),
		cmocka_unit_test(slice_pitches),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
