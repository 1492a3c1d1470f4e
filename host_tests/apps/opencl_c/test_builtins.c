/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mathematical functions of OpenCL C, compared with long double: the largest error, in ULP, over
 * special and random values must not exceed the specification's limit. With an argument, prints the
 * table in docs/builtins.md.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host_tests/apps/app.h"

enum { COUNT = 16384 };

static struct app app;

/* --- references ------------------------------------------------------------------------------- */

static const long double PI = 3.141592653589793238462643383279502884L;

/* Reduces the argument so that pi times the remainder is as exact as the remainder. */
static long double sinpi_of(long double x)
{
	long double r = fmodl(fabsl(x), 2), sign = signbit(x) ? -1 : 1;

	if (isnan(r))
		return r;
	if (r == 0 || r == 1)
		return copysignl(0, x);
	if (r >= 1) {
		r -= 1;
		sign = -sign;
	}
	return sign *
	       (r > 0.25L && r < 0.75L ? cosl(PI * (0.5L - r)) : sinl(PI * (r > 0.5L ? 1 - r : r)));
}

static long double cospi_of(long double x)
{
	long double r = fmodl(fabsl(x), 2);

	if (isnan(r))
		return r;
	r = r > 1 ? 2 - r : r;
	return r > 0.25L && r < 0.75L ? sinl(PI * (0.5L - r))
	       : r >= 0.75L           ? -cosl(PI * (1 - r))
				      : cosl(PI * r);
}

static long double tanpi_of(long double x)
{
	if (isfinite(x) && x == truncl(x))
		return copysignl(0, fmodl(x, 2) == 0 ? x : -x);
	return sinpi_of(x) / cospi_of(x);
}

static long double powr_of(long double x, long double y)
{
	if (isnan(x) || isnan(y) || x < 0)
		return NAN;
	if (y == 0)
		return x == 0 || isinf(x) ? (long double)NAN : 1;
	if (x == 1)
		return isinf(y) ? (long double)NAN : 1;
	return powl(fabsl(x), y);
}

static long double rootn_of(long double x, int n)
{
	long double root;

	if (!n || isnan(x) || (x < 0 && n % 2 == 0))
		return NAN;
	root = powl(fabsl(x), 1.0L / n);
	return n % 2 && signbit(x) ? -root : root;
}

typedef long double reference_function(double x, double y, double z, int n);

#define ANY (double)INFINITY
#define BUILTIN(NAME, CALL, REFERENCE, ...)                                                        \
	static long double NAME##_float(double a, double b, double c, int n)                       \
	{                                                                                          \
		const float x = (float)a, y = (float)b, z = (float)c;                              \
		const long double X = x, Y = y, Z = z;                                             \
                                                                                                   \
		(void)x, (void)y, (void)z, (void)n, (void)X, (void)Y, (void)Z;                     \
		return (long double)(REFERENCE);                                                   \
	}
#define M(F) F##f
#include "host_tests/apps/kernels/builtins.h"
#undef BUILTIN
#undef M
#define BUILTIN(NAME, CALL, REFERENCE, ...)                                                        \
	static long double NAME##_double(double x, double y, double z, int n)                      \
	{                                                                                          \
		const long double X = x, Y = y, Z = z;                                             \
                                                                                                   \
		(void)x, (void)y, (void)z, (void)n, (void)X, (void)Y, (void)Z;                     \
		return (long double)(REFERENCE);                                                   \
	}
#define M(F) F
#include "host_tests/apps/kernels/builtins.h"
#undef BUILTIN

static const struct builtin {
	const char *name;
	reference_function *reference, *reference_double;
	double most, most_double;
} builtins[] = {
#define BUILTIN(NAME, CALL, REFERENCE, MOST, MOST_DOUBLE)                                          \
	{#NAME, NAME##_float, NAME##_double, MOST, MOST_DOUBLE},
#include "host_tests/apps/kernels/builtins.h"
#undef BUILTIN
};
enum { BUILTINS = sizeof(builtins) / sizeof(builtins[0]) };

/* --- values ----------------------------------------------------------------------------------- */

struct values {
	double x[3][COUNT];
	cl_int n[COUNT];
};

static const double special[] = {
	0.0,       -0.0,
	1.0,       -1.0,
	0.5,       -0.5,
	1.5,       2.0,
	-2.0,      2.5,
	3.0,       -3.0,
	10.0,      100.0,
	-100.0,    0.75,
	1e-3,      1e10,
	0x1p-126,  -0x1p-126,
	0x1p-149,  -0x1p-149,
	0x1p127,   0x1p24,
	0x1p31,    0x1p32,
	0x1p63,    FLT_MAX,
	-FLT_MAX,  (double)NAN,
	M_PI,      M_PI_2,
	-M_PI_4,   M_E,
	0x1p-12,   88.72,
	-103.9,    0x1.fffffep-1,
	35.04,     171.6,
	INFINITY,  -INFINITY,
	0x1p-1022, 0x1p-1074,
	DBL_MAX,   709.78,
	-745.13,   1e300,
	-170.5,    -183.25,
	-4.001,    -0x1.58000000002p+7,
	4.06e36,   -0x1.3a7fcap+1,
};
enum { SPECIAL = sizeof(special) / sizeof(special[0]) };

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11 ^ *state << 32;
}

static double from_bits(uint64_t bits, bool is_double)
{
	cl_uint low = (cl_uint)bits;
	double wide;
	float narrow;

	memcpy(&wide, &bits, sizeof(wide));
	memcpy(&narrow, &low, sizeof(narrow));
	return is_double ? wide : (double)narrow;
}

/* Every pair of special values, then random bits, and numbers of common magnitudes. */
static double value_of(int i, int operand, bool is_double, uint64_t *state)
{
	uint64_t bits = next_random(state);

	if (i < SPECIAL * SPECIAL)
		return special[(operand ? i / SPECIAL + operand - 1 : i) % SPECIAL];
	/* Use quiet NaNs: libm's fmax() and similar functions return signalling ones. */
	if (i % 3 == 0)
		return isnan(from_bits(bits, is_double)) ? (double)NAN : from_bits(bits, is_double);
	return ldexp((double)(int64_t)bits, -63) * (i % 3 == 1 ? 10 : 200);
}

static void make_values(struct values *values, bool is_double)
{
	uint64_t state = 7;

	for (int i = 0; i < COUNT; i++) {
		for (int operand = 0; operand < 3; operand++) {
			double value = value_of(i, operand, is_double, &state);

			values->x[operand][i] = is_double ? value : (double)(float)value;
		}
		values->n[i] = (cl_int)(next_random(&state) % (i % 2 ? 41 : 2001)) -
			       (i % 2 ? 20 : 1000);
	}
}

/* --- errors ----------------------------------------------------------------------------------- */

/* The error in units in the last place of the exact result. */
static double ulps(double found, long double exact, bool is_double)
{
	int digits = is_double ? DBL_MANT_DIG : FLT_MANT_DIG,
	    most = is_double ? DBL_MAX_EXP : FLT_MAX_EXP,
	    least = is_double ? DBL_MIN_EXP : FLT_MIN_EXP, exponent;
	long double rounded = is_double ? (double)exact : (double)(float)exact, got = found;

	if (isnan(exact) || isnan(found))
		return isnan(exact) && isnan(found) ? 0 : (double)INFINITY;
	if (rounded == got)
		return got == 0 && signbit(rounded) != signbit(got) ? (double)INFINITY : 0;
	if (isinf(exact))
		return INFINITY;
	/* An infinity counts as one step beyond the largest number. */
	if (isinf(found))
		got = copysignl(ldexpl(1, most), got);
	frexpl(exact, &exponent);
	if (exact == 0 || exponent < least)
		exponent = least;
	return (double)fabsl(ldexpl(got - exact, digits - exponent));
}

/* --- runs ------------------------------------------------------------------------------------- */

static cl_mem buffer_of(const struct values *values, int operand, bool is_double)
{
	static double wide[COUNT];
	static float narrow[COUNT];

	for (int i = 0; i < COUNT; i++) {
		wide[i] = values->x[operand][i];
		narrow[i] = (float)values->x[operand][i];
	}
	return is_double ? app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(wide), wide)
			 : app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(narrow), narrow);
}

/* Runs function `which` for all values; a work-item computes `width` of them. */
static void run(const char *name, cl_mem buffers[5], int which, size_t width, bool is_double,
		double found[COUNT])
{
	static float narrow[COUNT];
	const size_t items = COUNT / width;
	cl_kernel kernel = app_kernel(&app, name);

	app_set_int(kernel, 0, which);
	app_set_buffers(kernel, 1, 5, buffers);
	OK(clEnqueueNDRangeKernel(app.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
	if (is_double)
		app_read_buffer(&app, buffers[4], found, COUNT * sizeof(double));
	else
		app_read_buffer(&app, buffers[4], narrow, sizeof(narrow));
	for (int i = 0; i < COUNT && !is_double; i++)
		found[i] = narrow[i];
	OK(clReleaseKernel(kernel));
}

/* The largest error of each function. Reports those that exceed their limits, and counts them. */
static int measure(const char *name, size_t width, bool is_double, double worst[BUILTINS])
{
	static struct values values;
	static double found[COUNT];
	cl_mem buffers[5];
	int beyond = 0;

	make_values(&values, is_double);
	for (int i = 0; i < 3; i++)
		buffers[i] = buffer_of(&values, i, is_double);
	buffers[3] = app_buffer(&app, CL_MEM_COPY_HOST_PTR, sizeof(values.n), values.n);
	buffers[4] = app_buffer(&app, CL_MEM_WRITE_ONLY, sizeof(found), NULL);
	for (int f = 0; f < BUILTINS; f++) {
		const struct builtin *builtin = &builtins[f];
		double most = is_double ? builtin->most_double : builtin->most;
		int at = 0;

		run(name, buffers, f, width, is_double, found);
		worst[f] = 0;
		for (int i = 0; i < COUNT; i++) {
			long double exact = (is_double ? builtin->reference_double
						       : builtin->reference)(
				values.x[0][i], values.x[1][i], values.x[2][i], values.n[i]);
			double error = ulps(found[i], exact, is_double);

			at = error > worst[f] ? i : at;
			worst[f] = error > worst[f] ? error : worst[f];
		}
		if (worst[f] <= most)
			continue;
		beyond++;
		fprintf(stderr,
			"%s: %s(%a, %a, %a; %d): found %a, off by %.3f ULP of at most %.1f\n", name,
			builtin->name, values.x[0][at], values.x[1][at], values.x[2][at],
			values.n[at], found[at], worst[f], most);
	}
	for (int i = 0; i < 5; i++)
		OK(clReleaseMemObject(buffers[i]));
	return beyond;
}

/* --- tests ------------------------------------------------------------------------------------ */

static double results[6][BUILTINS];

static int open_app(void **state)
{
	(void)state;
	app = app_open("builtins.xclbin", 0);
	return 0;
}

static int close_app(void **state)
{
	(void)state;
	app_close(&app);
	return 0;
}

static void floats(void **state)
{
	(void)state;
	assert_int_equal(measure("float_builtins", 1, false, results[0]), 0);
}

static void vectors(void **state)
{
	(void)state;
	assert_int_equal(measure("float4_builtins", 4, false, results[1]), 0);
}

static void doubles(void **state)
{
	(void)state;
	assert_int_equal(measure("double_builtins", 1, true, results[2]), 0);
}

static void double_vectors(void **state)
{
	(void)state;
	assert_int_equal(measure("double4_builtins", 4, true, results[3]), 0);
}

/* Vectors that fill an AVX-512 register. */
static void long_vectors(void **state)
{
	(void)state;
	assert_int_equal(measure("float16_builtins", 16, false, results[4]), 0);
}

static void long_double_vectors(void **state)
{
	(void)state;
	assert_int_equal(measure("double8_builtins", 8, true, results[5]), 0);
}

static void print_cell(double error, double limit)
{
	if (isinf(limit))
		printf(" %.2f |", error);
	else
		printf(" %.2f of %g |", error, limit);
}

static void print_table(void)
{
	printf("| function | `float` | `float4` | `float16` | `double` | `double4` | `double8` |\n"
	       "|---|---|---|---|---|---|---|\n");
	for (int f = 0; f < BUILTINS; f++) {
		printf("| `%s` |", builtins[f].name);
		print_cell(results[0][f], builtins[f].most);
		print_cell(results[1][f], builtins[f].most);
		print_cell(results[4][f], builtins[f].most);
		print_cell(results[2][f], builtins[f].most_double);
		print_cell(results[3][f], builtins[f].most_double);
		print_cell(results[5][f], builtins[f].most_double);
		printf("\n");
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(floats),       cmocka_unit_test(vectors),
		cmocka_unit_test(doubles),      cmocka_unit_test(double_vectors),
		cmocka_unit_test(long_vectors), cmocka_unit_test(long_double_vectors),
	};
	int failed = cmocka_run_group_tests(tests, open_app, close_app);

	(void)argv;
	if (argc > 1)
		print_table();
	return failed;
}
