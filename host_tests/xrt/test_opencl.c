/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenCL on the boards of fake_xrt.cpp. These compute kernels called vadd, load an image only when
 * no object of the previous image is open, and lose the contents of buffers when they are freed.
 */
#include "host_tests/api/api_test.h"
#include "host_tests/xrt/fake.h"

enum { COUNT = 512, BYTES = COUNT * 4, ROUNDS = 6 };

static void set_args(cl_kernel kernel, cl_mem a, cl_mem b, cl_mem c)
{
	cl_int n = COUNT;

	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(a), &a));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(b), &b));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof(c), &c));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
}

static void expect_contents(cl_mem buffer, cl_int first, cl_int step)
{
	cl_int found[COUNT] = {0}, wrong = 0;

	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, BYTES, found, 0, NULL, NULL));
	for (cl_int i = 0; i < COUNT; i++)
		wrong += found[i] != first + i * step;
	EXPECT(0, wrong);
}

/* Two images add to sums in turn: the sums that the other image left on the board are kept. */
static void images_take_turns(void **state)
{
	cl_program second = api_program(api.context, api.devices[0], 2);
	cl_kernel kernels[2] = {api_kernel("vadd"), clCreateKernel(second, "vadd", NULL)};
	cl_mem addend = api_buffer(0, BYTES, NULL), untouched = api_buffer(0, BYTES, NULL);
	cl_mem sums[2] = {api_buffer(0, BYTES, NULL), api_buffer(0, BYTES, NULL)};
	cl_int values[COUNT];

	(void)state;
	assert_non_null(second);
	assert_non_null(kernels[1]);
	for (cl_int i = 0; i < COUNT; i++)
		values[i] = i;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.queue, addend, CL_FALSE, 0, BYTES, values, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.queue, sums[0], CL_FALSE, 0, BYTES, values, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	/* Only the board has the current sums. */
	set_args(kernels[0], addend, addend, untouched);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernels[0], 0, NULL, NULL));
	for (int i = 0; i < ROUNDS; i++) {
		set_args(kernels[i % 2], sums[i % 2], addend, sums[(i + 1) % 2]);
		EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernels[i % 2], 0, NULL, NULL));
	}
	expect_contents(sums[ROUNDS % 2], 0, ROUNDS + 1);
	expect_contents(untouched, 0, 2);
	for (int i = 0; i < 2; i++)
		clReleaseKernel(kernels[i]), clReleaseMemObject(sums[i]);
	clReleaseMemObject(addend), clReleaseMemObject(untouched), clReleaseProgram(second);
	api_end();
}

/* A failed load ends the launches that wait for it; the next image works. */
static void a_load_fails(void **state)
{
	cl_program second = api_program(api.context, api.devices[0], 3);
	cl_kernel first = api_kernel("vadd"), other = clCreateKernel(second, "vadd", NULL);
	cl_mem a = api_buffer(0, BYTES, NULL), sum = api_buffer(0, BYTES, NULL);
	cl_int values[COUNT], status = 0;
	cl_event event = NULL;

	(void)state;
	assert_non_null(other);
	for (cl_int i = 0; i < COUNT; i++)
		values[i] = 3 * i;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.queue, a, CL_TRUE, 0, BYTES, values, 0, NULL, NULL));
	set_args(first, a, a, sum);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, first, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	fake("boards=2 errno=load:5");
	set_args(other, a, a, sum);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, other, 0, NULL, &event));
	EXPECT_TRUE(clWaitForEvents(1, &event) != CL_SUCCESS);
	EXPECT(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					  &status, NULL));
	EXPECT_TRUE(status < 0);
	fake("boards=2");
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, other, 0, NULL, NULL));
	expect_contents(sum, 0, 6);
	clReleaseEvent(event), clReleaseKernel(first), clReleaseKernel(other);
	clReleaseMemObject(a), clReleaseMemObject(sum), clReleaseProgram(second);
	api_end();
}

/*
 * Another process uses the board with the image of the second program. That program runs without a
 * load; the third program has to wait until the board is free. The uuids are those of api_image.c.
 */
static void a_board_in_use(void **state)
{
	static const char taken[] =
		"boards=2 throw=program taken=5a5a5a5a-5a5a-5a5a-5a5a-5a5a5a5a5a05";
	cl_program second = api_program(api.context, api.devices[0], 5);
	cl_program third = api_program(api.context, api.devices[0], 6);
	cl_kernel kernel = clCreateKernel(second, "vadd", NULL);
	cl_kernel other = clCreateKernel(third, "vadd", NULL);
	cl_mem a = api_buffer(0, BYTES, NULL), sum = api_buffer(0, BYTES, NULL);
	cl_int values[COUNT];
	cl_event event = NULL;

	(void)state;
	assert_non_null(kernel);
	assert_non_null(other);
	for (cl_int i = 0; i < COUNT; i++)
		values[i] = i;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.queue, a, CL_TRUE, 0, BYTES, values, 0, NULL, NULL));
	fake(taken);
	set_args(kernel, a, a, sum);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	expect_contents(sum, 0, 2);
	set_args(other, a, a, sum);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, other, 0, NULL, &event));
	EXPECT_TRUE(clWaitForEvents(1, &event) != CL_SUCCESS);
	/* The image in use keeps running. */
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	expect_contents(sum, 0, 2);
	for (cl_int i = 0; i < COUNT; i++)
		values[i] = 5 * i;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(api.queue, a, CL_TRUE, 0, BYTES, values, 0, NULL, NULL));
	fake("boards=2");
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, other, 0, NULL, NULL));
	expect_contents(sum, 0, 10);
	clReleaseEvent(event), clReleaseKernel(kernel), clReleaseKernel(other);
	clReleaseMemObject(a), clReleaseMemObject(sum);
	clReleaseProgram(second), clReleaseProgram(third);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(images_take_turns),
		cmocka_unit_test(a_load_fails),
		cmocka_unit_test(a_board_in_use),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
