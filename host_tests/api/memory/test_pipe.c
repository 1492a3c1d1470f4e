/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include "host_tests/api/api_image.h"
#include "runtime/api/common/khr.h"

/* The image's FIFO, from producer.out to consumer.in, holds 4 packets of 4 bytes. */
enum { PACKET = 4, DEPTH = 4 };

static cl_mem pipe_of(cl_uint packet_size, cl_uint packets)
{
	cl_mem pipe = clCreatePipe(api.context, 0, packet_size, packets, NULL, NULL);

	assert_non_null(pipe);
	return pipe;
}

static cl_uint device_uint(cl_device_info name)
{
	cl_uint value = 12345;

	EXPECT(CL_SUCCESS, clGetDeviceInfo(api.devices[0], name, sizeof(value), &value, NULL));
	return value;
}

/* The minimum that OpenCL requires of devices with pipes. */
static void device_queries(void **state)
{
	(void)state;
	EXPECT_TRUE(device_uint(CL_DEVICE_PIPE_SUPPORT) == CL_TRUE);
	EXPECT_TRUE(device_uint(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) == CL_TRUE);
	EXPECT_TRUE(device_uint(CL_DEVICE_MAX_PIPE_ARGS) >= 16);
	EXPECT_TRUE(device_uint(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS) >= 1);
	EXPECT_TRUE(device_uint(CL_DEVICE_PIPE_MAX_PACKET_SIZE) >= 1024);
	api_end();
}

static void creation(void **state)
{
	const cl_pipe_properties none[] = {0};
	cl_uint widest = device_uint(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
	/* Only boards with host pipes accept the flags for them. */
	cl_int host = device_uint(CL_DEVICE_MAX_HOST_READ_PIPES_INTEL) ? CL_SUCCESS
								       : CL_INVALID_VALUE;
	const struct {
		cl_mem_flags flags;
		cl_uint size, packets;
		const cl_pipe_properties *properties;
		cl_int error;
	} rows[] = {
		{0, PACKET, DEPTH, NULL, CL_SUCCESS},
		{CL_MEM_READ_WRITE, 1, 1, NULL, CL_SUCCESS},
		{CL_MEM_HOST_NO_ACCESS, 3, 7, NULL, CL_SUCCESS},
		{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, widest, 2, NULL, CL_SUCCESS},
		{CL_MEM_READ_ONLY, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_WRITE_ONLY, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_USE_HOST_PTR, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_ALLOC_HOST_PTR, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_COPY_HOST_PTR, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_HOST_READ_ONLY, PACKET, DEPTH, NULL, host},
		{CL_MEM_HOST_WRITE_ONLY, PACKET, DEPTH, NULL, host},
		{CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, PACKET, DEPTH, NULL,
		 CL_INVALID_VALUE},
		{CL_MEM_HOST_WRITE_ONLY | CL_MEM_READ_WRITE, PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{CL_MEM_READ_WRITE | (1ull << 40), PACKET, DEPTH, NULL, CL_INVALID_VALUE},
		{0, PACKET, DEPTH, none, CL_INVALID_VALUE},
		{0, 0, DEPTH, NULL, CL_INVALID_PIPE_SIZE},
		{0, widest + 1, DEPTH, NULL, CL_INVALID_PIPE_SIZE},
		{0, UINT32_MAX, DEPTH, NULL, CL_INVALID_PIPE_SIZE},
		{0, PACKET, 0, NULL, CL_INVALID_PIPE_SIZE},
		{0, widest, UINT32_MAX, NULL, CL_MEM_OBJECT_ALLOCATION_FAILURE},
	};
	cl_int error;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cl_mem pipe = clCreatePipe(api.context, rows[i].flags, rows[i].size,
					   rows[i].packets, rows[i].properties, &error);

		if (error != rows[i].error || !pipe != (error != CL_SUCCESS))
			fail_msg("row %zu: %d", i, error);
		if (pipe)
			EXPECT(CL_SUCCESS, clReleaseMemObject(pipe));
	}
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreatePipe((cl_context)api.queue, 0, PACKET, DEPTH, NULL, &error));
	EXPECT_TRUE(!clCreatePipe(api.context, 0, 0, DEPTH, NULL, NULL));
	api_end();
}

static cl_int pipe_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetPipeInfo(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_PIPE_PACKET_SIZE, sizeof(cl_uint)),
		INFO(CL_PIPE_MAX_PACKETS, sizeof(cl_uint)),
		INFO(CL_PIPE_PROPERTIES, API_EMPTY),
	};
	cl_mem pipe = clCreatePipe(api.context, CL_MEM_READ_WRITE, 12, 5, NULL, NULL);
	cl_mem_object_type type = 0;
	cl_mem_flags flags = 0;
	cl_uint size = 0, packets = 0;
	cl_context context = NULL;
	void *pointer = &type;

	(void)state;
	api_check_queries(pipe_query, pipe, rows, sizeof(rows) / sizeof(rows[0]));
	api_check_mem_queries(pipe);
#define GET(name, to) clGetMemObjectInfo(pipe, name, sizeof(to), &(to), NULL)
	EXPECT(CL_SUCCESS, clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL));
	EXPECT(CL_SUCCESS,
	       clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof(packets), &packets, NULL));
	EXPECT(CL_SUCCESS, GET(CL_MEM_TYPE, type));
	EXPECT(CL_SUCCESS, GET(CL_MEM_FLAGS, flags));
	EXPECT(CL_SUCCESS, GET(CL_MEM_CONTEXT, context));
	EXPECT(CL_SUCCESS, GET(CL_MEM_HOST_PTR, pointer));
#undef GET
	EXPECT_TRUE(size == 12 && packets == 5 && type == CL_MEM_OBJECT_PIPE);
	EXPECT_TRUE(flags == CL_MEM_READ_WRITE && context == api.context && !pointer);
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetPipeInfo(api.buffer, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetPipeInfo(NULL, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetPipeInfo((cl_mem)api.queue, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL));
	EXPECT(CL_SUCCESS, clRetainMemObject(pipe));
	EXPECT(CL_SUCCESS, clReleaseMemObject(pipe));
	EXPECT(CL_SUCCESS, clReleaseMemObject(pipe));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof(size), &size, NULL));
	api_end();
}

/* The host cannot access a pipe's contents, and calls that take a buffer reject a pipe. */
static void is_no_buffer(void **state)
{
	const size_t origin[3] = {0}, region[3] = {1, 1, 1};
	cl_mem pipe = pipe_of(PACKET, DEPTH), buffer = api.buffer;
	cl_buffer_region part = {0, 4};
	cl_kernel poke = api_kernel("poke");
	cl_int word = 0, error;
	cl_command_queue q = api.queue;

	(void)state;
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clEnqueueReadBuffer(q, pipe, CL_TRUE, 0, 4, &word, 0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clEnqueueWriteBuffer(q, pipe, CL_TRUE, 0, 4, &word, 0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT,
	       clEnqueueReadBufferRect(q, pipe, CL_TRUE, origin, origin, region, 0, 0, 0, 0, &word,
				       0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueFillBuffer(q, pipe, &word, 4, 0, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, pipe, buffer, 0, 0, 4, 0, NULL, NULL));
	EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(q, buffer, pipe, 0, 0, 4, 0, NULL, NULL));
	EXPECT_NULL(CL_INVALID_MEM_OBJECT,
		    clEnqueueMapBuffer(q, pipe, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error));
	EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(q, pipe, &word, 0, NULL, NULL));
	EXPECT_NULL(CL_INVALID_MEM_OBJECT,
		    clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &part, &error));
	EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(poke, 0, sizeof(pipe), &pipe));
	clReleaseKernel(poke);
	clReleaseMemObject(pipe);
	api_end();
}

static cl_int set(cl_kernel kernel, cl_uint index, cl_mem mem)
{
	return clSetKernelArg(kernel, index, sizeof(mem), &mem);
}

static void arguments(void **state)
{
	cl_kernel producer = api_kernel("producer"), consumer = api_kernel("consumer");
	cl_mem foreign = clCreatePipe(api.other, 0, PACKET, DEPTH, NULL, NULL);
	cl_mem wide = pipe_of(2 * PACKET, DEPTH), narrow = pipe_of(PACKET - 1, DEPTH);
	cl_mem deep = pipe_of(PACKET, DEPTH + 1), fits = pipe_of(PACKET, DEPTH);
	cl_mem released = pipe_of(PACKET, DEPTH), shallow = pipe_of(PACKET, 1);

	(void)state;
	clReleaseMemObject(released);
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(producer, 1, sizeof(fits) - 1, &fits));
	EXPECT(CL_INVALID_MEM_OBJECT, set(producer, 1, api.buffer));
	EXPECT(CL_INVALID_MEM_OBJECT, set(producer, 1, (cl_mem)api.queue));
	EXPECT(CL_INVALID_MEM_OBJECT, set(producer, 1, released));
	EXPECT(CL_INVALID_CONTEXT, set(producer, 1, foreign));
	EXPECT(CL_INVALID_ARG_VALUE, set(producer, 1, wide));
	EXPECT(CL_INVALID_ARG_VALUE, set(producer, 1, narrow));
	EXPECT(CL_INVALID_ARG_VALUE, set(producer, 1, deep));
	/* The only FIFO can only back one pipe at a time. */
	EXPECT(CL_SUCCESS, set(producer, 1, fits));
	EXPECT(CL_SUCCESS, set(producer, 1, fits));
	EXPECT(CL_OUT_OF_RESOURCES, set(producer, 1, shallow));
	EXPECT(CL_OUT_OF_RESOURCES, set(consumer, 0, shallow));
	EXPECT(CL_INVALID_ARG_VALUE, set(consumer, 0, wide));
	EXPECT(CL_SUCCESS, set(consumer, 0, fits));
	clReleaseMemObject(fits);
	EXPECT(CL_SUCCESS, set(consumer, 0, shallow));
	EXPECT(CL_SUCCESS, set(producer, 1, shallow));
	EXPECT(CL_SUCCESS, clSetKernelArg(consumer, 0, sizeof(cl_mem), NULL));
	clReleaseKernel(producer);
	clReleaseKernel(consumer);
	clReleaseMemObject(shallow);
	clReleaseMemObject(wide);
	clReleaseMemObject(narrow);
	clReleaseMemObject(deep);
	clReleaseMemObject(foreign);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_queries), cmocka_unit_test(creation),
		cmocka_unit_test(queries),        cmocka_unit_test(is_no_buffer),
		cmocka_unit_test(arguments),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
