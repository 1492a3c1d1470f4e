/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_image.h"
#include "host_tests/api/api_test.h"

#define Q api.queue

static void *find(const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(api.platform, name);

	assert_non_null(function);
	return function;
}

static bool lists(cl_device_id device, const char *name)
{
	char text[4096] = "";
	const char *at;

	assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL),
			 CL_SUCCESS);
	at = strstr(text, name);
	return at && (at[strlen(name)] == ' ' || !at[strlen(name)]);
}

/* Names and versions agree on each device, and every listed extension can be queried. */
static void lists_agree(void **state)
{
	(void)state;
	for (int d = 0; d < 2; d++) {
		char text[4096] = "", joined[4096] = "";
		cl_name_version names[64];
		size_t size;

		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[d], CL_DEVICE_EXTENSIONS,
						   sizeof(text), text, NULL));
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[d], CL_DEVICE_EXTENSIONS_WITH_VERSION,
				       sizeof(names), names, &size));
		for (size_t i = 0; i < size / sizeof(names[0]); i++) {
			strcat(joined, i ? " " : "");
			strcat(joined, names[i].name);
			EXPECT_TRUE(names[i].version != 0);
			if (!strcmp(names[i].name, "cl_khr_icd"))
				EXPECT_TRUE(names[i].version == CL_MAKE_VERSION(2, 0, 0));
			if (!strcmp(names[i].name, "cl_khr_command_buffer"))
				EXPECT_TRUE(names[i].version == CL_MAKE_VERSION(0, 9, 8));
		}
		assert_string_equal(text, joined);
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_extended_versioning"));
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_create_command_queue"));
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_priority_hints"));
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_throttle_hints"));
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_suggested_local_work_size"));
		EXPECT_TRUE(lists(api.devices[d], "cl_khr_device_uuid"));
	}
	api_end();
}

/*
 * cl_khr_extended_versioning became part of OpenCL 3.0: a query gives the same answer under both
 * names.
 */
static void versions_by_both_names(void **state)
{
	static const struct {
		cl_device_info khr, core;
	} rows[] = {
		{CL_DEVICE_NUMERIC_VERSION_KHR, CL_DEVICE_NUMERIC_VERSION},
		{CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR, CL_DEVICE_EXTENSIONS_WITH_VERSION},
		{CL_DEVICE_ILS_WITH_VERSION_KHR, CL_DEVICE_ILS_WITH_VERSION},
		{CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR,
		 CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION},
	};
	char khr[8192], core[8192];
	size_t khr_size = 0, core_size = 1;
	cl_version version = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[0], rows[i].khr, sizeof(khr), khr, &khr_size));
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], rows[i].core, sizeof(core), core,
						   &core_size));
		EXPECT_TRUE(khr_size == core_size && !memcmp(khr, core, core_size));
	}
	EXPECT(CL_SUCCESS, clGetPlatformInfo(api.platform, CL_PLATFORM_NUMERIC_VERSION_KHR,
					     sizeof(version), &version, NULL));
	EXPECT_TRUE(version == CL_MAKE_VERSION(3, 0, 0));
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR,
					   sizeof(version), &version, NULL));
	EXPECT_TRUE(CL_VERSION_MAJOR(version) == 1);
	api_end();
}

static void create_command_queue(void **state)
{
	clCreateCommandQueueWithPropertiesKHR_fn create = (clCreateCommandQueueWithPropertiesKHR_fn)
		find("clCreateCommandQueueWithPropertiesKHR");
	cl_queue_properties_khr loose[] = {CL_QUEUE_PROPERTIES,
					   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	cl_queue_properties_khr unknown[] = {NO_SUCH_NAME, 0, 0};
	cl_queue_properties_khr value[] = {CL_QUEUE_PROPERTIES, 1u << 20, 0};
	cl_command_queue_properties bits = 0;
	cl_command_queue queue;
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, create((cl_context)Q, api.devices[0], loose, &error));
	EXPECT_NULL(CL_INVALID_DEVICE, create(api.context, (cl_device_id)Q, loose, &error));
	EXPECT_NULL(CL_INVALID_DEVICE, create(api.other, api.devices[1], loose, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(api.context, api.devices[0], unknown, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(api.context, api.devices[0], value, &error));
	queue = create(api.context, api.devices[0], loose, &error);
	EXPECT_TRUE(queue && error == CL_SUCCESS);
	EXPECT(CL_SUCCESS,
	       clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(bits), &bits, NULL));
	EXPECT_TRUE(bits == CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	api_end();
}

static cl_int try_queue(const cl_queue_properties *properties)
{
	cl_int error = 12345;
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.context, api.devices[0],
								    properties, &error);

	if (queue)
		clReleaseCommandQueue(queue);
	EXPECT_TRUE(!queue == (error != CL_SUCCESS));
	return error;
}

#define HINTS(...)                                                                                 \
	(const cl_queue_properties[])                                                              \
	{                                                                                          \
		__VA_ARGS__, 0                                                                     \
	}

static void hints(void **state)
{
	static const cl_queue_properties names[] = {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR};
	const cl_queue_properties *both = HINTS(CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR,
						CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR,
						CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE);
	cl_queue_properties kept[8] = {0};
	cl_command_queue queue;
	size_t size;

	(void)state;
	for (int i = 0; i < 2; i++) {
		cl_queue_properties name = names[i];

		EXPECT(CL_SUCCESS, try_queue(HINTS(name, 1)));
		EXPECT(CL_SUCCESS, try_queue(HINTS(name, 2)));
		EXPECT(CL_SUCCESS, try_queue(HINTS(name, 4)));
		EXPECT(CL_INVALID_VALUE, try_queue(HINTS(name, 0)));
		EXPECT(CL_INVALID_VALUE, try_queue(HINTS(name, 3)));
		EXPECT(CL_INVALID_VALUE, try_queue(HINTS(name, 8)));
		EXPECT(CL_INVALID_VALUE, try_queue(HINTS(name, 1, name, 1)));
		EXPECT(CL_INVALID_QUEUE_PROPERTIES,
		       try_queue(
			       HINTS(name, 1, CL_QUEUE_PROPERTIES,
				     CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)));
	}
	queue = clCreateCommandQueueWithProperties(api.context, api.devices[0], both, NULL);
	EXPECT(CL_SUCCESS,
	       clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof(kept), kept, &size));
	EXPECT_TRUE(size == 7 * sizeof(kept[0]) && !memcmp(kept, both, size));
	EXPECT(CL_SUCCESS, clFinish(queue));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	api_end();
}

static clGetKernelSuggestedLocalWorkSizeKHR_fn suggest;

static void check_suggestion(const char *name, size_t x, size_t y, size_t expected_x,
			     size_t expected_y)
{
	cl_kernel kernel = api_kernel(name);
	cl_mem buffer = api.buffer;
	size_t global[2] = {x, y}, local[3] = {0, 0, 4711};

	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, suggest(Q, kernel, 2, NULL, global, local));
	EXPECT_TRUE(local[0] == expected_x && local[1] == expected_y && local[2] == 4711);
	EXPECT(CL_SUCCESS,
	       clEnqueueNDRangeKernel(Q, kernel, 2, NULL, global, local, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseKernel(kernel);
}

/*
 * For OpenCL C kernels, suggests groups of a few hundred work-items that divide the range;
 * otherwise one group.
 */
static void suggestions_of_all_sizes(void **state)
{
	static const struct {
		const char *kernel;
		size_t global[3], local[3];
	} cases[] = {
		{"mixed", {1 << 20, 1, 1}, {256, 1, 1}},
		{"mixed", {128, 1, 1}, {128, 1, 1}},
		{"mixed", {1000, 1, 1}, {250, 1, 1}},
		{"mixed", {512, 512, 1}, {256, 1, 1}},
		{"mixed", {16, 100, 9}, {16, 10, 1}},
		{"mixed", {3, 1000, 7}, {3, 50, 1}},
		{"mixed", {521, 64, 1}, {521, 1, 1}},
		{"mixed", {2 * 521, 64, 1}, {521, 1, 1}},
		{"mixed", {2 * 2039, 1, 1}, {4078, 1, 1}},
		{"mixed", {65537, 300, 1}, {1, 150, 1}},
		{"mixed", {1, 1, 4099}, {1, 1, 1}},
		{"where", {1 << 20, 3, 5}, {1 << 20, 3, 5}},
	};
	cl_kernel mixed = api_kernel("mixed"), where = api_kernel("where");
	cl_mem buffer = api.buffer;
	char bytes[24] = {0};

	(void)state;
	suggest = (clGetKernelSuggestedLocalWorkSizeKHR_fn)find(
		"clGetKernelSuggestedLocalWorkSizeKHR");
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 1, 64, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 2, sizeof(bytes), bytes));
	EXPECT(CL_SUCCESS, clSetKernelArg(where, 0, sizeof(buffer), &buffer));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool is_mixed = !strcmp(cases[i].kernel, "mixed");
		size_t local[3] = {0};

		EXPECT(CL_SUCCESS,
		       suggest(Q, is_mixed ? mixed : where, 3, NULL, cases[i].global, local));
		EXPECT_TRUE(!memcmp(local, cases[i].local, sizeof(local)));
	}
	clReleaseKernel(mixed), clReleaseKernel(where);
	api_end();
}

/* If the kernel allows it, the last groups may be smaller, so a prime number is no problem. */
static void suggestions_non_uniform(void **state)
{
	static const size_t cases[][2][2] = {
		{{521, 9}, {256, 1}}, {{65537, 64}, {256, 1}},  {{1000, 3}, {250, 1}},
		{{7, 10}, {7, 10}},   {{1 << 20, 1}, {256, 1}},
	};
	cl_program program = api_program(api.context, api.devices[0], API_IMAGE_NON_UNIFORM);
	cl_kernel mixed = clCreateKernel(program, "mixed", NULL);
	size_t global[1] = {10}, local[2] = {4, 0}, large = 8192;
	cl_mem buffer = api.buffer;
	char bytes[24] = {0};
	cl_bool offered = 7;

	(void)state;
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
					   sizeof(offered), &offered, NULL));
	EXPECT_TRUE(offered == (api_computes() ? CL_TRUE : CL_FALSE));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 1, 64, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 2, sizeof(bytes), bytes));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, mixed, 1, NULL, global, local, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT(CL_INVALID_WORK_ITEM_SIZE,
	       clEnqueueNDRangeKernel(Q, mixed, 1, NULL, &large, &large, 0, NULL, NULL));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		EXPECT(CL_SUCCESS, suggest(Q, mixed, 2, NULL, cases[i][0], local));
		EXPECT_TRUE(!memcmp(local, cases[i][1], sizeof(local)));
	}
	clReleaseKernel(mixed), clReleaseProgram(program);
	api_end();
}

static void suggested_local_work_size(void **state)
{
	cl_kernel ranged = api_kernel("ranged"), elsewhere;
	cl_program foreign = api_program(api.other, api.devices[0], 1);
	size_t global[3] = {64, 4, 1}, zero[2] = {64, 0}, far[1] = {SIZE_MAX}, local[3];
	cl_mem buffer = api.buffer;

	(void)state;
	suggest = (clGetKernelSuggestedLocalWorkSizeKHR_fn)find(
		"clGetKernelSuggestedLocalWorkSizeKHR");
	elsewhere = clCreateKernel(foreign, "ranged", NULL);
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       suggest((cl_command_queue)buffer, ranged, 1, NULL, global, local));
	EXPECT(CL_INVALID_KERNEL, suggest(Q, (cl_kernel)Q, 1, NULL, global, local));
	EXPECT(CL_INVALID_CONTEXT, suggest(Q, elsewhere, 1, NULL, global, local));
	EXPECT(CL_INVALID_KERNEL_ARGS, suggest(Q, ranged, 1, NULL, global, local));
	EXPECT(CL_SUCCESS, clSetKernelArg(ranged, 0, sizeof(buffer), &buffer));
	EXPECT(CL_INVALID_WORK_DIMENSION, suggest(Q, ranged, 0, NULL, global, local));
	EXPECT(CL_INVALID_WORK_DIMENSION, suggest(Q, ranged, 4, NULL, global, local));
	EXPECT(CL_INVALID_GLOBAL_OFFSET, suggest(Q, ranged, 1, far, global, local));
	EXPECT(CL_INVALID_GLOBAL_WORK_SIZE, suggest(Q, ranged, 1, NULL, NULL, local));
	EXPECT(CL_INVALID_GLOBAL_WORK_SIZE, suggest(Q, ranged, 2, NULL, zero, local));
	EXPECT(CL_INVALID_VALUE, suggest(Q, ranged, 1, NULL, global, NULL));
	check_suggestion("ranged", 64, 4, 64, 1);
	check_suggestion("ranged", 96, 1, 48, 1);
	check_suggestion("ranged", 8, 8, 8, 8);
	check_suggestion("tiled", 8, 4, 4, 2);
	clReleaseKernel(elsewhere), clReleaseProgram(foreign), clReleaseKernel(ranged);
	api_end();
}

static void device_uuid(void **state)
{
	cl_uchar uuid[2][CL_UUID_SIZE_KHR], again[CL_UUID_SIZE_KHR], driver[2][CL_UUID_SIZE_KHR];
	cl_bool valid = CL_TRUE;
	cl_uchar luid[CL_LUID_SIZE_KHR];
	cl_uint mask;

	(void)state;
	for (int i = 0; i < 2; i++) {
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[i], CL_DEVICE_UUID_KHR,
						   sizeof(uuid[i]), uuid[i], NULL));
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[i], CL_DRIVER_UUID_KHR,
						   sizeof(driver[i]), driver[i], NULL));
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[i], CL_DEVICE_LUID_VALID_KHR,
						   sizeof(valid), &valid, NULL));
		EXPECT_TRUE(!valid);
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[i], CL_DEVICE_LUID_KHR, sizeof(luid),
						   luid, NULL));
		EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[i], CL_DEVICE_NODE_MASK_KHR,
						   sizeof(mask), &mask, NULL));
	}
	EXPECT_TRUE(memcmp(uuid[0], uuid[1], sizeof(uuid[0])) != 0);
	EXPECT_TRUE(memcmp(driver[0], driver[1], sizeof(driver[0])) == 0);
	EXPECT(CL_SUCCESS,
	       clGetDeviceInfo(api.devices[0], CL_DEVICE_UUID_KHR, sizeof(again), again, NULL));
	EXPECT_TRUE(!memcmp(again, uuid[0], sizeof(again)));
	api_end();
}

/* Only listed if the board has a bus address. */
static void pci_bus_info(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++) {
		bool listed = lists(api.devices[i], "cl_khr_pci_bus_info");
		cl_device_pci_bus_info_khr pci = {77, 77, 77, 77};

		EXPECT(listed ? CL_SUCCESS : CL_INVALID_VALUE,
		       clGetDeviceInfo(api.devices[i], CL_DEVICE_PCI_BUS_INFO_KHR, sizeof(pci),
				       &pci, NULL));
		EXPECT_TRUE(listed == api_computes());
		EXPECT_TRUE(!listed || (pci.pci_domain < 0x10000 && pci.pci_bus < 256 &&
					pci.pci_device < 32 && pci.pci_function < 8));
	}
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_agree),
		cmocka_unit_test(versions_by_both_names),
		cmocka_unit_test(create_command_queue),
		cmocka_unit_test(hints),
		cmocka_unit_test(suggested_local_work_size),
		cmocka_unit_test(suggestions_of_all_sizes),
		cmocka_unit_test(suggestions_non_uniform),
		cmocka_unit_test(device_uuid),
		cmocka_unit_test(pci_bus_info),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
