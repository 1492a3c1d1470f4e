/* SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "host_tests/api/api_image.h"
#include "host_tests/api/api_test.h"

/* As in hosts: the flag is a negative int, which also sets all upper bits. */
#include <CL/cl_ext_xilinx.h>

/* In a context with one device, whose image has four banks. */
static cl_mem create(cl_mem_flags flags, cl_mem_ext_ptr_t *ext, cl_int *error)
{
	return clCreateBuffer(api.other, flags, 4096, ext, error);
}

static cl_mem_ext_ptr_t by_flags(unsigned int flags)
{
	cl_mem_ext_ptr_t ext = {0};

	ext.flags = flags;
	return ext;
}

static cl_mem_ext_ptr_t by_argument(const void *kernel, unsigned int index)
{
	cl_mem_ext_ptr_t ext = {0};

	ext.flags = index;
	ext.param = (void *)kernel;
	return ext;
}

#define TOPOLOGY(n) ((unsigned int)XCL_MEM_TOPOLOGY | (n))
#define FLAGS (CL_MEM_READ_ONLY | CL_MEM_EXT_PTR_XILINX)

/* All forms that name a bank. */
static void accepted(void **state)
{
	cl_program program = api_program(api.other, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "vadd", NULL);
	cl_mem_ext_ptr_t ext[] = {
		by_flags(0),
		by_flags(XCL_MEM_DDR_BANK0),
		by_flags(XCL_MEM_DDR_BANK3),
		by_flags(TOPOLOGY(0)),
		by_flags(TOPOLOGY(3)),
		by_argument(kernel, 0),
		by_argument(kernel, 2),
		by_argument(kernel, 3), /* a scalar: no bank, so any will do */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ext) / sizeof(ext[0]); i++) {
		cl_int error = 12345;
		cl_mem_flags flags = 0;
		cl_mem buffer = create(FLAGS, &ext[i], &error);

		EXPECT(CL_SUCCESS, error);
		EXPECT(CL_SUCCESS,
		       clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof(flags), &flags, NULL));
		EXPECT_TRUE(flags == CL_MEM_READ_ONLY);
		EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	}
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	api_end();
}

/*
 * If the image or the board has a bank of host memory, it is used; otherwise the flag is only a
 * hint.
 */
static void host_only(void **state)
{
	cl_mem_ext_ptr_t ext = by_flags(XCL_MEM_EXT_HOST_ONLY);
	cl_int error = 12345, number = 77, found = 0;
	cl_mem buffer = create(FLAGS, &ext, &error);

	(void)state;
	EXPECT(CL_SUCCESS, error);
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.queue, api.buffer, CL_TRUE, 0, sizeof(number),
						&number, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	buffer = clCreateBuffer(api.context, FLAGS, 4096, &ext, &error);
	EXPECT(CL_SUCCESS,
	       clEnqueueCopyBuffer(api.queue, api.buffer, buffer, 0, 0, 4096, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, sizeof(found), &found,
					       0, NULL, NULL));
	EXPECT_TRUE(found == 77 || !api_computes());
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	api_end();
}

/*
 * Mapped once and never unmapped: the kernel sees the host's writes, and the host sees the
 * kernel's.
 */
static void host_only_is_shared(void **state)
{
	cl_mem_ext_ptr_t ext = by_flags(XCL_MEM_EXT_HOST_ONLY);
	cl_int numbers[2] = {1, 2}, value = 99, *mapped;
	cl_kernel poke = api_kernel("poke");
	cl_bool svm = CL_TRUE;
	void *given = numbers;
	cl_mem buffer;

	(void)state;
	if (!api_computes())
		skip();
	ext.obj = numbers;
	buffer = clCreateBuffer(api.context, CL_MEM_COPY_HOST_PTR | CL_MEM_EXT_PTR_XILINX,
				sizeof(numbers), &ext, NULL);
	assert_non_null(buffer);
	EXPECT(CL_SUCCESS,
	       clGetMemObjectInfo(buffer, CL_MEM_USES_SVM_POINTER, sizeof(svm), &svm, NULL));
	EXPECT_TRUE(!svm);
	EXPECT(CL_SUCCESS,
	       clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof(given), &given, NULL));
	EXPECT_TRUE(!given);
	mapped = clEnqueueMapBuffer(api.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
				    sizeof(numbers), 0, NULL, NULL, NULL);
	assert_non_null(mapped);
	EXPECT_TRUE(mapped[0] == 1 && mapped[1] == 2);
	mapped[1] = 3;
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(buffer), &buffer));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, poke, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	EXPECT_TRUE(mapped[0] == 99 && mapped[1] == 3);
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, sizeof(numbers),
					       numbers, 0, NULL, NULL));
	EXPECT_TRUE(numbers[0] == 99 && numbers[1] == 3);
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(api.queue, buffer, mapped, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	clReleaseKernel(poke);
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	api_end();
}

/* A P2P buffer stays mapped: data that a host reads from a file into it is on the board. */
static void p2p_is_a_window(void **state)
{
	cl_mem_ext_ptr_t ext = by_flags(XCL_MEM_EXT_P2P_BUFFER);
	cl_int numbers[2] = {1, 2}, value = 99, *mapped;
	cl_kernel poke = api_kernel("poke");
	cl_mem buffer, part;
	cl_buffer_region region = {4096, 4096};

	(void)state;
	if (!api_computes())
		skip();
	buffer = clCreateBuffer(api.context, FLAGS, 8192, &ext, NULL);
	assert_non_null(buffer);
	mapped = clEnqueueMapBuffer(api.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, 8192,
				    0, NULL, NULL, NULL);
	assert_non_null(mapped);
	part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 0, sizeof(part), &part));
	EXPECT(CL_SUCCESS, clSetKernelArg(poke, 1, sizeof(value), &value));
	for (cl_int i = 0; i < 3; i++) {
		mapped[1024] = mapped[1025] = i;
		EXPECT(CL_SUCCESS, clEnqueueTask(api.queue, poke, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(api.queue));
		EXPECT_TRUE(mapped[1024] == 99 && mapped[1025] == i);
	}
	EXPECT(CL_SUCCESS, clEnqueueReadBuffer(api.queue, part, CL_TRUE, 0, sizeof(numbers),
					       numbers, 0, NULL, NULL));
	EXPECT_TRUE(numbers[0] == 99 && numbers[1] == 2);
	numbers[1] = 7;
	EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(api.queue, part, CL_TRUE, 0, sizeof(numbers),
						numbers, 0, NULL, NULL));
	EXPECT_TRUE(mapped[1025] == 7);
	EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(api.queue, buffer, mapped, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(api.queue));
	clReleaseKernel(poke);
	EXPECT(CL_SUCCESS, clReleaseMemObject(part));
	EXPECT(CL_SUCCESS, clReleaseMemObject(buffer));
	api_end();
}

/* The host may name a buffer's own memory, which it shares with the board, in a transfer. */
static void overlapping_transfers(void **state)
{
	enum { SHIFT = 1000, SMALL = 64 << 10, LARGE = 6 << 20, ROW = 64, PITCH = 256 };
	const size_t sizes[] = {SMALL, LARGE};
	const size_t origin[3] = {0}, region[3] = {ROW, 8, 1};
	cl_mem_ext_ptr_t ext = by_flags(XCL_MEM_EXT_HOST_ONLY);
	unsigned char *mapped, *copy;

	(void)state;
	if (!api_computes())
		skip();
	copy = malloc(LARGE);
	for (int i = 0; i < 4; i++) {
		size_t size = sizes[i / 2];
		cl_mem buffer = clCreateBuffer(api.context, FLAGS, size, &ext, NULL);

		mapped = clEnqueueMapBuffer(api.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
					    0, size, 0, NULL, NULL, NULL);
		assert_true(mapped && copy);
		for (size_t k = 0; k < size; k++)
			copy[k] = mapped[k] = (unsigned char)(k * 7 + k / 251);
		if (i % 2) {
			EXPECT(CL_SUCCESS,
			       clEnqueueWriteBuffer(api.queue, buffer, CL_TRUE, SHIFT, size - SHIFT,
						    mapped, 0, NULL, NULL));
			memmove(copy + SHIFT, copy, size - SHIFT);
		} else {
			EXPECT(CL_SUCCESS,
			       clEnqueueReadBuffer(api.queue, buffer, CL_TRUE, 0, size - SHIFT,
						   mapped + SHIFT, 0, NULL, NULL));
			memmove(copy + SHIFT, copy, size - SHIFT);
		}
		EXPECT_TRUE(!memcmp(mapped, copy, size));
		/* Rows onto the rows that follow them. */
		EXPECT(CL_SUCCESS,
		       clEnqueueReadBufferRect(api.queue, buffer, CL_TRUE, origin, origin, region,
					       PITCH, 0, PITCH, 0, mapped + PITCH, 0, NULL, NULL));
		for (int row = 8; row > 0; row--)
			memcpy(copy + row * PITCH, copy + (row - 1) * PITCH, ROW);
		EXPECT_TRUE(!memcmp(mapped, copy, size));
		EXPECT(CL_SUCCESS,
		       clEnqueueUnmapMemObject(api.queue, buffer, mapped, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clFinish(api.queue));
		clReleaseMemObject(buffer);
	}
	free(copy);
	api_end();
}

/* The same with an unsigned flag. */
static void unsigned_flag(void **state)
{
	cl_mem_ext_ptr_t ext = by_flags(XCL_MEM_DDR_BANK1);
	cl_int error = 12345;
	cl_mem buffer = create(CL_MEM_WRITE_ONLY | (cl_mem_flags)1 << 31, &ext, &error);

	(void)state;
	assert_int_equal(error, CL_SUCCESS);
	clReleaseMemObject(buffer);
}

static void refused(void **state)
{
	cl_program program = api_program(api.other, api.devices[0], 1);
	cl_kernel kernel = clCreateKernel(program, "vadd", NULL);
	cl_mem_ext_ptr_t out_of_range = by_flags(TOPOLOGY(4)), far_out = by_flags(TOPOLOGY(99));
	cl_mem_ext_ptr_t two_banks = by_flags(XCL_MEM_DDR_BANK0 | XCL_MEM_DDR_BANK1);
	cl_mem_ext_ptr_t no_bank = by_flags(1 << 4);
	cl_mem_ext_ptr_t no_kernel = by_argument(api.queue, 0), no_arg = by_argument(kernel, 4);
	cl_kernel elsewhere = api_kernel("vadd");
	cl_mem_ext_ptr_t foreign = by_argument(elsewhere, 0);
	cl_int error;

	(void)state;
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(FLAGS, NULL, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(FLAGS, &out_of_range, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(FLAGS, &far_out, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(FLAGS, &two_banks, &error));
	EXPECT_NULL(CL_INVALID_VALUE, create(FLAGS, &no_bank, &error));
	EXPECT_NULL(CL_INVALID_KERNEL, create(FLAGS, &no_kernel, &error));
	EXPECT_NULL(CL_INVALID_ARG_INDEX, create(FLAGS, &no_arg, &error));
	EXPECT_NULL(CL_INVALID_CONTEXT, create(FLAGS, &foreign, &error));
	clReleaseKernel(elsewhere);
	clReleaseKernel(kernel);
	clReleaseProgram(program);
	api_end();
}

/* The pointer in the struct replaces host_ptr, with the same rules. */
static void host_pointer_inside(void **state)
{
	static char bytes[4096];
	cl_mem_ext_ptr_t with = by_flags(TOPOLOGY(1)), without = by_flags(TOPOLOGY(1));
	void *found = NULL;
	cl_int error = 12345;
	cl_mem buffer;

	(void)state;
	with.obj = bytes;
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(FLAGS, &with, &error));
	EXPECT_NULL(CL_INVALID_HOST_PTR, create(FLAGS | CL_MEM_USE_HOST_PTR, &without, &error));
	buffer = create(FLAGS | CL_MEM_USE_HOST_PTR, &with, &error);
	EXPECT(CL_SUCCESS, error);
	clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof(found), &found, NULL);
	EXPECT_TRUE(found == bytes);
	clReleaseMemObject(buffer);
	api_end();
}

static cl_mem in_bank(unsigned int bank)
{
	cl_mem_ext_ptr_t ext = by_flags(TOPOLOGY(bank));
	cl_int error = 12345;
	cl_mem buffer = create(CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX, &ext, &error);

	EXPECT(CL_SUCCESS, error);
	return buffer;
}

/* What cannot fit is refused by the call that is told so. The second device's banks have 256 MiB. */
static void too_large(void **state)
{
	enum { MIB = 1 << 20, PLRAM = 32 };
	cl_context context = clCreateContext(NULL, 1, &api.devices[1], NULL, NULL, NULL);
	cl_program program = api_program(api.context, api.devices[1], 1);
	cl_kernel vadd = clCreateKernel(program, "vadd", NULL), twin;
	cl_mem_ext_ptr_t first = by_flags(TOPOLOGY(0)), through = by_argument(vadd, 0);
	cl_mem_ext_ptr_t small = by_flags(TOPOLOGY(PLRAM));
	cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX;
	cl_mem large = clCreateBuffer(api.context, 0, (size_t)257 * MIB, NULL, NULL);
	cl_mem fits = clCreateBuffer(api.context, 0, (size_t)256 * MIB, NULL, NULL), part;
	cl_buffer_region region = {0, 4096};
	const size_t origin[3] = {0}, row[3] = {4, 1, 1};
	cl_command_queue queue;
	cl_int error;

	(void)state;
	part = clCreateSubBuffer(large, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
	twin = clCloneKernel(vadd, NULL);
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clSetKernelArg(vadd, 0, sizeof(large), &large));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clSetKernelArg(twin, 2, sizeof(part), &part));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(fits), &fits));
	EXPECT_NULL(CL_MEM_OBJECT_ALLOCATION_FAILURE,
		    clCreateBuffer(api.context, flags, (size_t)257 * MIB, &through, &error));
	EXPECT_NULL(CL_INVALID_BUFFER_SIZE,
		    clCreateBuffer(context, flags, (size_t)257 * MIB, &first, &error));
	EXPECT_NULL(CL_INVALID_VALUE, clCreateBuffer(context, flags, MIB, &small, &error));
	queue = clCreateCommandQueue(api.context, api.devices[1], 0, NULL);
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueWriteBuffer(queue, part, CL_FALSE, 0, 4, &error, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueWriteBufferRect(queue, large, CL_FALSE, origin, origin, row, 0, 0, 0, 0,
					&error, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueFillBuffer(queue, large, &region, 4, 0, 4, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueCopyBuffer(queue, large, api.buffer, 0, 0, 4, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueCopyBuffer(queue, api.buffer, large, 0, 0, 4, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
	       clEnqueueMigrateMemObjects(queue, 1, &large, 0, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(queue, 1, &large, CL_MIGRATE_MEM_OBJECT_HOST,
						      0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(queue, 1, &fits, 0, 0, NULL, NULL));
	clFinish(queue);
	clReleaseCommandQueue(queue);
	clReleaseMemObject(part);
	clReleaseMemObject(fits);
	clReleaseMemObject(large);
	clReleaseKernel(twin);
	clReleaseKernel(vadd);
	clReleaseProgram(program);
	clReleaseContext(context);
	api_end();
}

/* Buffers that together do not fit into the bank in which they are created; it has 256 MiB. */
static void filled(void **state)
{
	enum { MIB = 1 << 20 };
	const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_EXT_PTR_XILINX;
	cl_context context = clCreateContext(NULL, 1, &api.devices[1], NULL, NULL, NULL);
	cl_program program = api_program(context, api.devices[1], 1);
	cl_kernel vadd = clCreateKernel(program, "vadd", NULL);
	cl_mem_ext_ptr_t first = by_flags(TOPOLOGY(0)), through = by_argument(vadd, 0);
	cl_mem_ext_ptr_t second = by_flags(TOPOLOGY(1));
	cl_mem most, rest, other, any;
	cl_int error = 12345;

	(void)state;
	most = clCreateBuffer(context, flags, (size_t)255 * MIB, &first, &error);
	EXPECT(CL_SUCCESS, error);
	for (int i = 0; i < 3; i++)
		EXPECT_NULL(CL_MEM_OBJECT_ALLOCATION_FAILURE,
			    clCreateBuffer(context, flags, MIB + 1, &first, &error));
	EXPECT_NULL(CL_MEM_OBJECT_ALLOCATION_FAILURE,
		    clCreateBuffer(context, flags, MIB + 1, &through, &error));
	rest = clCreateBuffer(context, flags, MIB, &through, &error);
	EXPECT(CL_SUCCESS, error);
	EXPECT_NULL(CL_MEM_OBJECT_ALLOCATION_FAILURE,
		    clCreateBuffer(context, flags, 1, &first, &error));
	other = clCreateBuffer(context, flags, (size_t)255 * MIB, &second, &error);
	EXPECT(CL_SUCCESS, error);
	any = clCreateBuffer(context, 0, (size_t)255 * MIB, NULL, &error);
	EXPECT(CL_SUCCESS, error);
	clReleaseMemObject(most);
	clReleaseMemObject(rest);
	most = clCreateBuffer(context, flags, (size_t)256 * MIB, &first, &error);
	EXPECT(CL_SUCCESS, error);
	/* With several devices, it is not known yet whose memory it will have. */
	rest = clCreateBuffer(api.context, flags, (size_t)200 * MIB, &first, &error);
	EXPECT(CL_SUCCESS, error);
	clReleaseMemObject(any);
	clReleaseMemObject(rest);
	clReleaseMemObject(other);
	clReleaseMemObject(most);
	clReleaseKernel(vadd);
	clReleaseProgram(program);
	clReleaseContext(context);
	api_end();
}

/* `vadd` reaches bank 0 through a and b, and bank 1 through c. */
static void out_of_reach(void **state)
{
	cl_program program = api_program(api.other, api.devices[0], 1);
	cl_kernel vadd = clCreateKernel(program, "vadd", NULL);
	cl_mem good[3] = {in_bank(0), in_bank(0), in_bank(1)}, bad = in_bank(2), any = NULL;
	cl_command_queue queue = clCreateCommandQueue(api.other, api.devices[0], 0, NULL);
	cl_int n = 1;

	(void)state;
	any = clCreateBuffer(api.other, 0, 4096, NULL, NULL);
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
	for (cl_uint i = 0; i < 3; i++) {
		EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
		       clSetKernelArg(vadd, i, sizeof(bad), &bad));
		EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE,
		       clSetKernelArg(vadd, i, sizeof(bad), &good[i == 2 ? 0 : 2]));
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, i, sizeof(good[i]), &good[i]));
	}
	EXPECT(CL_SUCCESS, clEnqueueTask(queue, vadd, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clFinish(queue));
	/* No bank suits both a and c, so the launch is refused; the values are not at fault alone. */
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 0, sizeof(any), &any));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 1, sizeof(any), &any));
	EXPECT(CL_SUCCESS, clEnqueueTask(queue, vadd, 0, NULL, NULL));
	for (int i = 0; i < 3; i++) {
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 2, sizeof(any), &any));
		EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clEnqueueTask(queue, vadd, 0, NULL, NULL));
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 2, sizeof(any), &good[2]));
		EXPECT(CL_SUCCESS, clEnqueueTask(queue, vadd, 0, NULL, NULL));
	}
	EXPECT(CL_SUCCESS, clFinish(queue));
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(good[i]);
	clReleaseMemObject(bad);
	clReleaseMemObject(any);
	clReleaseKernel(vadd);
	clReleaseCommandQueue(queue);
	clReleaseProgram(program);
	api_end();
}

static atomic_bool heard;

static void CL_CALLBACK hear(const char *text, const void *data, size_t size, void *user)
{
	(void)data;
	(void)size;
	(void)user;
	if (strstr(text, "vadd_1.c, which is in DDR[1], and as vadd_1.b, which is in DDR[0]") &&
	    strstr(text, "sp=vadd_1.b:DDR[1]"))
		atomic_store(&heard, true);
}

static cl_context strict_context(bool strict, cl_uint ndevices)
{
	cl_context context;

	setenv("FPGACL_STRICT_BANKS", strict ? "1" : "0", 1);
	context = clCreateContext(NULL, ndevices, api.devices, hear, NULL, NULL);
	unsetenv("FPGACL_STRICT_BANKS");
	assert_non_null(context);
	return context;
}

/*
 * One buffer as c of a kernel, in bank 1, and as a of another, in bank 0. The program is for one
 * device, and the context may have others.
 */
static void two_banks(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 4; round++) {
		bool strict = round & 1;
		cl_context context = strict_context(strict, 1 + round / 2);
		cl_program program = api_program(context, api.devices[0], 1);
		cl_kernel first = clCreateKernel(program, "vadd", NULL);
		cl_kernel second = clCreateKernel(program, "vadd", NULL);
		cl_mem buffer = clCreateBuffer(context, 0, 4096, NULL, NULL), part;
		cl_buffer_region region = {0, 2048};
		cl_int expected = strict ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_SUCCESS;

		atomic_store(&heard, false);
		part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
		EXPECT(CL_SUCCESS, clSetKernelArg(first, 2, sizeof(buffer), &buffer));
		EXPECT(expected, clSetKernelArg(second, 0, sizeof(buffer), &buffer));
		EXPECT(expected, clSetKernelArg(second, 1, sizeof(part), &part));
		EXPECT(CL_SUCCESS, clSetKernelArg(second, 2, sizeof(part), &part));
		while (strict && !atomic_load(&heard))
			sched_yield();
		clReleaseMemObject(part);
		clReleaseMemObject(buffer);
		clReleaseKernel(first);
		clReleaseKernel(second);
		clReleaseProgram(program);
		clReleaseContext(context);
	}
	api_end();
}

static cl_program program_for_both(cl_context context)
{
	unsigned char *bytes[2];
	const unsigned char *binaries[2];
	size_t sizes[2];
	cl_program program;

	binaries[0] = bytes[0] = api_image("u250", 1, &sizes[0]);
	binaries[1] = bytes[1] = api_image("u50", 1, &sizes[1]);
	program = clCreateProgramWithBinary(context, 2, api.devices, sizes, binaries, NULL, NULL);
	assert_non_null(program);
	free(bytes[0]);
	free(bytes[1]);
	return program;
}

static void set_vadd(cl_kernel vadd, const cl_mem buffers[3])
{
	cl_int n = 1;

	for (cl_uint i = 0; i < 3; i++)
		EXPECT(CL_SUCCESS, clSetKernelArg(vadd, i, sizeof(cl_mem), &buffers[i]));
	EXPECT(CL_SUCCESS, clSetKernelArg(vadd, 3, sizeof(n), &n));
}

/* For a kernel of several devices, the queue says whose banks count. */
static void banks_of_each_device(void **state)
{
	cl_context context = strict_context(true, 2);
	cl_program program = program_for_both(context);
	cl_kernel first = clCreateKernel(program, "vadd", NULL);
	cl_kernel second = clCreateKernel(program, "vadd", NULL);
	cl_command_queue queues[2];
	cl_mem in, both, large, out;

	(void)state;
	for (int i = 0; i < 2; i++)
		queues[i] = clCreateCommandQueue(context, api.devices[i], 0, NULL);
	in = clCreateBuffer(context, 0, 4096, NULL, NULL);
	both = clCreateBuffer(context, 0, 4096, NULL, NULL);
	out = clCreateBuffer(context, 0, 4096, NULL, NULL);
	/* A bank of the second device has 256 MiB. */
	large = clCreateBuffer(context, 0, (size_t)300 << 20, NULL, NULL);
	set_vadd(first, (cl_mem[]){in, in, both});
	set_vadd(second, (cl_mem[]){both, in, out});
	EXPECT(CL_SUCCESS, clEnqueueTask(queues[0], first, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clEnqueueTask(queues[0], second, 0, NULL, NULL));
	EXPECT(CL_SUCCESS, clEnqueueTask(queues[1], second, 0, NULL, NULL));
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clEnqueueTask(queues[1], first, 0, NULL, NULL));
	set_vadd(second, (cl_mem[]){in, in, large});
	EXPECT(CL_MEM_OBJECT_ALLOCATION_FAILURE, clEnqueueTask(queues[1], second, 0, NULL, NULL));
	for (int i = 0; i < 2; i++) {
		EXPECT(CL_SUCCESS, clFinish(queues[i]));
		clReleaseCommandQueue(queues[i]);
	}
	clReleaseMemObject(in);
	clReleaseMemObject(both);
	clReleaseMemObject(large);
	clReleaseMemObject(out);
	clReleaseKernel(first);
	clReleaseKernel(second);
	clReleaseProgram(program);
	clReleaseContext(context);
	api_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(accepted),
		cmocka_unit_test(host_only),
		cmocka_unit_test(host_only_is_shared),
		cmocka_unit_test(p2p_is_a_window),
		cmocka_unit_test(overlapping_transfers),
		cmocka_unit_test(unsigned_flag),
		cmocka_unit_test(refused),
		cmocka_unit_test(host_pointer_inside),
		cmocka_unit_test(too_large),
		cmocka_unit_test(filled),
		cmocka_unit_test(out_of_reach),
		cmocka_unit_test(two_banks),
		cmocka_unit_test(banks_of_each_device),
	};

	return cmocka_run_group_tests(tests, api_setup, api_teardown);
}
