/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetDeviceInfo(object, name, size, value, ret_size);
}

#define U sizeof(cl_uint)
#define L sizeof(cl_ulong)
#define S sizeof(size_t)
#define P sizeof(void *)

/* Every query of OpenCL 3.0. */
static const struct api_info_row rows[] = {
	INFO(CL_DEVICE_TYPE, L),
	INFO(CL_DEVICE_VENDOR_ID, U),
	INFO(CL_DEVICE_MAX_COMPUTE_UNITS, U),
	INFO(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, U),
	INFO(CL_DEVICE_MAX_WORK_GROUP_SIZE, S),
	INFO(CL_DEVICE_MAX_WORK_ITEM_SIZES, 3 * S),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, U),
	INFO(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, U),
	INFO(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, U),
	INFO(CL_DEVICE_MAX_CLOCK_FREQUENCY, U),
	INFO(CL_DEVICE_ADDRESS_BITS, U),
	INFO(CL_DEVICE_MAX_READ_IMAGE_ARGS, U),
	INFO(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, U),
	INFO(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, U),
	INFO(CL_DEVICE_IL_VERSION, 1),
	INFO(CL_DEVICE_ILS_WITH_VERSION, API_EMPTY),
	INFO(CL_DEVICE_MAX_MEM_ALLOC_SIZE, L),
	INFO(CL_DEVICE_IMAGE2D_MAX_WIDTH, S),
	INFO(CL_DEVICE_IMAGE2D_MAX_HEIGHT, S),
	INFO(CL_DEVICE_IMAGE3D_MAX_WIDTH, S),
	INFO(CL_DEVICE_IMAGE3D_MAX_HEIGHT, S),
	INFO(CL_DEVICE_IMAGE3D_MAX_DEPTH, S),
	INFO(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, S),
	INFO(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, S),
	INFO(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, U),
	INFO(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, U),
	INFO(CL_DEVICE_IMAGE_SUPPORT, U),
	INFO(CL_DEVICE_MAX_SAMPLERS, U),
	INFO(CL_DEVICE_MAX_PARAMETER_SIZE, S),
	INFO(CL_DEVICE_MEM_BASE_ADDR_ALIGN, U),
	INFO(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, U),
	INFO(CL_DEVICE_SINGLE_FP_CONFIG, L),
	INFO(CL_DEVICE_DOUBLE_FP_CONFIG, L),
	INFO(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, U),
	INFO(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, U),
	INFO(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, L),
	INFO(CL_DEVICE_GLOBAL_MEM_SIZE, L),
	INFO(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, L),
	INFO(CL_DEVICE_MAX_CONSTANT_ARGS, U),
	INFO(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, S),
	INFO(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, S),
	INFO(CL_DEVICE_LOCAL_MEM_TYPE, U),
	INFO(CL_DEVICE_LOCAL_MEM_SIZE, L),
	INFO(CL_DEVICE_ERROR_CORRECTION_SUPPORT, U),
	INFO(CL_DEVICE_HOST_UNIFIED_MEMORY, U),
	INFO(CL_DEVICE_PROFILING_TIMER_RESOLUTION, S),
	INFO(CL_DEVICE_ENDIAN_LITTLE, U),
	INFO(CL_DEVICE_AVAILABLE, U),
	INFO(CL_DEVICE_COMPILER_AVAILABLE, U),
	INFO(CL_DEVICE_LINKER_AVAILABLE, U),
	INFO(CL_DEVICE_EXECUTION_CAPABILITIES, L),
	INFO(CL_DEVICE_QUEUE_PROPERTIES, L),
	INFO(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, L),
	INFO(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, L),
	INFO(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, U),
	INFO(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, U),
	INFO(CL_DEVICE_MAX_ON_DEVICE_QUEUES, U),
	INFO(CL_DEVICE_MAX_ON_DEVICE_EVENTS, U),
	INFO(CL_DEVICE_BUILT_IN_KERNELS, 0),
	INFO(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0),
	INFO(CL_DEVICE_PLATFORM, P),
	INFO(CL_DEVICE_NAME, 0),
	INFO(CL_DEVICE_VENDOR, 0),
	INFO(CL_DRIVER_VERSION, 0),
	INFO(CL_DEVICE_PROFILE, sizeof("EMBEDDED_PROFILE")),
	INFO(CL_DEVICE_VERSION, 0),
	INFO(CL_DEVICE_NUMERIC_VERSION, U),
	INFO(CL_DEVICE_OPENCL_C_VERSION, 0),
	INFO(CL_DEVICE_OPENCL_C_ALL_VERSIONS, 4 * sizeof(cl_name_version)),
	INFO(CL_DEVICE_OPENCL_C_FEATURES, 0),
	INFO(CL_DEVICE_EXTENSIONS, 0),
	INFO(CL_DEVICE_EXTENSIONS_WITH_VERSION, 0),
	INFO(CL_DEVICE_PRINTF_BUFFER_SIZE, S),
	INFO(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, U),
	INFO(CL_DEVICE_PARENT_DEVICE, P),
	INFO(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, U),
	INFO(CL_DEVICE_PARTITION_PROPERTIES, 0),
	INFO(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, L),
	INFO(CL_DEVICE_PARTITION_TYPE, 0),
	INFO(CL_DEVICE_REFERENCE_COUNT, U),
	INFO(CL_DEVICE_SVM_CAPABILITIES, L),
	INFO(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, U),
	INFO(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, U),
	INFO(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, U),
	INFO(CL_DEVICE_MAX_NUM_SUB_GROUPS, U),
	INFO(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, U),
	INFO(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, L),
	INFO(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, L),
	INFO(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, U),
	INFO(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, U),
	INFO(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, U),
	INFO(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, L),
	INFO(CL_DEVICE_PIPE_SUPPORT, U),
	INFO(CL_DEVICE_MAX_PIPE_ARGS, U),
	INFO(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, U),
	INFO(CL_DEVICE_PIPE_MAX_PACKET_SIZE, U),
	INFO(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, S),
	INFO(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 0),
};

static void queries_answer_and_check(void **state)
{
	(void)state;
	api_check_queries(query, api.devices[0], rows, sizeof(rows) / sizeof(rows[0]));
	EXPECT(CL_INVALID_DEVICE,
	       clGetDeviceInfo((cl_device_id)api.context, CL_DEVICE_NAME, 0, NULL, NULL));
	api_end();
}

/* Values on which hosts and test suites base decisions. */
static void numbers(void **state)
{
	static const struct {
		cl_device_info name;
		uint64_t value;
	} answers[] = {
		{CL_DEVICE_TYPE, CL_DEVICE_TYPE_ACCELERATOR},
		{CL_DEVICE_VENDOR_ID, 0x10ee},
		{CL_DEVICE_ADDRESS_BITS, 64},
		{CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 3},
		{CL_DEVICE_MAX_MEM_ALLOC_SIZE, 16ull << 30},
		{CL_DEVICE_GLOBAL_MEM_SIZE, (64ull << 30) + 4 * 0x20000},
		{CL_DEVICE_ENDIAN_LITTLE, CL_TRUE},
		{CL_DEVICE_AVAILABLE, CL_TRUE},
		{CL_DEVICE_COMPILER_AVAILABLE, CL_FALSE},
		{CL_DEVICE_LINKER_AVAILABLE, CL_FALSE},
		{CL_DEVICE_IMAGE_SUPPORT, CL_FALSE},
		{CL_DEVICE_HOST_UNIFIED_MEMORY, CL_FALSE},
		{CL_DEVICE_PARENT_DEVICE, 0},
		{CL_DEVICE_REFERENCE_COUNT, 1},
		{CL_DEVICE_PROFILING_TIMER_RESOLUTION, 1},
		{CL_DEVICE_EXECUTION_CAPABILITIES, CL_EXEC_KERNEL},
		{CL_DEVICE_NUMERIC_VERSION, CL_MAKE_VERSION(3, 0, 0)},
		{CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
		 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		uint64_t value = 0;

		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], answers[i].name, sizeof(value),
						   &value, NULL));
		if (value != answers[i].value)
			print_error("query %#x: %#lx\n", answers[i].name, (unsigned long)value);
		EXPECT_TRUE(value == answers[i].value);
	}
	api_end();
}

/* Emulated boards support shared virtual memory, null boards do not. */
static void shared_virtual_memory(void **state)
{
	cl_device_svm_capabilities expected = api_computes() ? CL_DEVICE_SVM_COARSE_GRAIN_BUFFER
							     : 0;
	cl_device_svm_capabilities found = 12345;

	(void)state;
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_SVM_CAPABILITIES,
					   sizeof(found), &found, NULL));
	EXPECT_TRUE(found == expected);
	api_end();
}

/* The board's actual size: 32 banks of HBM with 256 MiB each. */
static void second_device_differs(void **state)
{
	cl_ulong most = 0, all = 0;

	(void)state;
	clGetDeviceInfo(api.devices[1], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL);
	clGetDeviceInfo(api.devices[1], CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(all), &all, NULL);
	assert_int_equal(most, 256u << 20);
	assert_true(all >= 8ull << 30);
}

static void texts(void **state)
{
	static const struct {
		cl_device_info name;
		const char *start;
	} answers[] = {
		{CL_DEVICE_NAME, "xilinx_u250_"},
		{CL_DEVICE_VENDOR, "Xilinx"},
		{CL_DEVICE_PROFILE, "EMBEDDED_PROFILE"},
		{CL_DEVICE_VERSION, "OpenCL 3.0 "},
		{CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 "},
		{CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, "v0000-"},
		{CL_DEVICE_EXTENSIONS, "cl_khr_"},
	};
	char text[1024];

	(void)state;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++) {
		assert_int_equal(
			clGetDeviceInfo(api.devices[0], answers[i].name, sizeof(text), text, NULL),
			CL_SUCCESS);
		if (strncmp(text, answers[i].start, strlen(answers[i].start)) != 0)
			fail_msg("%s does not start with %s", text, answers[i].start);
	}
}

static void handles(void **state)
{
	cl_platform_id platform = NULL;

	(void)state;
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_PLATFORM,
					   sizeof(cl_platform_id), &platform, NULL));
	EXPECT_TRUE(platform == api.platform);
	EXPECT(CL_SUCCESS, clRetainDevice(api.devices[0]));
	EXPECT(CL_SUCCESS, clReleaseDevice(api.devices[0]));
	EXPECT(CL_SUCCESS, clReleaseDevice(api.devices[0]));
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_NAME, 0, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, clRetainDevice((cl_device_id)api.buffer));
	EXPECT(CL_INVALID_DEVICE, clReleaseDevice((cl_device_id)api.buffer));
	api_end();
}

static void timers(void **state)
{
	cl_ulong device = 0, host = 0, later = 0;

	(void)state;
	EXPECT(CL_INVALID_DEVICE, clGetHostTimer((cl_device_id)api.queue, &host));
	EXPECT(CL_INVALID_VALUE, clGetHostTimer(api.devices[0], NULL));
	EXPECT(CL_INVALID_DEVICE, clGetDeviceAndHostTimer((cl_device_id)api.queue, &device, &host));
	EXPECT(CL_INVALID_VALUE, clGetDeviceAndHostTimer(api.devices[0], NULL, &host));
	EXPECT(CL_INVALID_VALUE, clGetDeviceAndHostTimer(api.devices[0], &device, NULL));
	EXPECT_TRUE(!device && !host);
	EXPECT(CL_SUCCESS, clGetDeviceAndHostTimer(api.devices[0], &device, &host));
	EXPECT(CL_SUCCESS, clGetHostTimer(api.devices[0], &later));
	EXPECT_TRUE(device && host && later >= host);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queries_answer_and_check),
		cmocka_unit_test(numbers),
		cmocka_unit_test(shared_virtual_memory),
		cmocka_unit_test(second_device_differs),
		cmocka_unit_test(texts),
		cmocka_unit_test(handles),
		cmocka_unit_test(timers),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
