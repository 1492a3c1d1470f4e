/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conversions of OpenCL C in each rounding mode, to integers with saturation, and halves, over edge
 * and random values; and shuffle(). The references use long double, which can represent all values.
 */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_tests/apps/app.h"

enum { COUNT = 4096, MODES = 5, BYTES = COUNT * 8 };

enum type { CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE, TYPES };

static const size_t sizes[TYPES] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
static const char *const names[TYPES] = {"char", "uchar", "short", "ushort", "int",
					 "uint", "long",  "ulong", "float",  "double"};

static struct app app;
static uint64_t seed = 1;

static uint64_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 11 ^ seed << 29;
}

static int open_app(void **state)
{
	(void)state;
	app = app_open("exact.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

/* --- values ----------------------------------------------------------------------------------- */

#define READ(TYPE) (*(const TYPE *)from)

static long double read_value(enum type type, const void *from)
{
	switch (type) {
	case CHAR:
		return READ(int8_t);
	case UCHAR:
		return READ(uint8_t);
	case SHORT:
		return READ(int16_t);
	case USHORT:
		return READ(uint16_t);
	case INT:
		return READ(int32_t);
	case UINT:
		return READ(uint32_t);
	case LONG:
		return READ(int64_t);
	case ULONG:
		return READ(uint64_t);
	case FLOAT:
		return READ(float);
	default:
		return READ(double);
	}
}

static long double lowest(enum type type)
{
	return type % 2 ? 0 : -ldexpl(1, (int)(8 * sizes[type]) - 1);
}

static long double highest(enum type type)
{
	return ldexpl(1, (int)(8 * sizes[type]) - !(type % 2)) - 1;
}

/*
 * The limits of an integer type and nearby bits, halves, values near powers of 2, and random bits.
 */
static double some_real(size_t i)
{
	static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 4e-320, -4e-320};
	uint64_t random = next_random();
	double value = ldexp(1, (int)(random % 66));

	switch (i % 4) {
	case 0:
		return special[random % 7];
	case 1:
		return (random & 128 ? 1 : -1) * (value + (double)((int)(random >> 8 & 7) - 4) / 2);
	case 2:
		return ldexp((double)(int64_t)random, -(int)(random % 64) - 1);
	default:
		memcpy(&value, &random, sizeof(value));
		return value;
	}
}

static void fill(enum type type, void *to)
{
	for (size_t i = 0; i < COUNT; i++) {
		uint64_t random = next_random() >> (next_random() % 64);

		if (i % 2)
			random = (1ull << (random % 64)) + random % 5 - 2;
		if (type == FLOAT)
			((float *)to)[i] = (float)some_real(i);
		else if (type == DOUBLE)
			((double *)to)[i] = some_real(i);
		else
			memcpy((char *)to + i * sizes[type], &random, sizes[type]);
	}
}

/* --- conversions ------------------------------------------------------------------------------ */

/* In the order of exact.cl. The last mode is the default; for integers it truncates. */
static long double round_to(int mode, long double value, bool integer)
{
	switch (mode) {
	case 0:
		return rintl(value);
	case 1:
		return truncl(value);
	case 2:
		return ceill(value);
	case 3:
		return floorl(value);
	default:
		return integer ? truncl(value) : rintl(value);
	}
}

static long double to_integer(enum type type, int mode, long double value)
{
	long double rounded = round_to(mode, value, true);

	if (isnan(value))
		return 0;
	return rounded < lowest(type)    ? lowest(type)
	       : rounded > highest(type) ? highest(type)
					 : rounded;
}

static long double to_real(enum type type, int mode, long double value)
{
	static const int modes[MODES] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD,
					 FE_TONEAREST};
	volatile long double exact = value, result;

	fesetround(modes[mode]);
	if (type == FLOAT)
		result = (volatile float)exact;
	else
		result = (volatile double)exact;
	fesetround(FE_TONEAREST);
	return result;
}

static void check_mode(enum type from, enum type to, int mode, const char *in, const char *out)
{
	for (size_t i = 0; i < COUNT; i++) {
		long double value = read_value(from, in + i * sizes[from]);
		long double found = read_value(to, out + i * sizes[to]);
		long double expected = to < FLOAT ? to_integer(to, mode, value)
						  : to_real(to, mode, value);

		if (found != expected && !(isnan(found) && isnan(expected)))
			fail_msg(
				"%s to %s, rounding mode %d: expected %.20Lg of %.20Lg, found %.20Lg",
				names[from], names[to], mode, expected, value, found);
		if (to >= FLOAT && value == 0 && signbit(found) != signbit(value))
			fail_msg("%s to %s, rounding mode %d: the sign of 0 is lost", names[from],
				 names[to], mode);
	}
}

static void convert(enum type from, enum type to, size_t width)
{
	static uint64_t in[COUNT], out[MODES * COUNT];
	char name[50];
	cl_kernel kernel;
	cl_mem buffers[2];
	size_t items = COUNT / width;

	snprintf(name, sizeof(name), "%s_to_%s%s", names[from], names[to], width > 1 ? "16" : "");
	kernel = app_kernel(&app, name);
	fill(from, in);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, COUNT * sizes[from], in);
	buffers[1] = app_buffer(&app, 0, MODES * COUNT * sizes[to], NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, (cl_int)items);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffers[1], out, MODES * COUNT * sizes[to]);
	for (int mode = 0; mode < MODES; mode++)
		check_mode(from, to, mode, (const char *)in,
			   (const char *)out + (size_t)mode * COUNT * sizes[to]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

static void conversions(void **state)
{
	static const enum type pairs[][2] = {
		{FLOAT, CHAR},   {FLOAT, UCHAR},   {FLOAT, SHORT}, {FLOAT, UINT},  {FLOAT, LONG},
		{FLOAT, ULONG},  {DOUBLE, USHORT}, {DOUBLE, INT},  {DOUBLE, LONG}, {DOUBLE, ULONG},
		{LONG, CHAR},    {LONG, UINT},     {LONG, ULONG},  {ULONG, SHORT}, {ULONG, LONG},
		{INT, FLOAT},    {UINT, FLOAT},    {LONG, FLOAT},  {ULONG, FLOAT}, {LONG, DOUBLE},
		{ULONG, DOUBLE}, {DOUBLE, FLOAT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		for (size_t width = 1; width <= 16; width += 15)
			convert(pairs[i][0], pairs[i][1], width);
}

/* --- halves ----------------------------------------------------------------------------------- */

static long double half_value(uint16_t half)
{
	int exponent = half >> 10 & 31, mantissa = half & 1023;
	long double value = exponent ? ldexpl(1024 + mantissa, exponent - 25)
				     : ldexpl(mantissa, -24);

	if (exponent == 31)
		value = mantissa ? (long double)NAN : (long double)INFINITY;
	return half >> 15 ? -value : value;
}

/*
 * The nearest multiple of the last bit's value; beyond the largest number, according to the mode.
 */
static long double to_half(int mode, long double value)
{
	int exponent = value && isfinite(value) ? ilogbl(value) : 0;
	int last = (exponent < -14 ? -14 : exponent) - 10;
	long double result;

	if (!isfinite(value))
		return value;
	result = ldexpl(round_to(mode, ldexpl(value, -last), false), last);
	if (fabsl(result) <= 65504)
		return result;
	if (mode == 1 || (mode == 2 && value < 0) || (mode == 3 && value > 0))
		return value < 0 ? -65504 : 65504;
	return value < 0 ? -INFINITY : INFINITY;
}

static bool same(long double a, long double b)
{
	return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static void store_halves(const char *name, enum type from, size_t width)
{
	static uint64_t in[COUNT];
	static uint16_t out[MODES * COUNT];
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[2];
	size_t items = COUNT / width;

	for (size_t i = 0; i < COUNT; i++) {
		double value = i % 2 ? some_real(i)
				     : ldexp((double)(int32_t)next_random(),
					     -31 - 26 + (int)(i % 45));

		if (from == DOUBLE)
			((double *)in)[i] = value;
		else
			((float *)in)[i] = (float)value;
	}
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, COUNT * sizes[from], in);
	buffers[1] = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, (cl_int)items);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffers[1], out, sizeof(out));
	for (size_t i = 0; i < MODES * COUNT; i++) {
		long double value = read_value(from, (char *)in + i % COUNT * sizes[from]);

		if (!same(half_value(out[i]), to_half((int)(i / COUNT), value)))
			fail_msg("%s, rounding mode %zu: expected %Lg of %.17Lg, found %Lg", name,
				 i / COUNT, to_half((int)(i / COUNT), value), value,
				 half_value(out[i]));
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

static void stores_halves(void **state)
{
	(void)state;
	store_halves("to_half", FLOAT, 1);
	store_halves("float4_to_halves", FLOAT, 4);
	store_halves("double4_to_halves", DOUBLE, 4);
}

/* All halves, one by one and as vectors. */
static void loads_halves(void **state)
{
	static uint16_t in[65536];
	static float out[2 * 65536];
	cl_kernel kernel = app_kernel(&app, "from_half");
	cl_mem buffers[2];
	size_t items = 65536;

	(void)state;
	for (size_t i = 0; i < items; i++)
		in[i] = (uint16_t)i;
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	app_set_int(kernel, 2, 65536);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffers[1], out, sizeof(out));
	for (size_t i = 0; i < 2 * items; i++)
		if (!same(half_value((uint16_t)i), out[i]))
			fail_msg("half %#zx: expected %Lg, found %g", i & 65535,
				 half_value((uint16_t)i), out[i]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

/* --- shuffle ---------------------------------------------------------------------------------- */

/* Only the bits of a mask's element that select an element count. */
static void shuffles(void **state)
{
	enum { VECTORS = 256 };
	static cl_int in[8 * (VECTORS + 1)], out[16 * VECTORS];
	static cl_uint masks[8 * VECTORS];
	cl_kernel kernel = app_kernel(&app, "permutations");
	cl_mem buffers[3];
	size_t items = VECTORS;

	(void)state;
	app_numbers(in, 8 * (VECTORS + 1), 5);
	for (size_t i = 0; i < 8 * VECTORS; i++)
		masks[i] = (cl_uint)next_random();
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(masks), masks);
	buffers[2] = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 3, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	app_read_buffer(&app, buffers[2], out, sizeof(out));
	for (size_t i = 0; i < 8 * VECTORS; i++) {
		size_t vector = i / 8, lane = i % 8;

		assert_int_equal(out[16 * vector + lane], in[4 * vector + masks[i] % 4]);
		assert_int_equal(out[16 * vector + 8 + lane], in[8 * vector + masks[i] % 16]);
	}
	for (int i = 0; i < 3; i++)
		OK(clReleaseMemObject(buffers[i]));
	OK(clReleaseKernel(kernel));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conversions),
		cmocka_unit_test(stores_halves),
		cmocka_unit_test(loads_halves),
		cmocka_unit_test(shuffles),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
