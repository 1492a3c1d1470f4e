/* SPDX-License-Identifier: Apache-2.0 */
/* Measures launches: with several buffers, with changing arguments, and from many threads. */
#include <pthread.h>
#include <stdio.h>

#include "bench.h"

enum { MOST_BUFFERS = 8, THREADS = 8 };

/*
 * A kernel in `bench->program` that takes `nbuffers` pointers, each to a separate buffer, and a
 * scalar.
 */
struct kernel {
	cl_kernel kernel;
	int nbuffers;
	cl_mem buffers[MOST_BUFFERS];
	cl_mem other; /* replaces one of them in every other launch */
};

enum change { NOTHING, A_BUFFER, A_SCALAR };

static cl_mem make_buffer(struct bench *bench)
{
	return clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
}

/* Returns false if the program has no such kernel. */
static int open_kernel(struct bench *bench, const char *name, int nbuffers, struct kernel *kernel)
{
	const cl_int zero = 0;

	*kernel = (struct kernel){.kernel = clCreateKernel(bench->program, name, NULL)};
	if (!kernel->kernel)
		return 0;
	kernel->nbuffers = nbuffers;
	kernel->other = make_buffer(bench);
	for (int i = 0; i < nbuffers; i++) {
		kernel->buffers[i] = make_buffer(bench);
		clSetKernelArg(kernel->kernel, (cl_uint)i, sizeof(cl_mem), &kernel->buffers[i]);
	}
	return !clSetKernelArg(kernel->kernel, (cl_uint)nbuffers, sizeof(zero), &zero);
}

static void close_kernel(struct kernel *kernel)
{
	clReleaseKernel(kernel->kernel);
	clReleaseMemObject(kernel->other);
	for (int i = 0; i < kernel->nbuffers; i++)
		clReleaseMemObject(kernel->buffers[i]);
}

static void change_one(const struct kernel *kernel, enum change change, int turn)
{
	const cl_uint first = 0, scalar = (cl_uint)kernel->nbuffers;
	const cl_int number = turn & 1;

	if (change == A_BUFFER)
		clSetKernelArg(kernel->kernel, first, sizeof(cl_mem),
			       turn & 1 ? &kernel->other : &kernel->buffers[0]);
	if (change == A_SCALAR)
		clSetKernelArg(kernel->kernel, scalar, sizeof(number), &number);
}

/* Thousand launches per second, with a change before each one. */
static double launches(struct bench *bench, int nbuffers, enum change change)
{
	int count = bench_times(bench, 20000);
	cl_command_queue queue;
	struct kernel kernel;
	char name[16];
	double start;

	snprintf(name, sizeof(name), "buffers%d", nbuffers);
	if (!open_kernel(bench, name, nbuffers, &kernel))
		return -1;
	queue = bench_queue(bench, 0);
	/* One-time work is not measured: both buffers are allocated here. */
	for (int i = 0; i < 2; i++) {
		change_one(&kernel, change, i);
		clEnqueueTask(queue, kernel.kernel, 0, NULL, NULL);
	}
	clFinish(queue);
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		change_one(&kernel, change, i);
		clEnqueueTask(queue, kernel.kernel, 0, NULL, NULL);
	}
	clFinish(queue);
	start = count / (bench_now_us() - start) * 1e3;
	clReleaseCommandQueue(queue);
	close_kernel(&kernel);
	return start;
}

double bench_buffers_1(struct bench *bench)
{
	return launches(bench, 1, NOTHING);
}

double bench_buffers_3(struct bench *bench)
{
	return launches(bench, 3, NOTHING);
}

double bench_buffers_8(struct bench *bench)
{
	return launches(bench, 8, NOTHING);
}

double bench_other_buffer_1(struct bench *bench)
{
	return launches(bench, 1, A_BUFFER);
}

double bench_other_buffer_3(struct bench *bench)
{
	return launches(bench, 3, A_BUFFER);
}

double bench_other_buffer_8(struct bench *bench)
{
	return launches(bench, 8, A_BUFFER);
}

double bench_other_scalar_1(struct bench *bench)
{
	return launches(bench, 1, A_SCALAR);
}

double bench_other_scalar_3(struct bench *bench)
{
	return launches(bench, 3, A_SCALAR);
}

double bench_other_scalar_8(struct bench *bench)
{
	return launches(bench, 8, A_SCALAR);
}

/* --- threads ---------------------------------------------------------------------------------- */

struct worker {
	struct bench *bench;
	cl_kernel kernel;
	int count;
};

static void *launch_many(void *data)
{
	struct worker *worker = data;
	cl_command_queue queue = bench_queue(worker->bench, 0);

	for (int i = 0; i < worker->count; i++)
		clEnqueueTask(queue, worker->kernel, 0, NULL, NULL);
	clFinish(queue);
	clReleaseCommandQueue(queue);
	return NULL;
}

/* Thousand launches per second of all threads, each with its own kernel and queue. */
static double run_threads(struct bench *bench, const cl_kernel *kernels, int nthreads)
{
	struct worker workers[THREADS];
	pthread_t threads[THREADS];
	int count = bench_times(bench, 32000 / nthreads);
	double start = bench_now_us();

	for (int i = 0; i < nthreads; i++) {
		workers[i] = (struct worker){bench, kernels[i], count};
		pthread_create(&threads[i], NULL, launch_many, &workers[i]);
	}
	for (int i = 0; i < nthreads; i++)
		pthread_join(threads[i], NULL);
	return nthreads * count / (bench_now_us() - start) * 1e3;
}

double bench_shared_cu(struct bench *bench)
{
	cl_kernel kernels[THREADS];
	double rate;

	for (int i = 0; i < THREADS; i++)
		kernels[i] = bench_kernel(bench);
	rate = run_threads(bench, kernels, THREADS);
	for (int i = 0; i < THREADS; i++)
		clReleaseKernel(kernels[i]);
	return rate;
}

/* Each thread has a different kernel, and therefore its own compute unit. */
static double own_cus(struct bench *bench, int nthreads)
{
	struct kernel kernels[THREADS];
	cl_kernel handles[THREADS];
	double rate;

	for (int i = 0; i < nthreads; i++) {
		char name[16];

		snprintf(name, sizeof(name), "own%d", i + 1);
		if (!open_kernel(bench, name, 1, &kernels[i]))
			return -1;
		handles[i] = kernels[i].kernel;
	}
	rate = run_threads(bench, handles, nthreads);
	for (int i = 0; i < nthreads; i++)
		close_kernel(&kernels[i]);
	return rate;
}

double bench_one_thread(struct bench *bench)
{
	return own_cus(bench, 1);
}

double bench_own_cus(struct bench *bench)
{
	return own_cus(bench, THREADS);
}
