/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BENCH_H
#define FCL_BENCH_H

#include <CL/cl.h>
#include <stddef.h>

/*
 * Shared by all measurements. The kernel takes global pointers, all of them to `buffer`, and
 * scalars; with scalars of 0 it does nothing.
 */
struct bench {
	cl_platform_id platform;
	cl_device_id device;
	cl_context context;
	cl_program program;
	cl_kernel kernel;
	const char *name;      /* the kernel's name */
	cl_uint buffer_arg;    /* index of its first pointer */
	cl_uint scalar_arg;    /* index of its first scalar, which has 4 bytes */
	cl_mem buffer;         /* 4 KiB */
	unsigned char *binary; /* NULL: built from source */
	size_t binary_size;
	unsigned char *stream; /* image with the pipelines; NULL: not measured */
	size_t stream_size;
	unsigned char *function; /* image with the kernel `mix`; NULL: not measured */
	size_t function_size;
	void (*direct)(const unsigned *in, unsigned *out,
		       int count); /* its code, for direct calls */
	unsigned char *task;       /* image of task.cl; NULL: not measured */
	size_t task_size;
	void (*direct_task)(const unsigned *in, unsigned *out, int count); /* its task in C */
	unsigned char *items; /* kernels with work-items; NULL: not measured */
	size_t items_size;
	const char *plugin;       /* libpi_fpgacl.so; NULL: not measured */
	int items_in_source;      /* OpenCL C instead of a binary */
	cl_program items_program; /* created at first use */
	double scale; /* scales the number of repetitions: 1, or less for a quick check */
};

/* One figure: the median of several rounds. */
struct measure {
	const char *name, *unit;
	int bigger_is_better;
	/* Runs one round. Negative if the driver does not support it. */
	double (*round)(struct bench *bench);
};

extern const struct measure measures[];
extern const size_t nmeasures;

/* The median of `count` values, which are sorted in place. */
double bench_median(double *values, int count);

/* CLOCK_MONOTONIC in microseconds. */
double bench_now_us(void);

/* The number of repetitions for a nominal `count`; at least 1. */
int bench_times(const struct bench *bench, int count);

/* A kernel with all arguments set. */
cl_kernel bench_kernel(struct bench *bench);

cl_command_queue bench_queue(struct bench *bench, cl_command_queue_properties properties);

/* Rounds of graph.c and memory.c. */
double bench_graph_small(struct bench *bench);
double bench_graph_large(struct bench *bench);
double bench_enqueue(struct bench *bench);
double bench_replay(struct bench *bench);
double bench_thread_hop(struct bench *bench);
double bench_callback(struct bench *bench);
double bench_command_bytes(struct bench *bench);
double bench_buffer_bytes(struct bench *bench);
double bench_kernel_bytes(struct bench *bench);
double bench_queue_bytes(struct bench *bench);

/* Rounds of launches.c. -1 if the program has no such kernels. */
double bench_buffers_1(struct bench *bench);
double bench_buffers_3(struct bench *bench);
double bench_buffers_8(struct bench *bench);
double bench_other_buffer_1(struct bench *bench);
double bench_other_buffer_3(struct bench *bench);
double bench_other_buffer_8(struct bench *bench);
double bench_other_scalar_1(struct bench *bench);
double bench_other_scalar_3(struct bench *bench);
double bench_other_scalar_8(struct bench *bench);
double bench_one_thread(struct bench *bench);
double bench_own_cus(struct bench *bench);
double bench_shared_cu(struct bench *bench);

/* Rounds of transfers.c. */
double bench_copy_middle(struct bench *bench);
double bench_copy_middle_2(struct bench *bench);
double bench_copy_large(struct bench *bench);
double bench_copy_large_2(struct bench *bench);
double bench_write_middle(struct bench *bench);
double bench_read_middle(struct bench *bench);
double bench_write_large(struct bench *bench);
double bench_read_large(struct bench *bench);
double bench_migrate_large(struct bench *bench);

/* Rounds of function.c and stream.c. */
double bench_function(struct bench *bench);
double bench_task(struct bench *bench);
double bench_stream(struct bench *bench);
double bench_stream_wide(struct bench *bench);
double bench_pipe(struct bench *bench);
double bench_flow_2(struct bench *bench);
double bench_flow_64(struct bench *bench);
double bench_tapa_2(struct bench *bench);
double bench_tapa_64(struct bench *bench);

/* A round of plugin.c. */
double bench_plugin(struct bench *bench);

/* Rounds of items.c. */
double bench_items_vadd(struct bench *bench);
double bench_items_vadd_local(struct bench *bench);
double bench_items_matrix(struct bench *bench);
double bench_items_histogram(struct bench *bench);
double bench_items_math(struct bench *bench);
double bench_items_bodies(struct bench *bench);
double bench_items_reduction(struct bench *bench);

#endif
