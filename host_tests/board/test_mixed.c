/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A program's own board and a shared one in one context, without common memory. Runs next to a
 * board process with FPGACL_DEVICES=emu:u250,board:NAME.
 */
#define CL_TARGET_OPENCL_VERSION 300

#include "base/clock.h"
#include "host_tests/apps/app.h"
#include "tools/vitis/include/CL/cl_ext_xilinx.h"

enum { COUNT = 1024, BYTES = COUNT * sizeof(cl_int) };

static cl_platform_id platform;
static cl_device_id devices[2];
static _Atomic unsigned complaints; /* reported on another thread */
static char complaint[1000];

static void CL_CALLBACK on_error(const char *text, const void *data, size_t size, void *user)
{
	(void)data;
	(void)size;
	(void)user;
	snprintf(complaint, sizeof(complaint), "%s", text);
	complaints++;
}

static int set_up(void **state)
{
	cl_uint count = 0;

	(void)state;
	OK(clGetPlatformIDs(1, &platform, NULL));
	OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 2, devices, &count));
	assert_int_equal(count, 2);
	return 0;
}

static cl_context context_of(cl_uint first, cl_uint count)
{
	cl_int error;
	cl_context context = clCreateContext(NULL, count, devices + first, on_error, NULL, &error);

	OK(error);
	return context;
}

/*
 * A callback reports why there is no shared virtual memory; each device has some in a context of
 * its own.
 */
static void no_common_svm(void **state)
{
	cl_context both = context_of(0, 2);

	(void)state;
	complaints = 0;
	assert_null(clSVMAlloc(both, CL_MEM_READ_WRITE, BYTES, 0));
	for (int i = 0; i < 10000 && !complaints; i++)
		fcl_pause_us(1000);
	assert_int_equal(complaints, 1);
	assert_non_null(strstr(complaint, "no memory in common"));
	clReleaseContext(both);
	for (cl_uint i = 0; i < 2; i++) {
		cl_context one = context_of(i, 1);
		cl_device_svm_capabilities has = 0;
		cl_int *numbers = clSVMAlloc(one, CL_MEM_READ_WRITE, BYTES, 0);

		OK(clGetDeviceInfo(devices[i], CL_DEVICE_SVM_CAPABILITIES, sizeof(has), &has,
				   NULL));
		assert_int_equal(has, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
		assert_non_null(numbers);
		numbers[COUNT - 1] = 7;
		clSVMFree(one, numbers);
		clReleaseContext(one);
	}
}

/* Data of a buffer in host memory moves from one device to the other. */
static void host_only_buffers(void **state)
{
	cl_context both = context_of(0, 2);
	cl_mem_ext_ptr_t ext = {.flags = XCL_MEM_EXT_HOST_ONLY};
	cl_command_queue queues[2];
	cl_int written[COUNT], seen[COUNT], error, one = 1;
	cl_mem buffer;

	(void)state;
	for (cl_uint i = 0; i < 2; i++) {
		queues[i] = clCreateCommandQueueWithProperties(both, devices[i], NULL, &error);
		OK(error);
	}
	buffer = clCreateBuffer(both, CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX, BYTES, &ext,
				&error);
	OK(error);
	app_numbers(written, COUNT, 3);
	OK(clEnqueueWriteBuffer(queues[0], buffer, CL_TRUE, 0, BYTES, written, 0, NULL, NULL));
	OK(clEnqueueFillBuffer(queues[1], buffer, &one, sizeof(one), 0, BYTES / 2, 0, NULL, NULL));
	OK(clFinish(queues[1]));
	for (cl_uint i = 0; i < COUNT / 2; i++)
		written[i] = one;
	for (cl_uint i = 0; i < 2; i++) {
		memset(seen, 0, BYTES);
		OK(clEnqueueReadBuffer(queues[i], buffer, CL_TRUE, 0, BYTES, seen, 0, NULL, NULL));
		assert_memory_equal(seen, written, BYTES);
	}
	clReleaseMemObject(buffer);
	for (cl_uint i = 0; i < 2; i++)
		clReleaseCommandQueue(queues[i]);
	clReleaseContext(both);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_common_svm),
					   cmocka_unit_test(host_only_buffers)};

	return cmocka_run_group_tests(tests, set_up, NULL);
}
