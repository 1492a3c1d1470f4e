/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include <CL/cl_icd.h>

/*
 * A function type that can call all slots on the machines that OpenCL runs on, because integers and
 * pointers are passed in the same places in all calls.
 */
typedef uintptr_t any_call(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
			   uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
			   uintptr_t, uintptr_t);

enum { SLOTS = sizeof(struct _cl_icd_dispatch) / sizeof(void *) };

#define SLOT(name) (offsetof(struct _cl_icd_dispatch, name) / sizeof(void *))

/* With all arguments 0, these return an object: NULL. */
static bool returns_object(size_t slot)
{
	static const size_t slots[] = {
		SLOT(clCreateContext),
		SLOT(clCreateContextFromType),
		SLOT(clCreateCommandQueue),
		SLOT(clCreateBuffer),
		SLOT(clCreateImage2D),
		SLOT(clCreateImage3D),
		SLOT(clCreateSampler),
		SLOT(clCreateProgramWithSource),
		SLOT(clCreateProgramWithBinary),
		SLOT(clCreateKernel),
		SLOT(clEnqueueMapBuffer),
		SLOT(clEnqueueMapImage),
		SLOT(clGetExtensionFunctionAddress),
		SLOT(clCreateFromGLBuffer),
		SLOT(clCreateFromGLTexture2D),
		SLOT(clCreateFromGLTexture3D),
		SLOT(clCreateFromGLRenderbuffer),
		SLOT(clCreateFromD3D10BufferKHR),
		SLOT(clCreateFromD3D10Texture2DKHR),
		SLOT(clCreateFromD3D10Texture3DKHR),
		SLOT(clCreateSubBuffer),
		SLOT(clCreateUserEvent),
		SLOT(clCreateEventFromGLsyncKHR),
		SLOT(clCreateImage),
		SLOT(clCreateProgramWithBuiltInKernels),
		SLOT(clLinkProgram),
		SLOT(clGetExtensionFunctionAddressForPlatform),
		SLOT(clCreateFromGLTexture),
		SLOT(clCreateFromD3D11BufferKHR),
		SLOT(clCreateFromD3D11Texture2DKHR),
		SLOT(clCreateFromD3D11Texture3DKHR),
		SLOT(clCreateFromDX9MediaSurfaceKHR),
		SLOT(clCreateFromEGLImageKHR),
		SLOT(clCreateEventFromEGLSyncKHR),
		SLOT(clCreateCommandQueueWithProperties),
		SLOT(clCreatePipe),
		SLOT(clSVMAlloc),
		SLOT(clCreateSamplerWithProperties),
		SLOT(clCloneKernel),
		SLOT(clCreateProgramWithIL),
		SLOT(clCreateBufferWithProperties),
		SLOT(clCreateImageWithProperties),
	};

	for (size_t i = 0; i < sizeof(slots) / sizeof(slots[0]); i++)
		if (slots[i] == slot)
			return true;
	return false;
}

/* The two slots that tell a loader that we support cl_khr_icd 2.0.0. They are never called. */
static bool is_tag(size_t slot)
{
	return slot == SLOT(clGetPlatformIDs) || slot == SLOT(clUnloadCompiler);
}

/* The only call that cannot fail, because it has no result. */
static bool cannot_fail(size_t slot)
{
	return slot == SLOT(clSVMFree);
}

static any_call *slot_of(size_t slot)
{
	any_call *const *table = *(any_call *const *const *)api.platform;

	return table[slot];
}

static void no_slot_is_empty(void **state)
{
	(void)state;
	for (size_t i = 0; i < SLOTS; i++)
		EXPECT_TRUE(slot_of(i) != NULL);
	api_end();
}

static void call_every_slot(uintptr_t first)
{
	for (size_t i = 0; i < SLOTS; i++) {
		uintptr_t result;

		if (is_tag(i))
			continue;
		result = slot_of(i)(first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
		if (cannot_fail(i))
			continue;
		if (returns_object(i) ? result != 0 : (cl_int)result >= 0)
			print_error("slot %zu answers %d\n", i, (cl_int)result);
		EXPECT_TRUE(returns_object(i) ? result == 0 : (cl_int)result < 0);
	}
}

static void nothing_is_an_error_everywhere(void **state)
{
	(void)state;
	call_every_slot(0);
	api_end();
}

/* The first argument is an object of some type, all others are 0. */
static void handle_of_the_wrong_type(void **state)
{
	cl_mem released = api_released_mem();

	(void)state;
	for (size_t i = 0; i < SLOTS; i++) {
		/* In these, the handle is taken for a number, a string or an array. */
		if (is_tag(i) || i == SLOT(clGetExtensionFunctionAddress) ||
		    i == SLOT(clCreateContext) || i == SLOT(clCreateContextFromType) ||
		    i == SLOT(clWaitForEvents) || cannot_fail(i))
			continue;
		if (i == SLOT(clRetainMemObject) || i == SLOT(clReleaseMemObject))
			continue;
		if (returns_object(i))
			EXPECT_TRUE(slot_of(i)((uintptr_t)released, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
					       0, 0) == 0);
		else
			EXPECT_TRUE((cl_int)slot_of(i)((uintptr_t)released, 0, 0, 0, 0, 0, 0, 0, 0,
						       0, 0, 0, 0, 0) < 0);
	}
	api_end();
}

/* The table also has slots for other systems' extensions. */
static void foreign_extensions_name_their_error(void **state)
{
	uintptr_t queue = (uintptr_t)api.queue, context = (uintptr_t)api.context;
	cl_int error = 12345;

	(void)state;
#define CALL(name, a, b, c, d, e, f) slot_of(SLOT(name))(a, b, c, d, e, f, 0, 0, 0, 0, 0, 0, 0, 0)
	EXPECT(CL_DEVICE_NOT_FOUND,
	       (cl_int)CALL(clGetDeviceIDsFromD3D11KHR, (uintptr_t)api.platform, 0, 0, 0, 0, 0));
	EXPECT(CL_INVALID_CONTEXT,
	       (cl_int)CALL(clEnqueueAcquireD3D11ObjectsKHR, queue, 0, 0, 0, 0, 0));
	EXPECT_TRUE(!CALL(clCreateFromD3D11BufferKHR, context, 0, 0, (uintptr_t)&error, 0, 0));
	EXPECT_TRUE(error == CL_INVALID_CONTEXT);
	error = 12345;
	EXPECT_TRUE(!CALL(clCreateFromD3D11Texture2DKHR, context, 0, 0, 0, (uintptr_t)&error, 0));
	EXPECT_TRUE(error == CL_INVALID_CONTEXT);
	error = 12345;
	EXPECT_TRUE(!CALL(clCreateFromDX9MediaSurfaceKHR, context, 0, 0, 0, 0, (uintptr_t)&error));
	EXPECT_TRUE(error == CL_INVALID_CONTEXT);
	EXPECT(CL_INVALID_VALUE,
	       (cl_int)CALL(clCreateSubDevicesEXT, (uintptr_t)api.devices[0], 0, 0, 0, 0, 0));
#undef CALL
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_slot_is_empty),
		cmocka_unit_test(nothing_is_an_error_everywhere),
		cmocka_unit_test(handle_of_the_wrong_type),
		cmocka_unit_test(foreign_extensions_name_their_error),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
