/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include "host_tests/api/api_image.h"

static void create_errors(void **state)
{
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_PROGRAM, clCreateKernel((cl_program)api.queue, "vadd", &error));
	EXPECT_NULL(CL_INVALID_VALUE, clCreateKernel(api.program, NULL, &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(api.program, "nothing", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(api.program, "", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(api.program, "vadd ", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(api.program, "vadd:{vadd_9}", &error));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME,
		    clCreateKernel(api.program, "vadd:{vadd_1,poke_1}", &error));
	EXPECT_TRUE(!clCreateKernel(api.program, "nothing", NULL));
	api_end();
}

/* The vendor's syntax for choosing compute units; the kernel's reported name omits them. */
static void names_with_compute_units(void **state)
{
	static const char *const names[] = {"vadd", "vadd:{vadd_1}", "vadd:{vadd_2}",
					    "vadd:{vadd_1,vadd_2}"};

	(void)state;
	for (int i = 0; i < 4; i++) {
		cl_int error = 12345;
		cl_kernel kernel = clCreateKernel(api.program, names[i], &error);
		char name[32] = "";

		EXPECT(CL_SUCCESS, error);
		clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
		EXPECT_TRUE(!strcmp(name, "vadd"));
		clReleaseKernel(kernel);
	}
	api_end();
}

static void kernels_in_program(void **state)
{
	cl_kernel kernels[API_IMAGE_NKERNELS + 1] = {NULL};
	cl_uint count = 0;
	char name[32] = "";

	(void)state;
	EXPECT(CL_INVALID_PROGRAM,
	       clCreateKernelsInProgram((cl_program)api.queue, 0, NULL, &count));
	EXPECT(CL_INVALID_VALUE,
	       clCreateKernelsInProgram(api.program, API_IMAGE_NKERNELS - 1, kernels, &count));
	EXPECT_TRUE(count == 0 && !kernels[0]);
	EXPECT(CL_SUCCESS, clCreateKernelsInProgram(api.program, 0, NULL, &count));
	EXPECT_TRUE(count == API_IMAGE_NKERNELS);
	EXPECT(CL_SUCCESS,
	       clCreateKernelsInProgram(api.program, API_IMAGE_NKERNELS + 1, kernels, NULL));
	clGetKernelInfo(kernels[4], CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL);
	EXPECT_TRUE(!strcmp(name, "poke") && !kernels[API_IMAGE_NKERNELS]);
	for (int i = 0; i < API_IMAGE_NKERNELS; i++)
		EXPECT(CL_SUCCESS, clReleaseKernel(kernels[i]));
	api_end();
}

static void set_arg_errors(void **state)
{
	cl_kernel vadd = api_kernel("vadd"), mixed = api_kernel("mixed");
	cl_kernel consumer = api_kernel("consumer");
	cl_mem wrong = (cl_mem)api.queue, none = NULL, released = api_released_mem();
	cl_int n = 1;
	char wide[24];

	(void)state;
	EXPECT(CL_INVALID_KERNEL, clSetKernelArg((cl_kernel)api.queue, 0, sizeof(n), &n));
	EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArg(vadd, 4, sizeof(n), &n));
	EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArg(vadd, UINT32_MAX, sizeof(n), &n));
	/* A scalar. */
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(vadd, 3, sizeof(n), NULL));
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(vadd, 3, sizeof(n) - 1, &n));
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(vadd, 3, 0, &n));
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(mixed, 2, 20, wide));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 2, 24, wide));
	/* Pointers to global and constant memory. */
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(vadd, 0, sizeof(cl_mem) - 1, &api.buffer));
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(vadd, 0, 0, &api.buffer));
	EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(vadd, 0, sizeof(cl_mem), &wrong));
	EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(vadd, 0, sizeof(cl_mem), &released));
	EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(mixed, 0, sizeof(cl_mem), &wrong));
	EXPECT(CL_INVALID_CONTEXT, clSetKernelArg(vadd, 0, sizeof(cl_mem), &api.foreign));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(cl_mem), NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(cl_mem), &none));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(cl_mem), &api.buffer));
	/* Local memory. */
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(mixed, 1, 0, NULL));
	EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArg(mixed, 1, 64, wide));
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 1, 64, NULL));
	/* A wired stream accepts no value. */
	EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(consumer, 0, 4, &none));
	EXPECT(CL_SUCCESS, clSetKernelArg(consumer, 0, sizeof(cl_mem), NULL));
	EXPECT(CL_SUCCESS, clSetKernelArg(consumer, 0, sizeof(cl_mem), &none));
	EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(consumer, 0, sizeof(cl_mem), &api.buffer));
	clReleaseKernel(vadd);
	clReleaseKernel(mixed);
	clReleaseKernel(consumer);
	api_end();
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetKernelInfo(object, name, size, value, ret_size);
}

static cl_int group_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetKernelWorkGroupInfo(object, api.devices[0], name, size, value, ret_size);
}

static cl_int arg_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetKernelArgInfo(object, 0, name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row rows[] = {
		INFO(CL_KERNEL_FUNCTION_NAME, sizeof("tiled")),
		INFO(CL_KERNEL_NUM_ARGS, sizeof(cl_uint)),
		INFO(CL_KERNEL_REFERENCE_COUNT, sizeof(cl_uint)),
		INFO(CL_KERNEL_CONTEXT, sizeof(cl_context)),
		INFO(CL_KERNEL_PROGRAM, sizeof(cl_program)),
		/* Binaries report no attributes, even if the source had some. */
		INFO(CL_KERNEL_ATTRIBUTES, sizeof("")),
	};
	static const struct api_info_row group_rows[] = {
		INFO(CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t)),
		INFO(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 3 * sizeof(size_t)),
		INFO(CL_KERNEL_LOCAL_MEM_SIZE, sizeof(cl_ulong)),
		INFO(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)),
		INFO(CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(cl_ulong)),
	};
	static const struct api_info_row arg_rows[] = {
		INFO(CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(cl_kernel_arg_address_qualifier)),
		INFO(CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof(cl_kernel_arg_access_qualifier)),
		INFO(CL_KERNEL_ARG_TYPE_NAME, sizeof("int*")),
		INFO(CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(cl_kernel_arg_type_qualifier)),
		INFO(CL_KERNEL_ARG_NAME, sizeof("out")),
	};
	cl_kernel tiled = api_kernel("tiled"), untyped = api_kernel("where");
	cl_kernel wrong = (cl_kernel)api.queue;
	size_t size[3];

	(void)state;
	api_check_queries(query, tiled, rows, 6);
	api_check_queries(group_query, tiled, group_rows, 5);
	api_check_queries(arg_query, tiled, arg_rows, 5);
	EXPECT(CL_INVALID_KERNEL, clGetKernelInfo(wrong, CL_KERNEL_NUM_ARGS, 0, NULL, NULL));
	EXPECT(CL_INVALID_KERNEL,
	       clGetKernelWorkGroupInfo(wrong, api.devices[0], CL_KERNEL_WORK_GROUP_SIZE, 0, NULL,
					NULL));
	EXPECT(CL_INVALID_DEVICE,
	       clGetKernelWorkGroupInfo(tiled, api.devices[1], CL_KERNEL_WORK_GROUP_SIZE, 0, NULL,
					NULL));
	EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(tiled, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
							  sizeof(size), size, NULL));
	EXPECT(CL_INVALID_KERNEL, clGetKernelArgInfo(wrong, 0, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
	EXPECT(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
	       clGetKernelArgInfo(untyped, 0, CL_KERNEL_ARG_TYPE_NAME, 0, NULL, NULL));
	EXPECT(CL_INVALID_ARG_INDEX,
	       clGetKernelArgInfo(tiled, 1, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
	clReleaseKernel(tiled);
	clReleaseKernel(untyped);
	api_end();
}

static uint64_t group_info(cl_kernel kernel, cl_kernel_work_group_info name)
{
	uint64_t values[3] = {0};

	EXPECT(CL_SUCCESS,
	       clGetKernelWorkGroupInfo(kernel, NULL, name, sizeof(values), values, NULL));
	return values[0] + (values[1] << 16) + (values[2] << 32);
}

static void group_answers(void **state)
{
	cl_kernel vadd = api_kernel("vadd"), ranged = api_kernel("ranged");
	cl_kernel tiled = api_kernel("tiled"), mixed = api_kernel("mixed");

	(void)state;
	EXPECT_TRUE(group_info(vadd, CL_KERNEL_WORK_GROUP_SIZE) == 4096);
	EXPECT_TRUE(group_info(ranged, CL_KERNEL_WORK_GROUP_SIZE) == 64);
	EXPECT_TRUE(group_info(tiled, CL_KERNEL_WORK_GROUP_SIZE) == 8);
	EXPECT_TRUE(group_info(vadd, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) == 0);
	EXPECT_TRUE(group_info(tiled, CL_KERNEL_COMPILE_WORK_GROUP_SIZE) ==
		    4 + (2 << 16) + (1ull << 32));
	EXPECT_TRUE(group_info(vadd, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) == 1);
	EXPECT_TRUE(group_info(ranged, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) == 8);
	EXPECT_TRUE(group_info(mixed, CL_KERNEL_LOCAL_MEM_SIZE) == 256);
	EXPECT(CL_SUCCESS, clSetKernelArg(mixed, 1, 100, NULL));
	EXPECT_TRUE(group_info(mixed, CL_KERNEL_LOCAL_MEM_SIZE) == 356);
	clReleaseKernel(vadd);
	clReleaseKernel(ranged);
	clReleaseKernel(tiled);
	clReleaseKernel(mixed);
	api_end();
}

static void arg_answers(void **state)
{
	static const struct {
		const char *kernel;
		cl_uint index;
		const char *name, *type;
		cl_uint address, access;
		cl_bitfield qualifier;
	} cases[] = {
		{"vadd", 0, "a", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE,
		 CL_KERNEL_ARG_TYPE_NONE},
		{"vadd", 3, "n", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE,
		 CL_KERNEL_ARG_TYPE_NONE},
		{"mixed", 0, "table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT,
		 CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_CONST},
		{"mixed", 1, "scratch", "uint*", CL_KERNEL_ARG_ADDRESS_LOCAL,
		 CL_KERNEL_ARG_ACCESS_NONE,
		 CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT},
		{"producer", 1, "out", "stream<int>&", CL_KERNEL_ARG_ADDRESS_PRIVATE,
		 CL_KERNEL_ARG_ACCESS_WRITE_ONLY, CL_KERNEL_ARG_TYPE_PIPE},
		{"consumer", 0, "in", "stream<int>&", CL_KERNEL_ARG_ADDRESS_PRIVATE,
		 CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_TYPE_PIPE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cl_kernel kernel = api_kernel(cases[i].kernel);
		cl_uint address = 0, access = 0;
		cl_bitfield qualifier = 12345;
		char name[32] = "", type[32] = "";

#define ARG(what, to) clGetKernelArgInfo(kernel, cases[i].index, what, sizeof(to), &(to), NULL)
		EXPECT(CL_SUCCESS, ARG(CL_KERNEL_ARG_NAME, name));
		EXPECT(CL_SUCCESS, ARG(CL_KERNEL_ARG_TYPE_NAME, type));
		EXPECT(CL_SUCCESS, ARG(CL_KERNEL_ARG_ADDRESS_QUALIFIER, address));
		EXPECT(CL_SUCCESS, ARG(CL_KERNEL_ARG_ACCESS_QUALIFIER, access));
		EXPECT(CL_SUCCESS, ARG(CL_KERNEL_ARG_TYPE_QUALIFIER, qualifier));
#undef ARG
		EXPECT_TRUE(!strcmp(name, cases[i].name) && !strcmp(type, cases[i].type));
		EXPECT_TRUE(address == cases[i].address && access == cases[i].access);
		EXPECT_TRUE(qualifier == cases[i].qualifier);
		clReleaseKernel(kernel);
	}
	api_end();
}

/* A clone has its own argument values: setting one in either kernel does not affect the other. */
static void clones(void **state)
{
	cl_kernel kernel = api_kernel("poke"), clone;
	cl_mem first = api_buffer(0, 64, NULL), second = api_buffer(0, 64, NULL);
	cl_int error = 12345, value = 1, other = 2, found[2] = {0, 0};
	cl_uint count = 0;

	(void)state;
	EXPECT_NULL(CL_INVALID_KERNEL, clCloneKernel((cl_kernel)api.queue, &error));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &first));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	clone = clCloneKernel(kernel, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT(CL_SUCCESS, clSetKernelArg(clone, 0, sizeof(cl_mem), &second));
	EXPECT(CL_SUCCESS, clSetKernelArg(clone, 1, sizeof(other), &other));
	clGetKernelInfo(clone, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 1);
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, clone, 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(api.queue, first, CL_TRUE, 0, 4, &found[0], 0, NULL, NULL));
	EXPECT(CL_SUCCESS,
	       clEnqueueReadBuffer(api.queue, second, CL_TRUE, 0, 4, &found[1], 0, NULL, NULL));
	if (api_computes())
		EXPECT_TRUE(found[0] == 1 && found[1] == 2);
	clReleaseKernel(kernel);
	clReleaseKernel(clone);
	clReleaseMemObject(first);
	clReleaseMemObject(second);
	api_end();
}

static void exec_info(void **state)
{
	cl_kernel kernel = api_kernel("vadd");
	cl_bool yes = CL_TRUE, no = CL_FALSE;

	(void)state;
	EXPECT(CL_INVALID_KERNEL,
	       clSetKernelExecInfo((cl_kernel)api.queue, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
				   sizeof(no), &no));
	EXPECT(CL_INVALID_OPERATION,
	       clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes),
				   &yes));
	EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
					       sizeof(no), &no));
	EXPECT(CL_INVALID_VALUE,
	       clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &no));
	EXPECT(CL_INVALID_VALUE,
	       clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(no),
				   NULL));
	EXPECT(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, NO_SUCH_NAME, sizeof(no), &no));
	clReleaseKernel(kernel);
	api_end();
}

static void references(void **state)
{
	cl_kernel kernel = api_kernel("vadd");
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainKernel(kernel));
	clGetKernelInfo(kernel, CL_KERNEL_REFERENCE_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	EXPECT(CL_INVALID_KERNEL, clReleaseKernel(kernel));
	EXPECT(CL_INVALID_KERNEL, clRetainKernel(kernel));
	api_end();
}

/* Hosts release the program before its kernels run, and everything else once they are enqueued. */
static void kernel_keeps_program(void **state)
{
	cl_program program = api_program(api.context, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "poke", NULL);
	cl_mem buffer = api_buffer(0, 64, NULL);
	cl_int value = 7;

	(void)state;
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clReleaseProgram(program));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, kernel, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(create_errors),
		cmocka_unit_test(names_with_compute_units),
		cmocka_unit_test(kernels_in_program),
		cmocka_unit_test(set_arg_errors),
		cmocka_unit_test(queries),
		cmocka_unit_test(group_answers),
		cmocka_unit_test(arg_answers),
		cmocka_unit_test(clones),
		cmocka_unit_test(exec_info),
		cmocka_unit_test(references),
		cmocka_unit_test(kernel_keeps_program),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
