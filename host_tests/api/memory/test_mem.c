/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"
#include "tools/vitis/include/CL/cl_ext_intelfpga.h"

static cl_mem create(cl_mem_flags flags, size_t size, void *host_ptr, cl_int *error)
{
	return clCreateBuffer(api.context, flags, size, host_ptr, error);
}

static void create_errors(void **state)
{
	cl_mem_properties unknown[] = {NO_SUCH_NAME, 1, 0};
	char bytes[64];
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT, clCreateBuffer((cl_context)api.queue, 0, 64, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY,
		    clCreateBufferWithProperties(api.context, unknown, 0, 64, NULL, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, create(0, 0, NULL, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, create(0, (16ull << 30) + 1, NULL, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, create(0, SIZE_MAX, NULL, &error));
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(CL_MEM_USE_HOST_PTR, 64, NULL, &error));
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(CL_MEM_COPY_HOST_PTR, 64, NULL, &error));
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(0, 64, bytes, &error));
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(CL_MEM_ALLOC_HOST_PTR, 64, bytes, &error));
	EXPECT_TRUE(!create(0, 0, NULL, NULL));
	api_end();
}

/*
 * Flags that the specification calls mutually exclusive, and flags that are not valid for buffers.
 */
static void invalid_flags(void **state)
{
	static const cl_mem_flags wrong[] = {
		CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
		CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
		CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
		CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR,
		CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR,
		CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY,
		CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
		CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
		CL_MEM_SVM_FINE_GRAIN_BUFFER,
		CL_MEM_SVM_ATOMICS,
		CL_MEM_KERNEL_READ_AND_WRITE,
		1 << 20,
		(cl_mem_flags)1 << 40,
	};
	char bytes[64];
	cl_int error;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		bool pointer = wrong[i] & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);

		EXPECT_NULL(CL_INVALID_VALUE, create(wrong[i], 64, pointer ? bytes : NULL, &error));
	}
	api_end();
}

static void valid_flags(void **state)
{
	static const cl_mem_flags access[] = {0, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY,
					      CL_MEM_READ_ONLY};
	static const cl_mem_flags host[] = {0, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY,
					    CL_MEM_HOST_NO_ACCESS};
	static const cl_mem_flags storage[] = {0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
					       CL_MEM_COPY_HOST_PTR,
					       CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR};
	char bytes[64] = {0};

	(void)state;
	for (int i = 0; i < 4 * 4 * 5; i++) {
		cl_mem_flags where = storage[i % 5];
		cl_mem_flags flags = access[i / 5 % 4] | host[i / 20] | where, found = 12345;
		bool pointer = where & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
		cl_int error = 12345;
		cl_mem buffer = create(flags, sizeof(bytes), pointer ? bytes : NULL, &error);

		EXPECT(CL_SUCCESS, error);
		EXPECT(CL_SUCCESS,
		       clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof(found), &found, NULL));
		EXPECT_TRUE(found == flags);
		EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	}
	api_end();
}

/* Memory channels of Intel's FPGA SDK. A sub-buffer is in its buffer's channel. */
static void channels(void **state)
{
	const cl_mem_flags heterogeneous = CL_MEM_HETEROGENEOUS_INTELFPGA;
	const cl_buffer_region region = {0, 64};
	cl_int error = 12345;

	(void)state;
	for (cl_mem_flags channel = CL_CHANNEL_AUTO_INTELFPGA; channel <= CL_CHANNEL_7_INTELFPGA;
	     channel += CL_CHANNEL_1_INTELFPGA) {
		cl_mem_flags flags = CL_MEM_READ_ONLY | channel |
				     (channel & 1 << 16 ? heterogeneous : 0);
		cl_mem_flags found = 12345;
		cl_mem buffer = create(flags, 64, NULL, &error);

		EXPECT(CL_SUCCESS, error);
		EXPECT(CL_SUCCESS,
		       clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof(found), &found, NULL));
		EXPECT_TRUE(found == flags);
		EXPECT_NULL(CL_INVALID_VALUE,
			    clCreateSubBuffer(buffer, CL_CHANNEL_1_INTELFPGA,
					      CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
		EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	}
	api_end();
}

static void queries(void **state)
{
	static const struct api_info_row one[] = {INFO(CL_MEM_PROPERTIES, 8)};
	cl_mem_properties none[] = {0};
	cl_mem listed = clCreateBufferWithProperties(api.context, none, 0, 64, NULL, NULL);

	(void)state;
	api_check_mem_queries(api.buffer);
	api_check_queries(api_mem_query, listed, one, 1);
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetMemObjectInfo((cl_mem)api.queue, CL_MEM_SIZE, 0, NULL, NULL));
	clReleaseMemObject(listed);
	api_end();
}

static void *host_pointer(cl_mem mem)
{
	void *pointer = &pointer;

	clGetMemObjectInfo(mem, CL_MEM_HOST_PTR, sizeof(pointer), &pointer, NULL);
	return pointer;
}

/* Only USE_HOST_PTR buffers have a host pointer; a sub-buffer's is its parent's plus its origin. */
static void host_pointers(void **state)
{
	static char bytes[1024];
	cl_buffer_region region = {256, 128};
	cl_mem used = api_buffer(CL_MEM_USE_HOST_PTR, sizeof(bytes), bytes);
	cl_mem copied = api_buffer(CL_MEM_COPY_HOST_PTR, sizeof(bytes), bytes);
	cl_mem owned = api_buffer(CL_MEM_ALLOC_HOST_PTR, sizeof(bytes), NULL);
	cl_mem part = clCreateSubBuffer(used, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	cl_mem part_copied = clCreateSubBuffer(copied, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
					       NULL);

	(void)state;
	EXPECT_TRUE(host_pointer(used) == bytes);
	EXPECT_TRUE(!host_pointer(copied));
	EXPECT_TRUE(!host_pointer(owned));
	EXPECT_TRUE(host_pointer(part) == bytes + 256);
	EXPECT_TRUE(!host_pointer(part_copied));
	clReleaseMemObject(part);
	clReleaseMemObject(part_copied);
	clReleaseMemObject(used);
	clReleaseMemObject(copied);
	clReleaseMemObject(owned);
	api_end();
}

static cl_mem sub(cl_mem buffer, cl_mem_flags flags, size_t origin, size_t size, cl_int *error)
{
	cl_buffer_region region = {origin, size};

	return clCreateSubBuffer(buffer, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, error);
}

static void sub_buffer_errors(void **state)
{
	cl_buffer_region region = {0, 128};
	cl_mem part = sub(api.buffer, 0, 0, 128, NULL);
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_MEM_OBJECT, sub((cl_mem)api.queue, 0, 0, 128, &error));
	EXPECT_NULL(CL_INVALID_MEM_OBJECT, sub(part, 0, 0, 64, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, CL_MEM_USE_HOST_PTR, 0, 128, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, CL_MEM_ALLOC_HOST_PTR, 0, 128, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, CL_MEM_COPY_HOST_PTR, 0, 128, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    sub(api.buffer, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 128, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateSubBuffer(api.buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateSubBuffer(api.buffer, 0, NO_SUCH_NAME, &region, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, 0, API_BUFFER, 128, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, 0, 128, API_BUFFER, &error));
	EXPECT_NULL(CL_INVALID_VALUE, sub(api.buffer, 0, 128, SIZE_MAX - 64, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE, sub(api.buffer, 0, 0, 0, &error));
	EXPECT_NULL(CL_MISALIGNED_SUB_BUFFER_OFFSET, sub(api.buffer, 0, 64, 64, &error));
	clReleaseMemObject(part);
	api_end();
}

/* {parent's flags, sub-buffer's flags, value of CL_MEM_FLAGS; 0: CL_INVALID_VALUE} */
static void sub_buffer_inheritance(void **state)
{
	static const struct {
		cl_mem_flags parent, flags, found;
	} cases[] = {
		{CL_MEM_READ_WRITE, 0, CL_MEM_READ_WRITE},
		{CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
		{CL_MEM_WRITE_ONLY, 0, CL_MEM_WRITE_ONLY},
		{CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, 0},
		{CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, 0},
		{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, 0},
		{CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, 0},
		{CL_MEM_READ_ONLY, CL_MEM_READ_ONLY, CL_MEM_READ_ONLY},
		{CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 0,
		 CL_MEM_READ_ONLY | CL_MEM_HOST_WRITE_ONLY},
		{CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, 0},
		{CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 0},
		{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, 0},
		{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, 0},
		{CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_NO_ACCESS},
		{CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, CL_MEM_READ_ONLY,
		 CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cl_mem parent = api_buffer(cases[i].parent, 1024, NULL);
		cl_int error = 12345;
		cl_mem part = sub(parent, cases[i].flags, 0, 128, &error);
		cl_mem_flags found = 12345;

		if (!cases[i].found) {
			EXPECT(CL_INVALID_VALUE, error);
			EXPECT_TRUE(!part);
		} else {
			EXPECT(CL_SUCCESS, error);
			clGetMemObjectInfo(part, CL_MEM_FLAGS, sizeof(found), &found, NULL);
			EXPECT_TRUE(found == cases[i].found);
			clReleaseMemObject(part);
		}
		clReleaseMemObject(parent);
	}
	api_end();
}

static void sub_buffer_queries(void **state)
{
	cl_mem part = sub(api.buffer, 0, 256, 512, NULL), parent = NULL;
	size_t offset = 0, size = 0;

	(void)state;
	clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof(offset), &offset, NULL);
	clGetMemObjectInfo(part, CL_MEM_SIZE, sizeof(size), &size, NULL);
	clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem), &parent, NULL);
	assert_int_equal(offset, 256);
	assert_int_equal(size, 512);
	assert_ptr_equal(parent, api.buffer);
	clReleaseMemObject(part);
}

static int calls[4], ncalls;

static void CL_CALLBACK destroyed(cl_mem mem, void *data)
{
	(void)mem;
	calls[ncalls++] = *(int *)data;
}

/* Called in reverse order; a parent's callbacks not before its last sub-buffer has been freed. */
static void destructors(void **state)
{
	int first = 1, second = 2, third = 3;
	cl_mem buffer = api_buffer(0, 1024, NULL), part = sub(buffer, 0, 0, 128, NULL);

	(void)state;
	ncalls = 0;
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clSetMemObjectDestructorCallback((cl_mem)api.queue, destroyed, &first));
	EXPECT(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, NULL, &first));
	EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, destroyed, &first));
	EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(buffer, destroyed, &second));
	EXPECT(CL_SUCCESS, clSetMemObjectDestructorCallback(part, destroyed, &third));
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	EXPECT_TRUE(ncalls == 0);
	EXPECT(CL_SUCCESS, clReleaseMemObject(part));
	EXPECT_TRUE(ncalls == 3 && calls[0] == 3 && calls[1] == 2 && calls[2] == 1);
	api_end();
}

static void references(void **state)
{
	cl_mem buffer = api_buffer(0, 64, NULL);
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainMemObject(buffer));
	clGetMemObjectInfo(buffer, CL_MEM_REFERENCE_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(buffer));
	EXPECT(CL_INVALID_MEM_OBJECT, clRetainMemObject(buffer));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create_errors),
		cmocka_unit_test(invalid_flags),
		cmocka_unit_test(valid_flags),
		cmocka_unit_test(channels),
		cmocka_unit_test(queries),
		cmocka_unit_test(host_pointers),
		cmocka_unit_test(sub_buffer_errors),
		cmocka_unit_test(sub_buffer_inheritance),
		cmocka_unit_test(sub_buffer_queries),
		cmocka_unit_test(destructors),
		cmocka_unit_test(references),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
