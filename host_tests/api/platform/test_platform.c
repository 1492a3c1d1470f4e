/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include <CL/cl_icd.h>
#include <dlfcn.h>

static void platform_ids(void **state)
{
	cl_platform_id platforms[2] = {NULL, NULL};
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, platforms, NULL));
	EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
	EXPECT(CL_SUCCESS, clGetPlatformIDs(0, NULL, &count));
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS, clGetPlatformIDs(2, platforms, &count));
	EXPECT_TRUE(platforms[0] == api.platform && !platforms[1]);
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetPlatformInfo(object, name, size, value, ret_size);
}

static void platform_queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_PLATFORM_PROFILE, sizeof("EMBEDDED_PROFILE")),
		INFO(CL_PLATFORM_VERSION, 0),
		INFO(CL_PLATFORM_NAME, 0),
		INFO(CL_PLATFORM_VENDOR, 0),
		INFO(CL_PLATFORM_EXTENSIONS, 0),
		INFO(CL_PLATFORM_ICD_SUFFIX_KHR, sizeof("FPGACL")),
		INFO(CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof(cl_ulong)),
		INFO(CL_PLATFORM_NUMERIC_VERSION, sizeof(cl_version)),
		INFO(CL_PLATFORM_EXTENSIONS_WITH_VERSION, 0),
	};

	(void)state;
	api_check_queries(query, api.platform, rows, sizeof(rows) / sizeof(rows[0]));
	EXPECT(CL_INVALID_PLATFORM,
	       clGetPlatformInfo((cl_platform_id)api.context, CL_PLATFORM_NAME, 0, NULL, NULL));
	api_end();
}

static void get_text(cl_platform_info name, char *text, size_t size)
{
	assert_int_equal(clGetPlatformInfo(api.platform, name, size, text, NULL), CL_SUCCESS);
}

static void platform_answers(void **state)
{
	char text[4096];
	cl_version version;

	(void)state;
	get_text(CL_PLATFORM_PROFILE, text, sizeof(text));
	assert_string_equal(text, "EMBEDDED_PROFILE");
	get_text(CL_PLATFORM_VERSION, text, sizeof(text));
	assert_memory_equal(text, "OpenCL 3.0 fpgacl ", strlen("OpenCL 3.0 fpgacl "));
	get_text(CL_PLATFORM_ICD_SUFFIX_KHR, text, sizeof(text));
	assert_string_equal(text, "FPGACL");
	get_text(CL_PLATFORM_EXTENSIONS, text, sizeof(text));
	assert_non_null(strstr(text, "cl_khr_icd"));
	clGetPlatformInfo(api.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof(version), &version,
			  NULL);
	assert_int_equal(version, CL_MAKE_VERSION(3, 0, 0));
}

/*
 * Hosts for the vendor's emulation look for a platform with exactly this name; other hosts get our
 * name.
 */
static void platform_name_rule(void **state)
{
	char text[64];

	(void)state;
	unsetenv("XCL_EMULATION_MODE");
	get_text(CL_PLATFORM_NAME, text, sizeof(text));
	assert_string_equal(text, "fpgacl");
	setenv("XCL_EMULATION_MODE", "hw_emu", 1);
	get_text(CL_PLATFORM_NAME, text, sizeof(text));
	assert_string_equal(text, "Xilinx");
	get_text(CL_PLATFORM_VENDOR, text, sizeof(text));
	assert_string_equal(text, "Xilinx");
	unsetenv("XCL_EMULATION_MODE");
	setenv("CL_CONTEXT_EMULATOR_DEVICE_ALTERA", "1", 1);
	get_text(CL_PLATFORM_NAME, text, sizeof(text));
	assert_string_equal(text, "Altera SDK for OpenCL");
	setenv("CL_CONTEXT_EMULATOR_DEVICE_INTELFPGA", "1", 1);
	get_text(CL_PLATFORM_NAME, text, sizeof(text));
	assert_string_equal(text, "Intel(R) FPGA SDK for OpenCL(TM)");
	setenv("FPGACL_PLATFORM_NAME", "Mine", 1);
	get_text(CL_PLATFORM_NAME, text, sizeof(text));
	assert_string_equal(text, "Mine");
	unsetenv("FPGACL_PLATFORM_NAME");
	unsetenv("CL_CONTEXT_EMULATOR_DEVICE_ALTERA");
	unsetenv("CL_CONTEXT_EMULATOR_DEVICE_INTELFPGA");
}

/* The string and the array must list the same extensions. */
static void extension_lists_agree(void **state)
{
	cl_name_version list[64];
	char text[4096], joined[4096] = "";
	size_t size;

	(void)state;
	get_text(CL_PLATFORM_EXTENSIONS, text, sizeof(text));
	assert_int_equal(clGetPlatformInfo(api.platform, CL_PLATFORM_EXTENSIONS_WITH_VERSION,
					   sizeof(list), list, &size),
			 CL_SUCCESS);
	for (size_t i = 0; i < size / sizeof(list[0]); i++) {
		strcat(joined, i ? " " : "");
		strcat(joined, list[i].name);
		assert_true(list[i].version != 0);
	}
	assert_string_equal(text, joined);
}

static void device_ids(void **state)
{
	cl_device_id devices[3] = {NULL, NULL, NULL};
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_INVALID_PLATFORM,
	       clGetDeviceIDs((cl_platform_id)api.context, CL_DEVICE_TYPE_ALL, 1, devices, NULL));
	EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(api.platform, 0, 1, devices, NULL));
	EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(api.platform, 1 << 20, 1, devices, NULL));
	EXPECT(CL_INVALID_VALUE,
	       clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_ALL, 0, devices, NULL));
	EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
	EXPECT(CL_DEVICE_NOT_FOUND,
	       clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_CPU, 1, devices, &count));
	EXPECT(CL_DEVICE_NOT_FOUND,
	       clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_GPU, 1, devices, &count));
	EXPECT(CL_DEVICE_NOT_FOUND,
	       clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_CUSTOM, 1, devices, &count));
	EXPECT_TRUE(!devices[0]);
	EXPECT(CL_SUCCESS,
	       clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_ACCELERATOR, 3, devices, &count));
	EXPECT_TRUE(count == 2 && devices[0] && devices[1] && !devices[2]);
	EXPECT(CL_SUCCESS, clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_DEFAULT, 0, NULL, &count));
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS, clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU,
					  0, NULL, &count));
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS, clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_ALL, 1, devices, NULL));
	api_end();
}

static void extension_functions(void **state)
{
	(void)state;
	assert_non_null(
		clGetExtensionFunctionAddressForPlatform(api.platform, "clIcdGetPlatformIDsKHR"));
	assert_null(clGetExtensionFunctionAddressForPlatform(api.platform, "clNoSuchFunction"));
	assert_null(clGetExtensionFunctionAddressForPlatform((cl_platform_id)api.context,
							     "clIcdGetPlatformIDsKHR"));
}

static void compilers_unload(void **state)
{
	(void)state;
	EXPECT(CL_SUCCESS, clUnloadPlatformCompiler(api.platform));
	EXPECT(CL_INVALID_PLATFORM, clUnloadPlatformCompiler((cl_platform_id)api.context));
	EXPECT(CL_SUCCESS, clUnloadCompiler());
	api_end();
}

/* An additional exported name could interpose a host's own function. */
static void library_exports_what_loaders_ask_for(void **state)
{
	static const char *const hidden[] = {"clGetPlatformIDs", "clCreateBuffer",
					     "clGetDeviceIDs",   "fcl_object_create",
					     "fcl_backend_find", "fcl_image_read"};
	void *library = dlopen(FCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);

	(void)state;
	assert_non_null(library);
	assert_non_null(dlsym(library, "clIcdGetPlatformIDsKHR"));
	assert_non_null(dlsym(library, "clGetPlatformInfo"));
	assert_non_null(dlsym(library, "clGetExtensionFunctionAddress"));
	assert_non_null(dlsym(library, "clIcdGetFunctionAddressForPlatformKHR"));
	assert_non_null(dlsym(library, "clIcdSetPlatformDispatchDataKHR"));
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		assert_null(dlsym(library, hidden[i]));
	dlclose(library);
}

/* The library is linked with -z nodelete: dlclose() by a loader does not unload it. */
static void library_stays_when_closed(void **state)
{
	void *library = dlopen(FCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
	__typeof__(&clGetPlatformInfo) info = dlsym(library, "clGetPlatformInfo");

	(void)state;
	dlclose(library);
	assert_int_equal(info(NULL, CL_PLATFORM_NAME, 0, NULL, NULL), CL_INVALID_PLATFORM);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(platform_ids),
		cmocka_unit_test(platform_queries),
		cmocka_unit_test(platform_answers),
		cmocka_unit_test(platform_name_rule),
		cmocka_unit_test(extension_lists_agree),
		cmocka_unit_test(device_ids),
		cmocka_unit_test(extension_functions),
		cmocka_unit_test(compilers_unload),
		cmocka_unit_test(library_exports_what_loaders_ask_for),
		cmocka_unit_test(library_stays_when_closed),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
