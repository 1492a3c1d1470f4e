/* SPDX-License-Identifier: Apache-2.0 */
/* Measures memory use: bytes of the process per object, with very many objects. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"

static double resident(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (file) {
		if (fscanf(file, "%*s %ld", &pages) != 1)
			pages = 0;
		fclose(file);
	}
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/*
 * A round that reuses the previous round's memory shows too little, so the maximum of all rounds
 * counts.
 */
static double most_of(double *most, double bytes)
{
	if (bytes > *most)
		*most = bytes;
	return *most;
}

/* Commands that wait for an event. */
double bench_command_bytes(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, 0);
	cl_event gate = clCreateUserEvent(bench->context, NULL);
	int count = bench_times(bench, 100000);
	double start = resident();
	static double most;

	for (int i = 0; i < count; i++)
		clEnqueueTask(queue, bench->kernel, 1, &gate, NULL);
	start = (resident() - start) / count;
	clSetUserEventStatus(gate, CL_COMPLETE);
	clFinish(queue);
	clReleaseEvent(gate);
	clReleaseCommandQueue(queue);
	return most_of(&most, start);
}

static double bytes_of(struct bench *bench, int count, void *(*make)(struct bench *),
		       void (*release)(void *), double *most)
{
	void **all = calloc((size_t)count, sizeof(void *));
	double start;

	if (!all)
		return -1;
	for (int i = 0; i < count; i++) /* touches the list */
		all[i] = bench;
	start = resident();
	for (int i = 0; i < count; i++)
		all[i] = make(bench);
	start = (resident() - start) / count;
	for (int i = 0; i < count; i++)
		release(all[i]);
	free(all);
	return most_of(most, start);
}

static void *make_buffer(struct bench *bench)
{
	return clCreateBuffer(bench->context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
}

static void release_buffer(void *object)
{
	clReleaseMemObject(object);
}

double bench_buffer_bytes(struct bench *bench)
{
	static double most;

	return bytes_of(bench, bench_times(bench, 20000), make_buffer, release_buffer, &most);
}

static void *make_kernel(struct bench *bench)
{
	return clCreateKernel(bench->program, bench->name, NULL);
}

static void release_kernel(void *object)
{
	clReleaseKernel(object);
}

double bench_kernel_bytes(struct bench *bench)
{
	static double most;

	return bytes_of(bench, bench_times(bench, 2000), make_kernel, release_kernel, &most);
}

static void *make_queue(struct bench *bench)
{
	return bench_queue(bench, 0);
}

static void release_queue(void *object)
{
	clReleaseCommandQueue(object);
}

double bench_queue_bytes(struct bench *bench)
{
	static double most;

	return bytes_of(bench, bench_times(bench, 1000), make_queue, release_queue, &most);
}
