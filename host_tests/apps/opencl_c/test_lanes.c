/* SPDX-License-Identifier: Apache-2.0 */
/* Loops with short vectors: each kernel beside its twin, which is one work-item. */
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

/* Floats of both signs below 2, and integers. */
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

/* Runs a kernel, or its twin if `local` is 0, with n iterations. */
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
	static const char *const names[] = {"pull",      "blend",   "spiral",   "cross_product",
					    "choose",    "twice",   "one_lane", "library",
					    "processor", "lengths", "tiles"};
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_as_alone),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
