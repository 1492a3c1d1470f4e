/* SPDX-License-Identifier: Apache-2.0 */
/* Measures transfers, and memcpy() on one and on two threads for reference. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { MIDDLE = 4 << 20, LARGE = 64 << 20, MOVED = 512 << 20 };

static void *touched(size_t bytes)
{
	void *memory = aligned_alloc(4096, bytes);

	if (memory)
		memset(memory, 1, bytes);
	return memory;
}

/* The number of repetitions for that many bytes. */
static int repetitions(const struct bench *bench, size_t bytes)
{
	return bench_times(bench, (int)(MOVED / bytes));
}

static double gigabytes(double microseconds, size_t bytes, int count)
{
	return (double)bytes * count / microseconds / 1e3;
}

/* Prevents the compiler from dropping a copy whose result is not read. */
static void copy(char *to, const char *from, size_t bytes)
{
	memcpy(to, from, bytes);
	__asm__ volatile("" ::"r"(to) : "memory");
}

/* A thread that copies the upper half whenever the main thread copies the lower one. */
struct helper {
	char *to;
	const char *from;
	size_t bytes;
	int count;
	_Atomic int begun, ended;
};

/* Spins, because a wake-up would take a considerable part of copying 4 MiB. */
static void await(_Atomic int *number, int at_least)
{
	while (atomic_load(number) < at_least)
		sched_yield();
}

static void *help(void *data)
{
	struct helper *helper = data;

	for (int i = 1; i <= helper->count; i++) {
		await(&helper->begun, i);
		copy(helper->to, helper->from, helper->bytes);
		atomic_store(&helper->ended, i);
	}
	return NULL;
}

static void copy_by_two(char *to, const char *from, size_t bytes, struct helper *helper, int turn)
{
	atomic_store(&helper->begun, turn);
	copy(to, from, bytes - helper->bytes);
	await(&helper->ended, turn);
}

static double copy_memory(struct bench *bench, size_t bytes, int nthreads)
{
	char *from = touched(bytes), *to = touched(bytes);
	size_t half = nthreads == 2 ? bytes / 2 : 0;
	int count = repetitions(bench, bytes);
	struct helper helper = {to + bytes - half, from + bytes - half, half, count, 0, 0};
	pthread_t thread;
	double start;

	if (half)
		pthread_create(&thread, NULL, help, &helper);
	start = bench_now_us();
	for (int i = 1; i <= count; i++) {
		if (half)
			copy_by_two(to, from, bytes, &helper, i);
		else
			copy(to, from, bytes);
	}
	start = bench_now_us() - start;
	if (half)
		pthread_join(thread, NULL);
	free(from);
	free(to);
	return gigabytes(start, bytes, count);
}

double bench_copy_middle(struct bench *bench)
{
	return copy_memory(bench, MIDDLE, 1);
}

double bench_copy_middle_2(struct bench *bench)
{
	return copy_memory(bench, MIDDLE, 2);
}

double bench_copy_large(struct bench *bench)
{
	return copy_memory(bench, LARGE, 1);
}

double bench_copy_large_2(struct bench *bench)
{
	return copy_memory(bench, LARGE, 2);
}

static double transfer(struct bench *bench, size_t bytes, int write)
{
	cl_command_queue queue = bench_queue(bench, 0);
	cl_mem buffer = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
	char *memory = touched(bytes);
	int count = repetitions(bench, bytes);
	double start;

	clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, memory, 0, NULL, NULL);
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		if (write)
			clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, memory, 0, NULL,
					     NULL);
		else
			clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, memory, 0, NULL,
					    NULL);
	}
	start = bench_now_us() - start;
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
	free(memory);
	return gigabytes(start, bytes, count);
}

double bench_write_middle(struct bench *bench)
{
	return transfer(bench, MIDDLE, 1);
}

double bench_read_middle(struct bench *bench)
{
	return transfer(bench, MIDDLE, 0);
}

double bench_write_large(struct bench *bench)
{
	return transfer(bench, LARGE, 1);
}

double bench_read_large(struct bench *bench)
{
	return transfer(bench, LARGE, 0);
}

/* Repeated transfers to the device, as by a host that refills its memory. */
double bench_migrate_large(struct bench *bench)
{
	cl_command_queue queue = bench_queue(bench, 0);
	char *memory = touched(LARGE);
	cl_mem buffer = clCreateBuffer(bench->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
				       LARGE, memory, NULL);
	int count = repetitions(bench, LARGE);
	double start;

	clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL);
	clFinish(queue);
	start = bench_now_us();
	for (int i = 0; i < count; i++) {
		clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL);
		clFinish(queue);
	}
	start = bench_now_us() - start;
	clReleaseMemObject(buffer);
	clReleaseCommandQueue(queue);
	free(memory);
	return gigabytes(start, LARGE, count);
}
