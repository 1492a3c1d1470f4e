/* SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "bench.h"

double bench_now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int bench_times(const struct bench *bench, int count)
{
	int scaled = (int)(count * bench->scale);

	return scaled > 0 ? scaled : 1;
}

cl_command_queue bench_queue(struct bench *bench, cl_command_queue_properties properties)
{
	return clCreateCommandQueue(bench->context, bench->device, properties, NULL);
}

static double launch_finish(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, 0);
	int count = bench_times(bench, 2000);
	double start;

	clEnqueueTask(queue, bench->kernel, 0, NULL, NULL);
	clFinish(queue);
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		clEnqueueTask(queue, bench->kernel, 0, NULL, NULL);
		clFinish(queue);
	}
	start = (bench_now_us() - start) / count;
	clReleaseCommandQueue(queue);
	return start;
}

/* Thousand kernels per second until all have ended. */
static double throughput(struct bench *bench, cl_command_queue_properties properties)
{
	cl_command_queue queue = bench_queue(bench, properties);
	int count = bench_times(bench, 20000);
	double start;

	if (!queue)
		return -1;
	start = bench_now_us();
	for (int i = 0; i < count; i++)
		clEnqueueTask(queue, bench->kernel, 0, NULL, NULL);
	clFinish(queue);
	start = count / (bench_now_us() - start) * 1e3;
	clReleaseCommandQueue(queue);
	return start;
}

static double throughput_in_order(struct bench *bench)
{
	return throughput(bench, 0);
}

static double throughput_out_of_order(struct bench *bench)
{
	return throughput(bench, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/* Each kernel waits for the previous one's event. */
static double event_chain(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	int count = bench_times(bench, 10000);
	cl_event last = NULL, next;
	double start;

	if (!queue)
		return -1;
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		clEnqueueTask(queue, bench->kernel, last ? 1 : 0, last ? &last : NULL, &next);
		if (last)
			clReleaseEvent(last);
		last = next;
	}
	clWaitForEvents(1, &last);
	start = count / (bench_now_us() - start) * 1e3;
	clReleaseEvent(last);
	clReleaseCommandQueue(queue);
	return start;
}

static double small_transfer(struct bench *bench, int write)
{
	cl_command_queue queue = bench_queue(bench, 0);
	int count = bench_times(bench, 2000), word = 7;
	double start;

	clEnqueueWriteBuffer(queue, bench->buffer, CL_TRUE, 0, sizeof(word), &word, 0, NULL, NULL);
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		if (write)
			clEnqueueWriteBuffer(queue, bench->buffer, CL_TRUE, 0, sizeof(word), &word,
					     0, NULL, NULL);
		else
			clEnqueueReadBuffer(queue, bench->buffer, CL_TRUE, 0, sizeof(word), &word,
					    0, NULL, NULL);
	}
	start = (bench_now_us() - start) / count;
	clReleaseCommandQueue(queue);
	return start;
}

static double small_write(struct bench *bench)
{
	return small_transfer(bench, 1);
}

static double small_read(struct bench *bench)
{
	return small_transfer(bench, 0);
}

static double create_buffer(struct bench *bench)
{
	int count = bench_times(bench, 20000);
	double start = bench_now_us();

	for (int i = 0; i < count; i++)
		clReleaseMemObject(
			clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, NULL));
	return (bench_now_us() - start) / count;
}

static double set_scalar(struct bench *bench)
{
	int count = bench_times(bench, 200000), zero = 0;
	double start = bench_now_us();

	for (int i = 0; i < count; i++)
		clSetKernelArg(bench->kernel, bench->scalar_arg, sizeof(i), &i);
	start = (bench_now_us() - start) / count * 1e3;
	clSetKernelArg(bench->kernel, bench->scalar_arg, sizeof(zero), &zero);
	return start;
}

static double set_buffer(struct bench *bench)
{
	cl_mem other = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
	int count = bench_times(bench, 200000);
	double start = bench_now_us();

	for (int i = 0; i < count; i++)
		clSetKernelArg(bench->kernel, bench->buffer_arg, sizeof(cl_mem),
			       i & 1 ? &other : &bench->buffer);
	start = (bench_now_us() - start) / count * 1e3;
	clSetKernelArg(bench->kernel, bench->buffer_arg, sizeof(cl_mem), &bench->buffer);
	clReleaseMemObject(other);
	return start;
}

static double create_kernel(struct bench *bench)
{
	int count = bench_times(bench, 1000);
	double start = bench_now_us();

	for (int i = 0; i < count; i++)
		clReleaseKernel(clCreateKernel(bench->program, bench->name, NULL));
	return (bench_now_us() - start) / count;
}

static double create_program(struct bench *bench)
{
	int count = bench_times(bench, 20);
	double start = bench_now_us();

	if (!bench->binary)
		return -1;
	for (int i = 0; i < count; i++) {
		const unsigned char *binary = bench->binary;
		cl_program program = clCreateProgramWithBinary(bench->context, 1, &bench->device,
							       &bench->binary_size, &binary, NULL,
							       NULL);

		if (!program)
			return -1;
		clReleaseProgram(program);
	}
	return (bench_now_us() - start) / count;
}

const struct measure measures[] = {
	/* First, while the driver has no cached memory of released objects. */
	{"memory of a queue", "B", 0, bench_queue_bytes},
	{"memory of a kernel", "B", 0, bench_kernel_bytes},
	{"memory of a buffer", "B", 0, bench_buffer_bytes},
	{"memory of a command", "B", 0, bench_command_bytes},
	{"launch + finish", "us", 0, launch_finish},
	{"kernels, in order", "k/s", 1, throughput_in_order},
	{"kernels, out of order", "k/s", 1, throughput_out_of_order},
	{"event chain", "k/s", 1, event_chain},
	{"1 buffer", "k/s", 1, bench_buffers_1},
	{"3 buffers", "k/s", 1, bench_buffers_3},
	{"8 buffers", "k/s", 1, bench_buffers_8},
	{"1 buffer, it changes", "k/s", 1, bench_other_buffer_1},
	{"3 buffers, 1 changes", "k/s", 1, bench_other_buffer_3},
	{"8 buffers, 1 changes", "k/s", 1, bench_other_buffer_8},
	{"1 buffer, other scalar", "k/s", 1, bench_other_scalar_1},
	{"3 buffers, other scalar", "k/s", 1, bench_other_scalar_3},
	{"8 buffers, other scalar", "k/s", 1, bench_other_scalar_8},
	{"1 thread, own CU", "k/s", 1, bench_one_thread},
	{"8 threads, own CUs", "k/s", 1, bench_own_cus},
	{"8 threads, 8 queues", "k/s", 1, bench_shared_cu},
	{"write 4 B", "us", 0, small_write},
	{"read 4 B", "us", 0, small_read},
	{"memcpy 4 MiB", "GB/s", 1, bench_copy_middle},
	{"memcpy 4 MiB, 2 threads", "GB/s", 1, bench_copy_middle_2},
	{"write 4 MiB", "GB/s", 1, bench_write_middle},
	{"read 4 MiB", "GB/s", 1, bench_read_middle},
	{"memcpy 64 MiB", "GB/s", 1, bench_copy_large},
	{"memcpy 64 MiB, 2 threads", "GB/s", 1, bench_copy_large_2},
	{"write 64 MiB", "GB/s", 1, bench_write_large},
	{"read 64 MiB", "GB/s", 1, bench_read_large},
	{"migrate 64 MiB", "GB/s", 1, bench_migrate_large},
	{"buffer create + release", "us", 0, create_buffer},
	{"set-arg scalar", "ns", 0, set_scalar},
	{"set-arg buffer", "ns", 0, set_buffer},
	{"PI call over set-arg", "ns", 0, bench_plugin},
	{"kernel create + release", "us", 0, create_kernel},
	{"program from binary", "us", 0, create_program},
	{"graph of 10 k", "k/s", 1, bench_graph_small},
	{"graph of 1 M", "k/s", 1, bench_graph_large},
	{"enqueue of 1 k", "k/s", 1, bench_enqueue},
	{"replay of 1 k", "k/s", 1, bench_replay},
	{"thread hop", "us", 0, bench_thread_hop},
	{"event callback", "us", 0, bench_callback},
	/* Last, since these change the image on the board. */
	{"kernel beside a call", "%", 1, bench_function},
	{"OpenCL C beside C", "%", 1, bench_task},
	{"3 CUs, 32-bit FIFOs", "M/s", 1, bench_stream},
	{"3 CUs, 512-bit FIFOs", "M/s", 1, bench_stream_wide},
	{"pipe, 32-bit packets", "M/s", 1, bench_pipe},
	{"dataflow, depth 2", "M/s", 1, bench_flow_2},
	{"dataflow, depth 64", "M/s", 1, bench_flow_64},
	{"tapa, depth 2", "M/s", 1, bench_tapa_2},
	{"tapa, depth 64", "M/s", 1, bench_tapa_64},
	{"items: vadd", "ms", 0, bench_items_vadd},
	{"items: vadd, local 256", "ms", 0, bench_items_vadd_local},
	{"items: matrix product", "ms", 0, bench_items_matrix},
	{"items: histogram", "ms", 0, bench_items_histogram},
	{"items: sin exp pow", "ms", 0, bench_items_math},
	{"items: n-body", "ms", 0, bench_items_bodies},
	{"items: tree reduction", "ms", 0, bench_items_reduction},
};
const size_t nmeasures = sizeof(measures) / sizeof(measures[0]);
