/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include "host_tests/api/api_image.h"

struct api api;
static int failed_rows;

static int create_objects(void)
{
	cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
	cl_queue_properties loose[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
				       0};

	api.context = clCreateContext(NULL, 2, api.devices, NULL, NULL, NULL);
	api.other = clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);
	api.queue = clCreateCommandQueueWithProperties(api.context, api.devices[0], profiling,
						       NULL);
	api.loose = clCreateCommandQueueWithProperties(api.context, api.devices[0], loose, NULL);
	api.buffer = api_buffer(0, API_BUFFER, NULL);
	api.foreign = clCreateBuffer(api.other, 0, API_BUFFER, NULL, NULL);
	api.user = clCreateUserEvent(api.context, NULL);
	api.foreign_event = clCreateUserEvent(api.other, NULL);
	api.program = api_program(api.context, api.devices[0], 1);
	return api.context && api.other && api.queue && api.loose && api.buffer && api.foreign &&
			       api.user && api.foreign_event && api.program
		       ? 0
		       : -1;
}

int api_setup(void **state)
{
	cl_uint count = 0;

	(void)state;
	if (clGetPlatformIDs(1, &api.platform, NULL))
		return -1;
	if (clGetDeviceIDs(api.platform, CL_DEVICE_TYPE_ALL, 2, api.devices, &count) || count != 2)
		return -1;
	return create_objects();
}

int api_teardown(void **state)
{
	(void)state;
	clSetUserEventStatus(api.user, CL_COMPLETE);
	clSetUserEventStatus(api.foreign_event, CL_COMPLETE);
	if (clFinish(api.queue) || clFinish(api.loose))
		return -1;
	return clReleaseProgram(api.program) || clReleaseEvent(api.user) ||
			       clReleaseEvent(api.foreign_event) ||
			       clReleaseMemObject(api.buffer) || clReleaseMemObject(api.foreign) ||
			       clReleaseCommandQueue(api.queue) ||
			       clReleaseCommandQueue(api.loose) || clReleaseContext(api.context) ||
			       clReleaseContext(api.other)
		       ? -1
		       : 0;
}

bool api_computes(void)
{
	return !strncmp(getenv("FPGACL_DEVICES"), "emu:", 4);
}

static const char *board_of(cl_device_id device)
{
	char name[128] = "";

	clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof(name), name, NULL);
	return strstr(name, "_u50_") ? "u50" : "u250";
}

cl_program api_program(cl_context context, cl_device_id device, uint8_t variant)
{
	size_t size;
	unsigned char *bytes = api_image(board_of(device), variant, &size);
	const unsigned char *binary = bytes;
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL,
						       NULL);

	free(bytes);
	return program;
}

cl_kernel api_kernel(const char *name)
{
	cl_kernel kernel = clCreateKernel(api.program, name, NULL);

	assert_non_null(kernel);
	return kernel;
}

cl_mem api_buffer(cl_mem_flags flags, size_t size, void *host_ptr)
{
	cl_mem buffer = clCreateBuffer(api.context, flags, size, host_ptr, NULL);

	assert_non_null(buffer);
	return buffer;
}

cl_mem api_released_mem(void)
{
	cl_mem buffer = api_buffer(0, 16, NULL);

	assert_int_equal(clReleaseMemObject(buffer), CL_SUCCESS);
	return buffer;
}

void api_expect(cl_int expected, cl_int found, const char *call, const char *file, int line)
{
	if (expected == found)
		return;
	print_error("%s:%d: expected %d, found %d: %s\n", file, line, expected, found, call);
	failed_rows++;
}

void api_end(void)
{
	int failed = failed_rows;

	failed_rows = 0;
	assert_int_equal(failed, 0);
}

void api_failures_seen(void)
{
	char byte;

	clEnqueueReadBuffer(api.queue, api.buffer, CL_TRUE, 0, 1, &byte, 0, NULL, NULL);
}

static void check_row(api_query *query, void *object, const struct api_info_row *row)
{
	unsigned char value[8192], clean[8192];
	size_t size = 12345, again = 12345;
	cl_int error = query(object, row->name, 0, NULL, &size);

	api_expect(CL_SUCCESS, error, row->text, __FILE__, __LINE__);
	if (error)
		return;
	if (row->size == API_EMPTY)
		api_expect(0, (cl_int)size, row->text, __FILE__, __LINE__);
	else if (row->size)
		api_expect((cl_int)row->size, (cl_int)size, row->text, __FILE__, __LINE__);
	else
		api_expect(0, !size, row->text, __FILE__, __LINE__);
	memset(value, 0xa5, sizeof(value));
	memset(clean, 0xa5, sizeof(clean));
	if (size) {
		api_expect(CL_INVALID_VALUE, query(object, row->name, size - 1, value, &again),
			   row->text, __FILE__, __LINE__);
		api_expect(0, again != 12345 || memcmp(value, clean, sizeof(value)) != 0, row->text,
			   __FILE__, __LINE__);
	}
	api_expect(CL_SUCCESS, query(object, row->name, size, value, &again), row->text, __FILE__,
		   __LINE__);
	api_expect(0, again != size || memcmp(value + size, clean, sizeof(value) - size) != 0,
		   row->text, __FILE__, __LINE__);
	api_expect(CL_SUCCESS, query(object, row->name, sizeof(value), value, NULL), row->text,
		   __FILE__, __LINE__);
	api_expect(CL_SUCCESS, query(object, row->name, 0, NULL, NULL), row->text, __FILE__,
		   __LINE__);
}

void api_check_queries(api_query *query, void *object, const struct api_info_row *rows,
		       size_t count)
{
	size_t size;

	for (size_t i = 0; i < count; i++)
		check_row(query, object, &rows[i]);
	EXPECT(CL_INVALID_VALUE, query(object, NO_SUCH_NAME, 0, NULL, &size));
}

cl_int api_mem_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetMemObjectInfo(object, name, size, value, ret_size);
}

void api_check_mem_queries(cl_mem object)
{
	static const struct api_info_row rows[] = {
		INFO(CL_MEM_TYPE, sizeof(cl_mem_object_type)),
		INFO(CL_MEM_FLAGS, sizeof(cl_mem_flags)),
		INFO(CL_MEM_SIZE, sizeof(size_t)),
		INFO(CL_MEM_HOST_PTR, sizeof(void *)),
		INFO(CL_MEM_MAP_COUNT, sizeof(cl_uint)),
		INFO(CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)),
		INFO(CL_MEM_CONTEXT, sizeof(cl_context)),
		INFO(CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)),
		INFO(CL_MEM_OFFSET, sizeof(size_t)),
		INFO(CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)),
		INFO(CL_MEM_PROPERTIES, API_EMPTY),
	};

	api_check_queries(api_mem_query, object, rows, sizeof(rows) / sizeof(rows[0]));
}
