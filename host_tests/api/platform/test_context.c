/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

static void CL_CALLBACK notify(const char *text, const void *data, size_t size, void *user)
{
	(void)text;
	(void)data;
	(void)size;
	(void)user;
}

#define PLATFORM (cl_context_properties) api.platform

static void create_errors(void **state)
{
	cl_context_properties good[] = {CL_CONTEXT_PLATFORM, PLATFORM, 0};
	cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM,
						(cl_context_properties)api.buffer, 0};
	cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, PLATFORM, NO_SUCH_NAME, 1, 0};
	cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, PLATFORM, CL_CONTEXT_PLATFORM,
					 PLATFORM, 0};
	cl_context_properties bad_sync[] = {CL_CONTEXT_PLATFORM, PLATFORM,
					    CL_CONTEXT_INTEROP_USER_SYNC, 2, 0};
	cl_device_id devices[] = {api.devices[0], (cl_device_id)api.buffer};
	cl_int error, data = 0;

	(void)state;
	EXPECT_NULL(CL_INVALID_PLATFORM,
		    clCreateContext(bad_platform, 1, devices, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, devices, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, clCreateContext(twice, 1, devices, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY, clCreateContext(bad_sync, 1, devices, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, clCreateContext(good, 1, NULL, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, clCreateContext(good, 0, devices, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, clCreateContext(good, 1, devices, NULL, &data, &error));
	EXPECT_NULL(CL_INVALID_DEVICE, clCreateContext(good, 2, devices, NULL, NULL, &error));
	EXPECT_TRUE(!clCreateContext(good, 0, NULL, NULL, NULL, NULL));
	api_end();
}

static void create_from_type_errors(void **state)
{
	cl_context_properties bad_platform[] = {CL_CONTEXT_PLATFORM,
						(cl_context_properties)api.buffer, 0};
	cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, PLATFORM, CL_CONTEXT_PLATFORM,
					 PLATFORM, 0};
	cl_context_properties good[] = {CL_CONTEXT_PLATFORM, PLATFORM, 0};
	cl_context_properties unknown[] = {CL_CONTEXT_PLATFORM, PLATFORM, NO_SUCH_NAME, 1, 0};
	cl_int error, data = 0;

	(void)state;
	EXPECT_NULL(CL_INVALID_PLATFORM,
		    clCreateContextFromType(bad_platform, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY,
		    clCreateContextFromType(twice, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_PROPERTY,
		    clCreateContextFromType(unknown, CL_DEVICE_TYPE_ALL, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateContextFromType(good, CL_DEVICE_TYPE_ALL, NULL, &data, &error));
	EXPECT_NULL(CL_INVALID_DEVICE_TYPE, clCreateContextFromType(good, 0, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_DEVICE_TYPE,
		    clCreateContextFromType(good, 1 << 20, NULL, NULL, &error));
	EXPECT_NULL(CL_DEVICE_NOT_FOUND,
		    clCreateContextFromType(good, CL_DEVICE_TYPE_GPU, NULL, NULL, &error));
	api_end();
}

static void from_type_selects_devices(void **state)
{
	cl_context_properties good[] = {CL_CONTEXT_PLATFORM, PLATFORM, 0};
	static const struct {
		cl_device_type type;
		cl_uint count;
	} cases[] = {{CL_DEVICE_TYPE_DEFAULT, 1},
		     {CL_DEVICE_TYPE_ACCELERATOR, 2},
		     {CL_DEVICE_TYPE_ALL, 2}};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		cl_int error = 12345;
		cl_context context = clCreateContextFromType(good, cases[i].type, notify, NULL,
							     &error);
		cl_uint count = 0;

		EXPECT(CL_SUCCESS, error);
		EXPECT(CL_SUCCESS, clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(count),
						    &count, NULL));
		EXPECT_TRUE(count == cases[i].count);
		EXPECT(CL_SUCCESS, clReleaseContext(context));
	}
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetContextInfo(object, name, size, value, ret_size);
}

static void queries(void **state)
{
	cl_context_properties list[] = {CL_CONTEXT_INTEROP_USER_SYNC, CL_TRUE, CL_CONTEXT_PLATFORM,
					PLATFORM, 0};
	static const struct api_info_row with_list[] = {
		INFO(CL_CONTEXT_REFERENCE_COUNT, sizeof(cl_uint)),
		INFO(CL_CONTEXT_NUM_DEVICES, sizeof(cl_uint)),
		INFO(CL_CONTEXT_DEVICES, sizeof(cl_device_id)),
		INFO(CL_CONTEXT_PROPERTIES, sizeof(list)),
	};
	static const struct api_info_row without[] = {INFO(CL_CONTEXT_PROPERTIES, API_EMPTY)};
	cl_context context = clCreateContext(list, 1, api.devices, NULL, NULL, NULL);
	cl_context_properties found[8];
	cl_device_id device = NULL;

	(void)state;
	api_check_queries(query, context, with_list, 4);
	api_check_queries(query, api.context, without, 1);
	clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof(found), found, NULL);
	EXPECT_TRUE(!memcmp(found, list, sizeof(list)));
	clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof(cl_device_id), &device, NULL);
	EXPECT_TRUE(device == api.devices[0]);
	EXPECT(CL_INVALID_CONTEXT,
	       clGetContextInfo((cl_context)api.queue, CL_CONTEXT_NUM_DEVICES, 0, NULL, NULL));
	clReleaseContext(context);
	api_end();
}

/* "Duplicate devices specified in devices are ignored." */
static void duplicate_devices_are_ignored(void **state)
{
	cl_device_id devices[] = {api.devices[1], api.devices[0], api.devices[1]};
	cl_context context = clCreateContext(NULL, 3, devices, NULL, NULL, NULL);
	cl_uint count = 0;

	(void)state;
	assert_int_equal(
		clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(count), &count, NULL),
		CL_SUCCESS);
	assert_int_equal(count, 2);
	clReleaseContext(context);
}

static int calls[4], ncalls;

static void CL_CALLBACK destroyed(cl_context context, void *data)
{
	(void)context;
	calls[ncalls++] = *(int *)data;
}

/* Called in reverse order, and not before the context's last object has been freed. */
static void destructors_run_in_reverse(void **state)
{
	int first = 1, second = 2;
	cl_context context = clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);
	cl_mem buffer = clCreateBuffer(context, 0, 64, NULL, NULL);

	(void)state;
	ncalls = 0;
	EXPECT(CL_INVALID_CONTEXT,
	       clSetContextDestructorCallback((cl_context)api.queue, destroyed, NULL));
	EXPECT(CL_INVALID_VALUE, clSetContextDestructorCallback(context, NULL, NULL));
	EXPECT(CL_SUCCESS, clSetContextDestructorCallback(context, destroyed, &first));
	EXPECT(CL_SUCCESS, clSetContextDestructorCallback(context, destroyed, &second));
	EXPECT(CL_SUCCESS, clReleaseContext(context));
	EXPECT_TRUE(ncalls == 0);
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	EXPECT_TRUE(ncalls == 2 && calls[0] == 2 && calls[1] == 1);
	api_end();
}

static void references(void **state)
{
	cl_context context = clCreateContext(NULL, 1, api.devices, NULL, NULL, NULL);
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainContext(context));
	EXPECT(CL_SUCCESS,
	       clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof(count), &count, NULL));
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseContext(context));
	EXPECT(CL_SUCCESS, clReleaseContext(context));
	EXPECT(CL_INVALID_CONTEXT, clReleaseContext(context));
	EXPECT(CL_INVALID_CONTEXT, clRetainContext(context));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create_errors),
		cmocka_unit_test(create_from_type_errors),
		cmocka_unit_test(from_type_selects_devices),
		cmocka_unit_test(queries),
		cmocka_unit_test(duplicate_devices_are_ignored),
		cmocka_unit_test(destructors_run_in_reverse),
		cmocka_unit_test(references),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
