/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/apps/app.h"

#include <sys/mman.h>
#include <unistd.h>

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

/* After a call that fails, the mapping is there, and the host writes to it. */
static void unmapped_at_last(void **state)
{
	cl_mem buffer = app_buffer(&app, 0, SIZE, NULL);
	char *bytes = filled(0), *mapped;
	cl_int status;

	(void)state;
	mapped = clEnqueueMapBuffer(app.queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, SIZE, 0, NULL,
				    NULL, &status);
	OK(status);
	memset(mapped, 1, SIZE);
	assert_int_equal(clEnqueueUnmapMemObject(app.queue, buffer, mapped, 1, NULL, NULL),
			 CL_INVALID_EVENT_WAIT_LIST);
	memset(mapped, 2, SIZE);
	OK(clEnqueueUnmapMemObject(app.queue, buffer, mapped, 0, NULL, NULL));
	app_take_buffer(&app, buffer, bytes, SIZE);
	assert_int_equal(bytes[SIZE - 1], 2);
	munmap(bytes, SIZE);
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

static void *function_of(const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(app.platform, name);

	assert_non_null(function);
	return function;
}

static void extension_queue(void **state)
{
	clCreateCommandQueueWithPropertiesKHR_fn create = (clCreateCommandQueueWithPropertiesKHR_fn)
		function_of("clCreateCommandQueueWithPropertiesKHR");
	cl_mem buffer = app_buffer(&app, 0, sizeof(cl_int), NULL);
	cl_command_queue queue;
	cl_int error, value = 5;

	(void)state;
	queue = create(app.context, app.devices[0], NULL, &error);
	OK(error);
	OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof(value), &value, 0, NULL, NULL));
	OK(clFinish(queue));
	value = 0;
	app_take_buffer(&app, buffer, &value, sizeof(value));
	assert_int_equal(value, 5);
	OK(clReleaseCommandQueue(queue));
}

enum { NUMBERS = 1024 };

/* The host writes to memory that it shares with the device, and reads a copy. */
static void unified_memory(void **state)
{
	typedef void *CL_API_CALL allocate_fn(cl_context, const cl_bitfield *, size_t, cl_uint,
					      cl_int *);
	typedef cl_int CL_API_CALL set_fn(cl_kernel, cl_uint, const void *);
	typedef cl_int CL_API_CALL copy_fn(cl_command_queue, cl_bool, void *, const void *, size_t,
					   cl_uint, const cl_event *, cl_event *);
	typedef cl_int CL_API_CALL free_fn(cl_context, void *);
	allocate_fn *allocate = (allocate_fn *)function_of("clHostMemAllocINTEL");
	set_fn *set = (set_fn *)function_of("clSetKernelArgMemPointerINTEL");
	copy_fn *copy = (copy_fn *)function_of("clEnqueueMemcpyINTEL");
	free_fn *release = (free_fn *)function_of("clMemBlockingFreeINTEL");
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_int *memory[3], sums[NUMBERS];

	(void)state;
	for (cl_uint i = 0; i < 3; i++) {
		memory[i] = allocate(app.context, NULL, sizeof(sums), 0, NULL);
		assert_non_null(memory[i]);
		OK(set(kernel, i, memory[i]));
	}
	app_set_int(kernel, 3, NUMBERS);
	app_numbers(memory[0], NUMBERS, 1);
	app_numbers(memory[1], NUMBERS, 2);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	OK(copy(app.queue, CL_TRUE, sums, memory[2], sizeof(sums), 0, NULL, NULL));
	for (int i = 0; i < NUMBERS; i++)
		assert_int_equal(sums[i], memory[0][i] + memory[1][i]);
	for (cl_uint i = 0; i < 3; i++)
		OK(release(app.context, memory[i]));
	OK(clReleaseKernel(kernel));
}

typedef struct _cl_command_buffer_khr *command_buffer;

/* A kernel between a command that it waits for and one that waits for it, run twice. */
static void commands_in_buffer(void **state)
{
	typedef command_buffer CL_API_CALL create_fn(cl_uint, const cl_command_queue *,
						     const cl_bitfield *, cl_int *);
	typedef cl_int CL_API_CALL use_fn(command_buffer);
	typedef cl_int CL_API_CALL fill_fn(command_buffer, cl_command_queue, const cl_bitfield *,
					   cl_mem, const void *, size_t, size_t, size_t, cl_uint,
					   const cl_uint *, cl_uint *, void *);
	typedef cl_int CL_API_CALL launch_fn(command_buffer, cl_command_queue, const cl_bitfield *,
					     cl_kernel, cl_uint, const size_t *, const size_t *,
					     const size_t *, cl_uint, const cl_uint *, cl_uint *,
					     void *);
	typedef cl_int CL_API_CALL enqueue_fn(cl_uint, cl_command_queue *, command_buffer, cl_uint,
					      const cl_event *, cl_event *);
	const size_t one = 1;
	const cl_int value = 7, other = 8;
	cl_kernel kernel = app_kernel(&app, "vadd");
	cl_mem buffers[3];
	cl_int sums[NUMBERS];
	cl_uint points[2];
	cl_event event;
	command_buffer commands =
		((create_fn *)function_of("clCreateCommandBufferKHR"))(1, &app.queue, NULL, NULL);

	(void)state;
	assert_non_null(commands);
	for (int i = 0; i < 3; i++)
		buffers[i] = app_buffer(&app, 0, sizeof(sums), NULL);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, NUMBERS);
	for (int i = 0; i < 2; i++)
		OK(((fill_fn *)function_of("clCommandFillBufferKHR"))(
			commands, NULL, NULL, buffers[i], i ? &other : &value, sizeof(value), 0,
			sizeof(sums), 0, NULL, &points[i], NULL));
	OK(((launch_fn *)function_of("clCommandNDRangeKernelKHR"))(
		commands, NULL, NULL, kernel, 1, NULL, &one, &one, 2, points, NULL, NULL));
	OK(((use_fn *)function_of("clFinalizeCommandBufferKHR"))(commands));
	for (int i = 0; i < 2; i++) {
		OK(((enqueue_fn *)function_of("clEnqueueCommandBufferKHR"))(0, NULL, commands, 0,
									    NULL, &event));
		OK(clEnqueueReadBuffer(app.queue, buffers[2], CL_TRUE, 0, sizeof(sums), sums, 1,
				       &event, NULL));
		OK(clReleaseEvent(event));
		assert_int_equal(sums[NUMBERS - 1], 15);
	}
	OK(((use_fn *)function_of("clReleaseCommandBufferKHR"))(commands));
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
}

/* A descriptor of a buffer's memory is not in a capture, so what is made from it is not there. */
static void unknown_buffer(void **state)
{
	typedef cl_int CL_API_CALL fd_fn(cl_mem, int *);
	typedef cl_int CL_API_CALL import_fn(cl_context, cl_device_id, cl_mem_flags, int, cl_mem *);
	cl_mem buffer = app_buffer(&app, 0, SIZE, NULL), other;
	cl_int value = 5;
	int fd;

	(void)state;
	OK(((fd_fn *)function_of("xclGetMemObjectFd"))(buffer, &fd));
	OK(((import_fn *)function_of("xclGetMemObjectFromFd"))(app.context, app.devices[0], 0, fd,
							       &other));
	close(fd);
	OK(clEnqueueWriteBuffer(app.queue, other, CL_TRUE, 0, sizeof(value), &value, 0, NULL,
				NULL));
	OK(clReleaseMemObject(other));
	OK(clReleaseMemObject(buffer));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest unknown[] = {cmocka_unit_test(unknown_buffer)};
	const struct CMUnitTest core[] = {
		cmocka_unit_test(repeated_chunks),
		cmocka_unit_test(memory_goes),
		cmocka_unit_test(part_moves),
	};
	const struct CMUnitTest further[] = {
		/* that no program in C repeats */
		cmocka_unit_test(unmapped_at_last),
		cmocka_unit_test(extension_queue),
		cmocka_unit_test(unified_memory),
		cmocka_unit_test(commands_in_buffer),
	};

	if (argc > 1 && !strcmp(argv[1], "unknown"))
		return cmocka_run_group_tests(unknown, open_board, close_board);
	if (cmocka_run_group_tests(core, open_board, close_board))
		return 1;
	return argc > 1 && !strcmp(argv[1], "core")
		       ? 0
		       : cmocka_run_group_tests(further, open_board, close_board);
}
