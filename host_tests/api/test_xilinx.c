/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

/* XRT's calls beyond OpenCL; xclGetMemObjectFd is tested with what imports its descriptors. */

#define Q api.queue

typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

static address_call *get_address;

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	get_address = (address_call *)clGetExtensionFunctionAddressForPlatform(
		api.platform, "xclGetMemObjDeviceAddress");
	return get_address ? 0 : -1;
}

static void errors(void **state)
{
	uintptr_t address = 4711;

	(void)state;
	EXPECT(CL_INVALID_MEM_OBJECT,
	       get_address((cl_mem)Q, api.devices[0], sizeof(address), &address));
	EXPECT(CL_INVALID_DEVICE,
	       get_address(api.buffer, (cl_device_id)Q, sizeof(address), &address));
	EXPECT(CL_INVALID_VALUE, get_address(api.buffer, api.devices[0], sizeof(address), NULL));
	EXPECT(CL_INVALID_VALUE, get_address(api.buffer, api.devices[0], 4, &address));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       get_address(api.foreign, api.devices[1], sizeof(address), &address));
	if (!api_computes()) /* a null board tells no addresses */
		EXPECT(CL_INVALID_MEM_OBJECT,
		       get_address(api.buffer, api.devices[0], sizeof(address), &address));
	EXPECT_TRUE(address == 4711);
	api_end();
}

static uintptr_t address_of(cl_mem buffer)
{
	uintptr_t address = 0;

	EXPECT(CL_SUCCESS, get_address(buffer, api.devices[0], sizeof(address), &address));
	return address;
}

static void addresses_stay(void **state)
{
	cl_buffer_region region = {256, 256};
	cl_mem buffer = api_buffer(0, 4096, NULL), other = api_buffer(0, 4096, NULL);
	cl_mem view = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	uintptr_t address = address_of(buffer);
	cl_kernel poke = api_kernel("poke");
	cl_int value = 5;

	(void)state;
	EXPECT_TRUE(address != address_of(other));
	EXPECT_TRUE(address_of(view) == address + 256);
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	EXPECT_TRUE(address == address_of(buffer));
	clReleaseKernel(poke);
	clReleaseMemObject(view), clReleaseMemObject(buffer), clReleaseMemObject(other);
	api_end();
}

/* vadd's third argument is on another bank than the others: a pinned buffer cannot go there. */
static void a_pinned_buffer_does_not_move(void **state)
{
	cl_kernel vadd = api_kernel("vadd");
	cl_mem a = api_buffer(0, 64, NULL), c = api_buffer(0, 64, NULL);
	cl_int n = 1, zero = 0;
	cl_event ran = NULL;
	uintptr_t address;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, c, &zero, 4, 0, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	address = address_of(c);
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(a), &a));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 1, sizeof(a), &a));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 2, sizeof(c), &c));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	EXPECT(CL_SUCCESS, clEnqueueTask(Q, vadd, 0, NULL, &ran));
	EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &ran));
	EXPECT_TRUE(address == address_of(c));
	clReleaseEvent(ran), clReleaseKernel(vadd), clReleaseMemObject(a), clReleaseMemObject(c);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(addresses_stay),
		cmocka_unit_test(a_pinned_buffer_does_not_move),
	};
	const struct CMUnitTest null_tests[] = {
		cmocka_unit_test(errors),
	};

	if (!strncmp(getenv("FPGACL_DEVICES"), "null:", 5))
		return cmocka_run_group_tests(null_tests, setup, api_teardown);
	return cmocka_run_group_tests(tests, setup, api_teardown);
}
