/* SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

#include "host_tests/api/api_test.h"

/* cl_intel_unified_shared_memory: invalid arguments of each function, and what the functions do. */

#define Q api.queue
#define NO_QUEUE ((cl_command_queue)api.buffer)

enum { COUNT = 256, BYTES = COUNT * (int)sizeof(cl_int) };

#define FUNCTIONS(X)                                                                               \
	X(clHostMemAllocINTEL)                                                                     \
	X(clDeviceMemAllocINTEL)                                                                   \
	X(clSharedMemAllocINTEL)                                                                   \
	X(clMemFreeINTEL)                                                                          \
	X(clMemBlockingFreeINTEL)                                                                  \
	X(clGetMemAllocInfoINTEL)                                                                  \
	X(clSetKernelArgMemPointerINTEL)                                                           \
	X(clEnqueueMemFillINTEL)                                                                   \
	X(clEnqueueMemsetINTEL)                                                                    \
	X(clEnqueueMemcpyINTEL)                                                                    \
	X(clEnqueueMigrateMemINTEL)                                                                \
	X(clEnqueueMemAdviseINTEL)

#define POINTER(name) static name##_fn p##name;
FUNCTIONS(POINTER)
#define FIND(name)                                                                                 \
	p##name = (name##_fn)clGetExtensionFunctionAddressForPlatform(api.platform, #name);        \
	if (!p##name)                                                                              \
		return -1;

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	FUNCTIONS(FIND)
	return 0;
}

static cl_int *shared(void)
{
	cl_int *ints = pclSharedMemAllocINTEL(api.context, api.devices[0], NULL, BYTES, 0, NULL);

	assert_non_null(ints);
	return ints;
}

static void capabilities(void **state)
{
	static const cl_device_info names[] = {
		CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
		CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL};
	char text[4096] = "";
	cl_bitfield value;
	size_t size;

	(void)state;
	for (size_t i = 0; i < 5; i++) {
		value = 99;
		EXPECT(CL_SUCCESS,
		       clGetDeviceInfo(api.devices[0], names[i], sizeof(value), &value, &size));
		EXPECT_TRUE(value == (i < 4 ? CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL : 0));
		EXPECT_TRUE(size == sizeof(value));
	}
	EXPECT(CL_SUCCESS,
	       clGetDeviceInfo(api.devices[0], CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL));
	EXPECT_TRUE(strstr(text, "cl_intel_unified_shared_memory"));
	api_end();
}

static void alloc_refuses(void **state)
{
	cl_mem_properties_intel unknown[] = {0x7777, 0, 0};
	cl_mem_properties_intel flags[] = {CL_MEM_ALLOC_FLAGS_INTEL, 1 << 5, 0};
	cl_mem_properties_intel device[] = {CL_MEM_ALLOC_FLAGS_INTEL,
					    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0};
	cl_mem_properties_intel both[] = {CL_MEM_ALLOC_FLAGS_INTEL,
					  CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL |
						  CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL,
					  0};
	cl_context none = (cl_context)Q;
	cl_device_id wrong = (cl_device_id)Q;
	cl_ulong most = 0;
	cl_int error;

	(void)state;
	clGetDeviceInfo(api.devices[0], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(most), &most, NULL);
	EXPECT_NULL(CL_INVALID_CONTEXT, pclHostMemAllocINTEL(none, NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    pclDeviceMemAllocINTEL(none, api.devices[0], NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, pclSharedMemAllocINTEL(none, NULL, NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    pclDeviceMemAllocINTEL(api.context, NULL, NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    pclDeviceMemAllocINTEL(api.context, wrong, NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    pclDeviceMemAllocINTEL(api.other, api.devices[1], NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    pclSharedMemAllocINTEL(api.context, wrong, NULL, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, pclHostMemAllocINTEL(api.context, NULL, 0, 0, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE,
		    pclDeviceMemAllocINTEL(api.context, api.devices[0], NULL, (size_t)most + 1, 0,
					   &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE,
		    pclSharedMemAllocINTEL(api.context, NULL, NULL, SIZE_MAX, 0, &error));
	EXPECT_NULL(CL_INVALID_VALUE, pclHostMemAllocINTEL(api.context, NULL, 64, 3, &error));
	EXPECT_NULL(CL_INVALID_VALUE, pclHostMemAllocINTEL(api.context, NULL, 64, 8192, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, pclHostMemAllocINTEL(api.context, unknown, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, pclHostMemAllocINTEL(api.context, flags, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, pclHostMemAllocINTEL(api.context, device, 64, 0, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY,
		    pclSharedMemAllocINTEL(api.context, NULL, both, 64, 0, &error));
	api_end();
}

static void expect_info(const void *pointer, cl_uint type, const void *base, size_t size,
			cl_device_id device)
{
	cl_device_id found_device = (cl_device_id)api.buffer;
	void *found_base = &found_device;
	cl_uint found_type = 99;
	size_t found_size = 99, bytes = 0;

	EXPECT(CL_SUCCESS, pclGetMemAllocInfoINTEL(api.context, pointer, CL_MEM_ALLOC_TYPE_INTEL, 4,
						   &found_type, &bytes));
	EXPECT_TRUE(found_type == type && bytes == 4);
	EXPECT(CL_SUCCESS,
	       pclGetMemAllocInfoINTEL(api.context, pointer, CL_MEM_ALLOC_BASE_PTR_INTEL, 8,
				       &found_base, NULL));
	EXPECT_TRUE(found_base == base);
	EXPECT(CL_SUCCESS, pclGetMemAllocInfoINTEL(api.context, pointer, CL_MEM_ALLOC_SIZE_INTEL, 8,
						   &found_size, NULL));
	EXPECT_TRUE(found_size == size);
	EXPECT(CL_SUCCESS, pclGetMemAllocInfoINTEL(api.context, pointer, CL_MEM_ALLOC_DEVICE_INTEL,
						   8, &found_device, NULL));
	EXPECT_TRUE(found_device == device);
}

static void allocations_are_known(void **state)
{
	cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL,
					    CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
	char *host = pclHostMemAllocINTEL(api.context, NULL, 100, 64, NULL);
	char *device = pclDeviceMemAllocINTEL(api.context, api.devices[1], NULL, 200, 128, NULL);
	char *both = pclSharedMemAllocINTEL(api.context, api.devices[0], placed, 300, 0, NULL);
	char *all = pclSharedMemAllocINTEL(api.context, NULL, NULL, 400, 0, NULL);
	char *svm = clSVMAlloc(api.context, 0, 500, 0), here;
	size_t size;

	(void)state;
	EXPECT_TRUE(host && device && both && all && svm);
	EXPECT_TRUE((uintptr_t)device % 128 == 0);
	expect_info(host, CL_MEM_TYPE_HOST_INTEL, host, 100, NULL);
	expect_info(device + 199, CL_MEM_TYPE_DEVICE_INTEL, device, 200, api.devices[1]);
	expect_info(both + 1, CL_MEM_TYPE_SHARED_INTEL, both, 300, api.devices[0]);
	expect_info(all, CL_MEM_TYPE_SHARED_INTEL, all, 400, NULL);
	expect_info(svm, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL);
	expect_info(&here, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL);
	expect_info(NULL, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL);
	EXPECT(CL_INVALID_VALUE,
	       pclGetMemAllocInfoINTEL(api.context, host, 0x7777, 8, &size, NULL));
	EXPECT(CL_INVALID_VALUE,
	       pclGetMemAllocInfoINTEL(api.context, host, CL_MEM_ALLOC_SIZE_INTEL, 7, &size, NULL));
	EXPECT(CL_INVALID_CONTEXT,
	       pclGetMemAllocInfoINTEL((cl_context)Q, host, CL_MEM_ALLOC_SIZE_INTEL, 8, &size,
				       NULL));
	EXPECT(CL_INVALID_VALUE, pclMemFreeINTEL(api.context, host + 1));
	EXPECT(CL_INVALID_VALUE, pclMemFreeINTEL(api.context, &here));
	EXPECT(CL_INVALID_VALUE, pclMemFreeINTEL(api.context, svm));
	EXPECT(CL_INVALID_VALUE, pclMemFreeINTEL(api.other, host));
	EXPECT(CL_INVALID_CONTEXT, pclMemFreeINTEL((cl_context)Q, host));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, NULL));
	EXPECT(CL_SUCCESS, pclMemBlockingFreeINTEL(api.context, NULL));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, host));
	EXPECT(CL_INVALID_VALUE, pclMemFreeINTEL(api.context, host));
	expect_info(host, CL_MEM_TYPE_UNKNOWN_INTEL, NULL, 0, NULL);
	EXPECT(CL_SUCCESS, pclMemBlockingFreeINTEL(api.context, device));
	EXPECT(CL_INVALID_VALUE, pclMemBlockingFreeINTEL(api.context, device));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, both));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, all));
	clSVMFree(api.context, svm);
	api_end();
}

static void expect_type(cl_event event, cl_command_type expected)
{
	cl_command_type type = 0;

	EXPECT(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
	EXPECT_TRUE(type == expected);
	EXPECT(CL_SUCCESS, clReleaseEvent(event));
}

static void commands_move_the_bytes(void **state)
{
	cl_int *a = shared(), *b = shared(), host[COUNT], pattern = 0x01020304;
	cl_event event;

	(void)state;
	EXPECT(CL_SUCCESS, pclEnqueueMemFillINTEL(Q, a, &pattern, 4, BYTES, 0, NULL, &event));
	expect_type(event, CL_COMMAND_MEMFILL_INTEL);
	EXPECT(CL_SUCCESS, pclEnqueueMemsetINTEL(Q, a + 1, 0x155, 8, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       pclEnqueueMemcpyINTEL(Q, CL_FALSE, b + 1, a, BYTES - 4, 0, NULL, &event));
	expect_type(event, CL_COMMAND_MEMCPY_INTEL);
	EXPECT(CL_SUCCESS, pclEnqueueMigrateMemINTEL(Q, b, BYTES, 0, 0, NULL, &event));
	expect_type(event, CL_COMMAND_MIGRATEMEM_INTEL);
	EXPECT(CL_SUCCESS, pclEnqueueMemAdviseINTEL(Q, b, BYTES, 0, 0, NULL, &event));
	expect_type(event, CL_COMMAND_MEMADVISE_INTEL);
	EXPECT(CL_SUCCESS, pclEnqueueMemcpyINTEL(Q, CL_TRUE, host, b, BYTES, 0, NULL, NULL));
	EXPECT_TRUE(host[1] == pattern && host[2] == 0x55555555 && host[3] == 0x55555555 &&
		    host[4] == pattern && host[COUNT - 1] == pattern);
	host[0] = 77;
	EXPECT(CL_SUCCESS, pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, host, 4, 0, NULL, NULL));
	EXPECT_TRUE(a[0] == 77);
	/* Without USM pointers it is a copy between host memory. */
	EXPECT(CL_SUCCESS, pclEnqueueMemcpyINTEL(Q, CL_TRUE, host + 9, host, 4, 0, NULL, &event));
	expect_type(event, CL_COMMAND_MEMCPY_INTEL);
	EXPECT_TRUE(host[9] == 77);
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, a));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, b));
	api_end();
}

static void commands_refuse(void **state)
{
	cl_int *a = shared(), *b = shared(), host[4] = {0};

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       pclEnqueueMemcpyINTEL(NO_QUEUE, CL_TRUE, a, b, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       pclEnqueueMemFillINTEL(NO_QUEUE, a, b, 4, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       pclEnqueueMemAdviseINTEL(NO_QUEUE, a, BYTES, 1, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemcpyINTEL(Q, CL_TRUE, NULL, b, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, NULL, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, b, BYTES + 1, 0, NULL, NULL));
	EXPECT(CL_MEM_COPY_OVERLAP, pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, a + 1, 8, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemFillINTEL(Q, host, b, 4, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemFillINTEL(Q, a, NULL, 4, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemFillINTEL(Q, a, host, 3, 3, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemFillINTEL(Q, a, host, 4, 6, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE,
	       pclEnqueueMemFillINTEL(Q, (char *)a + 1, host, 4, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemsetINTEL(Q, a, 0, BYTES + 1, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMigrateMemINTEL(Q, host, 4, 0, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMigrateMemINTEL(Q, a, BYTES, 1 << 9, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemAdviseINTEL(Q, a, BYTES, 1, 0, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, pclEnqueueMemAdviseINTEL(Q, host, 4, 0, 0, NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST,
	       pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, b, 4, 1, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT,
	       pclEnqueueMemcpyINTEL(Q, CL_TRUE, a, b, 4, 1, &api.foreign_event, NULL));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, a));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, b));
	api_end();
}

static void kernels_take_pointers(void **state)
{
	cl_int *a = shared(), *b = shared(), *c = shared(), n = COUNT - 1, here = 0;
	cl_kernel kernel = api_kernel("vadd");
	const size_t one = 1;

	(void)state;
	for (cl_int i = 0; i < COUNT; i++) {
		a[i] = i;
		b[i] = 1000 * i;
		c[i] = -1;
	}
	EXPECT(CL_SUCCESS, pclSetKernelArgMemPointerINTEL(kernel, 0, a + 1));
	EXPECT(CL_SUCCESS, pclSetKernelArgMemPointerINTEL(kernel, 1, b));
	EXPECT(CL_SUCCESS, pclSetKernelArgMemPointerINTEL(kernel, 2, c));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	for (cl_int i = 0; i < n; i++)
		EXPECT_TRUE(c[i] == i + 1 + 1000 * i);
	EXPECT_TRUE(c[n] == -1);
	EXPECT(CL_INVALID_ARG_VALUE, pclSetKernelArgMemPointerINTEL(kernel, 0, &here));
	EXPECT(CL_INVALID_ARG_VALUE, pclSetKernelArgMemPointerINTEL(kernel, 3, a));
	EXPECT(CL_INVALID_ARG_INDEX, pclSetKernelArgMemPointerINTEL(kernel, 9, a));
	EXPECT(CL_INVALID_KERNEL, pclSetKernelArgMemPointerINTEL((cl_kernel)Q, 0, a));
	EXPECT(CL_SUCCESS, pclSetKernelArgMemPointerINTEL(kernel, 0, NULL));
	clReleaseKernel(kernel);
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, a));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, b));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, c));
	api_end();
}

/*
 * The kernel can access an allocation that was made after the flag was set, and does not keep freed
 * memory alive.
 */
static void indirect_access(void **state)
{
	static const cl_kernel_exec_info names[] = {
		CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
		CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
		CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL};
	cl_kernel kernel = api_kernel("poke"), clone;
	cl_int *first = shared(), *later, *named = shared(), value = 5;
	cl_bool on = CL_TRUE, off = CL_FALSE;
	const size_t one = 1;

	(void)state;
	for (int i = 0; i < 3; i++) {
		EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, names[i], sizeof(on), &on));
		EXPECT(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, names[i], 1, &on));
		EXPECT(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, names[i], sizeof(on), NULL));
	}
	EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
					       sizeof(named), &named));
	EXPECT(CL_SUCCESS, pclSetKernelArgMemPointerINTEL(kernel, 0, first));
	for (value = 5; value < 25; value++) {
		later = pclHostMemAllocINTEL(api.context, NULL, BYTES, 0, NULL);
		EXPECT_TRUE(later);
		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
		EXPECT(CL_SUCCESS,
		       clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, pclMemBlockingFreeINTEL(api.context, later));
		EXPECT_TRUE(first[0] == value);
	}
	clone = clCloneKernel(kernel, NULL);
	EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, names[0], sizeof(off), &off));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, clone, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(Q, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	clReleaseKernel(clone);
	clReleaseKernel(kernel);
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, named));
	EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, first));
	api_end();
}

/* The address of a released buffer may be reused for an allocation, which has no handle. */
static void old_handles_are_no_allocations(void **state)
{
	cl_mem old[64];
	void *svm[64];

	(void)state;
	for (int i = 0; i < 64; i++)
		old[i] = api_buffer(0, 16, NULL);
	for (int i = 0; i < 64; i++)
		EXPECT(CL_SUCCESS, clReleaseMemObject(old[i]));
	for (int i = 0; i < 64; i++)
		svm[i] = i % 2 ? clSVMAlloc(api.context, 0, 64, 0) : shared();
	for (int i = 0; i < 64; i++) {
		EXPECT(CL_INVALID_MEM_OBJECT, clRetainMemObject(old[i]));
		EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(old[i]));
	}
	for (int i = 0; i < 64; i++)
		if (i % 2)
			clSVMFree(api.context, svm[i]);
		else
			EXPECT(CL_SUCCESS, pclMemFreeINTEL(api.context, svm[i]));
	api_end();
}

static _Atomic int freed;

static void *free_it(void *pointer)
{
	EXPECT(CL_SUCCESS, pclMemBlockingFreeINTEL(api.other, pointer));
	atomic_store(&freed, 1);
	return NULL;
}

/* A blocking free only returns after the preceding command, even one that waits for the host. */
static void check_waiting(cl_command_queue_properties bits, bool release_first)
{
	cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, bits, 0};
	cl_command_queue queue = clCreateCommandQueueWithProperties(api.other, api.devices[0],
								    properties, NULL);
	cl_int *ints = pclSharedMemAllocINTEL(api.other, NULL, NULL, BYTES, 0, NULL), host = 3;
	cl_event gate = clCreateUserEvent(api.other, NULL), copied = NULL;
	pthread_t thread;
	cl_int status = 7;

	atomic_store(&freed, 0);
	EXPECT(CL_SUCCESS,
	       pclEnqueueMemcpyINTEL(queue, CL_FALSE, ints, &host, 4, 1, &gate, &copied));
	if (release_first)
		EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	assert_int_equal(pthread_create(&thread, NULL, free_it, ints), 0);
	for (int i = 0; i < 1000; i++)
		sched_yield();
	EXPECT_TRUE(!atomic_load(&freed));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	pthread_join(thread, NULL);
	EXPECT(CL_SUCCESS, clGetEventInfo(copied, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status),
					  &status, NULL));
	EXPECT_TRUE(status == CL_COMPLETE);
	clReleaseEvent(gate);
	clReleaseEvent(copied);
	if (!release_first)
		clReleaseCommandQueue(queue);
}

static cl_uint references(void)
{
	cl_uint count = 0;

	clGetContextInfo(api.other, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, NULL);
	return count;
}

static void blocking_free_waits(void **state)
{
	cl_uint before = references();

	(void)state;
	check_waiting(0, false);
	check_waiting(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, false);
	check_waiting(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, true);
	EXPECT_TRUE(references() == before);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(capabilities),
		cmocka_unit_test(alloc_refuses),
		cmocka_unit_test(allocations_are_known),
		cmocka_unit_test(commands_move_the_bytes),
		cmocka_unit_test(commands_refuse),
		cmocka_unit_test(kernels_take_pointers),
		cmocka_unit_test(indirect_access),
		cmocka_unit_test(old_handles_are_no_allocations),
		cmocka_unit_test(blocking_free_waits),
	};

	return cmocka_run_group_tests(tests, setup, api_teardown);
}
