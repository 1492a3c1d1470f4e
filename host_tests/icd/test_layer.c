/* SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "host_tests/api/api_test.h"
#include "host_tests/icd/layer.h"

/*
 * A layer between the host and the driver sees every call exactly once, and the calls still work.
 */
static void layer_sees_calls(void **state)
{
	void *library = dlopen(FCL_LAYER, RTLD_NOW | RTLD_NOLOAD);
	unsigned (*count)(enum fcl_layer_call);
	unsigned buffers, tasks, finishes;
	int found = 0, value = 42;
	cl_kernel kernel = api_kernel("poke");
	cl_mem buffer;

	(void)state;
	assert_non_null(library); /* the loader has opened it */
	count = (unsigned (*)(enum fcl_layer_call))dlsym(library, "fcl_layer_count");
	assert_non_null(count);
	buffers = count(FCL_LAYER_CREATE_BUFFER);
	tasks = count(FCL_LAYER_ENQUEUE_TASK);
	finishes = count(FCL_LAYER_FINISH);
	buffer = api_buffer(0, 64, NULL);
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	for (int i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, sizeof(found), &found,
					       0, NULL, NULL));
	assert_int_equal(found, value);
	assert_int_equal(count(FCL_LAYER_CREATE_BUFFER), buffers + 1);
	assert_int_equal(count(FCL_LAYER_ENQUEUE_TASK), tasks + 3);
	assert_int_equal(count(FCL_LAYER_FINISH), finishes + 1);
	clReleaseMemObject(buffer);
	clReleaseKernel(kernel);
	dlclose(library);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(layer_sees_calls),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
