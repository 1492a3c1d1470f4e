/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One of two boards vanishes at its fourth request (FPGACL_DEVICES in CMakeLists.txt). Commands on
 * it end with an error, hosts are told, and the other board keeps working.
 */
#include <sched.h>
#include <stdatomic.h>

#include "host_tests/runtime/host.h"

enum { COUNT = 64, LAUNCHES = 8 };

static struct host host;
static _Atomic unsigned reports;

static void CL_CALLBACK on_error(const char *text, const void *data, size_t size, void *user)
{
	(void)data, (void)size, (void)user;
	if (strstr(text, "the board is gone"))
		atomic_fetch_add(&reports, 1);
}

static cl_bool available(unsigned device)
{
	cl_bool answer = 2;

	OK(clGetDeviceInfo(host.devices[device], CL_DEVICE_AVAILABLE, sizeof(answer), &answer,
			   NULL));
	return answer;
}

static int open_host(void **state)
{
	cl_int error;

	(void)state;
	host_open(&host);
	OK(clReleaseContext(host.context));
	host.context = clCreateContext(NULL, host.ndevices, host.devices, on_error, NULL, &error);
	OK(error);
	assert_int_equal(host.ndevices, 2);
	return 0;
}

static int close_host(void **state)
{
	(void)state;
	host_close(&host);
	return 0;
}

/* A queue whose launches use a buffer of their own. */
struct lane {
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	cl_mem buffer;
	cl_event events[LAUNCHES];
};

static void lane_open(struct lane *lane, unsigned device)
{
	cl_int zeros[COUNT] = {0};

	lane->queue = host_queue(&host, device, 0);
	lane->program = host_program(&host, device, device ? "basic_u50.xclbin" : "basic.xclbin");
	lane->kernel = host_kernel(lane->program, "bump");
	lane->buffer = host_buffer(&host, CL_MEM_COPY_HOST_PTR, sizeof(zeros), zeros);
	host_args(lane->kernel, lane->buffer, 2, COUNT, 1);
}

static void lane_launch(struct lane *lane)
{
	for (int i = 0; i < LAUNCHES; i++)
		OK(clEnqueueTask(lane->queue, lane->kernel, 0, NULL, &lane->events[i]));
	OK(clFlush(lane->queue));
}

static void lane_close(struct lane *lane)
{
	for (int i = 0; i < LAUNCHES; i++)
		OK(clReleaseEvent(lane->events[i]));
	OK(clReleaseMemObject(lane->buffer));
	OK(clReleaseKernel(lane->kernel));
	OK(clReleaseProgram(lane->program));
	OK(clReleaseCommandQueue(lane->queue));
}

static void board_is_lost(void **state)
{
	struct lane lost, kept;
	cl_int got[COUNT];

	(void)state;
	assert_true(available(0) && available(1));
	lane_open(&lost, 0);
	lane_open(&kept, 1);
	lane_launch(&lost);
	lane_launch(&kept);
	OK(clFinish(lost.queue));
	OK(clFinish(kept.queue));
	assert_int_equal(host_status(lost.events[0]), CL_COMPLETE);
	assert_int_equal(host_status(lost.events[LAUNCHES - 1]), CL_DEVICE_NOT_AVAILABLE);
	for (int i = 0; i < LAUNCHES; i++)
		assert_int_equal(host_status(kept.events[i]), CL_COMPLETE);
	assert_false(available(0));
	assert_true(available(1));
	while (!reports) /* a thread of the runtime calls it */
		sched_yield();
	/*
	 * The newest contents were on the lost board only, so they are lost; the host's stale copy
	 * is not returned.
	 */
	assert_int_equal(clEnqueueReadBuffer(lost.queue, lost.buffer, CL_TRUE, 0, sizeof(got), got,
					     0, NULL, NULL),
			 CL_DEVICE_NOT_AVAILABLE);
	OK(clEnqueueReadBuffer(kept.queue, kept.buffer, CL_TRUE, 0, sizeof(got), got, 0, NULL,
			       NULL));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(got[i], LAUNCHES);
	lane_close(&lost);
	lane_close(&kept);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(board_is_lost)};

	return cmocka_run_group_tests(tests, open_host, close_host);
}
