/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_INTEL_MATH_H
#define FPGACLC_INTEL_MATH_H

/*
 * Intel's compiler takes any scalars as arguments of the mathematical and common functions (OpenCL C
 * 3.0, 6.15.2 and 6.15.4): integers become float, and if one of the arguments is double, all become
 * double. To clang such calls are ambiguous. Calls of max, min and clamp in which all arguments are
 * integers are left as they are.
 */

/* clang-format off */

#define FCLC_WITH static inline __attribute__((unused, const))
#define FCLC_OVERLOAD FCLC_WITH __attribute__((overloadable))

/* The library's function under a name that is not overloaded, so that compiling the rest is cheap. */
#define FCLC_BASE_1(NAME) \
	FCLC_WITH float fclc_float_##NAME(float x) { return NAME(x); }
#define FCLC_BASE_2(NAME) \
	FCLC_WITH float fclc_float_##NAME(float x, float y) { return NAME(x, y); } \
	FCLC_WITH double fclc_double_##NAME(double x, double y) { return NAME(x, y); }
#define FCLC_BASE_3(NAME) \
	FCLC_WITH float fclc_float_##NAME(float x, float y, float z) { return NAME(x, y, z); } \
	FCLC_WITH double fclc_double_##NAME(double x, double y, double z) { return NAME(x, y, z); }

#define FCLC_ADD_1(TYPE, NAME, A) \
	FCLC_OVERLOAD TYPE NAME(A x) { return fclc_##TYPE##_##NAME(x); }
#define FCLC_ADD_2(TYPE, NAME, A, B) \
	FCLC_OVERLOAD TYPE NAME(A x, B y) { return fclc_##TYPE##_##NAME(x, y); }
#define FCLC_ADD_3(TYPE, NAME, A, B, C) \
	FCLC_OVERLOAD TYPE NAME(A x, B y, C z) { return fclc_##TYPE##_##NAME(x, y, z); }

/* Adds each of these types to a list of arguments. */
#define FCLC_INTEGERS(F, ...) \
	F(__VA_ARGS__, int) F(__VA_ARGS__, uint) F(__VA_ARGS__, long) F(__VA_ARGS__, ulong)
#define FCLC_TO_FLOAT(F, ...) FCLC_INTEGERS(F, __VA_ARGS__) F(__VA_ARGS__, float)
#define FCLC_ALL(F, ...) FCLC_TO_FLOAT(F, __VA_ARGS__) F(__VA_ARGS__, double)

#define FCLC_1(NAME) FCLC_BASE_1(NAME) FCLC_INTEGERS(FCLC_ADD_1, float, NAME)

/* All pairs of types but two integers, and those that the library has. */
#define FCLC_2_MIXED(NAME) \
	FCLC_BASE_2(NAME) \
	FCLC_INTEGERS(FCLC_ADD_2, float, NAME, float) \
	FCLC_ADD_2(float, NAME, int, float) FCLC_ADD_2(float, NAME, uint, float) \
	FCLC_ADD_2(float, NAME, long, float) FCLC_ADD_2(float, NAME, ulong, float) \
	FCLC_TO_FLOAT(FCLC_ADD_2, double, NAME, double) \
	FCLC_ADD_2(double, NAME, int, double) FCLC_ADD_2(double, NAME, uint, double) \
	FCLC_ADD_2(double, NAME, long, double) FCLC_ADD_2(double, NAME, ulong, double) \
	FCLC_ADD_2(double, NAME, float, double)
#define FCLC_2(NAME) \
	FCLC_2_MIXED(NAME) \
	FCLC_INTEGERS(FCLC_ADD_2, float, NAME, int) FCLC_INTEGERS(FCLC_ADD_2, float, NAME, uint) \
	FCLC_INTEGERS(FCLC_ADD_2, float, NAME, long) FCLC_INTEGERS(FCLC_ADD_2, float, NAME, ulong)

/* For functions that the library also has for small integers. */
#define FCLC_SMALL(NAME, A) \
	FCLC_ADD_2(float, NAME, A, float) FCLC_ADD_2(float, NAME, float, A) \
	FCLC_ADD_2(double, NAME, A, double) FCLC_ADD_2(double, NAME, double, A)
#define FCLC_2_SMALL(NAME) \
	FCLC_2_MIXED(NAME) \
	FCLC_SMALL(NAME, char) FCLC_SMALL(NAME, uchar) FCLC_SMALL(NAME, short) FCLC_SMALL(NAME, ushort)

/* The second argument is an int in any case. */
#define FCLC_BASE_INT(NAME) \
	FCLC_WITH float fclc_float_##NAME(float x, int y) { return NAME(x, y); }
#define FCLC_2_INT(NAME) \
	FCLC_BASE_INT(NAME) \
	FCLC_ADD_2(float, NAME, int, int) FCLC_ADD_2(float, NAME, uint, int) \
	FCLC_ADD_2(float, NAME, long, int) FCLC_ADD_2(float, NAME, ulong, int)

/* With the first type A, an integer: the second is an integer, and the third float; the rest. */
#define FCLC_3_FIRST(NAME, A) \
	FCLC_ADD_3(float, NAME, A, int, float) FCLC_ADD_3(float, NAME, A, uint, float) \
	FCLC_ADD_3(float, NAME, A, long, float) FCLC_ADD_3(float, NAME, A, ulong, float) \
	FCLC_TO_FLOAT(FCLC_ADD_3, float, NAME, A, float) FCLC_3_DOUBLE(NAME, A)
/* With the first type A, not double: another one is. */
#define FCLC_3_DOUBLE(NAME, A) \
	FCLC_ADD_3(double, NAME, A, int, double) FCLC_ADD_3(double, NAME, A, uint, double) \
	FCLC_ADD_3(double, NAME, A, long, double) FCLC_ADD_3(double, NAME, A, ulong, double) \
	FCLC_ADD_3(double, NAME, A, float, double) FCLC_ALL(FCLC_ADD_3, double, NAME, A, double)
#define FCLC_3_INTEGERS(NAME, A) \
	FCLC_INTEGERS(FCLC_ADD_3, float, NAME, A, int) FCLC_INTEGERS(FCLC_ADD_3, float, NAME, A, uint) \
	FCLC_INTEGERS(FCLC_ADD_3, float, NAME, A, long) FCLC_INTEGERS(FCLC_ADD_3, float, NAME, A, ulong)
/* All triples of types but three integers, and those that the library has. */
#define FCLC_3_MIXED(NAME) \
	FCLC_BASE_3(NAME) \
	FCLC_3_FIRST(NAME, int) FCLC_3_FIRST(NAME, uint) \
	FCLC_3_FIRST(NAME, long) FCLC_3_FIRST(NAME, ulong) \
	FCLC_TO_FLOAT(FCLC_ADD_3, float, NAME, float, int) \
	FCLC_TO_FLOAT(FCLC_ADD_3, float, NAME, float, uint) \
	FCLC_TO_FLOAT(FCLC_ADD_3, float, NAME, float, long) \
	FCLC_TO_FLOAT(FCLC_ADD_3, float, NAME, float, ulong) \
	FCLC_INTEGERS(FCLC_ADD_3, float, NAME, float, float) FCLC_3_DOUBLE(NAME, float) \
	FCLC_ALL(FCLC_ADD_3, double, NAME, double, int) FCLC_ALL(FCLC_ADD_3, double, NAME, double, uint) \
	FCLC_ALL(FCLC_ADD_3, double, NAME, double, long) FCLC_ALL(FCLC_ADD_3, double, NAME, double, ulong) \
	FCLC_ALL(FCLC_ADD_3, double, NAME, double, float) FCLC_TO_FLOAT(FCLC_ADD_3, double, NAME, double, double)
#define FCLC_3(NAME) \
	FCLC_3_MIXED(NAME) \
	FCLC_3_INTEGERS(NAME, int) FCLC_3_INTEGERS(NAME, uint) \
	FCLC_3_INTEGERS(NAME, long) FCLC_3_INTEGERS(NAME, ulong)

FCLC_1(acos) FCLC_1(acosh) FCLC_1(acospi) FCLC_1(asin) FCLC_1(asinh) FCLC_1(asinpi)
FCLC_1(atan) FCLC_1(atanh) FCLC_1(atanpi) FCLC_1(cbrt) FCLC_1(ceil) FCLC_1(cos) FCLC_1(cosh)
FCLC_1(cospi) FCLC_1(erf) FCLC_1(erfc) FCLC_1(exp) FCLC_1(exp2) FCLC_1(exp10) FCLC_1(expm1)
FCLC_1(fabs) FCLC_1(floor) FCLC_1(lgamma) FCLC_1(log) FCLC_1(log2) FCLC_1(log10) FCLC_1(log1p)
FCLC_1(logb) FCLC_1(rint) FCLC_1(round) FCLC_1(rsqrt) FCLC_1(sin) FCLC_1(sinh) FCLC_1(sinpi)
FCLC_1(sqrt) FCLC_1(tan) FCLC_1(tanh) FCLC_1(tanpi) FCLC_1(tgamma) FCLC_1(trunc)
FCLC_1(degrees) FCLC_1(radians) FCLC_1(sign)

FCLC_2(atan2) FCLC_2(atan2pi) FCLC_2(copysign) FCLC_2(fdim) FCLC_2(fmax) FCLC_2(fmin)
FCLC_2(fmod) FCLC_2(hypot) FCLC_2(maxmag) FCLC_2(minmag) FCLC_2(nextafter) FCLC_2(pow)
FCLC_2(powr) FCLC_2(remainder) FCLC_2(step) FCLC_2_SMALL(max) FCLC_2_SMALL(min)
FCLC_2_INT(ldexp) FCLC_2_INT(pown) FCLC_2_INT(rootn)

FCLC_3(fma) FCLC_3(mad) FCLC_3(mix) FCLC_3(smoothstep) FCLC_3_MIXED(clamp)

/* clang-format on */

#endif
