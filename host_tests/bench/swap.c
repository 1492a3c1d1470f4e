/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of swapping two images on one board while buffers are in use, compared with copying
 * these to the host and back; and the number of swaps if launches of both images alternate.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <CL/cl.h>

#include "host_tests/read_file.h"

enum { BUFFERS = 4, ROUNDS = 7, LAUNCHES = 1000 };

static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_program programs[2];
/* touch(int *, int *, int *, int *): adds 1 to the first element of each */
static cl_kernel kernels[2];
static cl_mem buffers[BUFFERS];

static void must(cl_int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "fcl_swap: %s: error %d\n", what, error);
	exit(1);
}

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static cl_program load(const char *path)
{
	size_t size;
	unsigned char *bytes = read_file(path, &size);
	cl_program program;
	cl_int error;

	if (!bytes) {
		fprintf(stderr, "fcl_swap: cannot read %s\n", path);
		exit(1);
	}
	program = clCreateProgramWithBinary(context, 1, &device, &size,
					    (const unsigned char **)&bytes, NULL, &error);
	must(error, path);
	free(bytes);
	return program;
}

static void open_all(char **paths, size_t bytes)
{
	cl_platform_id platform;
	cl_int error, pattern = 0;

	must(clGetPlatformIDs(1, &platform, NULL), "no platform");
	must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "no device");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	must(error, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &error);
	must(error, "clCreateCommandQueue");
	for (cl_uint i = 0; i < BUFFERS; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
		must(error, "clCreateBuffer");
	}
	for (int k = 0; k < 2; k++) {
		programs[k] = load(paths[k]);
		kernels[k] = clCreateKernel(programs[k], "touch", &error);
		must(error, "clCreateKernel");
		for (cl_uint i = 0; i < BUFFERS; i++)
			must(clSetKernelArg(kernels[k], i, sizeof(cl_mem), &buffers[i]), "args");
	}
	for (cl_uint i = 0; i < BUFFERS; i++)
		must(clEnqueueFillBuffer(queue, buffers[i], &pattern, 4, 0, bytes, 0, NULL, NULL),
		     "fill");
	must(clFinish(queue), "fill");
}

static double launch(int which)
{
	double start = now_ms();

	must(clEnqueueTask(queue, kernels[which], 0, NULL, NULL), "clEnqueueTask");
	must(clFinish(queue), "clFinish");
	return now_ms() - start;
}

/* Copies all buffers to the host and back. */
static double copy(void *host, size_t bytes)
{
	double start = now_ms();

	for (int i = 0; i < BUFFERS; i++)
		must(clEnqueueReadBuffer(queue, buffers[i], CL_TRUE, 0, bytes, host, 0, NULL, NULL),
		     "read");
	for (int i = 0; i < BUFFERS; i++)
		must(clEnqueueWriteBuffer(queue, buffers[i], CL_TRUE, 0, bytes, host, 0, NULL,
					  NULL),
		     "write");
	return now_ms() - start;
}

static int compare(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static double median(double *values)
{
	qsort(values, ROUNDS, sizeof(*values), compare);
	return values[ROUNDS / 2];
}

/* Alternating launches of both images, in separate queues. */
static double alternate(void)
{
	cl_command_queue queues[2];
	cl_int error;
	double start;

	for (int i = 0; i < 2; i++) {
		queues[i] = clCreateCommandQueue(context, device, 0, &error);
		must(error, "clCreateCommandQueue");
	}
	start = now_ms();
	for (int i = 0; i < LAUNCHES; i++)
		must(clEnqueueTask(queues[i % 2], kernels[i % 2], 0, NULL, NULL), "clEnqueueTask");
	for (int i = 0; i < 2; i++)
		must(clFinish(queues[i]), "clFinish");
	start = now_ms() - start;
	clReleaseCommandQueue(queues[0]);
	clReleaseCommandQueue(queues[1]);
	return start;
}

int main(int argc, char **argv)
{
	size_t mib = argc > 3 ? (size_t)atoi(argv[3]) : 0, bytes = mib * (1 << 20) / BUFFERS;
	double swaps[ROUNDS], copies[ROUNDS], same[ROUNDS];
	void *host = bytes ? malloc(bytes) : NULL;

	if (argc != 4 || !host) {
		fputs("usage: fcl_swap <image> <other image> <MiB of live buffers>\n"
		      "Both have touch(int *, int *, int *, int *). Prints lines "
		      "\"name<TAB>unit<TAB>median\".\n",
		      stderr);
		return 2;
	}
	memset(host, 1, bytes);
	open_all(argv + 1, bytes);
	launch(0);
	launch(1);
	for (int i = 0; i < ROUNDS; i++) {
		swaps[i] = launch(i % 2);
		same[i] = launch(i % 2);
		copies[i] = copy(host, bytes);
		launch(i % 2);
	}
	printf("swap under %zu MiB\tms\t%.4g\n", mib, median(swaps));
	printf("the same without a swap\tms\t%.4g\n", median(same));
	printf("copying %zu MiB out and in\tms\t%.4g\n", mib, median(copies));
	printf("swap / copy\tx\t%.3g\n", median(swaps) / median(copies));
	printf("%d launches in turn\tms\t%.4g\n", LAUNCHES, alternate());
	return 0;
}
