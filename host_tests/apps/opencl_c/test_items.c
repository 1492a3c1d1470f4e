/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C kernels: work-items, barriers, local memory, all kinds of values, printf. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "host_tests/apps/app.h"

#include <CL/cl_ext.h>

static struct app app;

static int open_app(void **state)
{
	(void)state;
	app = app_open("items.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

/* Each work-item sees its own ids, including the offset. */
static void places(void **state)
{
	enum { X = 6, Y = 4, Z = 2 };
	const size_t offset[3] = {3, 5, 7}, global[3] = {X, Y, Z}, local[3] = {3, 2, 1};
	cl_kernel kernel = app_kernel(&app, "number");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, X * Y * Z * sizeof(cl_ulong), NULL);
	cl_ulong found[X * Y * Z];

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 3, offset, global, local, 0, NULL, NULL));
	app_take_buffer(&app, buffer, found, sizeof(found));
	for (cl_ulong i = 0; i < (cl_ulong)X * Y * Z; i++) {
		cl_ulong x = i % X, y = i / X % Y, z = i / X / Y;
		cl_ulong expected = x + 3 + 100 * (y + 5) + 10000 * (z + 7) + 1000000 * (x % 3) +
				    10000000 * (y % 2) + 1000000000 * (x / 3) +
				    10000000000 * (y / 2) + 100000000000 * z + 3000000000000 +
				    20000000000000 + 200000000000000;

		assert_int_equal(found[i], expected);
	}
	OK(clReleaseKernel(kernel));
}

/* Work-items wait for each other; the group has the size that the source requires. */
static void barriers(void **state)
{
	enum { COUNT = 64 };
	const size_t global = COUNT, wrong = 8;
	cl_kernel kernel = app_kernel(&app, "reverse");
	size_t required[3] = {0};
	cl_int in[COUNT], out[COUNT];
	cl_mem buffers[2];

	(void)state;
	app_numbers(in, COUNT, 5);
	OK(clGetKernelWorkGroupInfo(kernel, app.devices[0], CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
				    sizeof(required), required, NULL));
	assert_int_equal(required[0], 16);
	buffers[0] = app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, 3);
	assert_int_equal(
		clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &wrong, 0, NULL, NULL),
		CL_INVALID_WORK_GROUP_SIZE);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &required[0], 0, NULL,
				  NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(out[i], in[i / 16 * 16 + 15 - i % 16] + 3);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

static void values(void **state)
{
	struct recipe {
		cl_char tag;
		cl_float4 factor;
		cl_short3 shift;
	} recipe = {7, {{1, 2, 3, 4}}, {{10, 20, 30}}};
	cl_float3 three = {{1, 2, 3}};
	cl_double8 wide = {{0, 0, 0, 0, 0, 0, 0, 0.25}};
	const cl_int more[2] = {100, 200};
	const cl_char tag = 7;
	const size_t global = 2;
	cl_float4 data[2] = {{{1, 1, 1, -5}}, {{2, 2, 2, 2}}};
	cl_kernel kernel = app_kernel(&app, "blend");
	cl_mem buffers[2];

	(void)state;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(data), data);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(more), (void *)more);
	OK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[0]));
	OK(clSetKernelArg(kernel, 1, sizeof(recipe), &recipe));
	OK(clSetKernelArg(kernel, 2, sizeof(three), &three));
	OK(clSetKernelArg(kernel, 3, sizeof(tag), &tag));
	OK(clSetKernelArg(kernel, 4, sizeof(cl_mem), &buffers[1]));
	OK(clSetKernelArg(kernel, 5, sizeof(wide), &wide));
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffers[0], data, sizeof(data));
	assert_true(data[0].s[0] == 1 + 10 + 0.5f + 4 + 100);
	assert_true(data[0].s[1] == 2 + 20 + 14 + 0.25f);
	assert_true(data[0].s[2] == 3 + 30 + 1);
	assert_true(data[0].s[3] == 2 * (-20 + 30) + 1);
	assert_true(data[1].s[0] == 2 + 10 + 1.5f + 4 + 200);
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

static void local_memory(void **state)
{
	enum { COUNT = 1000, GROUPS = 4, LOCAL = 32 };
	const size_t global = GROUPS * LOCAL, local = LOCAL;
	cl_kernel kernel = app_kernel(&app, "total");
	cl_int in[COUNT], out[GROUPS], sum = 0;
	cl_mem buffers[2];

	(void)state;
	for (int i = 0; i < COUNT; i++)
		sum += in[i] = i * i % 77;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clSetKernelArg(kernel, 2, LOCAL * sizeof(cl_int), NULL));
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	assert_int_equal(out[0] + out[1] + out[2] + out[3], sum);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

/* A reduction over 256 work-items, whose local argument is larger than any value can be. */
static void local_reduction(void **state)
{
	enum { COUNT = 5000, GROUPS = 8, LOCAL = 256 };
	const size_t global = GROUPS * LOCAL, local = LOCAL;
	cl_kernel kernel = app_kernel(&app, "total");
	cl_int in[COUNT], out[GROUPS], expected[GROUPS] = {0};
	cl_mem buffers[2];

	(void)state;
	app_numbers(in, COUNT, 11);
	for (int i = 0; i < COUNT; i++)
		expected[i / LOCAL % GROUPS] += in[i];
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clSetKernelArg(kernel, 2, LOCAL * sizeof(cl_int), NULL));
	app_set_int(kernel, 3, COUNT);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	assert_memory_equal(out, expected, sizeof(out));
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

enum { LOCKER_GROUPS = 3, LOCKER_ITEMS = 16, LOCKER_WORDS = LOCKER_GROUPS * LOCKER_ITEMS + 1 };

/* The numbers of elements of the kernel's three local arguments, with 1, 128 and 4 bytes each. */
static cl_int open_lockers(cl_kernel kernel, cl_mem buffer, const cl_int elements[3])
{
	const size_t sizes[3] = {1, sizeof(cl_double16), sizeof(cl_uint)};
	const size_t global = LOCKER_GROUPS * LOCKER_ITEMS, local = LOCKER_ITEMS;

	app_set_buffers(kernel, 0, 1, &buffer);
	for (cl_uint i = 0; i < 3; i++) {
		OK(clSetKernelArg(kernel, 1 + 2 * i, (size_t)elements[i] * sizes[i], NULL));
		app_set_int(kernel, 2 + 2 * i, elements[i]);
	}
	return clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}

/* Several local arguments, whose sizes change while launches with other sizes are in flight. */
static void local_sizes(void **state)
{
	static const cl_int elements[][3] = {
		{1, 1, 1}, {129, 5, 300}, {1000, 200, 1}, {32768, 128, 4096}, {5, 2, 33},
	};
	enum { LAUNCHES = sizeof(elements) / sizeof(elements[0]) };
	cl_uint found[LOCKER_WORDS];
	cl_mem buffers[LAUNCHES];
	cl_kernel kernel = app_kernel(&app, "lockers");

	(void)state;
	for (int i = 0; i < LAUNCHES; i++) {
		buffers[i] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(found), NULL);
		OK(open_lockers(kernel, buffers[i], elements[i]));
	}
	for (int i = 0; i < LAUNCHES; i++) {
		memset(found, 0xff, sizeof(found));
		app_take_buffer(&app, buffers[i], found, sizeof(found));
		for (int j = 0; j < LOCKER_WORDS; j++)
			assert_int_equal(found[j], 0);
	}
	OK(clReleaseKernel(kernel));
}

/* The size that was set last counts, up to the device's limit; a larger one is refused. */
static void local_limit(void **state)
{
	static const cl_int fits[3] = {65536 - 128 - 4, 1, 1}, more[3] = {65536 - 128 - 3, 1, 1};
	cl_kernel kernel = app_kernel(&app, "lockers");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, LOCKER_WORDS * sizeof(cl_uint), NULL);
	cl_uint found[LOCKER_WORDS];
	cl_ulong size;

	(void)state;
	OK(clGetDeviceInfo(app.devices[0], CL_DEVICE_LOCAL_MEM_SIZE, sizeof(size), &size, NULL));
	assert_int_equal(size, 65536);
	assert_int_equal(open_lockers(kernel, buffer, more), CL_OUT_OF_RESOURCES);
	OK(open_lockers(kernel, buffer, fits));
	OK(clSetKernelArg(kernel, 1, SIZE_MAX, NULL));
	OK(clSetKernelArg(kernel, 3, SIZE_MAX, NULL));
	assert_int_equal(clEnqueueTask(app.queue, kernel, 0, NULL, NULL), CL_OUT_OF_RESOURCES);
	app_take_buffer(&app, buffer, found, sizeof(found));
	for (int i = 0; i < LOCKER_WORDS; i++)
		assert_int_equal(found[i], 0);
	OK(clReleaseKernel(kernel));
}

static void attributes(void **state)
{
	cl_kernel kernel = app_kernel(&app, "forgetful");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, 100 * sizeof(cl_int), NULL);
	cl_int out[100];

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, 100);
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < 100; i++)
		assert_int_equal(out[i], 63 - i % 64);
	OK(clReleaseKernel(kernel));
}

/* Kernels' output goes to the log, which the test's environment directs to a file. */
static const char *const printed[] = {
	"item 0 of 1,2,3,4 and more 1.25\n",
	"item 2 of 1,2,3,4 and more 1.25\n",
	"all of 7.894561230000000e+08 and 4294967297.0 %|5\n",
	"integers -1     2|3    |+4| 5|-0006|007|10|abc|0XDEF|-128|255|-1|-9223372036854775808|"
	"18446744073709551615\n",
	"reals 0.500000 0.2      2.500|-2.500    |+1.234500e+03|1e-10|1E+20|0x1p+0 inf -inf\n",
	"texts a|  b|c  |text|   six|left  |cu|1\n",
	"chars -1,2 3,4,255 5,6,7,ab 8,8,8,8,8,8,8,8 -16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,"
	"-16,-16,-16,-16 2\n",
	"shorts -1,2 3,4,65535 5,6,7,abc 8,8,8,8,8,8,8,8 -16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,"
	"-16,-16,-16,-16,-16 3\n",
	"ints -1,2 3,4,5 0005,0006,0007,00ab 8,8,8,8,8,8,8,8 -16,-16,-16,-16,-16,-16,-16,-16,-16,-16,"
	"-16,-16,-16,-16,-16,-16 4\n",
	"longs -1,9223372036854775807 3,4,5 5,6,7,ab 8,8,8,8,8,8,8,8 -16,-16,-16,-16,-16,-16,-16,-16,"
	"-16,-16,-16,-16,-16,-16,-16,-16 5\n",
	"floats 1.000000,-2.000000 3.0,4.0,5.0 5.0e+00,6.0e+00,7.0e+00,8.0e+00|8,8,8,8,8,8,8,8 -16,-16,"
	"-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16 6\n",
	"doubles 1.0,-2.0 3.0,4.0,5.0 5.0e+00,6.0e+00,7.0e+00,8.0e+00|8,8,8,8,8,8,8,8 -16,-16,-16,-16,"
	"-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16,-16 7\n",
	"good\n",
	"until ",
};

static void printing(void **state)
{
	const char *path = getenv("FPGACL_LOG_FILE");
	cl_kernel kernel = app_kernel(&app, "speak");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, 3 * sizeof(cl_int), NULL);
	const size_t global = 3;
	char text[16384] = "";
	FILE *file;

	(void)state;
	assert_non_null(path);
	/* The log is appended to, so remove lines of an earlier run. */
	assert_true(!truncate(path, 0) || errno == ENOENT);
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
	OK(clFinish(app.queue));
	file = fopen(path, "re");
	assert_non_null(file);
	assert_true(fread(text, 1, sizeof(text) - 1, file) > 0);
	fclose(file);
	for (size_t i = 0; i < sizeof(printed) / sizeof(printed[0]); i++)
		if (!strstr(text, printed[i]))
			fail_msg("expected '%s' in '%s'", printed[i], text);
	assert_null(strstr(text, "wrong result"));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

/* A local array larger than the limit for local arguments. */
static void large_local_array(void **state)
{
	cl_kernel kernel = app_kernel(&app, "hoard");
	cl_mem buffer = app_buffer(&app, CL_MEM_WRITE_ONLY, 5 * sizeof(cl_int), NULL);
	cl_int out[5], count = 5;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	OK(clSetKernelArg(kernel, 1, sizeof(count), &count));
	OK(clEnqueueTask(app.queue, kernel, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < count; i++)
		assert_int_equal(out[i], 3 * ((1 << 18) - 1 - i));
	OK(clReleaseKernel(kernel));
}

/* --- conditions on ids ------------------------------------------------------------------------ */

enum { GUARDED = 192, GUARD_GROUP = 64 };

static cl_int below(cl_int i, cl_int n)
{
	return i < n;
}

static cl_int up_to(cl_int i, cl_int n)
{
	return (cl_uint)i <= (cl_uint)n;
}

static cl_int above(cl_int i, cl_int n)
{
	return i > n;
}

static cl_int between(cl_int i, cl_int n)
{
	return i >= 70 && i < n && n != 63;
}

static cl_int one(cl_int i, cl_int n)
{
	return i == n;
}

static cl_int odd(cl_int i, cl_int n)
{
	return i > n && i % 2;
}

static const struct guard {
	const char *kernel;
	cl_int (*expected)(cl_int i, cl_int n);
} guards[] = {{"guard_below", below},     {"guard_up_to", up_to}, {"guard_above", above},
	      {"guard_between", between}, {"guard_one", one},     {"guard_odd", odd}};

static void run_guarded(const struct guard *guard, size_t offset, cl_int n)
{
	const size_t global = GUARDED, local = GUARD_GROUP;
	cl_kernel kernel = app_kernel(&app, guard->kernel);
	cl_int out[GUARDED] = {0};
	cl_mem buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(out), out);

	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, n);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, &offset, &global, &local, 0, NULL, NULL));
	app_take_buffer(&app, buffer, out, sizeof(out));
	for (int i = 0; i < GUARDED; i++)
		assert_int_equal(out[i], guard->expected(i + (int)offset, n));
	OK(clReleaseKernel(kernel));
}

/* Loops limited by a condition run exactly the work-items that meet it. */
static void conditions(void **state)
{
	const cl_int limits[] = {INT_MIN, -1, 0, 1, 63, 64, 100, 191, 192, 500, INT_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof(guards) / sizeof(guards[0]); i++)
		for (size_t k = 0; k < sizeof(limits) / sizeof(limits[0]); k++) {
			run_guarded(&guards[i], 0, limits[k]);
			run_guarded(&guards[i], 5, limits[k]);
		}
}

static cl_int expected_steps(cl_int place, cl_int n)
{
	cl_int i = place % GUARD_GROUP, sum = 1;

	for (int step = GUARD_GROUP; step > 0; step /= 2)
		sum += i >= step && i < n ? 4 : 0;
	return place < 150 ? sum : 0;
}

static void conditions_between_barriers(void **state)
{
	const size_t global = GUARDED, local = GUARD_GROUP;
	cl_kernel kernel = app_kernel(&app, "guard_steps");

	(void)state;
	for (int n = -1; n <= GUARD_GROUP + 1; n += 11) {
		cl_int out[GUARDED] = {0};
		cl_mem buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(out), out);

		app_set_buffers(kernel, 0, 1, &buffer);
		app_set_int(kernel, 1, n);
		OK(clSetKernelArg(kernel, 2, GUARD_GROUP * sizeof(cl_int), NULL));
		OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL,
					  NULL));
		app_take_buffer(&app, buffer, out, sizeof(out));
		for (int i = 0; i < GUARDED; i++)
			assert_int_equal(out[i], expected_steps(i, n));
	}
	OK(clReleaseKernel(kernel));
}

/* Array indices equal the ints' values, including negative ones, offsets, and small last groups. */
static void indices(void **state)
{
	enum { X = 37, Y = 5, BEFORE = 100, COUNT = 400 };
	const size_t offset[2] = {6, 2}, global[2] = {X, Y}, local[2] = {X, 1};
	cl_kernel kernel = app_kernel(&app, "indices");
	cl_int in[COUNT], out[X * Y * 4];
	cl_mem buffers[2];

	(void)state;
	app_numbers(in, COUNT, 3);
	buffers[0] = app_buffer(&app, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, BEFORE);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 2, offset, global, local, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	for (int i = 0; i < X * Y; i++) {
		const cl_int *at = in + BEFORE;
		int lx = i % X, x = lx + 6, y = i / X + 2;
		cl_uint sum = 0;

		for (int k = -2; k <= 2; k++)
			sum += (cl_uint)at[x + k] * (cl_uint)(k + 3);
		assert_int_equal(out[4 * i], at[3 * x - 2 * y - 5]);
		assert_int_equal(out[4 * i + 1], at[2 * x - 4 * y + lx]);
		assert_int_equal(out[4 * i + 2], at[y * 7 - x + (lx & 1 ? 50 : -50)]);
		assert_int_equal(out[4 * i + 3], (cl_int)sum);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

static void check_sum_of_products(cl_kernel kernel, const size_t *local)
{
	enum { N = 37, M = 50 };
	const size_t global[2] = {40, 60};
	cl_float a[N * N], b[N * M], c[N * M];
	cl_mem buffers[3];

	for (int i = 0; i < N * N; i++)
		a[i] = (cl_float)(i % 11 - 5);
	for (int i = 0; i < N * M; i++)
		b[i] = (cl_float)(i % 7 - 3);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(a), a);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(b), b);
	buffers[2] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(c), NULL);
	app_set_buffers(kernel, 0, 3, buffers);
	app_set_int(kernel, 3, N);
	app_set_int(kernel, 4, M);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 2, NULL, global, local, 0, NULL, NULL));
	app_take_buffer(&app, buffers[2], c, sizeof(c));
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			cl_float sum = 0;

			for (int k = 0; k < N; k++)
				sum += a[i * N + k] * b[k * M + j];
			assert_true(c[i * M + j] == sum);
		}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
}

/* Ids, group sizes and limits on ids are as in the source if y is the innermost dimension. */
static void rows_in_y(void **state)
{
	static const size_t sizes[][2] = {{1, 60}, {8, 4}, {40, 1}, {4, 20}};
	cl_kernel kernel = app_kernel(&app, "in_rows");

	(void)state;
	check_sum_of_products(kernel, NULL);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		check_sum_of_products(kernel, sizes[i]);
	OK(clReleaseKernel(kernel));
}

static void rows_in_z(void **state)
{
	enum { X = 6, Y = 8, Z = 20, LX = 3, LY = 2, LZ = 5 };
	const size_t global[3] = {X, Y, Z}, local[3] = {LX, LY, LZ};
	cl_kernel kernel = app_kernel(&app, "in_columns");
	cl_mem out = app_buffer(&app, CL_MEM_WRITE_ONLY, X * Y * Z * sizeof(cl_uint), NULL);
	cl_uint found[X * Y * Z];

	(void)state;
	app_set_buffers(kernel, 0, 1, &out);
	OK(clSetKernelArg(kernel, 1, LX * LY * LZ * sizeof(cl_uint), NULL));
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 3, NULL, global, local, 0, NULL, NULL));
	app_take_buffer(&app, out, found, sizeof(found));
	for (cl_uint i = 0; i < X * Y * Z; i++) {
		cl_uint z = i % Z, y = i / Z % Y, x = i / Z / Y;
		cl_uint partner = (x / LX * LX + LX - 1 - x % LX) +
				  100 * (y / LY * LY + LY - 1 - y % LY) +
				  10000 * (z / LZ * LZ + LZ - 1 - z % LZ);

		assert_int_equal(found[i], partner * 3 + x / LX + y / LY * 7 + z / LZ * 13);
	}
	OK(clReleaseKernel(kernel));
}

/* The kernel's first `nbuffers` arguments are buffers, the others are ints. */
static void check_suggestion(const char *name, cl_uint nbuffers, size_t x, size_t y,
			     size_t expected_x, size_t expected_y)
{
	const size_t global[2] = {x, y};
	clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
		(clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
			app.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffer = app_buffer(&app, CL_MEM_READ_WRITE, 4, NULL);
	size_t local[2] = {0};
	cl_uint nargs;

	OK(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(nargs), &nargs, NULL));
	for (cl_uint i = 0; i < nbuffers; i++)
		app_set_buffers(kernel, i, 1, &buffer);
	for (cl_uint i = nbuffers; i < nargs; i++)
		app_set_int(kernel, i, 1);
	OK(suggest(app.queue, kernel, 2, NULL, global, local));
	assert_int_equal(local[0], expected_x);
	assert_int_equal(local[1], expected_y);
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

/*
 * Suggested groups are long in the innermost dimension, and short in both dimensions if neither is
 * better.
 */
static void suggested_sizes(void **state)
{
	(void)state;
	check_suggestion("in_rows", 3, 512, 1024, 1, 256);
	check_suggestion("in_rows", 3, 512, 64, 4, 64);
	check_suggestion("transposed", 2, 512, 1024, 16, 16);
	check_suggestion("transposed", 2, 4096, 8, 256, 1);
	check_suggestion("indices", 2, 512, 1024, 256, 1);
}

static void transposition(void **state)
{
	enum { X = 52, Y = 40 };
	const size_t global[2] = {X, Y};
	cl_kernel kernel = app_kernel(&app, "transposed");
	cl_int in[X * Y], out[X * Y];
	cl_mem buffers[2];

	(void)state;
	app_numbers(in, X * Y, 5);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 2, NULL, global, NULL, 0, NULL, NULL));
	app_take_buffer(&app, buffers[1], out, sizeof(out));
	for (int x = 0; x < X; x++)
		for (int y = 0; y < Y; y++)
			assert_int_equal(out[x * Y + y], in[y * X + x]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

enum { NEIGHBOURS = 256 };

/* Runs a kernel that writes all of `ret`; `at` selects the elements. */
static void run_neighbours(const char *name, const cl_uint *at, cl_uint ret[2 * NEIGHBOURS])
{
	const size_t global = NEIGHBOURS, local = 64;
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[2];

	for (int i = 0; i < 2 * NEIGHBOURS; i++)
		ret[i] = 5;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, 2 * sizeof(*ret) * NEIGHBOURS, ret);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(*at) * NEIGHBOURS, (void *)at);
	app_set_buffers(kernel, 0, 2, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
	app_take_buffer(&app, buffers[0], ret, 2 * sizeof(*ret) * NEIGHBOURS);
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

/*
 * When accesses to neighbouring elements are vectorised, they must not be reordered with others to
 * the same memory.
 */
static void joined_accesses(void **state)
{
	cl_uint at[NEIGHBOURS], found[2 * NEIGHBOURS];

	(void)state;
	for (cl_uint i = 0; i < NEIGHBOURS; i++)
		at[i] = 2 * i + 1;
	for (int k = 0; k < 4; k++) {
		static const char *const kernels[] = {"store_between", "member_between",
						      "load_between", "part_between"};

		run_neighbours(kernels[k], at, found);
		for (cl_uint i = 0; i < NEIGHBOURS; i++)
			assert_int_equal(found[2 * i], k < 2 ? 5 + i : (i + 7) * 3);
	}
	for (cl_uint i = 0; i < NEIGHBOURS; i++)
		at[i] = i % 7;
	run_neighbours("own_array", at, found);
	for (cl_uint i = 0; i < NEIGHBOURS; i++) {
		cl_uint p[4] = {at[i], at[i] * 5, i, 9}, x = p[0];

		p[at[i] & 3] = 77;
		x += p[1];
		p[2] = x;
		x += p[(at[i] + 1) & 3];
		p[3] = x * 3;
		assert_int_equal(found[2 * i], p[0] + p[1]);
		assert_int_equal(found[2 * i + 1], p[2] ^ p[3]);
	}
}

/* If ids wrap around within a group, loop bounds cannot describe the work-items to run. */
static void wrapping_ids(void **state)
{
	const size_t offset = INT_MAX - 10, global = GUARD_GROUP, local = GUARD_GROUP;
	cl_kernel kernel = app_kernel(&app, "guard_below");
	cl_mem buffer = app_buffer(&app, 0, GUARD_GROUP * sizeof(cl_int), NULL);
	cl_int status = 1;
	cl_event event;

	(void)state;
	app_set_buffers(kernel, 0, 1, &buffer);
	app_set_int(kernel, 1, 7);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, &offset, &global, &local, 0, NULL, &event));
	assert_int_equal(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	assert_true(status < 0);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(buffer));
	OK(clReleaseKernel(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places),          cmocka_unit_test(barriers),
		cmocka_unit_test(values),          cmocka_unit_test(local_memory),
		cmocka_unit_test(local_reduction), cmocka_unit_test(local_sizes),
		cmocka_unit_test(local_limit),     cmocka_unit_test(attributes),
		cmocka_unit_test(printing),        cmocka_unit_test(large_local_array),
		cmocka_unit_test(conditions),      cmocka_unit_test(conditions_between_barriers),
		cmocka_unit_test(wrapping_ids),    cmocka_unit_test(indices),
		cmocka_unit_test(rows_in_y),       cmocka_unit_test(rows_in_z),
		cmocka_unit_test(suggested_sizes), cmocka_unit_test(transposition),
		cmocka_unit_test(joined_accesses),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
