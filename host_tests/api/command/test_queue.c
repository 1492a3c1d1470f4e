/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

static cl_command_queue create(const cl_queue_properties *list, cl_int *error)
{
	return clCreateCommandQueueWithProperties(api.context, api.devices[0], list, error);
}

static void create_errors(void **state)
{
	cl_queue_properties unknown_name[] = {NO_SUCH_NAME, 0, 0};
	cl_queue_properties unknown_bit[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
	cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
	cl_queue_properties size_of_host[] = {CL_QUEUE_SIZE, 1024, 0};
	cl_queue_properties in_order_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
	cl_queue_properties default_host[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
	cl_queue_properties device[] = {CL_QUEUE_PROPERTIES,
					CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
					0};
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateCommandQueueWithProperties((cl_context)api.buffer, api.devices[0], NULL,
						       &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    clCreateCommandQueueWithProperties(api.context, (cl_device_id)api.buffer, NULL,
						       &error));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    clCreateCommandQueueWithProperties(api.other, api.devices[1], NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(unknown_name, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(unknown_bit, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(twice, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(size_of_host, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(in_order_device, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(default_host, &error));
	EXPECT_NULL(CL_INVALID_QUEUE_PROPERTIES, create(device, &error));
	EXPECT_TRUE(!create(device, NULL));
	api_end();
}

static void old_create_errors(void **state)
{
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateCommandQueue((cl_context)api.buffer, api.devices[0], 0, &error));
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateCommandQueue(api.other, api.devices[1], 0, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateCommandQueue(api.context, api.devices[0], 1 << 20, &error));
	EXPECT_NULL(CL_INVALID_QUEUE_PROPERTIES,
		    clCreateCommandQueue(
			    api.context, api.devices[0],
			    CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error));
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetCommandQueueInfo(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_QUEUE_CONTEXT, sizeof(cl_context)),
		INFO(CL_QUEUE_DEVICE, sizeof(cl_device_id)),
		INFO(CL_QUEUE_REFERENCE_COUNT, sizeof(cl_uint)),
		INFO(CL_QUEUE_PROPERTIES, sizeof(cl_command_queue_properties)),
		INFO(CL_QUEUE_PROPERTIES_ARRAY, 3 * sizeof(cl_queue_properties)),
		INFO(CL_QUEUE_DEVICE_DEFAULT, sizeof(cl_command_queue)),
	};
	static const struct api_info_row no_list[] = {INFO(CL_QUEUE_PROPERTIES_ARRAY, API_EMPTY)};
	cl_command_queue plain = create(NULL, NULL);
	cl_command_queue old = clCreateCommandQueue(api.context, api.devices[0],
						    CL_QUEUE_PROFILING_ENABLE, NULL);
	cl_command_queue_properties bits = 0;
	cl_queue_properties list[3];
	cl_uint size;

	(void)state;
	api_check_queries(query, api.queue, rows, sizeof(rows) / sizeof(rows[0]));
	api_check_queries(query, plain, no_list, 1);
	api_check_queries(query, old, no_list, 1);
	clGetCommandQueueInfo(old, CL_QUEUE_PROPERTIES, sizeof(bits), &bits, NULL);
	EXPECT_TRUE(bits == CL_QUEUE_PROFILING_ENABLE);
	clGetCommandQueueInfo(api.loose, CL_QUEUE_PROPERTIES_ARRAY, sizeof(list), list, NULL);
	EXPECT_TRUE(list[0] == CL_QUEUE_PROPERTIES &&
		    list[1] == CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE && list[2] == 0);
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       clGetCommandQueueInfo(api.queue, CL_QUEUE_SIZE, sizeof(size), &size, NULL));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo((cl_command_queue)api.buffer,
							       CL_QUEUE_CONTEXT, 0, NULL, NULL));
	clReleaseCommandQueue(plain);
	clReleaseCommandQueue(old);
	api_end();
}

static void empty_list_is_kept(void **state)
{
	cl_queue_properties list[] = {0};
	cl_command_queue queue = create(list, NULL);
	size_t size = 0;

	(void)state;
	clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, 0, NULL, &size);
	assert_int_equal(size, sizeof(list));
	clReleaseCommandQueue(queue);
}

static void properties_cannot_change(void **state)
{
	cl_command_queue_properties old = 12345;

	(void)state;
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       clSetCommandQueueProperty((cl_command_queue)api.buffer, CL_QUEUE_PROFILING_ENABLE,
					 CL_TRUE, &old));
	EXPECT(CL_INVALID_OPERATION,
	       clSetCommandQueueProperty(api.queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, &old));
	EXPECT_TRUE(old == 12345);
	EXPECT(CL_INVALID_CONTEXT,
	       clSetDefaultDeviceCommandQueue((cl_context)api.queue, api.devices[0], api.queue));
	EXPECT(CL_INVALID_DEVICE,
	       clSetDefaultDeviceCommandQueue(api.other, api.devices[1], api.queue));
	EXPECT(CL_INVALID_OPERATION,
	       clSetDefaultDeviceCommandQueue(api.context, api.devices[0], api.queue));
	api_end();
}

static void references(void **state)
{
	cl_command_queue queue = create(NULL, NULL);
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainCommandQueue(queue));
	EXPECT(CL_SUCCESS,
	       clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, sizeof(count), &count, NULL));
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(queue));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(queue));
	EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
	api_end();
}

/* A queue is only freed after its commands have ended. */
static void release_with_work_pending(void **state)
{
	cl_command_queue queue = create(NULL, NULL);
	cl_event gate = clCreateUserEvent(api.context, NULL), event = NULL;
	char byte = 1;

	(void)state;
	EXPECT(CL_SUCCESS,
	       clEnqueueWriteBuffer(queue, api.buffer, CL_FALSE, 0, 1, &byte, 1, &gate, &event));
	EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
	EXPECT(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
	EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
	EXPECT(CL_SUCCESS, clReleaseEvent(event));
	EXPECT(CL_SUCCESS, clReleaseEvent(gate));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create_errors),
		cmocka_unit_test(old_create_errors),
		cmocka_unit_test(queries),
		cmocka_unit_test(empty_list_is_kept),
		cmocka_unit_test(properties_cannot_change),
		cmocka_unit_test(references),
		cmocka_unit_test(release_with_work_pending),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
