/* SPDX-License-Identifier: Apache-2.0 */
/* Integer division by zero, and of the minimum by -1, which raise an exception in C. */
#include "host_tests/apps/app.h"

enum { COUNT = 64 };

static struct app app;

/* The expected result for a type of `bits` bits. */
static int64_t wrap(int64_t value, unsigned bits, bool is_signed)
{
	unsigned left = 64 - bits;

	return is_signed ? (int64_t)((uint64_t)value << left) >> left
			 : (int64_t)((uint64_t)value << left >> left);
}

static int64_t quotient_of(int64_t a, int64_t b)
{
	return b == 0 ? a : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static int64_t remainder_of(int64_t a, int64_t b)
{
	return b == 0 || b == -1 ? 0 : a % b;
}

static void put(void *to, unsigned i, unsigned bits, int64_t value)
{
	memcpy((char *)to + i * (size_t)bits / 8, &value, bits / 8);
}

static int64_t get(const void *from, unsigned i, unsigned bits, bool is_signed)
{
	int64_t value = 0;

	memcpy(&value, (const char *)from + i * (size_t)bits / 8, bits / 8);
	return wrap(value, bits, is_signed);
}

/* All pairs of eight numbers, including the extremes. */
static void divide_pairs(const char *name, unsigned bits, bool is_signed, unsigned width)
{
	const int64_t numbers[8] = {0, 1, -1, 2, 7, -100, (int64_t)1 << (bits - 1), 93};
	cl_kernel kernel = app_kernel(&app, name);
	cl_long sides[4][COUNT] = {{0}};
	size_t items = COUNT / width, size = COUNT * (size_t)bits / 8;
	cl_mem buffers[4];

	for (unsigned i = 0; i < COUNT; i++) {
		put(sides[0], i, bits, numbers[i / 8]);
		put(sides[1], i, bits, numbers[i % 8]);
	}
	for (int i = 0; i < 4; i++)
		buffers[i] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, size, sides[i]);
	app_set_buffers(kernel, 0, 4, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffers[2], sides[2], size);
	app_read_buffer(&app, buffers[3], sides[3], size);
	for (unsigned i = 0; i < COUNT; i++) {
		int64_t a = wrap(numbers[i / 8], bits, is_signed);
		int64_t b = wrap(numbers[i % 8], bits, is_signed);

		if (get(sides[2], i, bits, is_signed) != wrap(quotient_of(a, b), bits, is_signed) ||
		    get(sides[3], i, bits, is_signed) != wrap(remainder_of(a, b), bits, is_signed))
			fail_msg("%s: %lld by %lld is %lld, remainder %lld", name, (long long)a,
				 (long long)b, (long long)get(sides[2], i, bits, is_signed),
				 (long long)get(sides[3], i, bits, is_signed));
	}
	for (int i = 0; i < 4; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
}

static void divides_by_zero(void **state)
{
	(void)state;
	app = app_open("divide.xclbin", 0);
	divide_pairs("divide_char", 8, true, 1);
	divide_pairs("divide_ushort", 16, false, 1);
	divide_pairs("divide_int", 32, true, 1);
	divide_pairs("divide_uint4", 32, false, 4);
	divide_pairs("divide_long", 64, true, 1);
	app_close(&app);
}

static void divides_all_by_one_value(void **state)
{
	static const cl_int divisors[] = {0, -1, 1, 5};
	const size_t items = COUNT;
	cl_kernel kernel;
	cl_int numbers[COUNT], found[COUNT];

	(void)state;
	app = app_open("divide.xclbin", 0);
	kernel = app_kernel(&app, "divide_all");
	for (int i = 0; i < 4; i++) {
		cl_mem buffer;

		app_numbers(numbers, COUNT, i);
		numbers[4] = numbers[5] = INT32_MIN;
		buffer = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(numbers), numbers);
		app_set_buffers(kernel, 0, 1, &buffer);
		app_set_int(kernel, 1, divisors[i]);
		OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
		for (int j = 0; j < COUNT; j++)
			numbers[j] =
				(cl_int)wrap(quotient_of(numbers[j], divisors[i]) +
						     j % 2 * remainder_of(numbers[j], divisors[i]),
					     32, true);
		app_read_buffer(&app, buffer, found, sizeof(found));
		assert_memory_equal(found, numbers, sizeof(found));
		OK(clReleaseMemObject(buffer));
	}
	OK(clReleaseKernel(kernel));
	app_close(&app);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(divides_by_zero),
		cmocka_unit_test(divides_all_by_one_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
