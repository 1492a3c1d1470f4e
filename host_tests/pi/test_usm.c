/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pi/pi_test.h"

/* Unified shared memory through the table: allocations, commands, rectangles, kernels. */

#define T pi.table

enum { PITCH = 64, ROWS = 16, BYTES = PITCH * ROWS };

static unsigned char *make(void)
{
	void *pointer = NULL;

	EXPECT(PI_SUCCESS,
	       T->piextUSMSharedAlloc(&pointer, pi.context, pi.devices[0], NULL, BYTES, 64));
	assert_non_null(pointer);
	return pointer;
}

static void allocations(void **state)
{
	pi_usm_properties hints[] = {PI_MEM_PROPERTIES_ALLOC_BUFFER_LOCATION, 1, PI_MEM_ALLOC_FLAGS,
				     PI_MEM_ALLOC_DEVICE_READ_ONLY, 0};
	pi_usm_properties unknown[] = {0x7777, 0, 0};
	void *pointers[3] = {NULL, NULL, NULL}, *base = NULL, *none = NULL;
	pi_device device = NULL;
	pi_enum type = 0;
	size_t size = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextUSMHostAlloc(&pointers[0], pi.context, hints, 100, 0));
	EXPECT(PI_SUCCESS,
	       T->piextUSMDeviceAlloc(&pointers[1], pi.context, pi.devices[1], hints, 200, 0));
	EXPECT(PI_SUCCESS,
	       T->piextUSMSharedAlloc(&pointers[2], pi.context, pi.devices[0], hints, 300, 0));
	for (pi_enum i = 0; i < 3; i++) {
		const char *inside = (const char *)pointers[i] + 50;

		EXPECT(PI_SUCCESS,
		       T->piextUSMGetMemAllocInfo(pi.context, inside, CL_MEM_ALLOC_TYPE_INTEL, 4,
						  &type, NULL));
		EXPECT_TRUE(type == CL_MEM_TYPE_HOST_INTEL + i);
		EXPECT(PI_SUCCESS,
		       T->piextUSMGetMemAllocInfo(pi.context, inside, CL_MEM_ALLOC_BASE_PTR_INTEL,
						  8, &base, NULL));
		EXPECT_TRUE(base == pointers[i]);
		EXPECT(PI_SUCCESS,
		       T->piextUSMGetMemAllocInfo(pi.context, inside, CL_MEM_ALLOC_SIZE_INTEL, 8,
						  &size, NULL));
		EXPECT_TRUE(size == 100 * (i + 1));
	}
	EXPECT(PI_SUCCESS, T->piextUSMGetMemAllocInfo(pi.context, pointers[1],
						      CL_MEM_ALLOC_DEVICE_INTEL, 8, &device, NULL));
	EXPECT_TRUE(device == pi.devices[1]);
	EXPECT(CL_INVALID_VALUE, T->piextUSMHostAlloc(&none, pi.context, unknown, 100, 0));
	EXPECT(CL_INVALID_BUFFER_SIZE, T->piextUSMHostAlloc(&none, pi.context, NULL, 0, 0));
	EXPECT(CL_INVALID_VALUE, T->piextUSMHostAlloc(&none, pi.context, NULL, 8, 3));
	EXPECT(CL_INVALID_VALUE, T->piextUSMHostAlloc(NULL, pi.context, NULL, 8, 0));
	EXPECT(CL_INVALID_DEVICE,
	       T->piextUSMDeviceAlloc(&none, pi.other, pi.devices[1], NULL, 8, 0));
	EXPECT_TRUE(!none);
	for (int i = 0; i < 3; i++)
		EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, pointers[i]));
	EXPECT(CL_INVALID_VALUE, T->piextUSMFree(pi.context, pointers[0]));
	EXPECT(CL_INVALID_CONTEXT, T->piextUSMFree((void *)pi.queue, pointers[0]));
	pi_end();
}

static void commands(void **state)
{
	unsigned char *a = make(), *b = make(), host[16];
	pi_event event = NULL;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemset(pi.queue, a, 0x1234, BYTES, 0, NULL, NULL));
	EXPECT(PI_SUCCESS,
	       T->piextUSMEnqueueMemcpy(pi.queue, 0, b + 8, a, BYTES - 8, 0, NULL, &event));
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemcpy(pi.queue, 1, host, b, 16, 1, &event, NULL));
	EXPECT_TRUE(host[8] == 0x34 && host[15] == 0x34);
	EXPECT(PI_SUCCESS, T->piextUSMEnqueuePrefetch(pi.queue, a, BYTES, 0, 1, &event, NULL));
	EXPECT(CL_INVALID_VALUE, T->piextUSMEnqueuePrefetch(pi.queue, a, BYTES, 8, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemAdvise(pi.queue, a, BYTES, 101, NULL));
	EXPECT(CL_INVALID_VALUE, T->piextUSMEnqueueMemAdvise(pi.queue, host, 8, 0, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP,
	       T->piextUSMEnqueueMemcpy(pi.queue, 1, a, a + 4, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset(pi.queue, a, 0, BYTES + 1, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piEventRelease(event));
	EXPECT(PI_SUCCESS, T->piQueueFinish(pi.queue));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, a));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, b));
	pi_end();
}

/* On the out-of-order queue: the event must cover all rows, or the check finds old bytes. */
static void rectangles(void **state)
{
	static const unsigned short pattern = 0x0807;
	unsigned char *a = make(), *b = make();
	pi_event events[3] = {NULL, NULL, NULL};

	(void)state;
	memset(a, 1, BYTES);
	memset(b, 2, BYTES);
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueFill2D(pi.loose, a + 2, PITCH, 2, &pattern, 20, ROWS,
						    0, NULL, &events[0]));
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemset2D(pi.loose, a + 22, PITCH, 9, 10, ROWS, 1,
						      &events[0], &events[1]));
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemcpy2D(pi.loose, 1, b + 1, PITCH, a, PITCH, 40, ROWS,
						      1, &events[1], &events[2]));
	for (int i = 0; i < ROWS; i++) {
		const unsigned char *row = b + i * PITCH;

		EXPECT_TRUE(row[0] == 2 && row[1] == 1 && row[3] == 7 && row[4] == 8 &&
			    row[22] == 8 && row[23] == 9 && row[32] == 9 && row[33] == 1 &&
			    row[40] == 1 && row[41] == 2);
	}
	/* Rows without gaps are copied by one command. */
	EXPECT(PI_SUCCESS, T->piextUSMEnqueueMemcpy2D(pi.loose, 1, b, PITCH, a, PITCH, PITCH, ROWS,
						      0, NULL, NULL));
	EXPECT_TRUE(!memcmp(a, b, BYTES));
	for (int i = 0; i < 3; i++)
		EXPECT(PI_SUCCESS, T->piEventRelease(events[i]));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, a));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, b));
	pi_end();
}

static void wrong_rectangles(void **state)
{
	unsigned char *a = make(), *b = make();

	(void)state;
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset2D(pi.queue, a, PITCH, 9, PITCH + 1, 2, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset2D(pi.queue, a, PITCH, 9, 8, 0, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset2D(pi.queue, a, SIZE_MAX, 9, 8, 2, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset2D(pi.queue, NULL, PITCH, 9, 8, 2, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemset2D(pi.queue, a, PITCH, 9, 8, ROWS + 1, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemcpy2D(pi.queue, 1, a, PITCH, NULL, PITCH, 8, 2, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextUSMEnqueueMemcpy2D(pi.queue, 1, a, PITCH, b, 4, 8, 2, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, T->piextUSMEnqueueMemcpy2D((void *)pi.vadd, 1, a, PITCH, b,
								    PITCH, 8, 2, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, a));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, b));
	pi_end();
}

static void kernels(void **state)
{
	int *out = (int *)make(), value = 4711, here = 0, *wrong = &here;
	const size_t one = 1;
	pi_bool on = 1, support = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextKernelSetArgPointer(pi.poke, 0, sizeof(out), &out));
	EXPECT(PI_SUCCESS, T->piKernelSetArg(pi.poke, 1, sizeof(value), &value));
	EXPECT(PI_SUCCESS,
	       T->piKernelSetExecInfo(pi.poke, PI_USM_INDIRECT_ACCESS, sizeof(on), &on));
	EXPECT(PI_SUCCESS, T->piKernelSetExecInfo(pi.poke, PI_USM_PTRS, sizeof(out), &out));
	EXPECT(CL_INVALID_VALUE,
	       T->piKernelSetExecInfo(pi.poke, PI_USM_PTRS, sizeof(wrong), &wrong));
	EXPECT(PI_SUCCESS,
	       T->piEnqueueKernelLaunch(pi.queue, pi.poke, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piQueueFinish(pi.queue));
	EXPECT(4711, out[0]);
	EXPECT(CL_INVALID_ARG_VALUE,
	       T->piextKernelSetArgPointer(pi.poke, 0, sizeof(wrong), &wrong));
	EXPECT(PI_SUCCESS, T->piContextGetInfo(pi.context, PI_CONTEXT_INFO_USM_MEMCPY2D_SUPPORT, 4,
					       &support, NULL));
	EXPECT(1, (int)support);
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, out));
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(allocations), cmocka_unit_test(commands),
		cmocka_unit_test(rectangles),  cmocka_unit_test(wrong_rectangles),
		cmocka_unit_test(kernels),
	};

	return cmocka_run_group_tests(tests, pi_setup, pi_teardown);
}
