/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

/* A context of two devices, of which only the first supports shared virtual memory. */

static cl_command_queue without; /* a queue of the other device */
static cl_int *svm;

enum { COUNT = 256, BYTES = COUNT * sizeof(cl_int) };

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	without = clCreateCommandQueueWithProperties(api.context, api.devices[1], NULL, NULL);
	svm = clSVMAlloc(api.context, 0, BYTES, 0);
	return without && svm ? 0 : -1;
}

static int teardown(void **state)
{
	clFinish(api.queue);
	clReleaseCommandQueue(without);
	clSVMFree(api.context, svm);
	return api_teardown(state);
}

static void capabilities(void **state)
{
	cl_device_svm_capabilities caps[2] = {7, 7};

	(void)state;
	for (int i = 0; i < 2; i++)
		clGetDeviceInfo(api.devices[i], CL_DEVICE_SVM_CAPABILITIES, sizeof(caps[i]),
				&caps[i], NULL);
	EXPECT_TRUE(caps[0] == CL_DEVICE_SVM_COARSE_GRAIN_BUFFER && caps[1] == 0);
	api_end();
}

/*
 * cl_intel_unified_shared_memory: neither the other device nor a context with only that device
 * supports it.
 */
static void unified_memory(void **state)
{
	clDeviceMemAllocINTEL_fn for_device = (clDeviceMemAllocINTEL_fn)
		clGetExtensionFunctionAddressForPlatform(api.platform, "clDeviceMemAllocINTEL");
	clHostMemAllocINTEL_fn for_host = (clHostMemAllocINTEL_fn)
		clGetExtensionFunctionAddressForPlatform(api.platform, "clHostMemAllocINTEL");
	clMemFreeINTEL_fn free_it = (clMemFreeINTEL_fn)clGetExtensionFunctionAddressForPlatform(
		api.platform, "clMemFreeINTEL");
	cl_context alone = clCreateContext(NULL, 1, &api.devices[1], NULL, NULL, NULL);
	char text[4096] = "";
	cl_bitfield caps = 7;
	cl_int error;
	void *host;

	(void)state;
	for (cl_device_info name = CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL;
	     name <= CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL; name++) {
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[1], name, sizeof(caps), &caps, NULL));
		EXPECT_TRUE(!caps);
	}
	EXPECT(CL_SUCCESS,
	       clGetDeviceInfo(api.devices[1], CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL));
	EXPECT_TRUE(!strstr(text, "cl_intel_unified_shared_memory"));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    for_device(api.context, api.devices[1], NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_OPERATION, for_host(alone, NULL, 64, 0, &error));
	host = for_host(api.context, NULL, 64, 0, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT(CL_SUCCESS, free_it(api.context, host));
	clReleaseContext(alone);
	api_end();
}

/* What is allowed depends on the queue's device. */
static void commands(void **state)
{
	const void *pointers[] = {svm};
	void *none[] = {NULL};
	cl_int host = 0;

	(void)state;
	EXPECT(CL_INVALID_OPERATION,
	       clEnqueueSVMMemcpy(without, CL_TRUE, svm, &host, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION, clEnqueueSVMMemFill(without, svm, &host, 4, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       clEnqueueSVMMap(without, CL_TRUE, CL_MAP_READ, svm, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION, clEnqueueSVMUnmap(without, svm, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION,
	       clEnqueueSVMMigrateMem(without, 1, pointers, NULL, 0, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION, clEnqueueSVMFree(without, 1, none, NULL, NULL, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(api.queue, CL_TRUE, svm, &host, 4, 0, NULL, NULL));
	api_end();
}

/* One kernel for both devices, only one of which accepts a pointer. */
static void launches(void **state)
{
	cl_program program = api_program(api.context, api.devices[1], 4);
	cl_kernel kernel = clCreateKernel(program, "poke", NULL);
	const size_t one = 1;
	cl_int value = 3;
	cl_mem buffer = api_buffer(CL_MEM_USE_HOST_PTR, BYTES, svm);

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, svm));
	EXPECT(CL_INVALID_OPERATION,
	       clEnqueueNDRangeKernel(without, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(CL_INVALID_OPERATION, clEnqueueTask(without, kernel, 0, NULL, NULL));
	/* A buffer over the same memory has its own copy on that device. */
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS,
	       clEnqueueNDRangeKernel(without, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueNDRangeKernel(without, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(without));
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	api_end();
}

/* Commands of the first device still see the bytes, wherever the buffer was before. */
static void bytes_come_back(void **state)
{
	cl_mem buffer = api_buffer(CL_MEM_USE_HOST_PTR, BYTES, svm), plain;
	cl_int host[COUNT];

	(void)state;
	plain = api_buffer(0, BYTES, NULL);
	for (cl_int i = 0; i < COUNT; i++)
		svm[i] = 3 * i;
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(without, 1, &buffer, 0, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(without));
	EXPECT(CL_SUCCESS,
	       clEnqueueCopyBuffer(api.queue, buffer, plain, 0, 0, BYTES, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(api.queue, plain, CL_TRUE, 0, BYTES, host, 0, NULL, NULL));
	EXPECT_TRUE(!memcmp(host, svm, BYTES));
	clReleaseMemObject(buffer);
	clReleaseMemObject(plain);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(capabilities),    cmocka_unit_test(unified_memory),
		cmocka_unit_test(commands),        cmocka_unit_test(launches),
		cmocka_unit_test(bytes_come_back),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
