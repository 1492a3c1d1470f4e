/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements through three compute units connected by FIFOs of depth 16, packets through a pipe of
 * that depth between two OpenCL C kernels, and elements between two processes of one kernel.
 */
#include <stdio.h>

#include "bench.h"

struct pipeline {
	cl_program program;
	cl_kernel kernels[3];
	cl_mem sum;
	cl_command_queue queue;
};

/* Opens everything except the kernels. */
static int open_image(struct bench *bench, const unsigned char *binary, size_t size,
		      struct pipeline *line)
{
	line->program = clCreateProgramWithBinary(bench->context, 1, &bench->device, &size, &binary,
						  NULL, NULL);
	line->queue = bench_queue(bench, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	line->sum = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
	return line->program && line->queue && line->sum ? 0 : -1;
}

static int open_pipeline(struct bench *bench, const char *const names[3], struct pipeline *line)
{
	if (open_image(bench, bench->stream, bench->stream_size, line))
		return -1;
	for (int i = 0; i < 3; i++)
		line->kernels[i] = clCreateKernel(line->program, names[i], NULL);
	return clSetKernelArg(line->kernels[2], 1, sizeof(cl_mem), &line->sum);
}

static void close_pipeline(struct pipeline *line)
{
	for (int i = 0; i < 3; i++)
		if (line->kernels[i])
			clReleaseKernel(line->kernels[i]);
	clReleaseMemObject(line->sum);
	clReleaseCommandQueue(line->queue);
	clReleaseProgram(line->program);
}

/* Moves `count` elements. Returns the microseconds; negative if they do not arrive. */
static double move(struct pipeline *line, int count)
{
	static const cl_uint counts[3] = {1, 2, 2}; /* index of the argument with the number of
						     * elements */
	cl_uint expected = 0, sum = 0;
	double start = bench_now_us();

	for (int i = 0; i < 3; i++) {
		clSetKernelArg(line->kernels[i], counts[i], sizeof(count), &count);
		clEnqueueTask(line->queue, line->kernels[i], 0, NULL, NULL);
	}
	clFinish(line->queue);
	start = bench_now_us() - start;
	for (int i = 0; i < count; i++)
		expected += (cl_uint)i ^ 1;
	clEnqueueReadBuffer(line->queue, line->sum, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL);
	return sum == expected ? start : -1;
}

/* Million elements per second. */
static double stream(struct bench *bench, const char *const names[3], int count)
{
	struct pipeline line;
	double time = -1;

	if (!bench->stream)
		return -1;
	if (!open_pipeline(bench, names, &line) && move(&line, 100) >= 0)
		time = move(&line, count);
	close_pipeline(&line);
	return time > 0 ? count / time : -1;
}

/* Two OpenCL C kernels. Returns the microseconds; negative if the packets do not arrive. */
static double move_packets(struct pipeline *line, int count)
{
	cl_uint expected = 0, sum = 0;
	double start = bench_now_us();

	clSetKernelArg(line->kernels[0], 0, sizeof(count), &count);
	clSetKernelArg(line->kernels[1], 1, sizeof(count), &count);
	clEnqueueTask(line->queue, line->kernels[0], 0, NULL, NULL);
	clEnqueueTask(line->queue, line->kernels[1], 0, NULL, NULL);
	clFinish(line->queue);
	start = bench_now_us() - start;
	for (int i = 0; i < count; i++)
		expected += (cl_uint)i ^ 1;
	clEnqueueReadBuffer(line->queue, line->sum, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL);
	return sum == expected ? start : -1;
}

static int open_pipe(struct bench *bench, struct pipeline *line)
{
	if (open_image(bench, bench->task, bench->task_size, line))
		return -1;
	line->kernels[0] = clCreateKernel(line->program, "generate", NULL);
	line->kernels[1] = clCreateKernel(line->program, "total", NULL);
	return clSetKernelArg(line->kernels[1], 0, sizeof(cl_mem), &line->sum);
}

double bench_pipe(struct bench *bench)
{
	int count = bench_times(bench, 20000000);
	struct pipeline line = {0};
	double time = -1;

	if (!bench->task)
		return -1;
	if (!open_pipe(bench, &line) && move_packets(&line, 100) >= 0)
		time = move_packets(&line, count);
	close_pipeline(&line);
	return time > 0 ? count / time : -1;
}

double bench_stream(struct bench *bench)
{
	static const char *const names[3] = {"generate", "relay", "total"};

	return stream(bench, names, bench_times(bench, 20000000));
}

double bench_stream_wide(struct bench *bench)
{
	static const char *const names[3] = {"generate_wide", "relay_wide", "total_wide"};

	return stream(bench, names, bench_times(bench, 10000000));
}

/* One kernel. Returns the microseconds; negative if not all elements arrive. */
static double flow_once(struct pipeline *line, int count)
{
	cl_uint expected = 0, sum = 0;
	double start;

	clSetKernelArg(line->kernels[0], 1, sizeof(count), &count);
	start = bench_now_us();
	clEnqueueTask(line->queue, line->kernels[0], 0, NULL, NULL);
	clFinish(line->queue);
	start = bench_now_us() - start;
	for (int i = 0; i < count; i++)
		expected += (cl_uint)i ^ 1;
	clEnqueueReadBuffer(line->queue, line->sum, CL_TRUE, 0, sizeof(sum), &sum, 0, NULL, NULL);
	return sum == expected ? start : -1;
}

/* Million elements a second through a stream between two processes of a kernel. */
static double flow(struct bench *bench, const char *name)
{
	int count = bench_times(bench, 10000000);
	struct pipeline line = {0};
	double time = -1;

	if (!bench->stream)
		return -1;
	if (!open_image(bench, bench->stream, bench->stream_size, &line)) {
		line.kernels[0] = clCreateKernel(line.program, name, NULL);
		if (!clSetKernelArg(line.kernels[0], 0, sizeof(cl_mem), &line.sum) &&
		    flow_once(&line, 100) >= 0)
			time = flow_once(&line, count);
	}
	close_pipeline(&line);
	return time > 0 ? count / time : -1;
}

double bench_flow_2(struct bench *bench)
{
	return flow(bench, "flow_2");
}

double bench_flow_64(struct bench *bench)
{
	return flow(bench, "flow_64");
}

double bench_tapa_2(struct bench *bench)
{
	return flow(bench, "tapa_2");
}

double bench_tapa_64(struct bench *bench)
{
	return flow(bench, "tapa_64");
}
