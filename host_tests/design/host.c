/* SPDX-License-Identifier: Apache-2.0 */
/* host <image>: an OpenCL host that adds vectors with the image's kernel vadd, and checks the sums. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 20 };

static void check(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: %d\n", what, status);
	exit(1);
}

static unsigned char *read_file(const char *path, size_t *ret_size)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = malloc(16u << 20);

	*ret_size = file && bytes ? fread(bytes, 1, 16u << 20, file) : 0;
	if (!*ret_size)
		check(CL_INVALID_VALUE, path);
	fclose(file);
	return bytes;
}

static cl_mem make_buffer(cl_context context, cl_command_queue queue, const int *values,
			  size_t bytes)
{
	cl_int status;
	cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);

	check(status, "clCreateBuffer");
	check(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, bytes, values, 0, NULL, NULL),
	      "clEnqueueWriteBuffer");
	return buffer;
}

/* Adds n elements; the buffers have one more, which must stay. */
static void add(cl_context context, cl_command_queue queue, cl_kernel kernel, int n)
{
	static int a[MOST + 1], b[MOST + 1], sum[MOST + 1];
	size_t bytes = ((size_t)n + 1) * sizeof(int);
	cl_mem buffers[3];

	for (int i = 0; i <= n; i++) {
		a[i] = i * 7;
		b[i] = n - i * 3;
		sum[i] = -1;
	}
	buffers[0] = make_buffer(context, queue, a, bytes);
	buffers[1] = make_buffer(context, queue, b, bytes);
	buffers[2] = make_buffer(context, queue, sum, bytes);
	for (cl_uint i = 0; i < 3; i++)
		check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
	check(clSetKernelArg(kernel, 3, sizeof(n), &n), "clSetKernelArg");
	check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
	check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, bytes, sum, 0, NULL, NULL),
	      "clEnqueueReadBuffer");
	for (int i = 0; i <= n; i++)
		if (sum[i] != (i < n ? a[i] + b[i] : -1)) {
			fprintf(stderr, "element %d of %d: %d\n", i, n, sum[i]);
			exit(1);
		}
	for (int i = 0; i < 3; i++)
		clReleaseMemObject(buffers[i]);
}

int main(int argc, char **argv)
{
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_kernel kernel;
	size_t size;
	unsigned char *image = read_file(argc > 1 ? argv[1] : "", &size);
	const unsigned char *binary = image;
	cl_int status;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL),
	      "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	check(status, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &status);
	check(status, "clCreateCommandQueue");
	program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL, &status);
	check(status, "clCreateProgramWithBinary");
	free(image);
	kernel = clCreateKernel(program, "vadd", &status);
	check(status, "clCreateKernel");
	for (int n = 1; n <= MOST; n = n * 4 + 3)
		add(context, queue, kernel, n);
	check(clFinish(queue), "clFinish");
	puts("added");
	return 0;
}
