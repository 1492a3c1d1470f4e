/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CL_DEVICE_MAX_MEM_ALLOC_SIZE and CL_DEVICE_GLOBAL_MEM_SIZE of every board, with buffers used up
 * to their ends; and the effect of the process's limit on file sizes. FPGACL_DEVICES names all
 * boards.
 */
#include "claims.h"

#include <sys/resource.h>

enum { MOST_BOARDS = 16, MOST_BUFFERS = 4096, PAGE = 4096 };

static cl_platform_id platform;
static cl_device_id devices[MOST_BOARDS];
static cl_uint ndevices;

struct board {
	cl_context context;
	cl_command_queue queue;
	cl_ulong most, all;
};

static struct board open_board(cl_device_id device)
{
	struct board board;
	cl_int error;

	board.context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	OK(error);
	board.queue = clCreateCommandQueue(board.context, device, 0, &error);
	OK(error);
	OK(clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(board.most), &board.most,
			   NULL));
	OK(clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(board.all), &board.all, NULL));
	return board;
}

static void close_board(struct board *board)
{
	OK(clReleaseCommandQueue(board->queue));
	OK(clReleaseContext(board->context));
}

/* A buffer with memory allocated on the board; NULL if there is no room. */
static cl_mem take(struct board *board, size_t size)
{
	cl_int error, value = 0x5eed;
	cl_mem buffer = clCreateBuffer(board->context, CL_MEM_READ_WRITE, size, NULL, &error);

	OK(error);
	error = clEnqueueWriteBuffer(board->queue, buffer, CL_TRUE, size - sizeof(value),
				     sizeof(value), &value, 0, NULL, NULL);
	if (error == CL_SUCCESS)
		return buffer;
	assert_int_equal(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
	OK(clReleaseMemObject(buffer));
	return NULL;
}

/* `ulimit -f` makes a launch or a write fail. It does not end the host, and can be lifted. */
static void file_size_limit(void **state)
{
	struct board board = open_board(devices[0]);
	struct rlimit old, small;
	cl_mem buffer;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = PAGE; /* less than any bank */
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_null(take(&board, PAGE));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	buffer = take(&board, PAGE);
	assert_non_null(buffer);
	OK(clReleaseMemObject(buffer));
	close_board(&board);
}

static void largest_buffer(void **state)
{
	(void)state;
	for (cl_uint i = 0; i < ndevices; i++) {
		struct board board = open_board(devices[i]);
		cl_mem buffer = take(&board, board.most);
		cl_int error, value = 0;

		assert_non_null(buffer);
		OK(clEnqueueReadBuffer(board.queue, buffer, CL_TRUE, board.most - sizeof(value),
				       sizeof(value), &value, 0, NULL, NULL));
		assert_int_equal(value, 0x5eed);
		OK(clReleaseMemObject(buffer));
		assert_null(clCreateBuffer(board.context, CL_MEM_READ_WRITE, board.most + 1, NULL,
					   &error));
		assert_int_equal(error, CL_INVALID_BUFFER_SIZE);
		close_board(&board);
	}
}

/* Buffers of all sizes, large ones first, until no page is left. */
static void all_memory(void **state)
{
	static cl_mem buffers[MOST_BUFFERS];

	(void)state;
	for (cl_uint i = 0; i < ndevices; i++) {
		struct board board = open_board(devices[i]);
		cl_ulong taken = 0;
		int count = 0;

		for (size_t size = board.most; size >= PAGE; size /= 2)
			for (cl_mem buffer; (buffer = take(&board, size)); taken += size) {
				assert_true(count < MOST_BUFFERS);
				buffers[count++] = buffer;
			}
		/* If there is a page at device address 0, it is reserved for the null pointer. */
		assert_true(taken == board.all || taken == board.all - PAGE);
		while (count)
			OK(clReleaseMemObject(buffers[--count]));
		close_board(&board);
	}
}

/* The largest buffer as an argument: the kernel's bank has room for it. */
static void largest_argument(void **state)
{
	struct app app = app_open(CLAIMS_IMAGE("limits.xclbin"), 0);
	cl_kernel kernel = app_kernel(&app, "ends");
	cl_int found[2] = {0};
	cl_ulong most;
	cl_long words;
	cl_mem buffer;

	(void)state;
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most,
			   NULL));
	words = (cl_long)(most / sizeof(cl_int));
	buffer = app_buffer(&app, CL_MEM_READ_WRITE, most, NULL);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, sizeof(words), &words));
	app_set_int(kernel, 2, 41);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_read_buffer(&app, buffer, &found[0], sizeof(cl_int));
	OK(clEnqueueReadBuffer(app.queue, buffer, CL_TRUE, most - sizeof(cl_int), sizeof(cl_int),
			       &found[1], 0, NULL, NULL));
	assert_int_equal(found[0], 41);
	assert_int_equal(found[1], 42);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

static int open_platform(void **state)
{
	(void)state;
	return clGetPlatformIDs(1, &platform, NULL) ||
	       clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, MOST_BOARDS, devices, &ndevices);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(file_size_limit), /* must run before a bank is mapped */
		cmocka_unit_test(largest_buffer),
		cmocka_unit_test(all_memory),
		cmocka_unit_test(largest_argument),
	};

	return cmocka_run_group_tests(tests, open_platform, NULL);
}
