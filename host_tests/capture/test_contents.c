/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/apps/app.h"

#include <sys/mman.h>

#include <CL/cl_ext.h>

/*
 * Ways in which contents go to a board and come back, for capture.sh: what a capture of them has
 * must be enough to repeat them.
 */

enum { SIZE = 1 << 20 };

static struct app app;

static int open_board(void **state)
{
	(void)state;
	app = app_open("vadd.xclbin", 0);
	return 0;
}

static int close_board(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

static char *filled(int value)
{
	char *bytes = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(bytes != MAP_FAILED);
	memset(bytes, value, SIZE);
	return bytes;
}

/* Every chunk of the contents is the same. */
static void repeated_chunks(void **state)
{
	char *bytes = filled(7);
	cl_mem buffer = app_buffer(&app, 0, SIZE, NULL);

	(void)state;
	OK(clEnqueueWriteBuffer(app.queue, buffer, CL_TRUE, 0, SIZE, bytes, 0, NULL, NULL));
	memset(bytes, 0, SIZE);
	app_take_buffer(&app, buffer, bytes, SIZE);
	assert_int_equal(bytes[0], 7);
	assert_int_equal(bytes[SIZE - 1], 7);
	munmap(bytes, SIZE);
}

/* A blocking write is behind the read, so the memory that was read to may go. */
static void memory_goes(void **state)
{
	char *from = filled(1), *to = filled(2);
	cl_mem buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, SIZE, from);

	(void)state;
	OK(clEnqueueReadBuffer(app.queue, buffer, CL_FALSE, 0, SIZE, to, 0, NULL, NULL));
	OK(clEnqueueWriteBuffer(app.queue, buffer, CL_TRUE, 0, SIZE, from, 0, NULL, NULL));
	assert_int_equal(to[SIZE - 1], 1);
	munmap(to, SIZE);
	OK(clFinish(app.queue));
	munmap(from, SIZE);
	OK(clReleaseMemObject(buffer));
}

/* Half of the host's memory is moved to the board and back. */
static void part_moves(void **state)
{
	const cl_buffer_region half = {SIZE / 2, SIZE / 2};
	char *host = filled(1), *other = filled(3);
	cl_mem whole = app_buffer(&app, CL_MEM_USE_HOST_PTR, SIZE, host);
	cl_int error;
	cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);

	(void)state;
	OK(error);
	memset(host + SIZE / 2, 2, SIZE / 2);
	OK(clEnqueueMigrateMemObjects(app.queue, 1, &part, 0, 0, NULL, NULL));
	app_read_buffer(&app, part, other, SIZE / 2);
	assert_int_equal(other[0], 2);
	memset(other, 4, SIZE / 2);
	OK(clEnqueueWriteBuffer(app.queue, part, CL_FALSE, 0, SIZE / 2, other, 0, NULL, NULL));
	OK(clEnqueueMigrateMemObjects(app.queue, 1, &part, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL,
				      NULL));
	OK(clFinish(app.queue));
	assert_int_equal(host[SIZE / 2], 4);
	OK(clReleaseMemObject(part));
	OK(clReleaseMemObject(whole));
	munmap(host, SIZE);
	munmap(other, SIZE);
}

/* What a queue does that comes from a function of an extension cannot be repeated. */
static void unknown_queue(void **state)
{
	clCreateCommandQueueWithPropertiesKHR_fn create =
		(clCreateCommandQueueWithPropertiesKHR_fn)clGetExtensionFunctionAddressForPlatform(
			app.platform, "clCreateCommandQueueWithPropertiesKHR");
	cl_mem buffer = app_buffer(&app, 0, sizeof(cl_int), NULL);
	cl_command_queue queue;
	cl_int error, value = 5;

	(void)state;
	assert_non_null(create);
	queue = create(app.context, app.devices[0], NULL, &error);
	OK(error);
	OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseMemObject(buffer));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest unknown[] = {cmocka_unit_test(unknown_queue)};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeated_chunks),
		cmocka_unit_test(memory_goes),
		cmocka_unit_test(part_moves),
	};

	if (argc > 1 && !strcmp(argv[1], "unknown"))
		return cmocka_run_group_tests(unknown, open_board, close_board);
	return cmocka_run_group_tests(tests, open_board, close_board);
}
