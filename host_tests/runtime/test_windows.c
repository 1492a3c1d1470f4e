/* SPDX-License-Identifier: Apache-2.0 */
/*
 * P2P buffers, which are the board's memory while the host has them mapped, together with kernels
 * that need them in different banks, and with image swaps. `linger` and `visit` count how often the
 * sum of the numbers was right.
 */
#include "host_tests/runtime/host.h"

#define MEM_EXT_PTR ((cl_mem_flags)1 << 31)
#define EXT_P2P (1u << 30)

enum { COUNT = 4096, BYTES = COUNT * (int)sizeof(cl_int) };

struct extension {
	unsigned flags;
	void *obj, *param;
};

static struct host host;
static cl_program program;
static cl_command_queue queue;
static cl_int numbers[COUNT];

static int open_all(void **state)
{
	(void)state;
	host_open(&host);
	program = host_program(&host, 0, "standing.xclbin");
	queue = host_queue(&host, 0, 0);
	for (int i = 0; i < COUNT; i++)
		numbers[i] = i * 5 + 3;
	return 0;
}

static int close_all(void **state)
{
	(void)state;
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseProgram(program));
	host_close(&host);
	return 0;
}

static cl_mem p2p_buffer(cl_mem_flags flags, void *contents)
{
	struct extension extension = {EXT_P2P, contents, NULL};

	return host_buffer(&host, flags | MEM_EXT_PTR, BYTES, &extension);
}

static cl_int *map(cl_mem buffer, cl_bool blocking)
{
	cl_int error,
		*mapped = clEnqueueMapBuffer(queue, buffer, blocking, CL_MAP_READ | CL_MAP_WRITE, 0,
					     BYTES, 0, NULL, NULL, &error);

	OK(error);
	return mapped;
}

static void unmap(cl_mem buffer, cl_int *mapped)
{
	OK(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL));
	OK(clFinish(queue));
}

/* Enqueues a kernel that reads the list. Its result is 1 if the sum of the numbers is `sum`. */
static cl_event launch(const char *name, cl_mem list, cl_mem result, cl_int sum)
{
	cl_kernel kernel = host_kernel(program, name);
	const cl_int count = COUNT, passes = 1;
	cl_event event;

	OK(clSetKernelArg(kernel, 0, sizeof(list), &list));
	OK(clSetKernelArg(kernel, 1, sizeof(result), &result));
	OK(clSetKernelArg(kernel, 2, sizeof(count), &count));
	OK(clSetKernelArg(kernel, 3, sizeof(passes), &passes));
	OK(clSetKernelArg(kernel, 4, sizeof(sum), &sum));
	OK(clEnqueueTask(queue, kernel, 0, NULL, &event));
	OK(clReleaseKernel(kernel));
	return event;
}

static cl_int sum_of(const cl_int *values)
{
	cl_int sum = 0;

	for (int i = 0; i < COUNT; i++)
		sum += values[i];
	return sum;
}

static void check_run(const char *name, cl_mem list, const cl_int *expected)
{
	cl_mem result = host_buffer(&host, 0, sizeof(cl_int), NULL);
	cl_event event = launch(name, list, result, sum_of(expected));
	cl_int found = -1;

	OK(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof(found), &found, 0, NULL, NULL));
	assert_int_equal(host_status(event), CL_COMPLETE);
	assert_int_equal(found, 1);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(result));
}

/*
 * Kernels see what the host writes while the buffer is mapped; while unmapped, it moves to another
 * bank and back with its contents.
 */
static void moves_while_it_is_not_mapped(void **state)
{
	cl_mem list = p2p_buffer(CL_MEM_COPY_HOST_PTR, numbers);
	cl_int *mapped;

	(void)state;
	for (int round = 0; round < 3; round++) {
		mapped = map(list, CL_TRUE);
		assert_memory_equal(mapped, numbers, BYTES);
		for (int i = 0; i < 2; i++) {
			mapped[7] = numbers[7] = round * 10 + i;
			check_run(round % 2 ? "visit" : "linger", list, numbers);
		}
		unmap(list, mapped);
		check_run("linger", list, numbers);
		check_run("visit", list, numbers);
		check_run(round % 2 ? "linger" : "visit", list, numbers);
	}
	OK(clReleaseMemObject(list));
}

/*
 * Kernels that need the buffer in different banks all see what the host has written through one
 * mapping.
 */
static void follows_its_kernels(void **state)
{
	cl_mem list = p2p_buffer(0, NULL);
	cl_int *mapped;

	(void)state;
	OK(clEnqueueWriteBuffer(queue, list, CL_TRUE, 0, BYTES, numbers, 0, NULL, NULL));
	mapped = map(list, CL_TRUE);
	for (int i = 0; i < 6; i++) {
		mapped[i] = numbers[i] = 100 * i;
		check_run(i % 2 ? "linger" : "visit", list, numbers);
		mapped[5000 % COUNT + i] = numbers[5000 % COUNT + i] = -i;
		check_run(i % 4 < 2 ? "linger" : "visit", list, numbers);
	}
	unmap(list, mapped);
	check_run("visit", list, numbers);
	OK(clReleaseMemObject(list));
}

/* Commands enqueued before a mapping may still move the buffer. */
static void maps_after_what_is_enqueued(void **state)
{
	cl_mem list = p2p_buffer(CL_MEM_COPY_HOST_PTR, numbers);
	cl_mem result = host_buffer(&host, 0, sizeof(cl_int), NULL);
	cl_event event;
	cl_int *mapped;

	(void)state;
	check_run("linger", list, numbers);
	event = launch("visit", list, result, sum_of(numbers));
	mapped = map(list, CL_TRUE);
	assert_int_equal(host_status(event), CL_COMPLETE);
	mapped[0] = numbers[0] = 99;
	check_run("visit", list, numbers);
	unmap(list, mapped);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(list));
	OK(clReleaseMemObject(result));
}

/*
 * Another image is loaded and replaced; boards that lose their memory get the contents from the
 * host.
 */
static void images_come_and_go(void **state)
{
	cl_mem list = p2p_buffer(CL_MEM_COPY_HOST_PTR, numbers), other_list;
	cl_program other = host_program(&host, 0, "other.xclbin");
	cl_kernel twice = host_kernel(other, "twice");
	cl_int *mapped = map(list, CL_TRUE), value = 1;

	(void)state;
	other_list = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(value), &value);
	mapped[3] = numbers[3] = 1234;
	check_run("linger", list, numbers);
	unmap(list, mapped);
	for (int i = 0; i < 4; i++) {
		if (i == 2)
			mapped = map(list, CL_FALSE); /* and stays mapped during the swaps */
		host_args(twice, other_list, 1, 1);
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clFinish(queue));
		check_run("linger", list, numbers);
		if (i < 2)
			mapped = map(list, CL_TRUE);
		mapped[3] = numbers[3] = i;
		check_run("linger", list, numbers);
		if (i < 2)
			unmap(list, mapped);
	}
	unmap(list, mapped);
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(other));
	OK(clReleaseMemObject(list));
	OK(clReleaseMemObject(other_list));
}

/*
 * Launches with unchanged arguments keep their claim. A claim that was made while host and board
 * shared the memory must not be used when they no longer do, because a launch makes the host's copy
 * stale. When the buffer returns, it does not always get other memory on the board, hence the
 * rounds.
 */
static void does_not_stay_one_memory(void **state)
{
	cl_program basic = host_program(&host, 0, "basic.xclbin");
	cl_program other = host_program(&host, 0, "other.xclbin");
	cl_kernel bump = host_kernel(basic, "bump"), twice = host_kernel(other, "twice");
	cl_mem list = p2p_buffer(0, NULL), bumped = host_buffer(&host, 0, sizeof(cl_int), NULL);

	(void)state;
	host_args(bump, bumped, 2, 1, 1);
	host_args(twice, list, 1, 1);
	for (int round = 0; round < 16; round++) {
		cl_int *mapped, found = 0;

		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		mapped = map(list, CL_TRUE);
		mapped[0] = 1;
		unmap(list, mapped);
		for (int i = 0; i < 8; i++)
			OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clEnqueueMigrateMemObjects(queue, 1, &list, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL,
					      NULL));
		OK(clEnqueueTask(queue, twice, 0, NULL, NULL));
		OK(clEnqueueTask(queue, bump, 0, NULL, NULL));
		OK(clEnqueueReadBuffer(queue, list, CL_TRUE, 0, sizeof(found), &found, 0, NULL,
				       NULL));
		assert_int_equal(found, 1 << 10);
	}
	OK(clReleaseKernel(bump));
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(basic));
	OK(clReleaseProgram(other));
	OK(clReleaseMemObject(list));
	OK(clReleaseMemObject(bumped));
}

int main(void)
{
#define WINDOW_TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)
	const struct CMUnitTest tests[] = {
		WINDOW_TEST(moves_while_it_is_not_mapped), WINDOW_TEST(follows_its_kernels),
		WINDOW_TEST(maps_after_what_is_enqueued),  WINDOW_TEST(images_come_and_go),
		WINDOW_TEST(does_not_stay_one_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
