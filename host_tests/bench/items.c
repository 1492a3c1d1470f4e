/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels with work-items (items.cl). A round is one warm-up launch and up to 20 measured ones, of
 * which it reports the median: after the first few launches, the buffers are in the processor's
 * caches as far as they fit. Afterwards the results are compared with the host's.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum {
	LEAST_LAUNCHES = 3,
	MOST_LAUNCHES = 20,
	MOST_INPUTS = 2,
	BINS = 256,
	GROUP = 256,
	SAMPLES = 64,
	ENOUGH_MS = 100
};

struct items {
	size_t n; /* size of the NDRange in each dimension */
	size_t elements, results;
	cl_uint launches; /* number of launches since the results were last written */
	cl_kernel kernel;
	cl_command_queue queue;
	cl_mem in[MOST_INPUTS], out;
	void *from[MOST_INPUTS], *to;
};

struct row {
	const char *kernel;
	cl_uint dimensions;
	size_t local;          /* in each dimension; 0: chosen by the driver */
	size_t full, multiple; /* items.n at full scale, and a number that must divide it */
	cl_uint inputs;
	size_t element, result; /* sizes in bytes */
	size_t per_result;      /* items per result; 0: BINS results in all */
	size_t local_bytes;     /* size of a local argument; 0: none */
	bool takes_n;           /* as the last argument */
	void (*fill)(struct items *items);
	/* The first result that differs; SIZE_MAX: none. */
	size_t (*check)(const struct items *items);
};

/* --- inputs and results ----------------------------------------------------------------------- */

/* Small integers, so that sums of products are exact in any order. */
static void fill_whole(struct items *items)
{
	float *a = items->from[0], *b = items->from[1];

	for (size_t i = 0; i < items->elements; i++) {
		a[i] = (float)(i % 13);
		b[i] = (float)(i * 7 % 11);
	}
}

static size_t check_sums(const struct items *items)
{
	const float *a = items->from[0], *b = items->from[1], *out = items->to;

	for (size_t i = 0; i < items->results; i++)
		if (out[i] != a[i] + b[i])
			return i;
	return SIZE_MAX;
}

static size_t check_matrix(const struct items *items)
{
	const float *a = items->from[0], *b = items->from[1], *out = items->to;
	size_t n = items->n;

	for (size_t i = 0; i < items->results; i += i % 17 + 1) {
		float sum = 0;

		for (size_t k = 0; k < n; k++)
			sum += a[i / n * n + k] * b[k * n + i % n];
		if (out[i] != sum)
			return i;
	}
	return SIZE_MAX;
}

static void fill_numbers(struct items *items)
{
	cl_uint *values = items->from[0], number = 1;

	for (size_t i = 0; i < items->elements; i++) {
		number = number * 1664525u + 1013904223u;
		values[i] = number >> 12;
	}
}

/* All launches add to the same counts. */
static size_t check_histogram(const struct items *items)
{
	const cl_uint *values = items->from[0], *out = items->to;
	cl_uint counts[BINS] = {0};

	for (size_t i = 0; i < items->elements; i++)
		counts[values[i] % BINS] += items->launches;
	for (size_t i = 0; i < BINS; i++)
		if (out[i] != counts[i])
			return i;
	return SIZE_MAX;
}

static size_t check_reduction(const struct items *items)
{
	const cl_uint *values = items->from[0], *out = items->to;

	for (size_t i = 0; i < items->results; i++) {
		cl_uint sum = 0;

		for (size_t k = 0; k < GROUP; k++)
			sum += values[i * GROUP + k];
		if (out[i] != sum)
			return i;
	}
	return SIZE_MAX;
}

static void fill_fractions(struct items *items)
{
	float *a = items->from[0], *b = items->from[1];

	for (size_t i = 0; i < items->elements; i++) {
		a[i] = (float)(i % 8191) / 512 - 8;
		b[i] = (float)(i % 4093) / 1024 + 0.25f;
	}
}

/* OpenCL allows sin() 4 ulp, exp() 3, pow() 16, and rounding in each operation between them. */
static size_t check_math(const struct items *items)
{
	const float *a = items->from[0], *b = items->from[1], *out = items->to;
	const double ulp = 1.2e-7;

	for (size_t i = 0; i < items->results; i++) {
		double product = sin((double)a[i]) * exp((double)b[i]);
		double power = pow((double)b[i], (double)a[i]);
		double allowed = (9 * fabs(product) + 17 * fabs(power)) * ulp;

		if (!(fabs(out[i] - (product + power)) <= allowed))
			return i;
	}
	return SIZE_MAX;
}

static void fill_bodies(struct items *items)
{
	cl_float4 *bodies = items->from[0];
	cl_uint number = 1;

	for (size_t i = 0; i < items->elements; i++)
		for (int k = 0; k < 4; k++) {
			number = number * 1664525u + 1013904223u;
			bodies[i].s[k] = (float)(number >> 8) / (1 << 24);
		}
}

/*
 * The order of summation is not defined, so the error is compared with the sum of the magnitudes.
 */
static bool is_force(const struct items *items, size_t at, int k)
{
	const cl_float4 *bodies = items->from[0], *out = items->to;
	double sum = 0, magnitude = 0;

	for (size_t i = 0; i < items->n; i++) {
		double square = 0.01, part;

		for (int d = 0; d < 3; d++)
			square += pow((double)bodies[i].s[d] - bodies[at].s[d], 2);
		part = ((double)bodies[i].s[k] - bodies[at].s[k]) * bodies[i].s[3] /
		       (square * sqrt(square));
		sum += part;
		magnitude += fabs(part);
	}
	return fabs(out[at].s[k] - sum) <= magnitude * 1e-5;
}

static size_t check_bodies(const struct items *items)
{
	for (size_t i = 0; i < items->results; i += items->results / SAMPLES + 1)
		for (int k = 0; k < 3; k++)
			if (!is_force(items, i, k))
				return i;
	return SIZE_MAX;
}

/* --- rounds ----------------------------------------------------------------------------------- */

static size_t scale(const struct bench *bench, const struct row *row)
{
	double factor = row->full > 100000 ? bench->scale : sqrt(bench->scale);
	size_t n = (size_t)((double)row->full * factor) / row->multiple * row->multiple;

	return n ? n : row->multiple;
}

static bool open_program(struct bench *bench)
{
	const unsigned char *binary = bench->items;
	const char *source = (const char *)bench->items;

	if (bench->items_program)
		return true;
	if (bench->items_in_source)
		bench->items_program = clCreateProgramWithSource(bench->context, 1, &source,
								 &bench->items_size, NULL);
	else
		bench->items_program = clCreateProgramWithBinary(
			bench->context, 1, &bench->device, &bench->items_size, &binary, NULL, NULL);
	return bench->items_program &&
	       !clBuildProgram(bench->items_program, 0, NULL, NULL, NULL, NULL);
}

static bool open_memory(struct bench *bench, const struct row *row, struct items *items)
{
	for (cl_uint i = 0; i < row->inputs; i++) {
		items->from[i] = malloc(items->elements * row->element);
		items->in[i] = clCreateBuffer(bench->context, CL_MEM_READ_ONLY,
					      items->elements * row->element, NULL, NULL);
		if (!items->from[i] || !items->in[i])
			return false;
	}
	items->to = calloc(items->results, row->result);
	items->out = clCreateBuffer(bench->context, CL_MEM_READ_WRITE, items->results * row->result,
				    NULL, NULL);
	return items->to && items->out;
}

static bool write_memory(const struct row *row, struct items *items)
{
	cl_int error = clEnqueueWriteBuffer(items->queue, items->out, CL_TRUE, 0,
					    items->results * row->result, items->to, 0, NULL, NULL);

	row->fill(items);
	for (cl_uint i = 0; !error && i < row->inputs; i++)
		error = clEnqueueWriteBuffer(items->queue, items->in[i], CL_TRUE, 0,
					     items->elements * row->element, items->from[i], 0,
					     NULL, NULL);
	return !error;
}

static bool set_args(const struct row *row, struct items *items)
{
	cl_int n = (cl_int)items->n, error = 0;
	cl_uint arg = 0;

	for (cl_uint i = 0; i < row->inputs; i++)
		error |= clSetKernelArg(items->kernel, arg++, sizeof(cl_mem), &items->in[i]);
	error |= clSetKernelArg(items->kernel, arg++, sizeof(cl_mem), &items->out);
	if (row->local_bytes)
		error |= clSetKernelArg(items->kernel, arg++, row->local_bytes, NULL);
	if (row->takes_n)
		error |= clSetKernelArg(items->kernel, arg++, sizeof(n), &n);
	return !error;
}

static bool open_items(struct bench *bench, const struct row *row, struct items *items)
{
	items->n = scale(bench, row);
	items->elements = row->dimensions == 2 ? items->n * items->n : items->n;
	items->results = row->per_result ? items->elements / row->per_result : BINS;
	items->queue = bench_queue(bench, 0);
	items->kernel = open_program(bench)
				? clCreateKernel(bench->items_program, row->kernel, NULL)
				: NULL;
	return items->queue && items->kernel && open_memory(bench, row, items) &&
	       write_memory(row, items) && set_args(row, items);
}

static void close_items(struct items *items)
{
	for (cl_uint i = 0; i < MOST_INPUTS; i++) {
		clReleaseMemObject(items->in[i]);
		free(items->from[i]);
	}
	clReleaseMemObject(items->out);
	free(items->to);
	clReleaseKernel(items->kernel);
	clReleaseCommandQueue(items->queue);
}

/* Returns milliseconds; negative on failure. */
static double launch(const struct row *row, const struct items *items)
{
	const size_t global[2] = {items->n, items->n}, local[2] = {row->local, row->local};
	double start = bench_now_us();
	cl_int error = clEnqueueNDRangeKernel(items->queue, items->kernel, row->dimensions, NULL,
					      global, row->local ? local : NULL, 0, NULL, NULL);

	if (error || clFinish(items->queue))
		return -1;
	return (bench_now_us() - start) / 1000;
}

static bool is_right(const struct row *row, const struct items *items)
{
	size_t wrong;

	if (clEnqueueReadBuffer(items->queue, items->out, CL_TRUE, 0, items->results * row->result,
				items->to, 0, NULL, NULL))
		return false;
	wrong = row->check(items);
	if (wrong != SIZE_MAX)
		fprintf(stderr, "fcl_bench: kernel %s: result %zu of %zu is wrong\n", row->kernel,
			wrong, items->results);
	return wrong == SIZE_MAX;
}

/* Long kernels are launched less often, because their times vary less. */
static double measure(const struct row *row, struct items *items)
{
	double times[MOST_LAUNCHES], sum = 0;
	int count = 0;

	if (launch(row, items) < 0)
		return -1;
	while (count < LEAST_LAUNCHES || (count < MOST_LAUNCHES && sum < ENOUGH_MS)) {
		times[count] = launch(row, items);
		if (times[count] < 0)
			return -1;
		sum += times[count++];
	}
	items->launches = 1 + (cl_uint)count;
	return is_right(row, items) ? bench_median(times, count) : -1;
}

static double run(struct bench *bench, const struct row *row)
{
	struct items items = {0};
	double time = -1;

	if (!bench->items)
		return -1;
	if (open_items(bench, row, &items))
		time = measure(row, &items);
	close_items(&items);
	return time;
}

#define MILLIONS(n) ((size_t)(n) << 20)

/* The members that most rows share. */
#define LINE(name, n)                                                                              \
	.kernel = name, .dimensions = 1, .local = GROUP, .full = n, .multiple = GROUP,             \
	.element = 4, .result = 4, .per_result = 1

static const struct row vadd = {LINE("vadd", MILLIONS(4)), .inputs = 2, .fill = fill_whole,
				.check = check_sums};
static const struct row matrix = {.kernel = "matrix",
				  .dimensions = 2,
				  .local = 16,
				  .full = 512,
				  .multiple = 16,
				  .inputs = 2,
				  .element = 4,
				  .result = 4,
				  .per_result = 1,
				  .takes_n = true,
				  .fill = fill_whole,
				  .check = check_matrix};
static const struct row bodies = {.kernel = "bodies",
				  .dimensions = 1,
				  .local = GROUP,
				  .full = 16384,
				  .multiple = GROUP,
				  .inputs = 1,
				  .element = 16,
				  .result = 16,
				  .per_result = 1,
				  .takes_n = true,
				  .fill = fill_bodies,
				  .check = check_bodies};
static const struct row math = {LINE("math", MILLIONS(4)), .inputs = 2, .fill = fill_fractions,
				.check = check_math};

double bench_items_vadd(struct bench *bench)
{
	struct row row = vadd;

	row.local = 0;
	return run(bench, &row);
}

double bench_items_vadd_local(struct bench *bench)
{
	return run(bench, &vadd);
}

double bench_items_matrix(struct bench *bench)
{
	return run(bench, &matrix);
}

double bench_items_histogram(struct bench *bench)
{
	struct row row = {LINE("histogram", MILLIONS(4)), .inputs = 1, .fill = fill_numbers,
			  .check = check_histogram};

	row.per_result = 0;
	return run(bench, &row);
}

double bench_items_math(struct bench *bench)
{
	return run(bench, &math);
}

double bench_items_bodies(struct bench *bench)
{
	return run(bench, &bodies);
}

double bench_items_reduction(struct bench *bench)
{
	struct row row = {LINE("reduce", MILLIONS(4)), .inputs = 1, .fill = fill_numbers,
			  .check = check_reduction};

	row.per_result = GROUP;
	row.local_bytes = GROUP * 4;
	return run(bench, &row);
}
