/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A host that uses XRT's own OpenCL for ranges of work-items. Exits with 0, or with the number of
 * the line that failed.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			printf("line %d: %s\n", __LINE__, #condition);                             \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)

enum { WIDE = 12, HIGH = 4, GROUP_WIDE = 3, GROUP_HIGH = 2, COUNT = WIDE * HIGH };

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static unsigned char *read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = NULL;

	CHECK(file && !fseek(file, 0, SEEK_END));
	*ret_size = (size_t)ftell(file);
	rewind(file);
	bytes = malloc(*ret_size);
	CHECK(bytes && fread(bytes, 1, *ret_size, file) == *ret_size);
	fclose(file);
	return bytes;
}

static void open_board(const char *path)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_int error;
	size_t size;
	const unsigned char *bytes = read_file(path, &size);

	CHECK(!clGetPlatformIDs(1, &platform, NULL));
	CHECK(!clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	CHECK(!error);
	queue = clCreateCommandQueue(context, device, 0, &error);
	CHECK(!error);
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, &error);
	CHECK(!error);
	free((void *)bytes);
}

static void run(const char *name, cl_uint dims, const size_t *global, const size_t *local,
		int factor, int results[COUNT])
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);
	cl_mem to;

	CHECK(!error);
	to = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizeof(int), NULL, &error);
	CHECK(!error && !clSetKernelArg(kernel, 0, sizeof(cl_mem), &to));
	if (factor)
		CHECK(!clSetKernelArg(kernel, 1, sizeof(factor), &factor));
	CHECK(!clEnqueueNDRangeKernel(queue, kernel, dims, NULL, global, local, 0, NULL, NULL));
	CHECK(!clEnqueueReadBuffer(queue, to, CL_TRUE, 0, COUNT * sizeof(int), results, 0, NULL,
				   NULL));
	CHECK(!clFinish(queue));
	clReleaseMemObject(to);
	clReleaseKernel(kernel);
}

int main(int argc, char **argv)
{
	const size_t one = 1, count = COUNT, global[] = {WIDE, HIGH},
		     local[] = {GROUP_WIDE, GROUP_HIGH};
	int results[COUNT];

	CHECK(argc == 2);
	open_board(argv[1]);
	run("item", 1, &count, &one, 0, results);
	for (int i = 0; i < COUNT; i++)
		CHECK(results[i] == 5 + i);
	run("grid", 2, global, local, 1000, results);
	for (int y = 0; y < HIGH; y++)
		for (int x = 0; x < WIDE; x++)
			CHECK(results[y * WIDE + x] ==
			      1000 * (y / GROUP_HIGH * (WIDE / GROUP_WIDE) + x / GROUP_WIDE) +
				      y % GROUP_HIGH * GROUP_WIDE + x % GROUP_WIDE);
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	printf("all is well\n");
	return 0;
}
