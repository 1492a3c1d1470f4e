/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of OpenCL C with exact results, over edge and random values, compared with wider
 * arithmetic (exact.h) and the processor's own rounding modes.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_tests/apps/app.h"

enum { COUNT = 4096 };

typedef __int128 wide;

static struct app app;
static uint64_t bits[3][COUNT + 8]; /* the arguments' bits; smaller types use the low ones */
static uint64_t seed = 1;

static uint64_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 11 ^ seed << 29;
}

static int open_app(void **state)
{
	static const uint64_t edges[] = {0, 1, 2, 0x7f, 0x80, 0x81, 0xff};

	(void)state;
	app = app_open("exact.xclbin", 0);
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < COUNT + 8; i++) {
			uint64_t edge = edges[next_random() % 7];

			/*
			 * Each edge value in the top bits of each width, with all lower bits 0 or
			 * 1.
			 */
			if (i % 2)
				for (int width = 8; width < 64; width *= 2)
					edge |= (edge << (64 - 8) >> (64 - 2 * width)) |
						(next_random() % 2 ? (1ull << (2 * width - 8)) - 1
								   : 0);
			bits[k][i] = i % 3 ? edge : next_random() >> (next_random() % 64);
		}
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

static void run(cl_kernel kernel, size_t items)
{
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
}

static void take(cl_mem buffer, void *to, size_t size)
{
	app_read_buffer(&app, buffer, to, size);
	OK(clReleaseMemObject(buffer));
}

/* --- integers --------------------------------------------------------------------------------- */

static wide saturate(wide value, wide low, wide high)
{
	return value < low ? low : value > high ? high : value;
}

static wide leading(wide x, int width)
{
	int count = 0;

	while (count < width && !(x >> (width - 1 - count) & 1))
		count++;
	return count;
}

static wide ones(wide x, int width)
{
	int count = 0;

	for (int i = 0; i < width; i++)
		count += x >> i & 1;
	return count;
}

static wide turn(wide x, wide by, int width)
{
	unsigned __int128 all = ((unsigned __int128)1 << width) - 1,
			  value = (unsigned __int128)x & all;
	int places = (int)(by & (width - 1));

	return (wide)((value << places | value >> (width - places)) & all);
}

/* The upper half of a product, which may be signed, or not fit a signed type. */
static wide upper(wide x, wide y, int width)
{
	return x < 0 || y < 0 ? (x * y) >> width
			      : (wide)(((unsigned __int128)x * (unsigned __int128)y) >> width);
}

/* For unsigned 64-bit numbers, x * y + z does not fit in `wide`. */
static wide mad_saturate(wide x, wide y, wide z, wide low, wide high)
{
	wide product, sum;

	if (__builtin_mul_overflow(x, y, &product) || __builtin_add_overflow(product, z, &sum))
		return high;
	return saturate(sum, low, high);
}

typedef wide integer_function(wide x, wide y, wide z, wide LOW, wide HIGH, int BITS);

#define INTEGER(NAME, CALL, REFERENCE)                                                             \
	static wide integer_##NAME(wide x, wide y, wide z, wide LOW, wide HIGH, int BITS)          \
	{                                                                                          \
		(void)x, (void)y, (void)z, (void)LOW, (void)HIGH, (void)BITS;                      \
		return REFERENCE;                                                                  \
	}
#include "host_tests/apps/kernels/exact.h"
#undef INTEGER

static const struct {
	const char *name;
	integer_function *reference;
} integer_functions[] = {
#define INTEGER(NAME, ...) {#NAME, integer_##NAME},
#include "host_tests/apps/kernels/exact.h"
#undef INTEGER
};

struct integer_type {
	const char *kernel;
	size_t size, lanes;
	bool is_signed;
};

static wide extend(uint64_t value, const struct integer_type *type)
{
	unsigned unused = 64 - 8 * (unsigned)type->size;

	value <<= unused;
	return type->is_signed ? (wide)((int64_t)value >> unused) : (wide)(value >> unused);
}

static void check_integer(const struct integer_type *type, size_t function, const uint8_t *out)
{
	int width = 8 * (int)type->size;
	wide high = ((wide)1 << (width - type->is_signed)) - 1,
	     low = type->is_signed ? -high - 1 : 0;

	for (size_t i = 0; i < COUNT; i++) {
		uint64_t found = 0;
		wide x = extend(bits[0][i], type), y = extend(bits[1][i], type);
		wide z = extend(bits[2][i], type);
		wide expected = integer_functions[function].reference(x, y, z, low, high, width);

		memcpy(&found, out + i * type->size, type->size);
		if (extend((uint64_t)expected, type) != extend(found, type))
			fail_msg("%s %s(%lld, %lld, %lld): expected %lld, found %lld", type->kernel,
				 integer_functions[function].name, (long long)x, (long long)y,
				 (long long)z, (long long)extend((uint64_t)expected, type),
				 (long long)extend(found, type));
	}
}

static void check_integers(const struct integer_type *type)
{
	cl_kernel kernel = app_kernel(&app, type->kernel);
	uint8_t *data = malloc(COUNT * 8);
	cl_mem buffers[4];

	assert_non_null(data);
	for (int k = 0; k < 3; k++) {
		for (size_t i = 0; i < COUNT; i++)
			memcpy(data + i * type->size, &bits[k][i], type->size);
		buffers[k] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, COUNT * type->size, data);
	}
	app_set_buffers(kernel, 1, 3, buffers);
	for (size_t f = 0; f < sizeof(integer_functions) / sizeof(integer_functions[0]); f++) {
		buffers[3] = app_buffer(&app, 0, COUNT * type->size, NULL);
		app_set_int(kernel, 0, (cl_int)f);
		app_set_buffers(kernel, 4, 1, &buffers[3]);
		run(kernel, COUNT / type->lanes);
		take(buffers[3], data, COUNT * type->size);
		check_integer(type, f, data);
	}
	for (int k = 0; k < 3; k++)
		OK(clReleaseMemObject(buffers[k]));
	free(data);
	OK(clReleaseKernel(kernel));
}

static void integers(void **state)
{
	static const struct integer_type types[] = {
		{"char_integers", 1, 1, true},   {"uchar4_integers", 1, 4, false},
		{"short4_integers", 2, 4, true}, {"ushort_integers", 2, 1, false},
		{"int4_integers", 4, 4, true},   {"uint_integers", 4, 1, false},
		{"long_integers", 8, 1, true},   {"ulong4_integers", 8, 4, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		check_integers(&types[i]);
}

/* --- relations -------------------------------------------------------------------------------- */

typedef int relation_function(float x, float y);

#define RELATION(NAME, CALL, REFERENCE)                                                            \
	static int relation_##NAME(float x, float y)                                               \
	{                                                                                          \
		(void)x, (void)y;                                                                  \
		return (REFERENCE) != 0;                                                           \
	}
#include "host_tests/apps/kernels/exact.h"
#undef RELATION

static const struct {
	const char *name;
	relation_function *reference;
} relation_functions[] = {
#define RELATION(NAME, ...) {#NAME, relation_##NAME},
#include "host_tests/apps/kernels/exact.h"
#undef RELATION
};

static const float special[] = {
	0.0f,   -0.0f,   1.0f,    -1.0f,         INFINITY,       -INFINITY, NAN,       -NAN,
	1e-45f, -1e-45f, 1e-38f,  65504.0f,      65519.99f,      65520.0f,  -65520.0f, 65536.0f,
	6e-8f,  3e-8f,   2.9e-8f, 2147483648.0f, -2147483648.0f, 9.3e18f,   1.9e19f,   0.5f,
	1.5f,   2.5f,    -0.5f,   -2.5f,         127.5f,         -128.5f,   255.5f,    32767.5f};

/* A special value, random bits, or a number of common magnitude with a half. */
static float some_float(size_t i)
{
	uint32_t random = (uint32_t)next_random();
	float value;

	if (i % 3 == 0)
		return special[random % (sizeof(special) / sizeof(special[0]))];
	if (i % 3 == 1)
		return ldexpf((float)(int32_t)random, (int)(next_random() % 48) - 47);
	memcpy(&value, &random, sizeof(value));
	return value;
}

static void check_relations(const char *name, size_t lanes, int yes)
{
	static float x[COUNT], y[COUNT];
	static cl_int out[COUNT];
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[3];

	for (size_t i = 0; i < COUNT; i++) {
		x[i] = some_float(i);
		y[i] = i % 5 ? some_float(i / 3) : x[i];
	}
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(x), x);
	buffers[1] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(y), y);
	for (size_t f = 0; f < sizeof(relation_functions) / sizeof(relation_functions[0]); f++) {
		buffers[2] = app_buffer(&app, 0, sizeof(out), NULL);
		/* The list of integer functions comes first. */
		app_set_int(kernel, 0,
			    (cl_int)(f + sizeof(integer_functions) / sizeof(integer_functions[0])));
		app_set_buffers(kernel, 1, 3, buffers);
		run(kernel, (COUNT + lanes - 1) / lanes);
		take(buffers[2], out, sizeof(out));
		for (size_t i = 0; i < COUNT; i++)
			if (out[i] != (relation_functions[f].reference(x[i], y[i]) ? yes : 0))
				fail_msg("%s %s(%a, %a): found %d", name,
					 relation_functions[f].name, x[i], y[i], out[i]);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseMemObject(buffers[1]));
	OK(clReleaseKernel(kernel));
}

static void relations(void **state)
{
	(void)state;
	check_relations("float_relations", 1, 1);
	check_relations("float3_relations", 3, -1);
	check_relations("float4_relations", 4, -1);
}

/* --- constants beside a variable -------------------------------------------------------------- */

/* Whether this is the variable's lane; there are 3 vectors of 3 lanes. */
static bool is_variable(size_t place)
{
	return place % 3 == place / 3;
}

static void beside_nans(void **state)
{
	static float in[COUNT];
	static cl_int out[9 * COUNT];
	cl_kernel kernel = app_kernel(&app, "float_beside_nans");
	cl_mem buffers[2];

	(void)state;
	for (size_t i = 0; i < COUNT; i++)
		in[i] = some_float(i);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	buffers[1] = app_buffer(&app, 0, sizeof(out), NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	run(kernel, COUNT);
	take(buffers[1], out, sizeof(out));
	for (size_t i = 0; i < 9 * COUNT; i++)
		if (out[i] != (is_variable(i % 9) && !isnan(in[i / 9]) ? 0 : -1))
			fail_msg("isnan(%a) in lane %zu beside NaNs: lane %zu is %d", in[i / 9],
				 i % 9 / 3, i % 3, out[i]);
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

static void check_beside_constants(const char *name, size_t size)
{
	static uint8_t in[COUNT * 8], out[9 * COUNT * 8];
	cl_kernel kernel = app_kernel(&app, name);
	cl_mem buffers[2];

	for (size_t i = 0; i < COUNT; i++)
		memcpy(in + i * size, &bits[0][i], size);
	buffers[0] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, COUNT * size, in);
	buffers[1] = app_buffer(&app, 0, 9 * COUNT * size, NULL);
	app_set_buffers(kernel, 0, 2, buffers);
	run(kernel, COUNT);
	take(buffers[1], out, 9 * COUNT * size);
	for (size_t i = 0; i < 9 * COUNT; i++) {
		size_t before = i % 3 - (i % 3 > i % 9 / 3); /* constants, of 5 and 7 */
		uint64_t expected = is_variable(i % 9) ? bits[0][i / 9] << 1 : before ? 14 : 10;

		if (memcmp(out + i * size, &expected, size) != 0)
			fail_msg("%s(%#llx) in lane %zu: lane %zu is not %#llx", name,
				 (unsigned long long)bits[0][i / 9], i % 9 / 3, i % 3,
				 (unsigned long long)expected);
	}
	OK(clReleaseMemObject(buffers[0]));
	OK(clReleaseKernel(kernel));
}

static void beside_constants(void **state)
{
	(void)state;
	check_beside_constants("int_beside_constants", 4);
	check_beside_constants("long_beside_constants", 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),
		cmocka_unit_test(relations),
		cmocka_unit_test(beside_nans),
		cmocka_unit_test(beside_constants),
	};

	return cmocka_run_group_tests(tests, open_app, close_app);
}
