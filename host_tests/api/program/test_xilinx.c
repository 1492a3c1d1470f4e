/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

/*
 * XRT's calls beyond OpenCL. xclGetMemObjectFd is tested together with the import of its
 * descriptors.
 */

#define Q api.queue

/* Of CL/cl_ext_xilinx.h. */
enum {
	COMPUTE_UNIT_COUNT = 0x1300,
	INSTANCE_BASE_ADDRESS = 0x1301,
	ARG_OFFSET = 0x1320,
	CU_NAME = 0x1320,
	CU_INDEX = 0x1321,
	CU_CONNECTIONS = 0x1322,
	CU_BASE_ADDRESS = 0x1323,
	TARGET_TYPE = 0x1110,
	TARGET_SW_EMU = 2,
	OFFERED_NAME = 0x10FC0, /* ours */
	PCIE_BDF = 0x1120,
	NODMA = 0x1122,
	KDMA_COUNT = 0x1123
};

typedef cl_int CL_API_CALL unit_call(cl_kernel kernel, cl_uint cu_id, cl_uint param_name,
				     size_t param_value_size, void *param_value,
				     size_t *param_value_size_ret);
typedef cl_int CL_API_CALL address_call(cl_mem mem, cl_device_id device, size_t sz, void *address);

static address_call *get_address;
static unit_call *get_unit;

static int setup(void **state)
{
	if (api_setup(state))
		return -1;
	get_address = (address_call *)clGetExtensionFunctionAddressForPlatform(
		api.platform, "xclGetMemObjDeviceAddress");
	get_unit = (unit_call *)clGetExtensionFunctionAddressForPlatform(api.platform,
									 "xclGetComputeUnitInfo");
	return get_address && get_unit ? 0 : -1;
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
	if (!api_computes()) /* a null board reports no addresses */
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

/* vadd's third argument is on another bank, to which a pinned buffer cannot move. */
static void a_pinned_buffer_does_not_move(void **state)
{
	cl_kernel vadd = api_kernel("vadd");
	cl_mem a = api_buffer(0, 64, NULL), c = api_buffer(0, 64, NULL);
	cl_int n = 1, zero = 0;
	uintptr_t address;

	(void)state;
	EXPECT(CL_SUCCESS, clEnqueueFillBuffer(Q, c, &zero, 4, 0, 64, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(Q));
	address = address_of(c);
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(a), &a));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 1, sizeof(a), &a));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 2, sizeof(c), &c));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clEnqueueTask(Q, vadd, 0, NULL, NULL));
	EXPECT_TRUE(address == address_of(c));
	clReleaseKernel(vadd), clReleaseMemObject(a), clReleaseMemObject(c);
	api_end();
}

static void device_queries(void **state)
{
	cl_uint dma = 4711, kdma = 4711;
	char bdf[32] = "", name[64] = "";

	(void)state;
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], OFFERED_NAME, sizeof(name), name, NULL));
	EXPECT_TRUE(strchr(name, ':') && strstr(name, "u250"));
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], NODMA, sizeof(dma), &dma, NULL));
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], KDMA_COUNT, sizeof(kdma), &kdma, NULL));
	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], PCIE_BDF, sizeof(bdf), bdf, NULL));
	EXPECT_TRUE(dma == CL_FALSE && kdma == 0);
	EXPECT_TRUE(!api_computes() || !strcmp(bdf, "0000:20:00.1"));
	api_end();
}

static void kernel_queries(void **state)
{
	cl_kernel both = api_kernel("vadd"), second = api_kernel("vadd:{vadd_2}");
	size_t bases[3] = {0}, base = 0, offset = 0, size = 0;
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clGetKernelInfo(both, COMPUTE_UNIT_COUNT, sizeof(count), &count, NULL));
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS,
	       clGetKernelInfo(second, COMPUTE_UNIT_COUNT, sizeof(count), &count, NULL));
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS,
	       clGetKernelInfo(both, INSTANCE_BASE_ADDRESS, sizeof(bases), bases, &size));
	EXPECT(CL_SUCCESS,
	       clGetKernelInfo(second, INSTANCE_BASE_ADDRESS, sizeof(base), &base, NULL));
	EXPECT_TRUE(size == 2 * sizeof(size_t) && bases[0] != bases[1] && bases[1] == base);
	EXPECT(CL_SUCCESS, clGetKernelArgInfo(both, 1, ARG_OFFSET, sizeof(offset), &offset, NULL));
	EXPECT_TRUE(offset == 0x1c);
	clReleaseKernel(both), clReleaseKernel(second);
	api_end();
}

static void unit_queries(void **state)
{
	cl_kernel both = api_kernel("vadd"), second = api_kernel("vadd:{vadd_2}");
	cl_ulong connections[4] = {0};
	cl_uint first_index = 0, second_index = 0;
	char name[16] = "";
	size_t base = 0;

	(void)state;
	EXPECT(CL_SUCCESS, get_unit(both, 1, CU_NAME, sizeof(name), name, NULL));
	EXPECT_TRUE(!strcmp(name, "vadd_2"));
	EXPECT(CL_SUCCESS, get_unit(second, 0, CU_NAME, sizeof(name), name, NULL));
	EXPECT_TRUE(!strcmp(name, "vadd_2"));
	EXPECT(CL_SUCCESS, get_unit(both, 1, CU_INDEX, sizeof(cl_uint), &first_index, NULL));
	EXPECT(CL_SUCCESS, get_unit(second, 0, CU_INDEX, sizeof(cl_uint), &second_index, NULL));
	EXPECT_TRUE(first_index == second_index);
	EXPECT(CL_SUCCESS, get_unit(both, 0, CU_BASE_ADDRESS, sizeof(base), &base, NULL));
	EXPECT_TRUE(base != 0);
	EXPECT(CL_SUCCESS,
	       get_unit(both, 0, CU_CONNECTIONS, sizeof(connections), connections, NULL));
	EXPECT_TRUE(connections[0] == 1 && connections[1] == 1 && connections[2] == 2 &&
		    connections[3] == 0);
	EXPECT(CL_INVALID_KERNEL, get_unit((cl_kernel)Q, 0, CU_NAME, sizeof(name), name, NULL));
	EXPECT(CL_INVALID_VALUE, get_unit(both, 2, CU_NAME, sizeof(name), name, NULL));
	EXPECT(CL_INVALID_VALUE, get_unit(second, 1, CU_NAME, sizeof(name), name, NULL));
	EXPECT(CL_INVALID_VALUE, get_unit(both, 0, CU_NAME, 6, name, NULL));
	EXPECT(CL_INVALID_VALUE, get_unit(both, 0, NO_SUCH_NAME, sizeof(name), name, NULL));
	clReleaseKernel(both), clReleaseKernel(second);
	api_end();
}

static void build_queries(void **state)
{
	cl_uint target = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clGetProgramBuildInfo(api.program, api.devices[0], TARGET_TYPE,
						 sizeof(target), &target, NULL));
	EXPECT_TRUE(target == TARGET_SW_EMU);
	api_end();
}

typedef void *CL_API_CALL create_stream(cl_device_id device, cl_bitfield flags, cl_uint attributes,
					void *ext, cl_int *errcode_ret);
typedef void *CL_API_CALL create_buffer(cl_device_id device, size_t size, cl_int *errcode_ret);
typedef cl_int CL_API_CALL release_stream(void *stream);
typedef cl_int CL_API_CALL transfer_stream(void *stream, void *ptr, size_t size, void *request,
					   cl_int *errcode_ret);
typedef cl_int CL_API_CALL poll_streams(cl_device_id device, void *completions, cl_int least,
					cl_int most, cl_int *actual, cl_int timeout,
					cl_int *errcode_ret);

static void *find(const char *name)
{
	void *function = clGetExtensionFunctionAddressForPlatform(api.platform, name);

	EXPECT_TRUE(function != NULL);
	return function;
}

/* Hosts call these without checking for NULL. */
static void streams_are_refused(void **state)
{
	create_stream *create = (create_stream *)find("clCreateStream");
	create_buffer *buffer = (create_buffer *)find("clCreateStreamBuffer");
	static const char *const releases[] = {"clReleaseStream", "clReleaseStreamBuffer"};
	static const char *const transfers[] = {"clReadStream", "clWriteStream"};
	poll_streams *poll = (poll_streams *)find("clPollStreams");
	cl_int error = 0, actual = 4711;
	char bytes[8];

	(void)state;
	EXPECT_TRUE(!create(api.devices[0], 1, 1, NULL, &error));
	EXPECT(CL_INVALID_OPERATION, error);
	EXPECT_TRUE(!create(NULL, 1, 1, NULL, NULL));
	error = 0;
	EXPECT_TRUE(!buffer(api.devices[0], 4096, &error));
	EXPECT(CL_INVALID_OPERATION, error);
	for (int i = 0; i < 2; i++) {
		release_stream *release = (release_stream *)find(releases[i]);
		transfer_stream *transfer = (transfer_stream *)find(transfers[i]);

		EXPECT(CL_INVALID_OPERATION, release(NULL));
		error = 0;
		EXPECT(CL_INVALID_OPERATION, transfer(NULL, bytes, sizeof(bytes), NULL, &error));
		EXPECT(CL_INVALID_OPERATION, error);
		EXPECT(CL_INVALID_OPERATION, transfer(NULL, bytes, sizeof(bytes), NULL, NULL));
	}
	error = 0;
	EXPECT(CL_INVALID_OPERATION, poll(api.devices[0], NULL, 1, 1, &actual, 0, &error));
	EXPECT(CL_INVALID_OPERATION, error);
	EXPECT(CL_INVALID_OPERATION, poll(api.devices[0], NULL, 1, 1, NULL, 0, NULL));
	EXPECT_TRUE(actual == 0);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),
		cmocka_unit_test(addresses_stay),
		cmocka_unit_test(a_pinned_buffer_does_not_move),
		cmocka_unit_test(device_queries),
		cmocka_unit_test(kernel_queries),
		cmocka_unit_test(unit_queries),
		cmocka_unit_test(build_queries),
		cmocka_unit_test(streams_are_refused),
	};
	const struct CMUnitTest null_tests[] = {
		cmocka_unit_test(errors),         cmocka_unit_test(device_queries),
		cmocka_unit_test(kernel_queries), cmocka_unit_test(unit_queries),
		cmocka_unit_test(build_queries),  cmocka_unit_test(streams_are_refused),
	};

	if (!api_computes())
		return cmocka_run_group_tests(null_tests, setup, api_teardown);
	return cmocka_run_group_tests(tests, setup, api_teardown);
}
