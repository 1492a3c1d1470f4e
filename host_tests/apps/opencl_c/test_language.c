/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C 3.0: the features that the device reports, work-group functions, strided copies. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include <math.h>
#include <string.h>

#include "host_tests/apps/app.h"

static struct app app;

static int open_app(void **state)
{
	(void)state;
	app = app_open("language.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

/* Macros in the order of language.cl. */
static const char *const features[] = {"__opencl_c_atomic_order_acq_rel",
				       "__opencl_c_atomic_order_seq_cst",
				       "__opencl_c_atomic_scope_device",
				       "__opencl_c_atomic_scope_all_devices",
				       "__opencl_c_device_enqueue",
				       "__opencl_c_generic_address_space",
				       "__opencl_c_fp64",
				       "__opencl_c_images",
				       "__opencl_c_int64",
				       "__opencl_c_pipes",
				       "__opencl_c_program_scope_global_variables",
				       "__opencl_c_read_write_images",
				       "__opencl_c_3d_image_writes",
				       "__opencl_c_subgroups",
				       "__opencl_c_work_group_collective_functions"};
static const char *const extensions[] = {"cl_khr_fp64",
					 "cl_khr_fp16",
					 "cl_khr_byte_addressable_store",
					 "cl_khr_global_int32_base_atomics",
					 "cl_khr_global_int32_extended_atomics",
					 "cl_khr_local_int32_base_atomics",
					 "cl_khr_local_int32_extended_atomics",
					 "cl_khr_int64_base_atomics",
					 "cl_khr_int64_extended_atomics",
					 "cl_khr_3d_image_writes",
					 "cl_khr_depth_images",
					 "cl_khr_gl_msaa_sharing",
					 "cl_khr_mipmap_image",
					 "cl_khr_mipmap_image_writes",
					 "cl_khr_srgb_image_writes",
					 "cl_khr_subgroups",
					 "cl_intel_subgroups",
					 "cl_intel_subgroups_short",
					 "cles_khr_int64"};
enum {
	FEATURES = sizeof(features) / sizeof(features[0]),
	EXTENSIONS = sizeof(extensions) / sizeof(extensions[0])
};

static bool reports_feature(const char *name)
{
	cl_name_version list[64];
	size_t size = 0;

	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_OPENCL_C_FEATURES, sizeof(list), list, &size));
	for (size_t i = 0; i < size / sizeof(list[0]); i++)
		if (!strcmp(list[i].name, name))
			return true;
	return false;
}

static bool reports_extension(const char *name)
{
	cl_name_version list[64];
	size_t size = 0;

	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(list), list,
			   &size));
	for (size_t i = 0; i < size / sizeof(list[0]); i++)
		if (!strcmp(list[i].name, name))
			return true;
	return false;
}

/* Kernels see exactly the features and extensions that the device reports. */
static void macros(void **state)
{
	cl_kernel kernel = app_kernel(&app, "macros");
	cl_int found[FEATURES + EXTENSIONS + 1];
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(found), NULL);

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_take_buffer(&app, buffer, found, sizeof(found));
	for (int i = 0; i < FEATURES; i++)
		if (found[i] != reports_feature(features[i]))
			fail_msg("%s: %sdefined, but the device says otherwise", features[i],
				 found[i] ? "" : "not ");
	for (int i = 0; i < EXTENSIONS; i++)
		if (found[FEATURES + i] != reports_extension(extensions[i]))
			fail_msg("%s: %sdefined, but the device says otherwise", extensions[i],
				 found[FEATURES + i] ? "" : "not ");
	assert_int_equal(found[FEATURES + EXTENSIONS], 1);
	OK(clReleaseKernel(kernel));
}

/* Program-scope variables are an optional feature of OpenCL C 3.0, which is supported here. */
static void shared_variables(void **state)
{
	cl_kernel kernel = app_kernel(&app, "shared_count");

	(void)state;
	assert_true(reports_feature("__opencl_c_program_scope_global_variables"));
	for (cl_int i = 1; i <= 3; i++) {
		cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(cl_int), NULL);
		cl_int found = 0;

		app_set_buffers(kernel, 0, 1, &buffer);
		OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
		app_take_buffer(&app, buffer, &found, sizeof(found));
		assert_int_equal(found, 6 + i);
	}
	OK(clReleaseKernel(kernel));
}

/* --- work-group functions --------------------------------------------------------------------- */

enum { X = 24, Y = 6, GROUP_X = 8, GROUP_Y = 3, N = X * Y, ROWS = 12, MOST = GROUP_X * GROUP_Y };

/* The expected results for the work-item with local linear id `i` of `count`. */
static void expect_row(const cl_int *values, int count, int i, cl_int expected[ROWS])
{
	const int from[3] = {count - 1, i, i - 1};

	for (int kind = 0; kind < 3; kind++) {
		cl_int sum = 0, least = CL_INT_MAX, most = CL_INT_MIN;

		for (int j = 0; j <= from[kind]; j++) {
			sum += values[j];
			least = values[j] < least ? values[j] : least;
			most = values[j] > most ? values[j] : most;
		}
		expected[3 * kind] = sum;
		expected[3 * kind + 1] = least;
		expected[3 * kind + 2] = most;
	}
	expected[9] = expected[1] > 0;
	expected[10] = expected[2] > 90;
}

/*
 * Compares the results of one group; `size` is this group's size, which may be smaller than
 * others'.
 */
static void check_group(const cl_int *in, const cl_int *out, const int start[2], const int size[2])
{
	cl_int values[MOST], expected[ROWS];
	int count = size[0] * size[1];

	for (int i = 0; i < count; i++)
		values[i] = in[(start[1] + i / size[0]) * X + start[0] + i % size[0]];
	for (int i = 0; i < count; i++) {
		int at = (start[1] + i / size[0]) * X + start[0] + i % size[0];

		expect_row(values, count, i, expected);
		expected[11] = in[(start[1] + 1) * X + start[0] + 2];
		for (int row = 0; row < ROWS; row++)
			if (out[row * N + at] != expected[row])
				fail_msg("row %d, work-item %d: expected %d, found %d", row, at,
					 expected[row], out[row * N + at]);
	}
}

static void together(void **state)
{
	static const size_t shapes[2][2] = {{GROUP_X, GROUP_Y}, {7, 3}};
	const size_t global[2] = {X, Y};
	cl_int in[N], out[ROWS * N];
	cl_kernel kernel = app_kernel(&app, "together");

	(void)state;
	app_numbers(in, N, 11);
	for (int i = 0; i < N; i++)
		in[i] = in[i] % 100 - (i / X > 2 ? 30 : 0);
	for (int shape = 0; shape < 2; shape++) {
		const int w = (int)shapes[shape][0], h = (int)shapes[shape][1];
		cl_mem buffers[2];

		buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
		buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
		app_set_buffers(kernel, 0, 2, buffers);
		app_set_int(kernel, 2, N);
		app_set_int(kernel, 3, 2);
		app_set_int(kernel, 4, 1);
		OK(clEnqueueNDRangeKernel(app.queue, kernel, 2, NULL, global, shapes[shape], 0,
					  NULL, NULL));
		app_take_buffer(&app, buffers[1], out, sizeof(out));
		OK(clReleaseMemObject(buffers[0]));
		for (int y = 0; y < Y; y += h)
			for (int x = 0; x < X; x += w) {
				const int start[2] = {x, y};
				const int size[2] = {X - x < w ? X - x : w, Y - y < h ? Y - y : h};

				check_group(in, out, start, size);
			}
	}
	OK(clReleaseKernel(kernel));
}

static void types_together(void **state)
{
	enum { COUNT = 70 };
	const size_t global = COUNT;
	cl_kernel kernel = app_kernel(&app, "types_together");
	cl_ulong out[3 * COUNT];
	double reals[2 * COUNT], sum = 0;
	cl_mem buffers[2];

	(void)state;
	buffers[0] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(reals), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL));
	app_take_buffer(&app, buffers[0], out, sizeof(out));
	app_take_buffer(&app, buffers[1], reals, sizeof(reals));
	for (cl_ulong i = 0; i < COUNT; i++) {
		sum += 0.25 * (double)i;
		assert_true(out[3 * i] == 3 * (i << 40) + COUNT - 1);
		/* The sum wraps from work-item 16 on. */
		assert_true(out[3 * i + 1] == 0);
		assert_true((cl_long)out[3 * i + 2] == -1);
		assert_true(reals[2 * i] == sum);
		assert_true(reals[2 * i + 1] == (i ? -(double)(i - 1) : (double)INFINITY));
	}
	OK(clReleaseKernel(kernel));
}

/* Every third value is copied to local memory, and from there to every fourth place. */
static void strided(void **state)
{
	enum { COUNT = 50, STRIDE = 3 };
	const size_t items = 16;
	cl_int in[COUNT * STRIDE], out[COUNT * (STRIDE + 1)];
	cl_kernel kernel = app_kernel(&app, "strided");
	cl_mem buffers[2];

	(void)state;
	app_numbers(in, COUNT * STRIDE, 3);
	memset(out, 0, sizeof(out));
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(out), out);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clSetKernelArg(kernel, 2, COUNT * sizeof(cl_int), NULL));
	app_set_int(kernel, 3, COUNT);
	app_set_int(kernel, 4, STRIDE);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	OK(clReleaseMemObject(buffers[0]));
	for (int i = 0; i < COUNT * (STRIDE + 1); i++)
		assert_int_equal(out[i],
				 i % (STRIDE + 1) ? 0 : in[i / (STRIDE + 1) * STRIDE] + 1000);
	OK(clReleaseKernel(kernel));
}

/* cl_khr_int64_base_atomics, cl_khr_int64_extended_atomics. */
static void long_atomics(void **state)
{
	const size_t items = 64;
	const cl_long step = (cl_long)1 << 33;
	cl_long values[7] = {-1, 1, -3, 3, 0, step, 0};
	cl_ulong positive[4] = {0, 0, ~(cl_ulong)0, ~(cl_ulong)0};
	cl_kernel kernel = app_kernel(&app, "long_atomics");
	cl_mem buffers[2];

	(void)state;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(values), values);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(positive), positive);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffers[0], values, sizeof(values));
	app_take_buffer(&app, buffers[1], positive, sizeof(positive));
	assert_true(values[0] == 64 * step - 1 && values[1] == 1 - 64 * step);
	assert_true(values[2] == 61 && values[3] == -61 && values[4] == -63 - step);
	assert_true(values[5] >= 1 && values[5] <= 64 && values[6] == step + 5);
	assert_true(positive[0] == ((cl_ulong)1 << 63) + 63);
	assert_true(positive[1] == ~(cl_ulong)0 && !positive[2] && !positive[3]);
	OK(clReleaseKernel(kernel));
}

/* A kernel keeps the name in its source, even if a macro of the library has the same name. */
static void names(void **state)
{
	static const char *const kernels[] = {
		"mix", "a_name_of_fifty_eight_characters_which_no_kernel_exceeds_x"};
	size_t items = 8;

	(void)state;
	assert_int_equal(strlen(kernels[1]), 58);
	for (int i = 0; i < 2; i++) {
		cl_kernel kernel = app_kernel(&app, kernels[i]);
		cl_mem buffer = app_buffer(&app, 0, 8 * sizeof(cl_int), NULL);
		cl_int out[8] = {0};
		char name[100] = "";

		OK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL));
		assert_string_equal(name, kernels[i]);
		app_set_buffers(kernel, 0, 1, &buffer);
		OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, &items, 0, NULL,
					  NULL));
		app_take_buffer(&app, buffer, out, sizeof(out));
		for (int j = 0; j < 8; j++)
			assert_int_equal(out[j], i ? 58 + j : 8);
		OK(clReleaseKernel(kernel));
	}
}

/*
 * Names that fpgaclc's headers define as macros, and library functions overloaded with other
 * parameters.
 */
static void names_of_the_library(void **state)
{
	const size_t items = 6;
	cl_kernel kernel = app_kernel(&app, "normalize");
	cl_mem buffer = app_buffer(&app, 0, 3 * 6 * sizeof(cl_float), NULL);
	cl_float out[3 * 6];
	char name[100] = "";

	(void)state;
	OK(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof(name), name, NULL));
	assert_string_equal(name, "normalize");
	OK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof(name), name, NULL));
	assert_string_equal(name, "length");
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, 10);
	app_set_int(kernel, 2, 13);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < 6; i++) {
		assert_true(out[3 * i] == (i < 4 ? 12 : 16));
		assert_true(out[3 * i + 1] == (i < 3 ? 13 : 10 + i));
		assert_true(out[3 * i + 2] == (float)(10 + i + 200));
	}
	OK(clReleaseKernel(kernel));
}

static void kernels_that_call_their_name(void **state)
{
	const size_t items = 5;
	cl_mem buffer = app_buffer(&app, 0, items * 4 * sizeof(cl_float), NULL);
	cl_kernel kernel = app_kernel(&app, "distance");
	cl_float out[5 * 4];

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffer, out, sizeof(out));
	for (size_t i = 0; i < items; i++)
		assert_true(out[4 * i] == 2 * (float)i);
	OK(clReleaseKernel(kernel));
	kernel = app_kernel(&app, "lgamma");
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (size_t i = 0; i < items; i++)
		assert_true(fabs(out[i] - lgamma(3.0 + (double)i)) < 1e-5);
	OK(clReleaseKernel(kernel));
}

/* Functions other than kernels declare __local arrays, separate ones for each call. */
static void local_in_functions(void **state)
{
	enum { ITEMS = 64, GROUPS = 3 };
	cl_kernel kernel = app_kernel(&app, "local_in_functions");
	cl_int out[2 * ITEMS * GROUPS];
	cl_mem buffer = app_buffer(&app, 0, sizeof(out), NULL);
	size_t items = ITEMS, all = ITEMS * GROUPS;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &all, &items, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < ITEMS * GROUPS; i++) {
		int item = i % ITEMS, row = 3 - item / 16, from = 63 - (row * 16 + item % 16);

		assert_int_equal(out[i], from + 1000 * (100 + from + 3));
		assert_int_equal(out[ITEMS * GROUPS + i], 63 * 32);
	}
	OK(clReleaseKernel(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(macros),
		cmocka_unit_test(shared_variables),
		cmocka_unit_test(together),
		cmocka_unit_test(types_together),
		cmocka_unit_test(strided),
		cmocka_unit_test(long_atomics),
		cmocka_unit_test(names),
		cmocka_unit_test(names_of_the_library),
		cmocka_unit_test(kernels_that_call_their_name),
		cmocka_unit_test(local_in_functions),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
