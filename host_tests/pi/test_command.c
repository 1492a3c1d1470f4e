/* SPDX-License-Identifier: Apache-2.0 */
#include <CL/cl_icd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "host_tests/api/api_image.h"
#include "host_tests/pi/pi_test.h"

/* Commands through the table: results, events, wrong arguments, and threads. */

#define T pi.table
#define NONE ((void *)pi.vadd)

enum { COUNT = 64, BYTES = COUNT * (int)sizeof(int) };

static const size_t one = 1;

static void set_vadd(pi_kernel kernel, pi_mem a, pi_mem b, pi_mem c, int n)
{
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj(kernel, 0, &a));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj(kernel, 1, &b));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj(kernel, 2, &c));
	EXPECT(PI_SUCCESS, T->piKernelSetArg(kernel, 3, sizeof(n), &n));
}

static pi_mem make_buffer(void)
{
	pi_mem mem = NULL;

	EXPECT(PI_SUCCESS,
	       T->piMemBufferCreate(pi.context, CL_MEM_READ_WRITE, PI_BYTES, NULL, &mem, NULL));
	return mem;
}

/* c = a + b on the device's own objects; returns the number of wrong elements. */
static int add_and_check(pi_kernel kernel, pi_queue queue, int seed)
{
	pi_mem mems[3] = {make_buffer(), make_buffer(), make_buffer()};
	int a[COUNT], b[COUNT], c[COUNT] = {0}, wrong = 0;
	pi_event written[2] = {NULL, NULL}, ran = NULL;

	for (int i = 0; i < COUNT; i++) {
		a[i] = seed + i;
		b[i] = seed * 3 - 2 * i;
	}
	set_vadd(kernel, mems[0], mems[1], mems[2], COUNT);
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferWrite(queue, mems[0], 0, 0, BYTES, a, 0, NULL, &written[0]));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferWrite(queue, mems[1], 0, 0, BYTES, b, 0, NULL, &written[1]));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueKernelLaunch(queue, kernel, 1, NULL, &one, &one, 2, written, &ran));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferRead(queue, mems[2], 1, 0, BYTES, c, 1, &ran, NULL));
	for (int i = 0; i < COUNT; i++)
		wrong += c[i] != a[i] + b[i];
	for (int i = 0; i < 2; i++)
		EXPECT(PI_SUCCESS, T->piEventRelease(written[i]));
	EXPECT(PI_SUCCESS, T->piEventRelease(ran));
	for (int i = 0; i < 3; i++)
		EXPECT(PI_SUCCESS, T->piMemRelease(mems[i]));
	return wrong;
}

static void kernels_run(void **state)
{
	(void)state;
	EXPECT(0, add_and_check(pi.vadd, pi.queue, 5));
	EXPECT(0, add_and_check(pi.vadd, pi.loose, 6));
	pi_end();
}

/* As in DPC++'s runtime: select, create, build, run; on either board. */
static void selected_binaries_run(void **state)
{
	static const char *const boards[] = {"u250", "u50"};
	struct pi_device_binary_struct all[2];
	pi_device_binary list[] = {&all[0], &all[1]};
	unsigned char *images[2];
	size_t sizes[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		images[i] = api_image(boards[i], 7, &sizes[i]);
		pi_wrap(&all[i], "spir64_fpga", images[i], sizes[i]);
	}
	for (int i = 0; i < 2; i++) {
		pi_uint32 index = 99;
		pi_program program = NULL;
		pi_kernel kernel = NULL;
		pi_queue queue = NULL;
		const unsigned char *bytes;
		size_t size;

		EXPECT(PI_SUCCESS, T->piextDeviceSelectBinary(pi.devices[i], list, 2, &index));
		EXPECT(i, (int)index);
		bytes = all[i].binary_start;
		size = (size_t)(all[i].binary_end - all[i].binary_start);
		EXPECT(PI_SUCCESS,
		       T->piProgramCreateWithBinary(pi.context, 1, &pi.devices[i], &size, &bytes, 0,
						    NULL, NULL, &program));
		EXPECT(PI_SUCCESS, T->piProgramBuild(program, 1, &pi.devices[i], NULL, NULL, NULL));
		EXPECT(PI_SUCCESS, T->piKernelCreate(program, "vadd", &kernel));
		EXPECT(PI_SUCCESS, T->piQueueCreate(pi.context, pi.devices[i], 0, &queue));
		EXPECT(0, add_and_check(kernel, queue, 11 + i));
		EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
		EXPECT(PI_SUCCESS, T->piKernelRelease(kernel));
		EXPECT(PI_SUCCESS, T->piProgramRelease(program));
	}
	for (int i = 0; i < 2; i++) /* both are in the list until now */
		free(images[i]);
	pi_end();
}

static void buffers_are_filled_copied_and_mapped(void **state)
{
	pi_mem target = make_buffer();
	int pattern = 0x01020304, *mapped = NULL;

	(void)state;
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferFill(pi.queue, pi.buffer, &pattern, 4, 16, 64, 0, NULL, NULL));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferCopy(pi.queue, pi.buffer, target, 16, 128, 64, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferMap(pi.queue, target, 1, CL_MAP_READ | CL_MAP_WRITE,
						    128, 64, 0, NULL, NULL, (void **)&mapped));
	EXPECT_TRUE(mapped && mapped[0] == pattern && mapped[15] == pattern);
	if (mapped)
		mapped[3] = 42;
	EXPECT(PI_SUCCESS, T->piEnqueueMemUnmap(pi.queue, target, mapped, 0, NULL, NULL));
	pattern = 0;
	EXPECT(PI_SUCCESS,
	       T->piEnqueueMemBufferRead(pi.queue, target, 1, 140, 4, &pattern, 0, NULL, NULL));
	EXPECT(42, pattern);
	EXPECT(CL_INVALID_VALUE, T->piEnqueueMemBufferMap(pi.queue, target, 1, CL_MAP_READ, 0, 4, 0,
							  NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, T->piEnqueueMemUnmap(pi.queue, target, &pattern, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piMemRelease(target));
	pi_end();
}

/* Offsets and regions are {x bytes, y, z}: an error in their order moves the wrong bytes. */
static void rectangles(void **state)
{
	const size_t from[3] = {4, 2, 0}, to[3] = {8, 1, 1}, host[3] = {0, 0, 0};
	const size_t region[3] = {8, 3, 1};
	unsigned char bytes[256], found[24] = {0};
	pi_mem target = make_buffer();

	(void)state;
	for (int i = 0; i < 256; i++)
		bytes[i] = (unsigned char)i;
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferWriteRect(pi.queue, pi.buffer, 1, host, host,
							  (const size_t[3]){16, 16, 1}, 16, 256, 16,
							  256, bytes, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferCopyRect(pi.queue, pi.buffer, target, from, to,
							 region, 16, 256, 32, 1024, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferReadRect(pi.queue, target, 1, to, host, region, 32,
							 1024, 8, 24, found, 0, NULL, NULL));
	for (int i = 0; i < 24; i++)
		EXPECT(bytes[(2 + i / 8) * 16 + 4 + i % 8], found[i]);
	EXPECT(PI_SUCCESS, T->piMemRelease(target));
	pi_end();
}

static _Atomic int callbacks;

static void notify(pi_event event, pi_int32 status, void *user_data)
{
	(void)event;
	if (status == CL_COMPLETE && user_data == &callbacks)
		atomic_fetch_add(&callbacks, 1);
}

static void events(void **state)
{
	pi_event made = NULL, marker = NULL, barrier = NULL;
	cl_ulong start = 0, end = 0;
	cl_int status = 7;

	(void)state;
	EXPECT(PI_SUCCESS, T->piEventCreate(pi.context, &made));
	EXPECT(PI_SUCCESS,
	       T->piEventGetInfo(made, CL_EVENT_COMMAND_EXECUTION_STATUS, 4, &status, NULL));
	EXPECT(CL_COMPLETE, status); /* since version 11.15 of the interface */
	EXPECT(CL_INVALID_OPERATION, T->piEventSetStatus(made, CL_COMPLETE));
	EXPECT(PI_SUCCESS, T->piEnqueueEventsWait(pi.queue, 1, &made, &marker));
	EXPECT(PI_SUCCESS, T->piEventSetCallback(marker, CL_COMPLETE, notify, &callbacks));
	EXPECT(PI_SUCCESS, T->piEnqueueEventsWaitWithBarrier(pi.queue, 0, NULL, &barrier));
	EXPECT(PI_SUCCESS, T->piEventsWait(1, &barrier));
	EXPECT(PI_SUCCESS, T->piQueueFlush(pi.queue));
	EXPECT(PI_SUCCESS, T->piQueueFinish(pi.queue));
	while (!atomic_load(&callbacks))
		sched_yield();
	EXPECT(1, atomic_load(&callbacks));
	EXPECT(PI_SUCCESS,
	       T->piEventGetProfilingInfo(barrier, CL_PROFILING_COMMAND_START, 8, &start, NULL));
	EXPECT(PI_SUCCESS,
	       T->piEventGetProfilingInfo(barrier, CL_PROFILING_COMMAND_END, 8, &end, NULL));
	EXPECT_TRUE(start && end >= start);
	EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE,
	       T->piEventGetProfilingInfo(made, CL_PROFILING_COMMAND_END, 8, &end, NULL));
	EXPECT(PI_SUCCESS, T->piEventRelease(made));
	EXPECT(PI_SUCCESS, T->piEventRelease(marker));
	EXPECT(PI_SUCCESS, T->piEventRelease(barrier));
	EXPECT(CL_INVALID_EVENT, T->piEventRelease(made));
	EXPECT(CL_INVALID_EVENT, T->piEventsWait(1, &made));
	EXPECT(CL_INVALID_VALUE, T->piEventsWait(0, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, T->piEnqueueEventsWait(pi.queue, 1, &made, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST, T->piEnqueueEventsWait(pi.queue, 1, NULL, NULL));
	pi_end();
}

static pi_bool is_empty(pi_queue queue)
{
	pi_bool empty = 7;

	EXPECT(PI_SUCCESS, T->piQueueGetInfo(queue, PI_QUEUE_INFO_EMPTY, 4, &empty, NULL));
	return empty;
}

/* A queue with pending commands is not empty. PI has no user events, but OpenCL has. */
static void emptiness(void **state)
{
	const struct _cl_icd_dispatch *opencl = *(const struct _cl_icd_dispatch **)pi.platform;
	pi_event user = opencl->clCreateUserEvent(pi.context, NULL);
	pi_bool empty = 7;

	(void)state;
	EXPECT(1, (int)is_empty(pi.loose));
	EXPECT(PI_SUCCESS, T->piEnqueueEventsWait(pi.loose, 1, &user, NULL));
	EXPECT(0, (int)is_empty(pi.loose));
	EXPECT(PI_SUCCESS, T->piEventSetStatus(user, CL_COMPLETE));
	EXPECT(PI_SUCCESS, T->piQueueFinish(pi.loose));
	EXPECT(1, (int)is_empty(pi.loose));
	EXPECT(CL_INVALID_VALUE, T->piQueueGetInfo(pi.loose, PI_QUEUE_INFO_EMPTY, 2, &empty, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       T->piQueueGetInfo(NONE, PI_QUEUE_INFO_EMPTY, 4, &empty, NULL));
	EXPECT(PI_SUCCESS, T->piEventRelease(user));
	pi_end();
}

static void commands_check_their_arguments(void **state)
{
	int value = 0;
	size_t none = 0;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       T->piEnqueueMemBufferRead(NONE, pi.buffer, 1, 0, 4, &value, 0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       T->piEnqueueMemBufferRead(pi.queue, NONE, 1, 0, 4, &value, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT,
	       T->piEnqueueMemBufferWrite(pi.queue, pi.foreign, 1, 0, 4, &value, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, T->piEnqueueMemBufferRead(pi.queue, pi.buffer, 1, PI_BYTES, 4,
							   &value, 0, NULL, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP,
	       T->piEnqueueMemBufferCopy(pi.queue, pi.buffer, pi.buffer, 0, 4, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piEnqueueMemBufferFill(pi.queue, pi.buffer, &value, 3, 0, 6, 0, NULL, NULL));
	EXPECT(CL_INVALID_KERNEL, T->piEnqueueKernelLaunch(pi.queue, (void *)pi.buffer, 1, NULL,
							   &one, &one, 0, NULL, NULL));
	EXPECT(CL_INVALID_WORK_DIMENSION,
	       T->piEnqueueKernelLaunch(pi.queue, pi.vadd, 4, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       T->piEnqueueNativeKernel(pi.queue, free, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
	EXPECT_TRUE(T->piEnqueueMemImageRead(pi.queue, pi.buffer, 1, &none, &none, 0, 0, &value, 0,
					     NULL, NULL));
	EXPECT_TRUE(T->piEnqueueMemImageWrite(pi.queue, pi.buffer, 1, &none, &none, 0, 0, &value, 0,
					      NULL, NULL));
	EXPECT_TRUE(T->piEnqueueMemImageCopy(pi.queue, pi.buffer, pi.buffer, &none, &none, &none, 0,
					     NULL, NULL));
	EXPECT_TRUE(
		T->piEnqueueMemImageFill(pi.queue, pi.buffer, &value, &none, &none, 0, NULL, NULL));
	pi_end();
}

static void arguments_of_kernels(void **state)
{
	pi_mem released = make_buffer();
	pi_uint32 count = 0;
	size_t size = 0;
	int value = 9;

	(void)state;
	EXPECT(PI_SUCCESS, T->piMemRelease(released));
	EXPECT(CL_INVALID_MEM_OBJECT, T->piextKernelSetArgMemObj(pi.poke, 0, &released));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj(pi.poke, 0, NULL));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj(pi.poke, 0, &pi.buffer));
	EXPECT(CL_INVALID_ARG_INDEX, T->piextKernelSetArgMemObj(pi.poke, 2, &pi.buffer));
	EXPECT(CL_INVALID_ARG_SIZE, T->piKernelSetArg(pi.poke, 1, 3, &value));
	EXPECT(CL_INVALID_KERNEL, T->piKernelSetArg((void *)pi.buffer, 1, 4, &value));
	EXPECT(CL_INVALID_ARG_SIZE, T->piextKernelSetArgPointer(pi.poke, 0, 4, &value));
	EXPECT_TRUE(T->piextKernelSetArgSampler(pi.poke, 1, (pi_sampler *)&released));
	EXPECT(PI_SUCCESS, T->piKernelSetArg(pi.poke, 1, 4, &value));
	EXPECT(PI_SUCCESS, T->piKernelGetInfo(pi.poke, CL_KERNEL_NUM_ARGS, 4, &count, NULL));
	EXPECT(2, (int)count);
	EXPECT(PI_SUCCESS, T->piKernelGetGroupInfo(pi.poke, pi.devices[0],
						   CL_KERNEL_WORK_GROUP_SIZE, 8, &size, NULL));
	EXPECT_TRUE(size >= 1);
	EXPECT_TRUE(T->piKernelGetSubGroupInfo(pi.poke, pi.devices[0], 0x11B9, 0, NULL, 4, &count,
					       NULL));
	EXPECT(CL_INVALID_VALUE, T->piKernelSetExecInfo(pi.poke, 0x7777, 4, &count));
	EXPECT(CL_INVALID_VALUE,
	       T->piKernelSetExecInfo(pi.poke, PI_USM_INDIRECT_ACCESS, 1, &count));
	EXPECT(CL_INVALID_VALUE, T->piKernelSetExecInfo(pi.poke, PI_USM_INDIRECT_ACCESS, 4, NULL));
	pi_end();
}

enum { THREADS = 4, ROUNDS = 40 };

static _Atomic int wrong_elements;

static void *work(void *seed)
{
	pi_context context = NULL;
	pi_kernel kernel = NULL;
	pi_queue queue = NULL;
	char *message;

	EXPECT(PI_SUCCESS, T->piKernelCreate(pi.program, "vadd", &kernel));
	EXPECT(PI_SUCCESS, T->piQueueCreate(pi.context, pi.devices[0], 0, &queue));
	for (int i = 0; i < ROUNDS; i++) {
		atomic_fetch_add(&wrong_elements, add_and_check(kernel, queue, *(int *)seed + i));
		/* Each thread has its own last error. */
		EXPECT(*(int *)seed % 2 ? CL_INVALID_CONTEXT : CL_INVALID_EVENT,
		       *(int *)seed % 2 ? T->piContextRetain(context) : T->piEventRetain(NULL));
		EXPECT(*(int *)seed % 2 ? CL_INVALID_CONTEXT : CL_INVALID_EVENT,
		       T->piPluginGetLastError(&message));
	}
	EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	EXPECT(PI_SUCCESS, T->piKernelRelease(kernel));
	return NULL;
}

static void threads(void **state)
{
	pthread_t running[THREADS];
	int seeds[THREADS];

	(void)state;
	for (int i = 0; i < THREADS; i++) {
		seeds[i] = i;
		assert_int_equal(pthread_create(&running[i], NULL, work, &seeds[i]), 0);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(running[i], NULL);
	EXPECT(0, atomic_load(&wrong_elements));
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_run),
		cmocka_unit_test(selected_binaries_run),
		cmocka_unit_test(buffers_are_filled_copied_and_mapped),
		cmocka_unit_test(rectangles),
		cmocka_unit_test(events),
		cmocka_unit_test(emptiness),
		cmocka_unit_test(commands_check_their_arguments),
		cmocka_unit_test(arguments_of_kernels),
		cmocka_unit_test(threads),
	};

	return cmocka_run_group_tests(tests, pi_setup, pi_teardown);
}
