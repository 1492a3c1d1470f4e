/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rtl FILE.xclbin UNITS WORDS CYCLES: runs the kernel `scale` (host_tests/apps/vitis/rtl) on UNITS
 * compute units concurrently. Prints million cycles per second, of processor time and of wall-clock
 * time, given that a run of WORDS takes CYCLES, and the last launch's nanoseconds according to its
 * event.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <CL/cl.h>

enum { MOST = 8 };

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static cl_program load(cl_context context, cl_device_id device, const char *path)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes = malloc(64 << 20);
	size_t size = file && bytes ? fread(bytes, 1, 64 << 20, file) : 0;
	const unsigned char *binary = bytes;
	cl_program program = clCreateProgramWithBinary(context, 1, &device, &size, &binary, NULL,
						       NULL);

	if (file)
		fclose(file);
	free(bytes);
	return program;
}

static cl_kernel prepare(cl_context context, cl_command_queue queue, cl_program program,
			 unsigned words, cl_mem buffers[2])
{
	cl_kernel kernel = clCreateKernel(program, "scale", NULL);
	size_t bytes = 4ul * words;
	unsigned short factor = 3;
	unsigned one = 0x01010101;

	for (unsigned i = 0; i < 2; i++) {
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
		clEnqueueFillBuffer(queue, buffers[i], &one, sizeof(one), 0, bytes, 0, NULL, NULL);
		clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]);
	}
	clSetKernelArg(kernel, 2, sizeof(words), &words);
	clSetKernelArg(kernel, 3, sizeof(factor), &factor);
	return clFinish(queue) ? NULL : kernel;
}

int main(int argc, char **argv)
{
	unsigned units = argc == 5 ? (unsigned)atoi(argv[2]) : 0;
	double cycles, processor, wall;
	cl_kernel kernels[MOST];
	cl_mem buffers[MOST][2];
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	cl_event event = NULL;
	cl_ulong times[2] = {0};

	if (!units || units > MOST)
		return 2;
	if (clGetPlatformIDs(1, &platform, NULL) ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
		return 1;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(
		context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
		NULL);
	program = load(context, device, argv[1]);
	if (!program || clBuildProgram(program, 1, &device, NULL, NULL, NULL))
		return 1;
	for (unsigned i = 0; i < units; i++) {
		kernels[i] = prepare(context, queue, program, (unsigned)atoi(argv[3]), buffers[i]);
		if (!kernels[i])
			return 1;
	}
	processor = now(CLOCK_PROCESS_CPUTIME_ID);
	wall = now(CLOCK_MONOTONIC);
	for (unsigned i = 0; i < units; i++) {
		if (event)
			clReleaseEvent(event);
		clEnqueueTask(queue, kernels[i], 0, NULL, &event);
	}
	if (clFinish(queue))
		return 1;
	cycles = units * atof(argv[4]) / 1e6;
	processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
	wall = now(CLOCK_MONOTONIC) - wall;
	clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(*times), &times[0], NULL);
	clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(*times), &times[1], NULL);
	printf("%.4g %.4g %llu\n", cycles / processor, cycles / wall,
	       (unsigned long long)(times[1] - times[0]));
	fflush(stdout); /* what comes now is measured from outside */
	clReleaseEvent(event);
	for (unsigned i = 0; i < units; i++) {
		clReleaseKernel(kernels[i]);
		clReleaseMemObject(buffers[i][0]);
		clReleaseMemObject(buffers[i][1]);
	}
	clReleaseProgram(program);
	clReleaseCommandQueue(queue);
	clReleaseContext(context);
	return 0;
}
