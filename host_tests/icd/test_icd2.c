/* SPDX-License-Identifier: Apache-2.0 */
#include <CL/cl_icd.h>
#include <dlfcn.h>

#include "host_tests/api/api_image.h"
#include "host_tests/api/api_test.h"
#include "runtime/api/dispatch/icd2.h"

/* The header of every object according to cl_khr_icd 2.0.0. */
struct object {
	const struct _cl_icd_dispatch *dispatch;
	void *dispatch_data;
};

typedef void *CL_API_CALL address_call(cl_platform_id platform, const char *name);
typedef cl_int CL_API_CALL set_data_call(cl_platform_id platform, void *data);

static address_call *address;
static set_data_call *set_data;
static char first_data, second_data; /* only their addresses matter */

/* Gets the driver's functions; the platform is the one found by the usual loader. */
static int setup(void **state)
{
	void *(*extension)(const char *);
	void *library;

	if (api_setup(state))
		return -1;
	library = dlopen(FCL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
	extension = library ? (void *(*)(const char *))dlsym(library,
							     "clGetExtensionFunctionAddress")
			    : NULL;
	if (!extension)
		return -1;
	address = (address_call *)extension("clIcdGetFunctionAddressForPlatformKHR");
	set_data = (set_data_call *)extension("clIcdSetPlatformDispatchDataKHR");
	return address && set_data ? 0 : -1;
}

static void tags_are_in_their_slots(void **state)
{
	const struct _cl_icd_dispatch *table = ((struct object *)api.platform)->dispatch;
	const intptr_t *slots = (const intptr_t *)table;
	size_t count = 0;

	(void)state;
	assert_true((intptr_t)table->clGetPlatformIDs == CL_ICD2_TAG_KHR);
	assert_true((intptr_t)table->clUnloadCompiler == CL_ICD2_TAG_KHR);
	for (size_t i = 0; i < sizeof(*table) / sizeof(void *); i++)
		count += slots[i] == CL_ICD2_TAG_KHR;
	assert_int_equal(count, 2);
}

/* A loader calls a stub for names that it does not find, so none may be missing or mixed up. */
static void names_lead_to_functions(void **state)
{
	const struct _cl_icd_dispatch *table = ((struct object *)api.platform)->dispatch;
	cl_int (*unload)(void);
	cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *);
	cl_platform_id platform = NULL;

	(void)state;
#define SAME(name) EXPECT_TRUE(address(api.platform, #name) == (void *)table->name)
	SAME(clGetPlatformInfo);
	SAME(clGetDeviceIDs);
	SAME(clCreateContext);
	SAME(clCreateCommandQueue);
	SAME(clEnqueueTask);
	SAME(clSetEventCallback);
	SAME(clCreateSubDevices);
	SAME(clEnqueueMigrateMemObjects);
	SAME(clSVMAlloc);
	SAME(clCloneKernel);
	SAME(clSetProgramReleaseCallback);
	SAME(clSetContextDestructorCallback);
#undef SAME
	unload = (cl_int(*)(void))address(api.platform, "clUnloadCompiler");
	platforms = (cl_int(*)(cl_uint, cl_platform_id *, cl_uint *))address(api.platform,
									     "clGetPlatformIDs");
	assert_true(unload && platforms);
	EXPECT(CL_SUCCESS, unload());
	EXPECT(CL_SUCCESS, platforms(1, &platform, NULL));
	EXPECT_TRUE(platform == api.platform);
	EXPECT_TRUE(address(api.platform, "clIcdGetPlatformIDsKHR") != NULL);
	EXPECT_TRUE(!address(api.platform, "clNoSuchFunction"));
	EXPECT_TRUE(!address(api.platform, ""));
	EXPECT_TRUE(!address((cl_platform_id)api.context, "clGetPlatformInfo"));
	EXPECT_TRUE(!address(NULL, "clGetPlatformInfo"));
	EXPECT(CL_INVALID_PLATFORM, set_data((cl_platform_id)api.context, NULL));
	EXPECT(CL_INVALID_PLATFORM, set_data(NULL, NULL));
	api_end();
}

static bool has(void *handle, const void *data)
{
	return ((struct object *)handle)->dispatch_data == data;
}

/*
 * Creates one object of each kind, with each function that creates one. Not through the loader: one
 * that supports cl_khr_icd 2.0.0 would take the data for its own.
 */
static void check_new_objects(const void *data)
{
	const struct _cl_icd_dispatch *driver = ((struct object *)api.platform)->dispatch;
	size_t size;
	unsigned char *bytes = api_image("u250", 1, &size);
	const unsigned char *binary = bytes;
	cl_queue_properties none[] = {0};
	cl_buffer_region region = {0, 128};
	cl_uint number = 0;
	cl_context context = driver->clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);
	cl_context typed = driver->clCreateContextFromType(NULL, CL_DEVICE_TYPE_ALL, NULL, NULL,
							   NULL);
	cl_command_queue queue =
		driver->clCreateCommandQueueWithProperties(api.context, api.devices[0], none, NULL);
	cl_mem buffer = driver->clCreateBuffer(api.context, 0, 4096, NULL, NULL);
	cl_mem view = driver->clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
						NULL);
	cl_program program = driver->clCreateProgramWithBinary(api.context, 1, api.devices, &size,
							       &binary, NULL, NULL);
	cl_kernel kernel = driver->clCreateKernel(program, "poke", NULL),
		  clone = driver->clCloneKernel(kernel, NULL);
	cl_kernel kernels[16] = {NULL};
	cl_event user = driver->clCreateUserEvent(api.context, NULL), event = NULL, mapped = NULL;
	void *pointer = driver->clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0,
						   NULL, &mapped, NULL);

	EXPECT(CL_SUCCESS, driver->clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
	EXPECT(CL_SUCCESS, driver->clCreateKernelsInProgram(program, 16, kernels, &number));
	EXPECT_TRUE(has(context, data) && has(typed, data) && has(queue, data));
	EXPECT_TRUE(has(buffer, data) && has(view, data));
	EXPECT_TRUE(has(program, data) && has(kernel, data) && has(clone, data));
	EXPECT_TRUE(has(user, data) && has(event, data) && has(mapped, data));
	for (cl_uint i = 0; i < number; i++) {
		EXPECT_TRUE(has(kernels[i], data));
		driver->clReleaseKernel(kernels[i]);
	}
	EXPECT(CL_SUCCESS, driver->clEnqueueUnmapMemObject(queue, buffer, pointer, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, driver->clFinish(queue));
	driver->clReleaseEvent(user), driver->clReleaseEvent(event), driver->clReleaseEvent(mapped);
	driver->clReleaseKernel(kernel), driver->clReleaseKernel(clone),
		driver->clReleaseProgram(program);
	driver->clReleaseMemObject(view), driver->clReleaseMemObject(buffer);
	free(bytes);
	driver->clReleaseCommandQueue(queue), driver->clReleaseContext(typed),
		driver->clReleaseContext(context);
}

/*
 * The second time, objects are created in reused memory, which still has the first loader's data.
 */
static void data_reaches_every_object(void **state)
{
	void *loaders = ((struct object *)api.platform)->dispatch_data;

	(void)state;
	EXPECT(CL_SUCCESS, set_data(api.platform, &first_data));
	EXPECT_TRUE(has(api.platform, &first_data));
	EXPECT_TRUE(has(api.devices[0], &first_data) && has(api.devices[1], &first_data));
	check_new_objects(&first_data);
	EXPECT(CL_SUCCESS, set_data(api.platform, &second_data));
	EXPECT_TRUE(has(api.platform, &second_data) && has(api.devices[1], &second_data));
	check_new_objects(&second_data);
	EXPECT(CL_SUCCESS, set_data(api.platform, loaders));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_are_in_their_slots),
		cmocka_unit_test(names_lead_to_functions),
		cmocka_unit_test(data_reaches_every_object),
	};

	return cmocka_run_group_tests(tests, setup, api_teardown);
}
