/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/api/api_test.h"

#include "host_tests/api/api_image.h"

static const char *source = "kernel void k() {}";

static cl_program source_program(void)
{
	cl_program program = clCreateProgramWithSource(api.context, 1, &source, NULL, NULL);

	assert_non_null(program);
	return program;
}

static void source_errors(void **state)
{
	const char *with_hole[] = {source, NULL};
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateProgramWithSource((cl_context)api.queue, 1, &source, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateProgramWithSource(api.context, 0, &source, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateProgramWithSource(api.context, 1, NULL, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE,
		    clCreateProgramWithSource(api.context, 2, with_hole, NULL, &error));
	api_end();
}

/* Strings are concatenated; a length of 0 means up to the NUL. */
static void source_is_kept(void **state)
{
	const char *parts[] = {"abc", "defgh", "ij"};
	size_t lengths[] = {0, 2, 0}, size = 0;
	cl_program program = clCreateProgramWithSource(api.context, 3, parts, lengths, NULL);
	char text[64] = "";

	(void)state;
	assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_SOURCE, sizeof(text), text, &size),
			 CL_SUCCESS);
	assert_string_equal(text, "abcdeij");
	assert_int_equal(size, 8);
	clReleaseProgram(program);
}

/* A source program can be created, but no device has a compiler; the log says what to do. */
static void source_cannot_be_built(void **state)
{
	cl_program program = source_program(), header = source_program();
	const char *name = "header.h";
	cl_build_status status = 12345;
	cl_uint kernels;
	cl_int error;
	char log[1024] = "";

	(void)state;
	EXPECT(CL_COMPILER_NOT_AVAILABLE, clBuildProgram(program, 0, NULL, "", NULL, NULL));
	EXPECT(CL_COMPILER_NOT_AVAILABLE,
	       clBuildProgram(program, 1, api.devices, "-cl-std=CL1.2", NULL, NULL));
	EXPECT(CL_COMPILER_NOT_AVAILABLE,
	       clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	EXPECT(CL_COMPILER_NOT_AVAILABLE,
	       clCompileProgram(program, 0, NULL, NULL, 1, &header, &name, NULL, NULL));
	EXPECT_NULL(CL_LINKER_NOT_AVAILABLE,
		    clLinkProgram(api.context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
	clGetProgramBuildInfo(program, api.devices[0], CL_PROGRAM_BUILD_STATUS, sizeof(status),
			      &status, NULL);
	EXPECT_TRUE(status == CL_BUILD_NONE);
	clGetProgramBuildInfo(program, api.devices[0], CL_PROGRAM_BUILD_LOG, sizeof(log), log,
			      NULL);
	EXPECT_TRUE(strstr(log, "clCreateProgramWithBinary") != NULL);
	EXPECT_NULL(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &error));
	EXPECT(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(program, 0, NULL, &kernels));
	clReleaseProgram(program);
	clReleaseProgram(header);
	api_end();
}

static void CL_CALLBACK notify(cl_program program, void *data)
{
	(void)program;
	++*(int *)data;
}

static void build_errors(void **state)
{
	cl_program program = source_program();
	cl_program narrow = api_program(api.context, api.devices[0], 1);
	cl_device_id wrong = (cl_device_id)api.queue;
	int data = 0;

	(void)state;
	EXPECT(CL_INVALID_PROGRAM,
	       clBuildProgram((cl_program)api.queue, 0, NULL, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 0, api.devices, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, clBuildProgram(program, 0, NULL, NULL, NULL, &data));
	EXPECT(CL_INVALID_DEVICE, clBuildProgram(program, 1, &wrong, NULL, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, clBuildProgram(narrow, 1, &api.devices[1], NULL, NULL, NULL));
	EXPECT(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, NULL, "nonsense", NULL, NULL));
	EXPECT(CL_INVALID_BUILD_OPTIONS, clBuildProgram(narrow, 0, NULL, "-D", NULL, NULL));
	EXPECT(CL_INVALID_BUILD_OPTIONS,
	       clBuildProgram(narrow, 0, NULL, "-cl-mad-enable --bogus", NULL, NULL));
	clReleaseProgram(program);
	clReleaseProgram(narrow);
	api_end();
}

static void build_options(void **state)
{
	static const char *const good[] = {NULL,
					   "",
					   " ",
					   "-cl-std=CL1.2",
					   "-D N=4 -I /dir -DM",
					   "-w -Werror -g",
					   "-cl-fast-relaxed-math\t-cl-kernel-arg-info",
					   "-D 'A=\"b c\"' -cl-opt-disable"};
	cl_program program = api_program(api.context, api.devices[0], 1);
	char text[128];

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, good[i], NULL, NULL));
		clGetProgramBuildInfo(program, api.devices[0], CL_PROGRAM_BUILD_OPTIONS,
				      sizeof(text), text, NULL);
		EXPECT_TRUE(!strcmp(text, good[i] ? good[i] : ""));
	}
	clReleaseProgram(program);
	api_end();
}

/* A binary counts as built; building it again always succeeds. */
static void binary_is_built(void **state)
{
	cl_program program = api_program(api.context, api.devices[0], 1);
	cl_build_status status = 12345;
	cl_program_binary_type type = 12345;
	int called = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		clGetProgramBuildInfo(program, api.devices[0], CL_PROGRAM_BUILD_STATUS,
				      sizeof(status), &status, NULL);
		clGetProgramBuildInfo(program, api.devices[0], CL_PROGRAM_BINARY_TYPE, sizeof(type),
				      &type, NULL);
		EXPECT_TRUE(status == CL_BUILD_SUCCESS);
		EXPECT_TRUE(type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
		EXPECT(CL_SUCCESS, clBuildProgram(program, 1, api.devices, NULL, notify, &called));
		EXPECT_TRUE(called == i + 1);
	}
	EXPECT(CL_INVALID_OPERATION,
	       clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	clReleaseProgram(program);
	api_end();
}

static void build_with_kernels_attached(void **state)
{
	cl_program program = api_program(api.context, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "vadd", NULL);

	(void)state;
	EXPECT(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseKernel(kernel));
	EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
	clReleaseProgram(program);
	api_end();
}

static void compile_and_link_errors(void **state)
{
	cl_program program = source_program(), wrong = (cl_program)api.queue;
	cl_program foreign = clCreateProgramWithSource(api.other, 1, &source, NULL, NULL);
	cl_device_id nowhere = (cl_device_id)api.queue;
	const char *name = "header.h";
	cl_int error;
	int data = 0;

	(void)state;
#define COMPILE(p, nd, d, o, nh, h, names, data)                                                   \
	clCompileProgram(p, nd, d, o, nh, h, names, NULL, data)
	EXPECT(CL_INVALID_PROGRAM, COMPILE(wrong, 0, NULL, NULL, 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 1, NULL, NULL, 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 0, api.devices, NULL, 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 0, NULL, NULL, 1, NULL, &name, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 0, NULL, NULL, 1, &program, NULL, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 0, NULL, NULL, 0, &program, &name, NULL));
	EXPECT(CL_INVALID_VALUE, COMPILE(program, 0, NULL, NULL, 0, NULL, NULL, &data));
	EXPECT(CL_INVALID_PROGRAM, COMPILE(program, 0, NULL, NULL, 1, &wrong, &name, NULL));
	EXPECT(CL_INVALID_CONTEXT, COMPILE(program, 0, NULL, NULL, 1, &foreign, &name, NULL));
	EXPECT(CL_INVALID_COMPILER_OPTIONS,
	       COMPILE(program, 0, NULL, "nonsense", 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, COMPILE(program, 1, &nowhere, NULL, 0, NULL, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, COMPILE(foreign, 1, &api.devices[1], NULL, 0, NULL, NULL, NULL));
#undef COMPILE
#define LINK(c, nd, d, o, n, list, data) clLinkProgram(c, nd, d, o, n, list, NULL, data, &error)
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    LINK((cl_context)api.queue, 0, NULL, NULL, 1, &program, NULL));
	EXPECT_NULL(CL_INVALID_CONTEXT, LINK(api.context, 0, NULL, NULL, 1, &foreign, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 1, NULL, NULL, 1, &program, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 0, api.devices, NULL, 1, &program, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 0, NULL, NULL, 0, &program, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 0, NULL, NULL, 1, NULL, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 0, NULL, NULL, 0, NULL, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, LINK(api.context, 0, NULL, NULL, 1, &program, &data));
	EXPECT_NULL(CL_INVALID_PROGRAM, LINK(api.context, 0, NULL, NULL, 1, &wrong, NULL));
	EXPECT_NULL(CL_INVALID_DEVICE,
		    LINK(api.other, 1, &api.devices[1], NULL, 1, &foreign, NULL));
	EXPECT_NULL(CL_INVALID_LINKER_OPTIONS,
		    LINK(api.context, 0, NULL, "nonsense", 1, &program, NULL));
#undef LINK
	clReleaseProgram(program);
	clReleaseProgram(foreign);
	api_end();
}

static void intermediate_languages_are_refused(void **state)
{
	static const uint32_t spirv[] = {0x07230203, 0x00010000};
	cl_program program = source_program();
	cl_uint value = 1;
	cl_int error;
	int data;

	(void)state;
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    clCreateProgramWithIL((cl_context)api.queue, spirv, sizeof(spirv), &error));
	EXPECT_NULL(CL_INVALID_OPERATION,
		    clCreateProgramWithIL(api.context, spirv, sizeof(spirv), &error));
	EXPECT(CL_INVALID_PROGRAM,
	       clSetProgramSpecializationConstant((cl_program)api.queue, 0, sizeof(value), &value));
	EXPECT(CL_INVALID_OPERATION,
	       clSetProgramSpecializationConstant(program, 0, sizeof(value), &value));
	EXPECT(CL_INVALID_PROGRAM,
	       clSetProgramReleaseCallback((cl_program)api.queue, notify, &data));
	EXPECT(CL_INVALID_VALUE, clSetProgramReleaseCallback(program, NULL, &data));
	EXPECT(CL_INVALID_OPERATION, clSetProgramReleaseCallback(program, notify, &data));
	clReleaseProgram(program);
	api_end();
}

/* The binaries of both devices, and bytes that are not a binary. */
struct binaries {
	unsigned char *bytes[2];
	size_t sizes[2];
};

static struct binaries load_binaries(void)
{
	struct binaries b;

	b.bytes[0] = api_image("u250", 1, &b.sizes[0]);
	b.bytes[1] = api_image("u50", 1, &b.sizes[1]);
	assert_true(b.bytes[0] && b.bytes[1]);
	return b;
}

static void free_binaries(struct binaries *b)
{
	free(b->bytes[0]);
	free(b->bytes[1]);
}

static void binary_errors(void **state)
{
	static const unsigned char junk[] = "this is not a program";
	struct binaries b = load_binaries();
	const unsigned char *good[] = {b.bytes[0], b.bytes[1]};
	const unsigned char *with_junk[] = {b.bytes[0], junk}, *with_null[] = {b.bytes[0], NULL};
	const unsigned char *swapped[] = {b.bytes[1], b.bytes[0]};
	size_t junk_sizes[] = {b.sizes[0], sizeof(junk)}, zero_sizes[] = {b.sizes[0], 0};
	size_t swapped_sizes[] = {b.sizes[1], b.sizes[0]}, short_size = b.sizes[0] / 2;
	cl_device_id wrong[] = {api.devices[0], (cl_device_id)api.queue};
	cl_int error, status[2];

	(void)state;
#define BINARY(c, n, d, sizes, bytes)                                                              \
	clCreateProgramWithBinary(c, n, d, sizes, bytes, status, &error)
#define EXPECT_STATUS(first, second) EXPECT_TRUE(status[0] == (first) && status[1] == (second))
	EXPECT_NULL(CL_INVALID_CONTEXT,
		    BINARY((cl_context)api.queue, 2, api.devices, b.sizes, good));
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 0, api.devices, b.sizes, good));
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 2, NULL, b.sizes, good));
	EXPECT_NULL(CL_INVALID_DEVICE, BINARY(api.context, 2, wrong, b.sizes, good));
	EXPECT_NULL(CL_INVALID_DEVICE, BINARY(api.other, 2, api.devices, b.sizes, good));
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 2, api.devices, NULL, good));
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 2, api.devices, b.sizes, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 2, api.devices, b.sizes, with_null));
	EXPECT_STATUS(CL_SUCCESS, CL_INVALID_VALUE);
	EXPECT_NULL(CL_INVALID_VALUE, BINARY(api.context, 2, api.devices, zero_sizes, good));
	EXPECT_STATUS(CL_SUCCESS, CL_INVALID_VALUE);
	EXPECT_NULL(CL_INVALID_BINARY, BINARY(api.context, 2, api.devices, junk_sizes, with_junk));
	EXPECT_STATUS(CL_SUCCESS, CL_INVALID_BINARY);
	EXPECT_NULL(CL_INVALID_BINARY, BINARY(api.context, 2, api.devices, swapped_sizes, swapped));
	EXPECT_STATUS(CL_INVALID_BINARY, CL_INVALID_BINARY);
	EXPECT_NULL(CL_INVALID_BINARY, BINARY(api.context, 1, api.devices, &short_size, good));
	EXPECT_TRUE(!clCreateProgramWithBinary(api.context, 1, api.devices, &short_size, good, NULL,
					       NULL));
#undef BINARY
	free_binaries(&b);
	api_end();
}

/* The digests detect any flipped bit before any code of the image runs. */
static void flipped_bits_are_refused(void **state)
{
	struct binaries b = load_binaries();
	const unsigned char *binary = b.bytes[0];
	int accepted = 0;

	(void)state;
	for (size_t at = b.sizes[0] / 4; at < b.sizes[0]; at += b.sizes[0] / 20) {
		cl_program program;

		b.bytes[0][at] ^= 0x10;
		program = clCreateProgramWithBinary(api.context, 1, api.devices, &b.sizes[0],
						    &binary, NULL, NULL);
		accepted += program != NULL;
		if (program)
			clReleaseProgram(program);
		b.bytes[0][at] ^= 0x10;
	}
	free_binaries(&b);
	assert_int_equal(accepted, 0);
}

/* Some hosts try a binary on one device after another. */
static void retry_over_devices(void **state)
{
	struct binaries b = load_binaries();
	const unsigned char *binary = b.bytes[1];
	int fits[2];

	(void)state;
	for (int i = 0; i < 2; i++) {
		cl_int error = 12345, status = 12345;
		cl_program program = clCreateProgramWithBinary(
			api.context, 1, &api.devices[i], &b.sizes[1], &binary, &status, &error);

		fits[i] = error == CL_SUCCESS && status == CL_SUCCESS && program;
		if (program)
			clReleaseProgram(program);
	}
	free_binaries(&b);
	assert_false(fits[0]);
	assert_true(fits[1]);
}

static cl_int query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetProgramInfo(object, name, size, value, ret_size);
}

/*
 * For CL_PROGRAM_BINARIES the value contains the host's pointers, so the generic check does not
 * apply.
 */
static const struct api_info_row info_rows[] = {
	INFO(CL_PROGRAM_REFERENCE_COUNT, sizeof(cl_uint)),
	INFO(CL_PROGRAM_CONTEXT, sizeof(cl_context)),
	INFO(CL_PROGRAM_NUM_DEVICES, sizeof(cl_uint)),
	INFO(CL_PROGRAM_DEVICES, sizeof(cl_device_id)),
	INFO(CL_PROGRAM_SOURCE, 1),
	INFO(CL_PROGRAM_IL, API_EMPTY),
	INFO(CL_PROGRAM_BINARY_SIZES, sizeof(size_t)),
	INFO(CL_PROGRAM_NUM_KERNELS, sizeof(size_t)),
	INFO(CL_PROGRAM_KERNEL_NAMES, sizeof(API_IMAGE_KERNELS)),
	INFO(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(cl_bool)),
	INFO(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof(cl_bool)),
};

static cl_int build_query(void *object, cl_uint name, size_t size, void *value, size_t *ret_size)
{
	return clGetProgramBuildInfo(object, api.devices[0], name, size, value, ret_size);
}

static void queries(void **state)
{
	static const struct api_info_row build_rows[] = {
		INFO(CL_PROGRAM_BUILD_STATUS, sizeof(cl_build_status)),
		INFO(CL_PROGRAM_BUILD_OPTIONS, 1),
		INFO(CL_PROGRAM_BUILD_LOG, 1),
		INFO(CL_PROGRAM_BINARY_TYPE, sizeof(cl_program_binary_type)),
		INFO(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(size_t)),
	};
	cl_program unbuilt = source_program();
	char names[sizeof(API_IMAGE_KERNELS)];
	size_t count = 0;

	(void)state;
	api_check_queries(query, api.program, info_rows, sizeof(info_rows) / sizeof(info_rows[0]));
	api_check_queries(build_query, api.program, build_rows, 5);
	clGetProgramInfo(api.program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL);
	EXPECT_TRUE(!strcmp(names, API_IMAGE_KERNELS));
	clGetProgramInfo(api.program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == API_IMAGE_NKERNELS);
	EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
	       clGetProgramInfo(unbuilt, CL_PROGRAM_NUM_KERNELS, 0, NULL, &count));
	EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
	       clGetProgramInfo(unbuilt, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &count));
	EXPECT(CL_INVALID_PROGRAM,
	       clGetProgramInfo((cl_program)api.queue, CL_PROGRAM_SOURCE, 0, NULL, NULL));
	EXPECT(CL_INVALID_PROGRAM, clGetProgramBuildInfo((cl_program)api.queue, api.devices[0],
							 CL_PROGRAM_BUILD_LOG, 0, NULL, NULL));
	EXPECT(CL_INVALID_DEVICE, clGetProgramBuildInfo(api.program, api.devices[1],
							CL_PROGRAM_BUILD_LOG, 0, NULL, NULL));
	clReleaseProgram(unbuilt);
	api_end();
}

/* The bytes are returned unchanged, for the devices for which the host passes a pointer. */
static void binaries_come_back(void **state)
{
	struct binaries b = load_binaries();
	const unsigned char *binaries[] = {b.bytes[0], b.bytes[1]};
	cl_program program = clCreateProgramWithBinary(api.context, 2, api.devices, b.sizes,
						       binaries, NULL, NULL);
	unsigned char *second = malloc(b.sizes[1]), *room[2] = {NULL, second};
	size_t sizes[2], size = 0;

	(void)state;
	assert_non_null(program);
	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(sizes), sizes, NULL));
	EXPECT_TRUE(sizes[0] == b.sizes[0] && sizes[1] == b.sizes[1]);
	EXPECT(CL_SUCCESS, clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, NULL, &size));
	EXPECT_TRUE(size == sizeof(room));
	EXPECT(CL_INVALID_VALUE,
	       clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(room) - 1, room, NULL));
	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(room), room, NULL));
	EXPECT_TRUE(!memcmp(second, b.bytes[1], b.sizes[1]) && !room[0]);
	free(second);
	clReleaseProgram(program);
	free_binaries(&b);
	api_end();
}

/* A kernel with different arguments on another device cannot be created, and is not listed. */
static void kernels_that_differ(void **state)
{
	unsigned char *bytes[2];
	size_t sizes[2], count = 0;
	const unsigned char *binaries[2];
	cl_kernel kernels[API_IMAGE_NKERNELS];
	cl_uint made = 0;
	cl_program program;
	char names[sizeof(API_IMAGE_KERNELS)] = "";
	cl_int error;

	(void)state;
	binaries[0] = bytes[0] = api_image("u250", 1, &sizes[0]);
	binaries[1] = bytes[1] = api_image("u50", API_IMAGE_OTHER_POKE, &sizes[1]);
	program = clCreateProgramWithBinary(api.context, 2, api.devices, sizes, binaries, NULL,
					    &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT_NULL(CL_INVALID_KERNEL_DEFINITION, clCreateKernel(program, "poke", &error));
	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(count), &count, NULL));
	EXPECT(CL_SUCCESS,
	       clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
	EXPECT_TRUE(count == API_IMAGE_NKERNELS - 1 && !strstr(names, "poke"));
	EXPECT(CL_SUCCESS, clCreateKernelsInProgram(program, API_IMAGE_NKERNELS, kernels, &made));
	EXPECT_TRUE(made == API_IMAGE_NKERNELS - 1);
	for (cl_uint i = 0; i < made; i++)
		EXPECT(CL_SUCCESS, clReleaseKernel(kernels[i]));
	clReleaseProgram(program);
	free(bytes[0]);
	free(bytes[1]);
	api_end();
}

/* An image loaded from a binary can be attached to by its kernels' names, and only by these. */
static void built_in_kernels(void **state)
{
	cl_program program;
	cl_kernel kernel;
	cl_int error;
	char names[256] = "";
	size_t global[3];

	(void)state;
	clGetDeviceInfo(api.devices[0], CL_DEVICE_BUILT_IN_KERNELS, sizeof(names), names, NULL);
	EXPECT_TRUE(!strcmp(names, API_IMAGE_KERNELS));
#define BUILT_IN(c, n, d, names) clCreateProgramWithBuiltInKernels(c, n, d, names, &error)
	EXPECT_NULL(CL_INVALID_CONTEXT, BUILT_IN((cl_context)api.queue, 1, api.devices, "vadd"));
	EXPECT_NULL(CL_INVALID_VALUE, BUILT_IN(api.context, 0, api.devices, "vadd"));
	EXPECT_NULL(CL_INVALID_VALUE, BUILT_IN(api.context, 1, NULL, "vadd"));
	EXPECT_NULL(CL_INVALID_VALUE, BUILT_IN(api.context, 1, api.devices, NULL));
	EXPECT_NULL(CL_INVALID_VALUE, BUILT_IN(api.context, 1, api.devices, ""));
	EXPECT_NULL(CL_INVALID_VALUE, BUILT_IN(api.context, 1, api.devices, "vadd;nothing"));
	EXPECT_NULL(CL_INVALID_DEVICE, BUILT_IN(api.other, 1, &api.devices[1], "vadd"));
	program = BUILT_IN(api.context, 1, api.devices, "poke;vadd");
	EXPECT_TRUE(program != NULL);
#undef BUILT_IN
	clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL);
	EXPECT_TRUE(!strcmp(names, "poke;vadd"));
	EXPECT(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
	EXPECT_NULL(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "fail", &error));
	kernel = clCreateKernel(program, "vadd", &error);
	EXPECT_TRUE(kernel != NULL);
	EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_GLOBAL_WORK_SIZE,
						    sizeof(global), global, NULL));
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	api_end();
}

static void references(void **state)
{
	cl_program program = api_program(api.context, api.devices[0], 1);
	cl_uint count = 0;

	(void)state;
	EXPECT(CL_SUCCESS, clRetainProgram(program));
	clGetProgramInfo(program, CL_PROGRAM_REFERENCE_COUNT, sizeof(count), &count, NULL);
	EXPECT_TRUE(count == 2);
	EXPECT(CL_SUCCESS, clReleaseProgram(program));
	EXPECT(CL_SUCCESS, clReleaseProgram(program));
	EXPECT(CL_INVALID_PROGRAM, clReleaseProgram(program));
	EXPECT(CL_INVALID_PROGRAM, clRetainProgram(program));
	api_end();
}

static char heard[1024];
static volatile int hearings;

static void CL_CALLBACK record_report(const char *text, const void *data, size_t size, void *user)
{
	(void)data;
	(void)size;
	snprintf(heard, sizeof(heard), "%s%s", text, (const char *)user);
	__atomic_store_n(&hearings, 1, __ATOMIC_RELEASE);
}

/* Without a program there is no build log, so the reason is passed to the context's callback. */
static void context_hears_the_reason(void **state)
{
	static const unsigned char junk[] = "this is not a program";
	const unsigned char *binary = junk;
	size_t size = sizeof(junk);
	cl_context context = clCreateContext(NULL, 1, api.devices, record_report, (void *)"!",
					     NULL);

	(void)state;
	assert_null(clCreateProgramWithBinary(context, 1, api.devices, &size, &binary, NULL, NULL));
	while (!__atomic_load_n(&hearings, __ATOMIC_ACQUIRE))
		;
	assert_non_null(strstr(heard, "clCreateProgramWithBinary"));
	assert_non_null(strchr(heard, '!'));
	clReleaseContext(context);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(source_errors),
		cmocka_unit_test(source_is_kept),
		cmocka_unit_test(source_cannot_be_built),
		cmocka_unit_test(build_errors),
		cmocka_unit_test(build_options),
		cmocka_unit_test(binary_is_built),
		cmocka_unit_test(build_with_kernels_attached),
		cmocka_unit_test(compile_and_link_errors),
		cmocka_unit_test(intermediate_languages_are_refused),
		cmocka_unit_test(binary_errors),
		cmocka_unit_test(flipped_bits_are_refused),
		cmocka_unit_test(retry_over_devices),
		cmocka_unit_test(queries),
		cmocka_unit_test(binaries_come_back),
		cmocka_unit_test(kernels_that_differ),
		cmocka_unit_test(built_in_kernels),
		cmocka_unit_test(references),
		cmocka_unit_test(context_hears_the_reason),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
