/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel compared with a direct call of the same code, compiled with the same flags. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { COUNT = 64 * 1024, TURNS = 15 };

/* A kernel, and the function to call directly. */
struct code {
	const char *kernel;
	const unsigned char *image;
	size_t size;
	void (*direct)(const unsigned *in, unsigned *out, int count);
};

struct function {
	cl_program program;
	cl_kernel kernel;
	cl_command_queue queue;
	cl_mem in, out;
	unsigned *from, *to, *result;
};

static int open_function(struct bench *bench, const struct code *code, struct function *f)
{
	cl_int count = COUNT;

	f->program = clCreateProgramWithBinary(bench->context, 1, &bench->device, &code->size,
					       (const unsigned char **)&code->image, NULL, NULL);
	f->queue = bench_queue(bench, 0);
	f->kernel = f->program ? clCreateKernel(f->program, code->kernel, NULL) : NULL;
	f->in = clCreateBuffer(bench->context, CL_MEM_READ_ONLY, COUNT * sizeof(cl_uint), NULL,
			       NULL);
	f->out = clCreateBuffer(bench->context, CL_MEM_WRITE_ONLY, COUNT * sizeof(cl_uint), NULL,
				NULL);
	f->from = malloc(COUNT * sizeof(cl_uint));
	f->to = malloc(COUNT * sizeof(cl_uint));
	f->result = malloc(COUNT * sizeof(cl_uint));
	if (!f->kernel || !f->queue || !f->in || !f->out || !f->from || !f->to || !f->result)
		return -1;
	for (unsigned i = 0; i < COUNT; i++)
		f->from[i] = i + 1;
	return clSetKernelArg(f->kernel, 0, sizeof(cl_mem), &f->in) ||
	       clSetKernelArg(f->kernel, 1, sizeof(cl_mem), &f->out) ||
	       clSetKernelArg(f->kernel, 2, sizeof(count), &count) ||
	       clEnqueueWriteBuffer(f->queue, f->in, CL_TRUE, 0, COUNT * sizeof(cl_uint), f->from,
				    0, NULL, NULL);
}

static void close_function(struct function *f)
{
	clReleaseKernel(f->kernel);
	clReleaseMemObject(f->in);
	clReleaseMemObject(f->out);
	clReleaseCommandQueue(f->queue);
	clReleaseProgram(f->program);
	free(f->from);
	free(f->to);
	free(f->result);
}

static double launch(struct function *f)
{
	double start = bench_now_us();

	clEnqueueTask(f->queue, f->kernel, 0, NULL, NULL);
	clFinish(f->queue);
	return bench_now_us() - start;
}

static double call(const struct code *code, struct function *f)
{
	double start = bench_now_us();

	code->direct(f->from, f->to, COUNT);
	return bench_now_us() - start;
}

/* The two alternate; the first round of each does not count. */
static double compare(const struct code *code, struct function *f)
{
	double launches[TURNS], calls[TURNS];

	launch(f);
	call(code, f);
	for (int i = 0; i < TURNS; i++) {
		launches[i] = launch(f);
		calls[i] = call(code, f);
	}
	return 100 * bench_median(calls, TURNS) / bench_median(launches, TURNS);
}

static double measure(struct bench *bench, const struct code *code)
{
	struct function f = {0};
	double percent = -1;

	if (!code->image || !code->direct)
		return -1;
	if (!open_function(bench, code, &f)) {
		percent = compare(code, &f);
		clEnqueueReadBuffer(f.queue, f.out, CL_TRUE, 0, COUNT * sizeof(cl_uint), f.result,
				    0, NULL, NULL);
		if (memcmp(f.result, f.to, COUNT * sizeof(cl_uint)) != 0)
			percent = -1;
	}
	close_function(&f);
	return percent;
}

double bench_function(struct bench *bench)
{
	const struct code code = {"mix", bench->function, bench->function_size, bench->direct};

	return measure(bench, &code);
}

double bench_task(struct bench *bench)
{
	const struct code code = {"mix_task", bench->task, bench->task_size, bench->direct_task};

	return measure(bench, &code);
}
