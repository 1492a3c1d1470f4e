/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_image.h"
#include "host_tests/pi/pi_test.h"

/* Objects: queries, reference counts, native handles, device binaries, and wrong arguments. */

#define T pi.table
#define NONE ((void *)pi.buffer) /* a handle, but of another type */

static void platforms_and_devices(void **state)
{
	char text[256] = "", small[2] = {1, 1};
	pi_platform platform = NULL;
	pi_uint32 count = 7, answer = 7;
	pi_device device = NULL;
	size_t size = 0;

	(void)state;
	EXPECT(CL_INVALID_VALUE, T->piPlatformsGet(0, &platform, NULL));
	EXPECT(CL_INVALID_VALUE, T->piPlatformsGet(0, NULL, NULL));
	EXPECT(PI_SUCCESS, T->piPlatformsGet(0, NULL, &count));
	EXPECT(1, count);
	EXPECT(PI_SUCCESS, T->piPlatformGetInfo(pi.platform, CL_PLATFORM_ICD_SUFFIX_KHR,
						sizeof(text), text, &size));
	EXPECT_TRUE(!strcmp(text, "FPGACL") && size == 7);
	EXPECT(CL_INVALID_PLATFORM,
	       T->piPlatformGetInfo(NONE, CL_PLATFORM_NAME, sizeof(text), text, NULL));

	EXPECT(PI_SUCCESS,
	       T->piDevicesGet(pi.platform, CL_DEVICE_TYPE_ACCELERATOR, 0, NULL, &count));
	EXPECT(2, count);
	EXPECT(PI_SUCCESS, T->piDevicesGet(pi.platform, CL_DEVICE_TYPE_GPU, 0, NULL, &count));
	EXPECT(0, count);
	EXPECT(CL_INVALID_DEVICE_TYPE, T->piDevicesGet(pi.platform, 0x100000, 1, &device, &count));
	EXPECT(CL_INVALID_PLATFORM, T->piDevicesGet(NONE, CL_DEVICE_TYPE_ALL, 1, &device, &count));
	EXPECT(CL_INVALID_DEVICE, T->piDeviceRetain(NONE));
	EXPECT(CL_INVALID_DEVICE, T->piDeviceRelease(NONE));
	EXPECT(PI_SUCCESS, T->piDeviceRetain(pi.devices[0]));
	EXPECT(PI_SUCCESS, T->piDeviceRelease(pi.devices[0]));

	EXPECT(CL_INVALID_VALUE,
	       T->piDeviceGetInfo(pi.devices[0], CL_DEVICE_NAME, sizeof(small), small, &size));
	EXPECT_TRUE(small[0] == 1 && small[1] == 1);
	EXPECT(PI_SUCCESS, T->piDeviceGetInfo(pi.devices[0], CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
					      sizeof(answer), &answer, NULL));
	EXPECT(3, answer);
	pi_end();
}

/*
 * Attributes that OpenCL does not have: the right value, its size, and the checks of every query.
 */
static void own_attributes(void **state)
{
	static const struct {
		pi_enum name;
		size_t size;
		pi_uint64 value;
	} rows[] = {
		{PI_DEVICE_INFO_ATOMIC_64, 4, 1},
		{PI_DEVICE_INFO_IMAGE_SRGB, 4, 0},
		{PI_DEVICE_INFO_BUILD_ON_SUBDEVICE, 4, 0},
		{PI_DEVICE_INFO_BFLOAT16_MATH_FUNCTIONS, 4, 0},
		{PI_DEVICE_INFO_CUDA_ASYNC_BARRIER, 4, 0},
		{PI_DEVICE_INFO_MAX_COMPUTE_QUEUE_INDICES, 4, 1},
		{PI_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES, 8, 0x1f},
		{PI_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES, 8,
		 PI_MEMORY_SCOPE_WORK_GROUP | PI_MEMORY_SCOPE_DEVICE},
	};
	pi_uint64 value;
	size_t size;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		value = size = 0;
		EXPECT(PI_SUCCESS, T->piDeviceGetInfo(pi.devices[0], rows[i].name, sizeof(value),
						      &value, &size));
		EXPECT_TRUE(value == rows[i].value && size == rows[i].size);
		EXPECT(CL_INVALID_VALUE,
		       T->piDeviceGetInfo(pi.devices[0], rows[i].name, 3, &value, &size));
		EXPECT(CL_INVALID_DEVICE,
		       T->piDeviceGetInfo(NONE, rows[i].name, sizeof(value), &value, &size));
	}
	EXPECT(CL_INVALID_VALUE,
	       T->piDeviceGetInfo(pi.devices[0], 0x1abcd, sizeof(value), &value, &size));
	EXPECT(PI_SUCCESS,
	       T->piContextGetInfo(pi.context, PI_CONTEXT_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES,
				   sizeof(value), &value, &size));
	EXPECT_TRUE(value == 0x1f && size == 8);
	EXPECT(CL_INVALID_CONTEXT,
	       T->piContextGetInfo(NONE, PI_CONTEXT_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES,
				   sizeof(value), &value, &size));
	EXPECT(CL_INVALID_CONTEXT, T->piContextGetInfo(NONE, PI_CONTEXT_INFO_USM_FILL2D_SUPPORT,
						       sizeof(value), &value, &size));
	pi_end();
}

static void timers(void **state)
{
	uint64_t device = 0, host = 0, later = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piGetDeviceAndHostTimer(pi.devices[0], &device, &host));
	EXPECT(PI_SUCCESS, T->piGetDeviceAndHostTimer(pi.devices[0], &later, NULL));
	EXPECT(PI_SUCCESS, T->piGetDeviceAndHostTimer(pi.devices[0], NULL, &later));
	EXPECT(PI_SUCCESS, T->piGetDeviceAndHostTimer(pi.devices[0], NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, T->piGetDeviceAndHostTimer(NONE, &device, &host));
	EXPECT_TRUE(device && host && later >= host);
	pi_end();
}

static pi_uint32 references(pi_result (*query)(void *, pi_enum, size_t, void *, size_t *),
			    void *object, pi_enum name)
{
	pi_uint32 count = 0;

	EXPECT(PI_SUCCESS, query(object, name, sizeof(count), &count, NULL));
	return count;
}

#define QUERY(name) ((pi_result(*)(void *, pi_enum, size_t, void *, size_t *))T->name)

/*
 * Retain and release count references; the native handle of each object is the object itself,
 * without a new reference.
 */
#define CHECK_OBJECT(kind, object, query, attribute, ...)                                          \
	do {                                                                                       \
		pi_native_handle native_ = 0;                                                      \
		__typeof__(object) made_ = NULL;                                                   \
		pi_uint32 before_ = references(QUERY(query), object, attribute);                   \
		EXPECT(PI_SUCCESS, T->pi##kind##Retain(object));                                   \
		EXPECT((int)before_ + 1, (int)references(QUERY(query), object, attribute));        \
		EXPECT(PI_SUCCESS, T->pi##kind##Release(object));                                  \
		EXPECT(PI_SUCCESS, T->piext##kind##GetNativeHandle(object, &native_));             \
		EXPECT_TRUE(native_ == (pi_native_handle)(object));                                \
		EXPECT(PI_SUCCESS, T->piext##kind##CreateWithNativeHandle(__VA_ARGS__, &made_));   \
		EXPECT_TRUE(made_ == (object));                                                    \
		if (!strcmp(#kind, "Queue")) /* DPC++'s runtime does not retain queues */          \
			EXPECT(PI_SUCCESS, T->pi##kind##Release(object));                          \
		EXPECT((int)before_, (int)references(QUERY(query), object, attribute));            \
	} while (0)

static void references_and_native_handles(void **state)
{
	pi_native_handle native = 0;
	pi_platform platform = NULL;
	pi_device device = NULL;
	pi_event event = NULL;

	(void)state;
	EXPECT(PI_SUCCESS, T->piEventCreate(pi.context, &event));
	CHECK_OBJECT(Context, pi.context, piContextGetInfo, CL_CONTEXT_REFERENCE_COUNT, native_, 0,
		     NULL, true);
	CHECK_OBJECT(Queue, pi.queue, piQueueGetInfo, CL_QUEUE_REFERENCE_COUNT, native_, pi.context,
		     pi.devices[0], true);
	CHECK_OBJECT(Mem, pi.buffer, piMemGetInfo, CL_MEM_REFERENCE_COUNT, native_, pi.context,
		     true);
	CHECK_OBJECT(Program, pi.program, piProgramGetInfo, CL_PROGRAM_REFERENCE_COUNT, native_,
		     pi.context, true);
	CHECK_OBJECT(Kernel, pi.vadd, piKernelGetInfo, CL_KERNEL_REFERENCE_COUNT, native_,
		     pi.context, pi.program, true);
	CHECK_OBJECT(Event, event, piEventGetInfo, CL_EVENT_REFERENCE_COUNT, native_, pi.context,
		     true);
	EXPECT(PI_SUCCESS, T->piEventRelease(event));
	EXPECT(PI_SUCCESS, T->piextPlatformGetNativeHandle(pi.platform, &native));
	EXPECT(PI_SUCCESS, T->piextPlatformCreateWithNativeHandle(native, &platform));
	EXPECT_TRUE(platform == pi.platform);
	EXPECT(PI_SUCCESS, T->piextDeviceGetNativeHandle(pi.devices[1], &native));
	EXPECT(PI_SUCCESS, T->piextDeviceCreateWithNativeHandle(native, pi.platform, &device));
	EXPECT_TRUE(device == pi.devices[1]);
	pi_end();
}

static void wrong_native_handles(void **state)
{
	pi_native_handle wrong = (pi_native_handle)pi.vadd, buffer = (pi_native_handle)pi.buffer;
	pi_context context = NULL;
	pi_queue queue = NULL;
	pi_program program = NULL;
	pi_kernel kernel = NULL;
	pi_event event = NULL;
	pi_device device = NULL;
	pi_platform platform = NULL;
	pi_mem mem = NULL;

	(void)state;
	EXPECT(CL_INVALID_PLATFORM, T->piextPlatformCreateWithNativeHandle(wrong, &platform));
	EXPECT(CL_INVALID_DEVICE, T->piextDeviceCreateWithNativeHandle(wrong, NULL, &device));
	EXPECT(CL_INVALID_CONTEXT,
	       T->piextContextCreateWithNativeHandle(wrong, 0, NULL, false, &context));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       T->piextQueueCreateWithNativeHandle(wrong, pi.context, NULL, false, &queue));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       T->piextMemCreateWithNativeHandle(wrong, pi.context, false, &mem));
	EXPECT(CL_INVALID_PROGRAM,
	       T->piextProgramCreateWithNativeHandle(wrong, pi.context, false, &program));
	EXPECT(CL_INVALID_KERNEL, T->piextKernelCreateWithNativeHandle(buffer, pi.context,
								       pi.program, false, &kernel));
	EXPECT(CL_INVALID_EVENT,
	       T->piextEventCreateWithNativeHandle(wrong, pi.context, false, &event));
	EXPECT_TRUE(!context && !queue && !program && !kernel && !event && !device && !platform &&
		    !mem);
	pi_end();
}

static void queue_properties(void **state)
{
	pi_queue_properties list[] = {PI_QUEUE_FLAGS, PI_QUEUE_FLAG_PROFILING_ENABLE,
				      PI_QUEUE_COMPUTE_INDEX, 0, 0};
	cl_queue_properties bits = 0;
	pi_queue queue = NULL;
	pi_bool empty = 7;

	(void)state;
	EXPECT(PI_SUCCESS, T->piextQueueCreate(pi.context, pi.devices[0], list, &queue));
	EXPECT(PI_SUCCESS, T->piQueueGetInfo(queue, CL_QUEUE_PROPERTIES, 8, &bits, NULL));
	EXPECT(CL_QUEUE_PROFILING_ENABLE, (int)bits);
	EXPECT(PI_SUCCESS, T->piQueueGetInfo(queue, PI_QUEUE_INFO_EMPTY, 4, &empty, NULL));
	EXPECT(1, (int)empty);
	EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	EXPECT(PI_SUCCESS, T->piextQueueCreate(pi.context, pi.devices[0], NULL, &queue));
	EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	list[3] = 1; /* an index that does not exist */
	EXPECT(CL_INVALID_QUEUE_PROPERTIES,
	       T->piextQueueCreate(pi.context, pi.devices[0], list, &queue));
	list[2] = 77; /* an unknown property */
	EXPECT(CL_INVALID_QUEUE_PROPERTIES,
	       T->piextQueueCreate(pi.context, pi.devices[0], list, &queue));
	for (int i = 0; i < 7; i++) {
		bool device_side = i == 2 || i == 3;

		queue = NULL;
		pi_expect(!device_side,
			  !T->piQueueCreate(pi.context, pi.devices[0], 1u << i, &queue), "flag",
			  __FILE__, i);
		if (queue)
			EXPECT(PI_SUCCESS, T->piQueueRelease(queue));
	}
	EXPECT(CL_INVALID_QUEUE_PROPERTIES,
	       T->piQueueCreate(pi.context, pi.devices[0], 1 << 7, &queue));
	EXPECT(CL_INVALID_QUEUE_PROPERTIES,
	       T->piQueueCreate(pi.context, pi.devices[0],
				PI_QUEUE_FLAG_PRIORITY_LOW | PI_QUEUE_FLAG_PRIORITY_HIGH, &queue));
	EXPECT(CL_INVALID_DEVICE, T->piQueueCreate(pi.other, pi.devices[1], 0, &queue));
	EXPECT(CL_INVALID_VALUE, T->piQueueCreate(pi.context, pi.devices[0], 0, NULL));
	pi_end();
}

static void count_call(void *user_data)
{
	++*(int *)user_data;
}

static void contexts_have_deleters(void **state)
{
	pi_context context = NULL;
	int calls = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piContextCreate(NULL, 1, pi.devices, NULL, NULL, &context));
	EXPECT(PI_SUCCESS, T->piextContextSetExtendedDeleter(context, count_call, &calls));
	EXPECT(CL_INVALID_VALUE, T->piextContextSetExtendedDeleter(context, NULL, &calls));
	EXPECT(CL_INVALID_CONTEXT, T->piextContextSetExtendedDeleter(NONE, count_call, &calls));
	EXPECT(0, calls);
	EXPECT(PI_SUCCESS, T->piContextRelease(context));
	EXPECT(1, calls);
	EXPECT(CL_INVALID_CONTEXT, T->piContextRelease(context));
	pi_end();
}

/* Returns the index of the binary that is for the device, or -1. */
static int select_among(pi_device device, struct pi_device_binary_struct *binaries, int count)
{
	pi_device_binary list[8];
	pi_uint32 selected = 99;
	pi_result result;

	for (int i = 0; i < count; i++)
		list[i] = &binaries[i];
	result = T->piextDeviceSelectBinary(device, list, (pi_uint32)count, &selected);
	if (!result)
		return (int)selected;
	EXPECT(CL_INVALID_BINARY, result);
	EXPECT(99, (int)selected);
	return -1;
}

static void binaries_are_selected(void **state)
{
	size_t size250, size50;
	unsigned char *u250 = api_image("u250", 1, &size250), *u50 = api_image("u50", 1, &size50);
	struct pi_device_binary_struct all[5];

	(void)state;
	pi_wrap(&all[0], "spir64", "\x03\x02\x23\x07", 4);
	pi_wrap(&all[1], "spir64_x86_64", u50, size50);
	pi_wrap(&all[2], "spir64_fpga", u250, size250);
	pi_wrap(&all[3], "fpga64", u50, size50);
	pi_wrap(&all[4], "spir64_fpga", "\177ELF of something else", 22);
	EXPECT(2, select_among(pi.devices[0], all, 5));
	EXPECT(3, select_among(pi.devices[1], all, 5));
	EXPECT(1, select_among(pi.devices[1], all, 3)); /* the image counts, then the target */
	EXPECT(-1, select_among(pi.devices[0], all, 2));
	EXPECT(-1, select_among(pi.devices[1], &all[4], 1));
	all[2].version = 2;
	EXPECT(-1, select_among(pi.devices[0], all, 5));
	all[2].version = 1;
	all[2].kind = 3;
	EXPECT(-1, select_among(pi.devices[0], all, 5));
	all[2].kind = 4;
	all[2].format = 2; /* SPIR-V */
	EXPECT(-1, select_among(pi.devices[0], all, 5));
	all[2].format = 1;
	all[2].binary_end = all[2].binary_start + size250 / 2;
	EXPECT(-1, select_among(pi.devices[0], all, 5));
	all[2].binary_end = all[2].binary_start;
	EXPECT(-1, select_among(pi.devices[0], all, 5));
	free(u250);
	free(u50);
	pi_end();
}

static void selection_checks_its_arguments(void **state)
{
	struct pi_device_binary_struct one;
	pi_device_binary list[] = {NULL, &one};
	pi_uint32 selected;

	(void)state;
	pi_wrap(&one, "spir64_fpga", "xclbin2", 8);
	EXPECT(CL_INVALID_BINARY, T->piextDeviceSelectBinary(pi.devices[0], list, 2, &selected));
	EXPECT(CL_INVALID_VALUE, T->piextDeviceSelectBinary(pi.devices[0], list, 0, &selected));
	EXPECT(CL_INVALID_VALUE, T->piextDeviceSelectBinary(pi.devices[0], NULL, 1, &selected));
	EXPECT(CL_INVALID_VALUE, T->piextDeviceSelectBinary(pi.devices[0], list, 1, NULL));
	EXPECT(CL_INVALID_DEVICE, T->piextDeviceSelectBinary(NONE, list, 2, &selected));
	pi_end();
}

/* Functions that need a compiler answer with the error that OpenCL defines for its absence. */
static void no_compiler(void **state)
{
	const char *source = "kernel void f() {}";
	pi_program program = NULL, linked = NULL;
	pi_uint64 pointer = 7;
	char value[8] = {0};

	(void)state;
	EXPECT(CL_INVALID_OPERATION, T->piProgramCreate(pi.context, source, 18, &program));
	EXPECT(PI_SUCCESS, T->piclProgramCreateWithSource(pi.context, 1, &source, NULL, &program));
	EXPECT(CL_COMPILER_NOT_AVAILABLE, T->piProgramBuild(program, 0, NULL, "", NULL, NULL));
	EXPECT(CL_COMPILER_NOT_AVAILABLE,
	       T->piProgramCompile(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	EXPECT(CL_LINKER_NOT_AVAILABLE,
	       T->piProgramLink(pi.context, 0, NULL, "", 1, &program, NULL, NULL, &linked));
	EXPECT(PI_SUCCESS, T->piProgramRelease(program));
	EXPECT_TRUE(T->piextProgramSetSpecializationConstant(pi.program, 0, 4, value));
	EXPECT(PI_ERROR_FUNCTION_ADDRESS_IS_NOT_AVAILABLE,
	       T->piextGetDeviceFunctionPointer(pi.devices[0], pi.program, "vadd", &pointer));
	EXPECT_TRUE(!pointer);
	EXPECT(CL_INVALID_KERNEL_NAME,
	       T->piextGetDeviceFunctionPointer(pi.devices[0], pi.program, "none", &pointer));
	EXPECT(CL_INVALID_OPERATION,
	       T->piextEnqueueDeviceGlobalVariableWrite(pi.queue, pi.program, "v", 1, 4, 0, value,
							0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       T->piextEnqueueDeviceGlobalVariableRead(pi.queue, pi.program, "v", 1, 4, 0, value, 0,
						       NULL, NULL));
	EXPECT(CL_INVALID_PROGRAM, T->piextEnqueueDeviceGlobalVariableRead(
					   pi.queue, NONE, "v", 1, 4, 0, value, 0, NULL, NULL));
	pi_end();
}

static void memory_objects(void **state)
{
	pi_mem_properties places[] = {PI_MEM_PROPERTIES_ALLOC_BUFFER_LOCATION, 1, 0};
	pi_mem_properties unknown[] = {0x7777, 1, 0};
	cl_buffer_region region = {1024, 512};
	pi_image_format format = {CL_RGBA, CL_UNORM_INT8};
	pi_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
	pi_sampler_properties none[] = {0};
	pi_sampler sampler = NULL;
	pi_mem mem = NULL, part = NULL;
	size_t size = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piMemBufferCreate(pi.context, 0, 4096, NULL, &mem, places));
	EXPECT(CL_INVALID_VALUE, T->piMemBufferCreate(pi.context, 0, 4096, NULL, &part, unknown));
	EXPECT(CL_INVALID_BUFFER_SIZE, T->piMemBufferCreate(pi.context, 0, 0, NULL, &part, NULL));
	EXPECT(CL_INVALID_HOST_PTR,
	       T->piMemBufferCreate(pi.context, CL_MEM_USE_HOST_PTR, 64, NULL, &part, NULL));
	EXPECT(PI_SUCCESS,
	       T->piMemBufferPartition(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &part));
	EXPECT(PI_SUCCESS, T->piMemGetInfo(part, CL_MEM_SIZE, sizeof(size), &size, NULL));
	EXPECT(512, (int)size);
	EXPECT(PI_SUCCESS, T->piMemRelease(part));
	EXPECT(PI_SUCCESS, T->piMemRelease(mem));
	EXPECT(CL_INVALID_MEM_OBJECT, T->piMemRetain(mem));
	EXPECT(CL_INVALID_MEM_OBJECT, T->piMemRelease(mem));
	EXPECT(CL_INVALID_MEM_OBJECT, T->piMemGetInfo(mem, CL_MEM_SIZE, 8, &size, NULL));
	EXPECT_TRUE(T->piMemImageCreate(pi.context, 0, &format, &desc, NULL, &mem));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       T->piMemImageGetInfo(pi.buffer, CL_IMAGE_WIDTH, 8, &size, NULL));
	EXPECT_TRUE(T->piSamplerCreate(pi.context, none, &sampler));
	EXPECT(CL_INVALID_SAMPLER, T->piSamplerRetain(NONE));
	EXPECT(CL_INVALID_SAMPLER, T->piSamplerRelease(NONE));
	pi_end();
}

static void sub_devices(void **state)
{
	pi_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	pi_device_partition_property slices[] = {0x1089, 0};
	pi_device parts[64] = {NULL};
	pi_uint32 count = 0;

	(void)state;
	EXPECT(PI_SUCCESS, T->piDevicePartition(pi.devices[0], equally, 64, parts, &count));
	EXPECT(API_IMAGE_NCUS, (int)count);
	for (pi_uint32 i = 0; i < count; i++)
		EXPECT(PI_SUCCESS, T->piDeviceRelease(parts[i]));
	EXPECT(CL_INVALID_DEVICE, T->piDeviceRelease(parts[0]));
	EXPECT(CL_INVALID_VALUE, T->piDevicePartition(pi.devices[0], slices, 64, parts, &count));
	pi_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pi_nothing_is_refused),
		cmocka_unit_test(platforms_and_devices),
		cmocka_unit_test(own_attributes),
		cmocka_unit_test(timers),
		cmocka_unit_test(references_and_native_handles),
		cmocka_unit_test(wrong_native_handles),
		cmocka_unit_test(queue_properties),
		cmocka_unit_test(contexts_have_deleters),
		cmocka_unit_test(binaries_are_selected),
		cmocka_unit_test(selection_checks_its_arguments),
		cmocka_unit_test(no_compiler),
		cmocka_unit_test(memory_objects),
		cmocka_unit_test(sub_devices),
	};

	return cmocka_run_group_tests(tests, pi_setup, pi_teardown);
}
