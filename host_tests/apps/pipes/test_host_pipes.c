/* SPDX-License-Identifier: Apache-2.0 */
/* cl_intel_fpga_host_pipe: the host is at one end of the pipes in free_pipes.xclbin. */
#include "host_tests/apps/app.h"

#include <sched.h>

#define CL_PIPE_FULL (-1111)
#define CL_PIPE_EMPTY (-1112)

enum { COUNT = 3000, DEPTH = 16 };

typedef cl_int CL_API_CALL read_fn(cl_mem, void *);
typedef cl_int CL_API_CALL write_fn(cl_mem, const void *);
typedef void *CL_API_CALL map_fn(cl_mem, cl_map_flags, size_t, size_t *, cl_int *);
typedef cl_int CL_API_CALL unmap_fn(cl_mem, void *, size_t, size_t *);

static read_fn *read_pipe;
static write_fn *write_pipe;
static map_fn *map_pipe;
static unmap_fn *unmap_pipe;

static struct app app;
static cl_kernel scale;
static cl_mem to_board, from_board;

static void *find(const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(app.platform, name);

	assert_non_null(function);
	return function;
}

static cl_mem host_pipe(cl_mem_flags flags)
{
	cl_int status;
	cl_mem pipe = clCreatePipe(app.context, flags, sizeof(cl_int), DEPTH, NULL, &status);

	OK(status);
	return pipe;
}

static int open_pipes(void **state)
{
	(void)state;
	app = app_open("free_pipes.xclbin", 0);
	read_pipe = (read_fn *)find("clReadPipeIntelFPGA");
	write_pipe = (write_fn *)find("clWritePipeIntelFPGA");
	map_pipe = (map_fn *)find("clMapHostPipeIntelFPGA");
	unmap_pipe = (unmap_fn *)find("clUnmapHostPipeIntelFPGA");
	scale = app_kernel(&app, "scale");
	to_board = host_pipe(CL_MEM_HOST_WRITE_ONLY);
	from_board = host_pipe(CL_MEM_HOST_READ_ONLY);
	return 0;
}

static int close_pipes(void **state)
{
	(void)state;
	OK(clReleaseMemObject(to_board));
	OK(clReleaseMemObject(from_board));
	OK(clReleaseKernel(scale));
	app_close(&app);
	return 0;
}

static void set_pipes(void)
{
	OK(clSetKernelArg(scale, 0, sizeof(to_board), &to_board));
	app_set_int(scale, 1, -3);
	OK(clSetKernelArg(scale, 2, sizeof(from_board), &from_board));
}

static void launch(size_t items)
{
	OK(clEnqueueNDRangeKernel(app.queue, scale, 1, NULL, &items, NULL, 0, NULL, NULL));
	OK(clFlush(app.queue));
}

/* One call for each packet, at both ends of the kernel concurrently. */
static void single_packets(void **state)
{
	int sent = 0, received = 0;

	(void)state;
	set_pipes();
	launch(COUNT);
	while (received < COUNT) {
		cl_int packet = 7 * sent, status = CL_PIPE_FULL;

		if (sent < COUNT)
			status = write_pipe(to_board, &packet);
		assert_true(status == CL_SUCCESS || status == CL_PIPE_FULL);
		sent += status == CL_SUCCESS;
		status = read_pipe(from_board, &packet);
		assert_true(status == CL_SUCCESS || status == CL_PIPE_EMPTY);
		if (status == CL_SUCCESS)
			assert_int_equal(packet, -21 * received++);
		else
			sched_yield();
	}
	OK(clFinish(app.queue));
	assert_int_equal(read_pipe(from_board, &sent), CL_PIPE_EMPTY);
}

/* The pipe has the depth with which it was created before any kernel runs. */
static void is_full_and_empty(void **state)
{
	cl_int packet;

	(void)state;
	set_pipes();
	assert_int_equal(read_pipe(from_board, &packet), CL_PIPE_EMPTY);
	for (packet = 0; packet < DEPTH; packet++)
		OK(write_pipe(to_board, &packet));
	assert_int_equal(write_pipe(to_board, &packet), CL_PIPE_FULL);
	launch(DEPTH);
	OK(clFinish(app.queue));
	for (int i = 0; i < DEPTH; i++) {
		OK(read_pipe(from_board, &packet));
		assert_int_equal(packet, -3 * i);
	}
	assert_int_equal(read_pipe(from_board, &packet), CL_PIPE_EMPTY);
}

static void fill(cl_int *packets, int first, int count)
{
	for (int i = 0; i < count; i++)
		packets[i] = first + i;
}

/* Packets written after a mapping wait for it, and all arrive in the order of the calls. */
static void mappings_keep_the_order(void **state)
{
	cl_int status, packet = 10, *first, *second, *back;
	size_t size = 1, done;

	(void)state;
	set_pipes();
	first = map_pipe(to_board, 0, 4 * sizeof(cl_int) + 3, &size, &status);
	OK(status);
	assert_int_equal(size, 4 * sizeof(cl_int));
	OK(write_pipe(to_board, &packet));
	second = map_pipe(to_board, 0, 0, &size, &status);
	OK(status);
	assert_int_equal(size, (DEPTH - 5) * sizeof(cl_int));
	assert_null(map_pipe(to_board, 0, 0, &size, &status));
	assert_int_equal(status, CL_OUT_OF_RESOURCES);
	assert_int_equal(size, 0);
	assert_int_equal(write_pipe(to_board, &packet), CL_PIPE_FULL);
	launch(DEPTH);
	fill(second, 11, DEPTH - 5);
	OK(unmap_pipe(to_board, second, (DEPTH - 5) * sizeof(cl_int), &done));
	assert_int_equal(done, (DEPTH - 5) * sizeof(cl_int));
	assert_int_equal(read_pipe(from_board, &packet), CL_PIPE_EMPTY);
	fill(first, 6, 4);
	OK(unmap_pipe(to_board, first, sizeof(cl_int), NULL));
	OK(unmap_pipe(to_board, first, 3 * sizeof(cl_int), &done));
	OK(clFinish(app.queue));
	back = map_pipe(from_board, 0, 0, &size, &status);
	OK(status);
	assert_int_equal(size, DEPTH * sizeof(cl_int));
	for (int i = 0; i < DEPTH; i++)
		assert_int_equal(back[i], -3 * (6 + i));
	OK(unmap_pipe(from_board, back, size, NULL));
	assert_int_equal(unmap_pipe(from_board, back, size, NULL), CL_INVALID_VALUE);
}

/* Releasing the pipe frees mappings that still exist. */
static void released_while_mapped(void **state)
{
	cl_int status;
	size_t size;

	(void)state;
	set_pipes();
	assert_non_null(map_pipe(to_board, 0, 8, &size, &status));
}

static void errors(void **state)
{
	cl_mem plain = clCreatePipe(app.context, 0, sizeof(cl_int), DEPTH, NULL, NULL);
	cl_int packet = 0, status, *pointer;
	size_t size = 1;

	(void)state;
	assert_int_equal(write_pipe(to_board, &packet), CL_INVALID_KERNEL);
	assert_int_equal(read_pipe(from_board, &packet), CL_INVALID_KERNEL);
	assert_null(map_pipe(to_board, 0, 0, &size, &status));
	assert_int_equal(status, CL_INVALID_KERNEL);
	/* Both ends would read, or both would write. */
	assert_int_equal(clSetKernelArg(scale, 0, sizeof(cl_mem), &from_board),
			 CL_INVALID_ARG_VALUE);
	assert_int_equal(clSetKernelArg(scale, 2, sizeof(cl_mem), &to_board), CL_INVALID_ARG_VALUE);
	set_pipes();
	assert_int_equal(write_pipe(from_board, &packet), CL_INVALID_MEM_OBJECT);
	assert_int_equal(read_pipe(to_board, &packet), CL_INVALID_MEM_OBJECT);
	assert_int_equal(write_pipe(plain, &packet), CL_INVALID_MEM_OBJECT);
	assert_int_equal(read_pipe(NULL, &packet), CL_INVALID_MEM_OBJECT);
	assert_int_equal(write_pipe((cl_mem)app.queue, &packet), CL_INVALID_MEM_OBJECT);
	assert_int_equal(write_pipe(to_board, NULL), CL_INVALID_VALUE);
	assert_int_equal(read_pipe(from_board, NULL), CL_INVALID_VALUE);
	assert_null(map_pipe(to_board, 0, 0, NULL, &status));
	assert_int_equal(status, CL_INVALID_VALUE);
	assert_null(map_pipe(to_board, 0, 3, &size, &status));
	assert_int_equal(status, CL_INVALID_VALUE);
	pointer = map_pipe(to_board, 0, 8, &size, NULL);
	assert_int_equal(unmap_pipe(to_board, pointer, 12, &size), CL_INVALID_VALUE);
	assert_int_equal(size, 0);
	assert_int_equal(unmap_pipe(to_board, pointer, 3, NULL), CL_INVALID_VALUE);
	assert_int_equal(unmap_pipe(to_board, pointer + 1, 4, NULL), CL_INVALID_VALUE);
	assert_int_equal(unmap_pipe(plain, pointer, 4, NULL), CL_INVALID_MEM_OBJECT);
	OK(clReleaseMemObject(plain));
}

/* An argument wired by the image has a kernel at its other end. */
static void wired_arguments(void **state)
{
	size_t size;
	unsigned char *image = app_read("cl_pipes.xclbin", &size);
	cl_kernel wired;
	cl_int status;

	(void)state;
	OK(clReleaseKernel(scale));
	OK(clReleaseProgram(app.program));
	app.program = app_load(&app, 0, image, size, &status);
	free(image);
	OK(status);
	wired = clCreateKernel(app.program, "scale", NULL);
	assert_int_equal(clSetKernelArg(wired, 0, sizeof(cl_mem), &to_board), CL_INVALID_ARG_VALUE);
	OK(clReleaseKernel(wired));
	scale = app_kernel(&app, "scale");
}

static void device_says_so(void **state)
{
	char text[4096];
	cl_uint count = 0;

	(void)state;
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL));
	assert_non_null(strstr(text, "cl_intel_fpga_host_pipe"));
	OK(clGetDeviceInfo(app.devices[0], 0x4211, sizeof(count), &count, NULL));
	assert_true(count >= 16);
	OK(clGetDeviceInfo(app.devices[0], 0x4212, sizeof(count), &count, NULL));
	assert_true(count >= 16);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pipes, close_pipes)
	const struct CMUnitTest tests[] = {
		TEST(single_packets),
		TEST(is_full_and_empty),
		TEST(mappings_keep_the_order),
		TEST(released_while_mapped),
		TEST(errors),
		TEST(wired_arguments),
		TEST(device_says_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
