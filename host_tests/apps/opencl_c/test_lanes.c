/* SPDX-License-Identifier: Apache-2.0 */
/* Loops with short vectors: each kernel is compared with a version that is a single work-item. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "host_tests/apps/app.h"

enum { COUNT = 48, BYTES = COUNT * (int)sizeof(cl_float4) };

static struct app app;

static int open_app(void **state)
{
	(void)state;
	app = app_open("lanes.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

/* Positive and negative floats of magnitude below 2, and integers. */
static void make_inputs(cl_mem buffers[2])
{
	cl_float floats[COUNT * 4];
	cl_int numbers[COUNT * 4];

	app_numbers(numbers, COUNT * 4, 11);
	for (int i = 0; i < COUNT * 4; i++)
		floats[i] = (cl_float)(numbers[i] % 1000) / 500 - (i % 3 == 0);
	buffers[0] = app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, BYTES, floats);
	buffers[1] = app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, BYTES, numbers);
}

/* Runs a kernel, or its single work-item version if `local` is 0, with n iterations. */
static void run(const char *name, const cl_mem inputs[2], size_t local, cl_int n, void *result)
{
	const size_t global = local ? COUNT : 1, alone = 1;
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[] = {inputs[0], inputs[1], app_buffer(&app, CL_MEM_WRITE_ONLY, BYTES, NULL)};

	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, n);
	if (!local)
		app_set_int(kernel, 4, COUNT);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, local ? &local : &alone, 0,
				  NULL, NULL));
	app_take_buffer(&app, buffers[2], result, BYTES);
	OK(clReleaseKernel(kernel));
}

/* Groups that fill the processor's vectors, and some that do not; no iteration, one, many. */
static void same_as_alone(void **state)
{
	static const char *const names[] = {
		"pull",    "blend",     "spiral",  "cross_product", "choose", "twice", "one_lane",
		"library", "processor", "lengths", "tiles",         "signs",  "wide"};
	static const size_t locals[] = {48, 16, 12, 8};
	static const cl_int lengths[] = {0, 1, 7, COUNT};
	cl_float expected[COUNT * 4], found[COUNT * 4];
	cl_mem inputs[2];
	char twin[32];

	(void)state;
	make_inputs(inputs);
	for (size_t k = 0; k < sizeof(names) / sizeof(names[0]); k++)
		for (size_t n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++) {
			snprintf(twin, sizeof(twin), "%s_alone", names[k]);
			run(twin, inputs, 0, lengths[n], expected);
			for (size_t i = 0; i < sizeof(locals) / sizeof(locals[0]); i++) {
				run(names[k], inputs, locals[i], lengths[n], found);
				if (memcmp(found, expected, BYTES))
					fail_msg("%s, groups of %zu, %d iterations", names[k],
						 locals[i], lengths[n]);
			}
		}
	OK(clReleaseMemObject(inputs[0]));
	OK(clReleaseMemObject(inputs[1]));
}

/* --- lengths ---------------------------------------------------------------------------------- */

enum { VECTORS = 1000, MOST_ULP = 4 }; /* OpenCL C 3.0, 7.4, allows more: 4.25 for a length */

static float any_float(void)
{
	static const float special[] = {0,      0x1p63f, 0x1p62f,  -0x1p-63f, -0.0f,  1,
					-1,     FLT_MAX, -FLT_MAX, FLT_MIN,   1e-40f, -1e-45f,
					1e-25f, 1e25f,   INFINITY, -INFINITY, NAN};
	uint32_t bits = (uint32_t)rand() << 16 ^ (uint32_t)rand();
	float value;

	if (rand() % 3 == 0)
		return special[(size_t)rand() % (sizeof(special) / sizeof(special[0]))];
	if (rand() % 2)
		return (float)(rand() % 2000 - 1000) / 8;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static long double length_of(const float *v)
{
	return sqrtl((long double)v[0] * v[0] + (long double)v[1] * v[1] +
		     (long double)v[2] * v[2]);
}

/* Whether a float is close to the exact value. */
static bool is_near(float found, long double exact)
{
	float rounded = (float)exact;

	if (isnan(exact) || isinf(rounded))
		return isnan(exact) ? isnan(found)
				    : found == rounded || fabsf(found) >= 0.999999f * FLT_MAX;
	return fabsl(found - exact) <=
	       MOST_ULP * (long double)(nextafterf(fabsf(rounded), INFINITY) - fabsf(rounded));
}

/* OpenCL C 3.0, 7.5.1. */
static void direction_of(const float *v, long double ret[3])
{
	bool infinite = isinf(v[0]) || isinf(v[1]) || isinf(v[2]);
	bool none = isnan(v[0]) || isnan(v[1]) || isnan(v[2]);
	float w[3];

	for (int k = 0; k < 3; k++)
		w[k] = infinite && !none ? copysignf(isinf(v[k]), v[k]) : v[k];
	for (int k = 0; k < 3; k++)
		ret[k] = length_of(w) == 0 ? v[k] : w[k] / length_of(w);
}

static void check_vector(const float *v, const float *found)
{
	const float way[3] = {v[0] - v[3], v[1] - v[4], v[2] - v[5]};
	long double direction[3];

	direction_of(v, direction);
	if (!is_near(found[0], length_of(v)) || !is_near(found[1], length_of(way)) ||
	    !is_near(found[2], direction[0]) || !is_near(found[3], direction[1]) ||
	    !is_near(found[4], direction[2]))
		fail_msg("(%a, %a, %a), (%a, %a, %a): %a %a (%a, %a, %a)", v[0], v[1], v[2], v[3],
			 v[4], v[5], found[0], found[1], found[2], found[3], found[4]);
}

static void lengths_are_right(void **state)
{
	const size_t global = VECTORS;
	float values[3 * (VECTORS + 1)], found[5 * VECTORS];
	cl_kernel kernel = app_kernel(&app, "measure");
	cl_mem buffers[2];

	(void)state;
	srand(1);
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		values[i] = any_float();
	/* The second element loses bits where the vector is scaled for the first one's sake. */
	values[0] = 0x1.359d3ep+62f;
	values[1] = 0x1.9665b4p-73f;
	values[2] = 0;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(found), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], found, sizeof(found));
	for (size_t i = 0; i < VECTORS; i++)
		check_vector(values + 3 * i, found + 5 * i);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_as_alone),
		cmocka_unit_test(lengths_are_right),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
