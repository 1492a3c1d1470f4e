/* SPDX-License-Identifier: Apache-2.0 */
/* host IMAGE: adds two vectors on the first accelerator and checks the sums. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000, IMAGE_MOST = 16 << 20 };

static void check(cl_int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "%s: error %d\n", what, error);
	exit(1);
}

/* The machine may have other drivers, so every platform is searched. */
static cl_device_id find_accelerator(void)
{
	cl_platform_id platforms[16];
	cl_device_id device;
	cl_uint count = 0;

	check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
	for (cl_uint i = 0; i < count && i < 16; i++)
		if (!clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL))
			return device;
	fprintf(stderr, "no platform has an accelerator\n");
	exit(1);
}

static cl_program load(cl_context context, cl_device_id device, const char *path)
{
	static unsigned char image[IMAGE_MOST];
	const unsigned char *bytes = image;
	FILE *file = fopen(path, "rb");
	size_t size = file ? fread(image, 1, sizeof(image), file) : 0;
	cl_program program;
	cl_int error;

	if (!size) {
		fprintf(stderr, "cannot read %s\n", path);
		exit(1);
	}
	fclose(file);
	program = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, NULL, &error);
	check(error, "clCreateProgramWithBinary");
	return program;
}

int main(int argc, char **argv)
{
	static cl_int a[COUNT], b[COUNT], c[COUNT];
	cl_int error, count = COUNT;
	cl_device_id device;

	if (argc != 2) {
		fprintf(stderr, "usage: host IMAGE\n");
		return 2;
	}
	for (int i = 0; i < COUNT; i++)
		a[i] = i, b[i] = 10 * i;
	device = find_accelerator();
	cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "clCreateContext");
	cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "clCreateCommandQueue");
	cl_kernel kernel = clCreateKernel(load(context, device, argv[1]), "vadd", &error);
	check(error, "clCreateKernel");
	cl_mem buffers[3] = {
		clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(a), a, NULL),
		clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(b), b, NULL),
		clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(c), NULL, NULL),
	};

	for (cl_uint i = 0; i < 3; i++)
		check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
	check(clSetKernelArg(kernel, 3, sizeof(count), &count), "clSetKernelArg");
	check(clEnqueueTask(queue, kernel, 0, NULL, NULL), "clEnqueueTask");
	check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL),
	      "clEnqueueReadBuffer");
	for (int i = 0; i < COUNT; i++) {
		if (c[i] != 11 * i) {
			printf("c[%d] is %d, expected %d\n", i, c[i], 11 * i);
			return 1;
		}
	}
	printf("%d sums are right\n", COUNT);
	return 0;
}
