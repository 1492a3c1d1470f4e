/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/pi/pi_test.h"

/* What versions 14.42 and 15.48 add to the version before them, or change. */

#define T pi.table
#define NONE ((void *)pi.buffer) /* a handle, but of another type */

enum { BYTES = 256 };

static void functions_of_both_are_the_same(void **state)
{
	static struct pi_host host;
	static struct pi_table older;

	(void)state;
	pi_prepare(&host, "12.23");
	EXPECT(PI_SUCCESS, pi.init(&host));
	pi_read_table(&host, PI_12_23, &older);
	for (size_t i = 0; i < PI_ROWS; i++)
		if (pi_has(&pi_rows[i], PI_12_23) && ((void *const *)T)[i])
			EXPECT_TRUE(((void **)&older)[i] == ((void *const *)T)[i]);
	pi_end();
}

static void answers(void **state)
{
	static const pi_enum absent[] = {
		PI_DEVICE_INFO_BINDLESS_IMAGES_SUPPORT, PI_DEVICE_INFO_MIPMAP_SUPPORT,
		PI_DEVICE_INFO_INTEROP_MEMORY_IMPORT_SUPPORT, PI_DEVICE_INFO_ESIMD_SUPPORT};
	pi_enum backend = 7;
	pi_bitfield bits = 0;
	pi_int32 peers = 7;
	pi_bool flag;
	size_t size;

	(void)state;
	EXPECT(PI_SUCCESS, T->piPlatformGetInfo(pi.platform, PI_PLATFORM_INFO_BACKEND,
						sizeof(backend), &backend, &size));
	EXPECT_TRUE(backend == PI_PLATFORM_BACKEND_OPENCL && size == sizeof(backend));
	EXPECT(CL_INVALID_PLATFORM, T->piPlatformGetInfo(NONE, PI_PLATFORM_INFO_BACKEND,
							 sizeof(backend), &backend, NULL));
	EXPECT(PI_SUCCESS,
	       T->piDeviceGetInfo(pi.devices[0], PI_DEVICE_INFO_ATOMIC_FENCE_ORDER_CAPABILITIES,
				  sizeof(bits), &bits, NULL));
	EXPECT_TRUE(bits & PI_MEMORY_ORDER_SEQ_CST);
	EXPECT(PI_SUCCESS,
	       T->piContextGetInfo(pi.context, PI_CONTEXT_INFO_ATOMIC_FENCE_SCOPE_CAPABILITIES,
				   sizeof(bits), &bits, NULL));
	EXPECT_TRUE(bits & PI_MEMORY_SCOPE_DEVICE);
	for (size_t i = 0; i < sizeof(absent) / sizeof(absent[0]); i++) {
		flag = 7;
		EXPECT(PI_SUCCESS,
		       T->piDeviceGetInfo(pi.devices[0], absent[i], sizeof(flag), &flag, NULL));
		EXPECT_TRUE(!flag);
	}
	EXPECT(PI_SUCCESS, T->piextPeerAccessGetInfo(pi.devices[0], pi.devices[1], 0, sizeof(peers),
						     &peers, &size));
	EXPECT_TRUE(!peers && size == sizeof(peers));
	EXPECT(CL_INVALID_DEVICE,
	       T->piextPeerAccessGetInfo(pi.devices[0], NONE, 0, sizeof(peers), &peers, NULL));
	EXPECT(CL_INVALID_VALUE, T->piextPeerAccessGetInfo(pi.devices[0], pi.devices[1], 9,
							   sizeof(peers), &peers, NULL));
	pi_end();
}

static void options(void **state)
{
	const char *option = NULL;

	(void)state;
	EXPECT(PI_SUCCESS, T->piPluginGetBackendOption(pi.platform, "-O0", &option));
	EXPECT_TRUE(option && !strcmp(option, "-cl-opt-disable"));
	EXPECT(PI_SUCCESS, T->piPluginGetBackendOption(pi.platform, "-O3", &option));
	EXPECT_TRUE(option && !*option);
	option = "kept";
	EXPECT(CL_INVALID_VALUE, T->piPluginGetBackendOption(pi.platform, "-Ofast", &option));
	EXPECT(CL_INVALID_VALUE, T->piPluginGetBackendOption(pi.platform, NULL, &option));
	EXPECT(CL_INVALID_PLATFORM, T->piPluginGetBackendOption(NONE, "-O0", &option));
	EXPECT_TRUE(!strcmp(option, "kept"));
	pi_end();
}

static void changed_forms(void **state)
{
	struct pi_mem_obj_property property = {PI_KERNEL_ARG_MEM_OBJ_ACCESS, NULL, 1};
	pi_native_handle handle = 0;
	pi_queue queue = NULL;
	int32_t kind = 7;

	(void)state;
	EXPECT_TRUE(!T->piextQueueGetNativeHandle && !T->piextKernelSetArgMemObj &&
		    !T->piEnqueueNativeKernel && !T->piclProgramCreateWithSource);
	EXPECT(PI_SUCCESS, T->piextQueueGetNativeHandle_14_42(pi.queue, &handle, &kind));
	EXPECT_TRUE(handle == (pi_native_handle)pi.queue && !kind);
	EXPECT(PI_SUCCESS, T->piextQueueCreateWithNativeHandle_14_42(
				   handle, kind, pi.context, pi.devices[0], true, NULL, &queue));
	EXPECT_TRUE(queue == pi.queue);
	EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj_14_42(pi.vadd, 0, &property, &pi.buffer));
	EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj_14_42(pi.vadd, 0, NULL, &pi.buffer));
	property.type = 3;
	EXPECT(CL_INVALID_VALUE,
	       T->piextKernelSetArgMemObj_14_42(pi.vadd, 0, &property, &pi.buffer));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       T->piextMemImageCreateWithNativeHandle((pi_native_handle)pi.buffer, pi.context, true,
						      NULL, NULL, &(pi_mem){NULL}));
	EXPECT(PI_SUCCESS, T->piextUSMImport(&property, sizeof(property), pi.context));
	EXPECT(PI_SUCCESS, T->piextUSMRelease(&property, pi.context));
	EXPECT(CL_INVALID_CONTEXT, T->piextUSMImport(&property, sizeof(property), NONE));
	EXPECT(CL_INVALID_VALUE, T->piextUSMImport(&property, 0, pi.context));
	pi_end();
}

static pi_ext_command_buffer make_buffer(void)
{
	struct pi_command_buffer_desc desc = {PI_EXT_COMMAND_BUFFER_DESC, NULL, NULL};
	pi_ext_command_buffer buffer = NULL;

	EXPECT(PI_SUCCESS, T->piextCommandBufferCreate(pi.context, pi.devices[0], &desc, &buffer));
	return buffer;
}

static void replay(pi_ext_command_buffer buffer, pi_queue queue)
{
	pi_event done = NULL;

	EXPECT(PI_SUCCESS, T->piextEnqueueCommandBuffer(buffer, queue, 0, NULL, &done));
	EXPECT(PI_SUCCESS, T->piEventsWait(1, &done));
	EXPECT(PI_SUCCESS, T->piEventRelease(done));
}

static void read_back(unsigned char *bytes)
{
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferRead(pi.queue, pi.buffer, CL_TRUE, 0, BYTES, bytes,
						     0, NULL, NULL));
}

/*
 * A fill, a copy after it, and a rectangle after that: the result is wrong unless the sync points
 * are honoured.
 */
static void buffers_are_replayed(void **state)
{
	pi_ext_command_buffer buffer = make_buffer();
	const size_t from[] = {0, 0, 0}, to[] = {8, 4, 0}, region[] = {4, 2, 1};
	unsigned char bytes[BYTES] = {0}, pattern = 0x5a;
	pi_ext_sync_point first = 99, second = 99;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextCommandBufferMemBufferFill(buffer, pi.buffer, &pattern, 1, 0, 32,
							      0, NULL, &first));
	EXPECT(PI_SUCCESS, T->piextCommandBufferMemBufferCopy(buffer, pi.buffer, pi.buffer, 0, 40,
							      8, 1, &first, &second));
	EXPECT(PI_SUCCESS,
	       T->piextCommandBufferMemBufferCopyRect(buffer, pi.buffer, pi.buffer, from, to,
						      region, 16, 0, 16, 0, 1, &second, NULL));
	EXPECT(CL_INVALID_OPERATION, T->piextEnqueueCommandBuffer(buffer, pi.queue, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextCommandBufferFinalize(buffer));
	EXPECT(CL_INVALID_OPERATION, T->piextCommandBufferFinalize(buffer));
	for (int i = 0; i < 3; i++) {
		EXPECT(PI_SUCCESS,
		       T->piEnqueueMemBufferWrite(pi.queue, pi.buffer, CL_TRUE, 0, BYTES,
						  (unsigned char[BYTES]){0}, 0, NULL, NULL));
		replay(buffer, i ? pi.loose : pi.queue);
		read_back(bytes);
		for (int j = 0; j < BYTES; j++) {
			bool set = j < 32 || (j >= 40 && j < 48) || (j >= 72 && j < 76) ||
				   (j >= 88 && j < 92);

			EXPECT(set ? 0x5a : 0, bytes[j]);
		}
	}
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	pi_end();
}

static void kernels_are_replayed(void **state)
{
	pi_ext_command_buffer buffer = make_buffer();
	const size_t one = 1;
	pi_result (*record)(pi_ext_command_buffer, pi_kernel, pi_uint32, const size_t *,
			    const size_t *, const size_t *, pi_uint32, const pi_ext_sync_point *,
			    pi_ext_sync_point *) = T->piextCommandBufferNDRangeKernel;
	cl_int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, sums[4] = {0}, count = 4;
	pi_mem mems[3];

	(void)state;
	for (pi_uint32 i = 0; i < 3; i++) {
		EXPECT(PI_SUCCESS, T->piMemBufferCreate(pi.context, CL_MEM_READ_WRITE, sizeof(a),
							NULL, &mems[i], NULL));
		EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj_14_42(pi.vadd, i, NULL, &mems[i]));
	}
	EXPECT(PI_SUCCESS, T->piKernelSetArg(pi.vadd, 3, sizeof(count), &count));
	EXPECT(PI_SUCCESS, record(buffer, pi.vadd, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(CL_INVALID_KERNEL, record(buffer, NONE, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextCommandBufferFinalize(buffer));
	for (int i = 0; i < 2; i++) {
		a[0] += i;
		T->piEnqueueMemBufferWrite(pi.queue, mems[0], CL_TRUE, 0, sizeof(a), a, 0, NULL,
					   NULL);
		T->piEnqueueMemBufferWrite(pi.queue, mems[1], CL_TRUE, 0, sizeof(b), b, 0, NULL,
					   NULL);
		replay(buffer, pi.queue);
		EXPECT(PI_SUCCESS, T->piEnqueueMemBufferRead(pi.queue, mems[2], CL_TRUE, 0,
							     sizeof(sums), sums, 0, NULL, NULL));
		for (int j = 0; j < 4; j++)
			EXPECT(a[j] + b[j], sums[j]);
	}
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	for (int i = 0; i < 3; i++)
		EXPECT(PI_SUCCESS, T->piMemRelease(mems[i]));
	pi_end();
}

static void shared_memory_is_replayed(void **state)
{
	pi_ext_command_buffer buffer = make_buffer();
	pi_ext_sync_point point = 0;
	const cl_int pattern = 1234;
	void *memory = NULL;
	cl_int *numbers;

	(void)state;
	EXPECT(PI_SUCCESS,
	       T->piextUSMSharedAlloc(&memory, pi.context, pi.devices[0], NULL, BYTES, 64));
	numbers = memory;
	EXPECT(PI_SUCCESS, T->piextCommandBufferFillUSM(buffer, numbers, &pattern, sizeof(pattern),
							16, 0, NULL, &point));
	EXPECT(PI_SUCCESS,
	       T->piextCommandBufferPrefetchUSM(buffer, numbers, 16, 0, 1, &point, &point));
	EXPECT(PI_SUCCESS,
	       T->piextCommandBufferAdviseUSM(buffer, numbers, 16, 1, 1, &point, &point));
	EXPECT(PI_SUCCESS,
	       T->piextCommandBufferMemcpyUSM(buffer, numbers + 8, numbers, 16, 1, &point, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextCommandBufferPrefetchUSM(buffer, numbers, 16, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       T->piextCommandBufferAdviseUSM(buffer, NULL, 16, 0, 0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piextCommandBufferFinalize(buffer));
	memset(numbers, 0, BYTES);
	replay(buffer, pi.loose);
	for (int i = 0; i < 12; i++)
		EXPECT(i < 4 || i >= 8 ? pattern : 0, numbers[i]);
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	EXPECT(PI_SUCCESS, T->piextUSMFree(pi.context, memory));
	pi_end();
}

/*
 * The queue that the plugin made is released with the command buffer, and the command buffer with
 * its last reference.
 */
static void command_buffers_and_wrong_arguments(void **state)
{
	struct pi_command_buffer_desc desc = {PI_EXT_COMMAND_BUFFER_DESC, NULL, NULL};
	pi_ext_command_buffer buffer = make_buffer(), none = NULL;
	pi_uint32 before = 0, after = 0;
	char *message = NULL;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextCommandBufferRetain(buffer));
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	EXPECT(-1138, T->piextCommandBufferRelease(buffer));
	EXPECT(-1138, T->piextCommandBufferRetain(NONE));
	EXPECT(-1138, T->piextEnqueueCommandBuffer(NONE, pi.queue, 0, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, T->piextCommandBufferCreate(NONE, pi.devices[0], &desc, &none));
	EXPECT(CL_INVALID_DEVICE, T->piextCommandBufferCreate(pi.context, NONE, &desc, &none));
	EXPECT(CL_INVALID_VALUE,
	       T->piextCommandBufferCreate(pi.context, pi.devices[0], &desc, NULL));
	desc.type = 5;
	EXPECT(CL_INVALID_VALUE,
	       T->piextCommandBufferCreate(pi.context, pi.devices[0], &desc, &none));
	EXPECT_TRUE(!none);
	T->piContextGetInfo(pi.context, CL_CONTEXT_REFERENCE_COUNT, sizeof(before), &before, NULL);
	for (int i = 0; i < 5; i++)
		EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(make_buffer()));
	T->piContextGetInfo(pi.context, CL_CONTEXT_REFERENCE_COUNT, sizeof(after), &after, NULL);
	EXPECT((int)before, (int)after);
	EXPECT(PI_ERROR_UNSUPPORTED_FEATURE,
	       T->piextEnablePeerAccess(pi.devices[0], pi.devices[1]));
	EXPECT(PI_ERROR_UNSUPPORTED_FEATURE, T->piPluginGetLastError(&message));
	EXPECT_TRUE(message && strstr(message, "piextEnablePeerAccess"));
	pi_end();
}

/*
 * The functions that 15.48 changed: command buffers are recorded and replayed, and no command is
 * updatable.
 */
static void forms_of_15_48(void **state)
{
	struct pi_command_buffer_desc_15_48 desc = {PI_EXT_COMMAND_BUFFER_DESC, NULL, 0};
	pi_ext_command_buffer buffer = NULL, none = NULL;
	pi_ext_command_buffer_command command = (void *)&desc;
	pi_native_handle handle = 0;
	const size_t one = 1;
	cl_int numbers[4] = {1, 2, 3, 4}, sums[4] = {0}, count = 4;
	pi_mem mems[3];

	(void)state;
	EXPECT(PI_SUCCESS, T->piextMemGetNativeHandle_15_48(pi.buffer, pi.devices[0], &handle));
	EXPECT_TRUE(handle == (pi_native_handle)pi.buffer);
	EXPECT_TRUE(!T->piextMemGetNativeHandle && !T->piextCommandBufferNDRangeKernel);
	EXPECT(PI_SUCCESS,
	       T->piextCommandBufferCreate_15_48(pi.context, pi.devices[0], &desc, &buffer));
	for (pi_uint32 i = 0; i < 3; i++) {
		EXPECT(PI_SUCCESS, T->piMemBufferCreate(pi.context, CL_MEM_READ_WRITE, sizeof(sums),
							NULL, &mems[i], NULL));
		EXPECT(PI_SUCCESS, T->piextKernelSetArgMemObj_14_42(pi.vadd, i, NULL, &mems[i]));
		EXPECT(PI_SUCCESS,
		       T->piEnqueueMemBufferWrite(pi.queue, mems[i], CL_TRUE, 0, sizeof(numbers),
						  numbers, 0, NULL, NULL));
	}
	EXPECT(PI_SUCCESS, T->piKernelSetArg(pi.vadd, 3, sizeof(count), &count));
	EXPECT(PI_SUCCESS, T->piextCommandBufferNDRangeKernel_15_48(buffer, pi.vadd, 1, NULL, &one,
								    &one, 0, NULL, NULL, &command));
	EXPECT_TRUE(!command);
	EXPECT(PI_SUCCESS, T->piextCommandBufferFinalize(buffer));
	replay(buffer, pi.queue);
	EXPECT(PI_SUCCESS, T->piEnqueueMemBufferRead(pi.queue, mems[2], CL_TRUE, 0, sizeof(sums),
						     sums, 0, NULL, NULL));
	for (int i = 0; i < 4; i++)
		EXPECT_TRUE(sums[i] == 2 * numbers[i]);
	EXPECT(PI_SUCCESS, T->piextCommandBufferRelease(buffer));
	for (int i = 0; i < 3; i++)
		EXPECT(PI_SUCCESS, T->piMemRelease(mems[i]));
	desc.is_updatable = 1;
	EXPECT(PI_ERROR_UNSUPPORTED_FEATURE,
	       T->piextCommandBufferCreate_15_48(pi.context, pi.devices[0], &desc, &none));
	EXPECT(PI_ERROR_UNSUPPORTED_FEATURE, T->piextCommandBufferUpdateKernelLaunch(NULL, NULL));
	EXPECT(PI_ERROR_UNSUPPORTED_FEATURE,
	       T->piextKernelSuggestMaxCooperativeGroupCount(pi.vadd, 1, 0, &(pi_uint32){0}));
	EXPECT_TRUE(!none);
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pi_nothing_is_refused),
		cmocka_unit_test(functions_of_both_are_the_same),
		cmocka_unit_test(answers),
		cmocka_unit_test(options),
		cmocka_unit_test(changed_forms),
		cmocka_unit_test(buffers_are_replayed),
		cmocka_unit_test(kernels_are_replayed),
		cmocka_unit_test(shared_memory_is_replayed),
		cmocka_unit_test(command_buffers_and_wrong_arguments),
	};

	const struct CMUnitTest newest[] = {
		cmocka_unit_test(pi_nothing_is_refused),
		cmocka_unit_test(functions_of_both_are_the_same),
		cmocka_unit_test(forms_of_15_48),
	};

	return cmocka_run_group_tests(tests, pi_setup_14_42, pi_teardown) ||
	       cmocka_run_group_tests(newest, pi_setup_15_48, pi_teardown);
}
