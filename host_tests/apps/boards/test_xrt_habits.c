/* SPDX-License-Identifier: Apache-2.0 */
/* Habits of hosts written for XRT which OpenCL does not allow: XCL_EMULATION_MODE=sw_emu. */
#include "host_tests/apps/app.h"

enum { COUNT = 300, ROUNDS = 20 };

static cl_int in[COUNT];

/* Sets an argument to a buffer and releases it, so that only the kernel refers to it. */
static void set_temporary(struct app *app, cl_kernel kernel, cl_uint index, void *from)
{
	cl_mem buffer = app_buffer(app, CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0),
				   sizeof(in), from);

	app_set_buffers(kernel, index, 1, &buffer);
	OK(clReleaseMemObject(buffer));
}

static void set_values(cl_kernel kernel, cl_ulong factor, cl_long shift)
{
	OK(clSetKernelArg(kernel, 2, 8, &factor));
	OK(clSetKernelArg(kernel, 3, 8, &shift));
	app_set_int(kernel, 4, COUNT);
}

static void expect(struct app *app, cl_mem out, cl_int factor, cl_int shift)
{
	cl_int found[COUNT];

	app_read_buffer(app, out, found, sizeof(found));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(found[i], in[i] * factor + shift);
}

/* A buffer lives as long as it is an argument. */
static void temporary_buffers(void **state)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "scale");
	cl_mem out = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(in), NULL);

	(void)state;
	app_numbers(in, COUNT, 1);
	app_set_buffers(kernel, 1, 1, &out);
	set_values(kernel, 3u << 24, 5);
	for (int i = 0; i < ROUNDS; i++) {
		in[0] = i;
		set_temporary(&app, kernel, 0, in);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
		expect(&app, out, 3, 5);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	}
	expect(&app, out, 3, 5);
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static cl_uint references(cl_mem buffer)
{
	cl_uint count;

	OK(clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL));
	return count;
}

/* Setting another value, or releasing the kernel, releases the buffer. */
static void given_up(void **state)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "scale");
	cl_mem buffer = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(in), NULL), none = NULL;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_buffers(kernel, 1, 1, &buffer);
	assert_int_equal(references(buffer), 3);
	app_set_buffers(kernel, 1, 1, &none);
	assert_int_equal(references(buffer), 2);
	OK(clReleaseKernel(kernel));
	assert_int_equal(references(buffer), 1);
	OK(clReleaseMemObject(buffer));
	app_close(&app);
}

static void padded_values(void **state)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "scale");
	cl_mem buffers[2] = {app_buffer(&app, CL_MEM_READ_WRITE, sizeof(in), NULL)};
	cl_ulong value = 0;

	(void)state;
	app_numbers(in, COUNT, 2);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	app_set_buffers(kernel, 0, 1, &buffers[1]);
	app_set_buffers(kernel, 1, 1, &buffers[0]);
	set_values(kernel, (cl_ulong)0xabcd << 32 | 7u << 24, -9);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	expect(&app, buffers[0], 7, -9);
	/* Only this size is accepted, and only for such types. */
	assert_int_equal(clSetKernelArg(kernel, 2, 2, &value), CL_INVALID_ARG_SIZE);
	assert_int_equal(clSetKernelArg(kernel, 3, 4, &value), CL_INVALID_ARG_SIZE);
	assert_int_equal(clSetKernelArg(kernel, 4, 8, &value), CL_INVALID_ARG_SIZE);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

/* Halves that meet at any offset: a launch on one leaves the other one unchanged. */
static void sub_buffers(void **state)
{
	struct app app = app_open("fixed.xclbin", 0);
	cl_kernel kernel = app_kernel(&app, "scale");
	cl_mem out = app_buffer(&app, CL_MEM_READ_WRITE, sizeof(in), NULL);
	cl_mem from = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	cl_int count = 0, error;

	(void)state;
	set_values(kernel, 2u << 24, 1);
	for (cl_int start = 0; start < COUNT; start += count) {
		cl_buffer_region region = {.origin = (size_t)start * sizeof(in[0])};
		cl_mem parts[2], whole[2] = {from, out};

		count = start % 2 ? 7 : 51;
		count = count < COUNT - start ? count : COUNT - start;
		region.size = (size_t)count * sizeof(in[0]);
		for (int i = 0; i < 2; i++) {
			parts[i] = clCreateSubBuffer(whole[i], 0, CL_BUFFER_CREATE_TYPE_REGION,
						     &region, &error);
			OK(error);
		}
		app_set_buffers(kernel, 0, 2, parts);
		app_set_int(kernel, 4, count);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
		OK(clReleaseMemObject(parts[0]));
		OK(clReleaseMemObject(parts[1]));
	}
	expect(&app, out, 2, 1);
	OK(clReleaseMemObject(from));
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static cl_mem around(struct app *app, cl_int *memory)
{
	cl_int error;
	cl_mem buffer = clCreateBuffer(app->context, CL_MEM_USE_HOST_PTR, sizeof(in), memory,
				       &error);

	OK(error);
	return buffer;
}

static void expect_type(cl_event event, cl_command_type expected)
{
	cl_command_type type = 0;

	OK(clWaitForEvents(1, &event));
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	assert_int_equal(type, expected);
	OK(clReleaseEvent(event));
}

/*
 * The host reads its memory without a mapping; data that no command has written stays the host's.
 */
static void host_pointers(void **state)
{
	static _Alignas(4096) cl_int memory[COUNT];
	struct app app = app_open("fixed.xclbin", 0);
	cl_mem from = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	const size_t origin[3] = {0}, at[3] = {200 * sizeof(in[0]), 0, 0};
	const size_t region[3] = {2 * sizeof(in[0]), 3, 1};
	const cl_int seven = 7;
	cl_int read[COUNT];
	cl_event event;
	cl_mem to;

	(void)state;
	app_numbers(in, COUNT, 4);
	OK(clEnqueueWriteBuffer(app.queue, from, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
	memset(memory, 0, sizeof(memory));
	to = around(&app, memory);
	OK(clEnqueueFillBuffer(app.queue, to, &seven, sizeof(seven), 0, 8 * sizeof(seven), 0, NULL,
			       &event));
	expect_type(event, CL_COMMAND_FILL_BUFFER);
	assert_int_equal(memory[7], 7);
	assert_int_equal(memory[8], 0);
	memory[8] = 8;
	OK(clEnqueueCopyBuffer(app.queue, from, to, 0, 10 * sizeof(in[0]), 90 * sizeof(in[0]), 0,
			       NULL, &event));
	expect_type(event, CL_COMMAND_COPY_BUFFER);
	assert_memory_equal(memory + 10, in, 90 * sizeof(in[0]));
	assert_int_equal(memory[8], 8);
	OK(clEnqueueWriteBuffer(app.queue, to, CL_TRUE, 100 * sizeof(in[0]), 90 * sizeof(in[0]), in,
				0, NULL, NULL));
	assert_memory_equal(memory + 100, in, 90 * sizeof(in[0]));
	memory[206] = 206;
	OK(clEnqueueCopyBufferRect(app.queue, from, to, origin, at, region, 40, 0, 16, 0, 0, NULL,
				   &event));
	expect_type(event, CL_COMMAND_COPY_BUFFER_RECT);
	for (int i = 0; i < 6; i++)
		assert_int_equal(memory[200 + i / 2 * 4 + i % 2], in[i / 2 * 10 + i % 2]);
	assert_int_equal(memory[206], 206);
	app_read_buffer(&app, to, read, sizeof(read));
	assert_memory_equal(read + 100, in, 90 * sizeof(in[0]));
	OK(clReleaseMemObject(to));
	OK(clReleaseMemObject(from));
	app_close(&app);
}

/*
 * A blocking write to the host's memory must not consume the failure that a later read has to
 * report.
 */
static void failures_with_host_pointers(void **state)
{
	static _Alignas(4096) cl_int memory[COUNT];
	struct app app = app_open("trouble.xclbin", 0);
	cl_kernel give_up = app_kernel(&app, "give_up");
	cl_mem out = app_buffer(&app, 0, sizeof(cl_int), NULL), to = around(&app, memory);
	cl_int result;

	(void)state;
	app_set_buffers(give_up, 0, 1, &out);
	app_set_int(give_up, 1, 1);
	OK(clEnqueueTask(app.queue, give_up, 0, NULL, NULL));
	OK(clEnqueueWriteBuffer(app.queue, to, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL));
	assert_memory_equal(memory, in, sizeof(in));
	assert_true(clEnqueueReadBuffer(app.queue, out, CL_TRUE, 0, sizeof(result), &result, 0,
					NULL, NULL) < 0);
	OK(clReleaseMemObject(to));
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(give_up));
	app_close(&app);
}

/* By default, in this mode. */
static void finish_reports_failures(void **state)
{
	struct app app = app_open("trouble.xclbin", 0);
	cl_kernel give_up = app_kernel(&app, "give_up");
	cl_mem out = app_buffer(&app, 0, sizeof(cl_int), NULL);

	(void)state;
	app_set_buffers(give_up, 0, 1, &out);
	app_set_int(give_up, 1, 1);
	OK(clEnqueueTask(app.queue, give_up, 0, NULL, NULL));
	assert_true(clFinish(app.queue) < 0);
	OK(clFinish(app.queue));
	OK(clReleaseMemObject(out));
	OK(clReleaseKernel(give_up));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(temporary_buffers),
		cmocka_unit_test(given_up),
		cmocka_unit_test(padded_values),
		cmocka_unit_test(sub_buffers),
		cmocka_unit_test(host_pointers),
		cmocka_unit_test(failures_with_host_pointers),
		cmocka_unit_test(finish_reports_failures),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
