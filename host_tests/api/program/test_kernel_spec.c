/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include "host_tests/api/api_image.h"

/* What the specification says about kernels beyond each function's effect, in tables. */

static cl_int launch(cl_kernel kernel)
{
	return clEnqueueTask(api.queue, kernel, 0, NULL, NULL);
}

static cl_int word_of(cl_mem buffer)
{
	cl_int word = 0;

	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, sizeof(word), &word,
					       0, NULL, NULL));
	return word;
}

/* An error leaves the value that was set before. */
static void errors_change_nothing(void **state)
{
	cl_mem target = api_buffer(CL_MEM_READ_WRITE, 64, NULL), other = (cl_mem)api.queue;
	cl_kernel poke = api_kernel("poke");
	cl_int value = 5;
	const struct {
		cl_uint index;
		size_t size;
		const void *value;
		cl_int error;
	} rows[] = {
		{0, sizeof(cl_mem), &other, CL_INVALID_MEM_OBJECT},
		{0, sizeof(cl_mem), &api.foreign, CL_INVALID_CONTEXT},
		{0, sizeof(cl_mem) + 1, &api.buffer, CL_INVALID_ARG_SIZE},
		{0, 0, &api.buffer, CL_INVALID_ARG_SIZE},
		{1, sizeof(value) + 1, &value, CL_INVALID_ARG_SIZE},
		{1, sizeof(value) - 1, &value, CL_INVALID_ARG_SIZE},
		{1, 0, &value, CL_INVALID_ARG_SIZE},
		{1, sizeof(value), NULL, CL_INVALID_ARG_VALUE},
		{2, sizeof(value), &value, CL_INVALID_ARG_INDEX},
	};

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(target), &target));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	for (cl_int i = 0; i < (cl_int)(sizeof(rows) / sizeof(rows[0])); i++) {
		value = 1000 + i;
		if (clSetKernelArg(poke, rows[i].index, rows[i].size, rows[i].value) !=
		    rows[i].error)
			fail_msg("row %d", i);
		EXPECT(CL_SUCCESS, launch(poke));
		if (api_computes())
			EXPECT_TRUE(word_of(target) == 5);
	}
	clReleaseKernel(poke);
	clReleaseMemObject(target);
	api_end();
}

/*
 * Every argument must be set; the order does not matter, and setting one twice does not count as
 * two.
 */
static void every_argument_is_needed(void **state)
{
	cl_mem result = api_buffer(0, API_BUFFER, NULL); /* in another bank than the inputs */
	cl_int n = 0;
	const void *values[4] = {&api.buffer, &api.buffer, &result, &n};

	(void)state;
	for (cl_uint missing = 0; missing < 4; missing++) {
		cl_kernel vadd = api_kernel("vadd");

		for (int again = 0; again < 2; again++)
			for (cl_uint i = 4; i-- > 0;)
				if (i != missing)
					clSetKernelArg(vadd, i, i == 3 ? sizeof(n) : sizeof(cl_mem),
						       values[i]);
		EXPECT(CL_INVALID_KERNEL_ARGS, launch(vadd));
		clSetKernelArg(vadd, missing, missing == 3 ? sizeof(n) : sizeof(cl_mem),
			       values[missing]);
		EXPECT(CL_SUCCESS, launch(vadd));
		clReleaseKernel(vadd);
	}
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	clReleaseMemObject(result);
	api_end();
}

static cl_ulong local_bytes(cl_kernel kernel)
{
	cl_ulong bytes = 0;

	EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_LOCAL_MEM_SIZE,
						    sizeof(bytes), &bytes, NULL));
	return bytes;
}

/* A clone has the same arguments set as its source; from then on the two are independent. */
static void clones_are_set_as_far(void **state)
{
	cl_kernel mixed = api_kernel("mixed"), clone, late;
	unsigned char wide[24] = {1};

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 0, sizeof(cl_mem), &api.buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 1, 64, NULL));
	clone = clCloneKernel(mixed, NULL);
	EXPECT_TRUE(local_bytes(clone) == local_bytes(mixed) && local_bytes(mixed) == 256 + 64);
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(clone));
	EXPECT(CL_SUCCESS, clSetKernelArg(clone, 2, sizeof(wide), wide));
	EXPECT(CL_SUCCESS, clSetKernelArg(clone, 1, 128, NULL));
	EXPECT(CL_SUCCESS, launch(clone));
	EXPECT(CL_INVALID_KERNEL_ARGS, launch(mixed));
	EXPECT_TRUE(local_bytes(mixed) == 256 + 64 && local_bytes(clone) == 256 + 128);
	/* It outlives its source, and can be cloned itself. */
	EXPECT(CL_SUCCESS, clReleaseKernel(mixed));
	late = clCloneKernel(clone, NULL);
	EXPECT(CL_SUCCESS, clReleaseKernel(clone));
	EXPECT(CL_SUCCESS, launch(late));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	EXPECT(CL_SUCCESS, clReleaseKernel(late));
	EXPECT_TRUE(!clCloneKernel(NULL, NULL));
	api_end();
}

/* The device parameter: one of the program's devices, or NULL if there is only one. */
static void devices_of_queries(void **state)
{
	cl_program both = clCreateProgramWithBuiltInKernels(api.context, 1, api.devices, "vadd",
							    NULL);
	cl_kernel vadd = api_kernel("vadd"), builtin = clCreateKernel(both, "vadd", NULL);
	cl_device_id none = (cl_device_id)api.queue;
	const struct {
		cl_kernel kernel;
		cl_device_id device;
		cl_int error;
	} rows[] = {
		{vadd, api.devices[0], CL_SUCCESS},
		{vadd, NULL, CL_SUCCESS},
		{vadd, api.devices[1], CL_INVALID_DEVICE},
		{vadd, none, CL_INVALID_DEVICE},
		{builtin, NULL, CL_SUCCESS},
		{builtin, api.devices[1], CL_INVALID_DEVICE},
		{(cl_kernel)api.queue, api.devices[0], CL_INVALID_KERNEL},
		{NULL, api.devices[0], CL_INVALID_KERNEL},
	};
	size_t size, global[3];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		cl_int sub = rows[i].error ? rows[i].error : CL_INVALID_OPERATION;

		EXPECT(rows[i].error, clGetKernelWorkGroupInfo(rows[i].kernel, rows[i].device,
							       CL_KERNEL_WORK_GROUP_SIZE,
							       sizeof(size), &size, NULL));
		EXPECT(sub, clGetKernelSubGroupInfo(rows[i].kernel, rows[i].device,
						    CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL,
						    sizeof(size), &size, NULL));
	}
	/* Only built-in kernels have a maximum global size. */
	EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(vadd, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
							  sizeof(global), global, NULL));
	EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(builtin, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
							  sizeof(global) - 1, global, NULL));
	EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(builtin, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
						    sizeof(global), global, &size));
	EXPECT_TRUE(size == sizeof(global) && global[0] >= 4096);
	clReleaseKernel(vadd);
	clReleaseKernel(builtin);
	clReleaseProgram(both);
	api_end();
}

/* No device supports sub-groups, so every query gives that answer for every input. */
static void sub_group_queries(void **state)
{
	static const cl_kernel_sub_group_info names[] = {
		CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
		CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS,
		CL_KERNEL_COMPILE_NUM_SUB_GROUPS,
	};
	cl_kernel vadd = api_kernel("vadd");
	size_t input[3] = {1, 1, 1}, answer[3] = {7, 7, 7}, size = 7;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		EXPECT(CL_INVALID_OPERATION,
		       clGetKernelSubGroupInfo(vadd, api.devices[0], names[i], sizeof(input), input,
					       sizeof(answer), answer, &size));
	EXPECT_TRUE(answer[0] == 7 && size == 7);
	clReleaseKernel(vadd);
	api_end();
}

static void CL_CALLBACK never(void *args)
{
	(void)args;
	abort();
}

static void native_kernels(void **state)
{
	cl_mem wrong[2] = {api.buffer, (cl_mem)api.queue}, released[1] = {api_released_mem()};
	cl_mem good[2] = {api.buffer, NULL};
	void *args[2] = {NULL, NULL};
	const void *places[2] = {&args[0], &args[1]};
	const struct {
		void(CL_CALLBACK *function)(void *);
		void *args;
		size_t size;
		cl_uint nmems;
		const cl_mem *mems;
		const void **places;
		cl_int error;
	} rows[] = {
		{never, NULL, 0, 0, NULL, NULL, CL_INVALID_OPERATION},
		{never, args, sizeof(args), 0, NULL, NULL, CL_INVALID_OPERATION},
		{never, args, sizeof(args), 2, good, places, CL_INVALID_OPERATION},
		{NULL, args, sizeof(args), 0, NULL, NULL, CL_INVALID_VALUE},
		{never, NULL, sizeof(args), 0, NULL, NULL, CL_INVALID_VALUE},
		{never, NULL, 0, 1, good, places, CL_INVALID_VALUE},
		{never, args, 0, 0, NULL, NULL, CL_INVALID_VALUE},
		{never, args, sizeof(args), 1, NULL, places, CL_INVALID_VALUE},
		{never, args, sizeof(args), 1, good, NULL, CL_INVALID_VALUE},
		{never, args, sizeof(args), 0, good, NULL, CL_INVALID_VALUE},
		{never, args, sizeof(args), 0, NULL, places, CL_INVALID_VALUE},
		{never, args, sizeof(args), 2, wrong, places, CL_INVALID_MEM_OBJECT},
		{never, args, sizeof(args), 1, released, places, CL_INVALID_MEM_OBJECT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (clEnqueueNativeKernel(api.queue, rows[i].function, rows[i].args, rows[i].size,
					  rows[i].nmems, rows[i].mems, rows[i].places, 0, NULL,
					  NULL) != rows[i].error)
			fail_msg("row %zu", i);
	EXPECT(CL_INVALID_COMMAND_QUEUE,
	       clEnqueueNativeKernel((cl_command_queue)api.buffer, never, NULL, 0, 0, NULL, NULL, 0,
				     NULL, NULL));
	EXPECT(CL_INVALID_EVENT_WAIT_LIST,
	       clEnqueueNativeKernel(api.queue, never, NULL, 0, 0, NULL, NULL, 1, NULL, NULL));
	EXPECT(CL_INVALID_CONTEXT, clEnqueueNativeKernel(api.queue, never, NULL, 0, 0, NULL, NULL,
							 1, &api.foreign_event, NULL));
	api_end();
}

/*
 * A program of built-in kernels runs what is on the board, whether or not the program that loaded
 * it still exists.
 */
static void built_in_kernels_run(void **state)
{
	cl_program program = clCreateProgramWithBuiltInKernels(api.context, 1, api.devices,
							       "poke;vadd", NULL);
	cl_mem target = api_buffer(CL_MEM_READ_WRITE, 64, NULL);
	cl_kernel kernels[2];
	cl_uint count = 0;

	(void)state;
	assert_non_null(program);
	EXPECT(CL_SUCCESS, clCreateKernelsInProgram(program, 2, kernels, &count));
	EXPECT_TRUE(count == 2);
	EXPECT(CL_INVALID_VALUE, clCreateKernelsInProgram(program, 1, kernels, &count));
	EXPECT(CL_SUCCESS, clReleaseProgram(program));
	for (cl_int value = 11; value < 14; value++) {
		EXPECT(CL_SUCCESS, clSetKernelArg(kernels[0], 0, sizeof(target), &target));
		EXPECT(CL_SUCCESS, clSetKernelArg(kernels[0], 1, sizeof(value), &value));
		EXPECT(CL_SUCCESS, launch(kernels[0]));
		if (api_computes())
			EXPECT_TRUE(word_of(target) == value);
	}
	EXPECT(CL_SUCCESS, clReleaseKernel(kernels[0]));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernels[1]));
	EXPECT(CL_SUCCESS, clReleaseMemObject(target));
	api_end();
}

/* After another image has been loaded, the program's image is loaded again for its kernels. */
static void built_in_kernels_come_back(void **state)
{
	cl_program builtin = clCreateProgramWithBuiltInKernels(api.context, 1, api.devices, "poke",
							       NULL);
	cl_program other = api_program(api.context, api.devices[0], 77);
	cl_kernel kernels[2] = {clCreateKernel(builtin, "poke", NULL),
				clCreateKernel(other, "poke", NULL)};
	cl_mem target = api_buffer(CL_MEM_READ_WRITE, 64, NULL);

	(void)state;
	for (cl_int value = 20; value < 26; value++) {
		cl_kernel kernel = kernels[value % 2];

		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(target), &target));
		EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
		EXPECT(CL_SUCCESS, launch(kernel));
		if (api_computes())
			EXPECT_TRUE(word_of(target) == value);
	}
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	clReleaseKernel(kernels[0]);
	clReleaseKernel(kernels[1]);
	clReleaseProgram(builtin);
	clReleaseProgram(other);
	clReleaseMemObject(target);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_change_nothing),
		cmocka_unit_test(every_argument_is_needed),
		cmocka_unit_test(clones_are_set_as_far),
		cmocka_unit_test(devices_of_queries),
		cmocka_unit_test(sub_group_queries),
		cmocka_unit_test(native_kernels),
		cmocka_unit_test(built_in_kernels_run),
		cmocka_unit_test(built_in_kernels_come_back),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
