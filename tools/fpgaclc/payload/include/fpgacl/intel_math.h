/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_INTEL_MATH_H
#define FPGACLC_INTEL_MATH_H

/*
 * Intel's compiler takes any scalars as arguments of the mathematical and common functions (OpenCL C
 * 3.0, 6.15.2 and 6.15.4): integers become float, and if one of the arguments is double, all become
 * double. To clang such calls are ambiguous. Calls of max, min and clamp in which all arguments are
 * integers are left as they are. Reading all overloads takes longer than compiling a small kernel, so
 * FCLC_MATH_CALLS has those of the names that a source contains (opencl/library/math_calls.c).
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

/* The same with small integers, too, for which the library also has the function. */
#define FCLC_INTEGERS_1(F, ...) \
	FCLC_INTEGERS(F, __VA_ARGS__) F(__VA_ARGS__, char) F(__VA_ARGS__, uchar) \
	F(__VA_ARGS__, short) F(__VA_ARGS__, ushort)
/* Again, because a macro is not expanded inside itself. */
#define FCLC_INTEGERS_3(F, ...) \
	F(__VA_ARGS__, int) F(__VA_ARGS__, uint) F(__VA_ARGS__, long) F(__VA_ARGS__, ulong) \
	F(__VA_ARGS__, char) F(__VA_ARGS__, uchar) F(__VA_ARGS__, short) F(__VA_ARGS__, ushort)
#define FCLC_INTEGERS_2(F, ...) \
	F(__VA_ARGS__, int) F(__VA_ARGS__, uint) F(__VA_ARGS__, long) F(__VA_ARGS__, ulong) \
	F(__VA_ARGS__, char) F(__VA_ARGS__, uchar) F(__VA_ARGS__, short) F(__VA_ARGS__, ushort)
#define FCLC_THIRD_FLOAT(NAME, A, B) \
	FCLC_INTEGERS_3(FCLC_ADD_3, float, NAME, A, B) FCLC_ADD_3(float, NAME, A, B, float)
#define FCLC_THIRD_DOUBLE(NAME, A, B) \
	FCLC_INTEGERS_3(FCLC_ADD_3, double, NAME, A, B) FCLC_ADD_3(double, NAME, A, B, float) \
	FCLC_ADD_3(double, NAME, A, B, double)
#define FCLC_ONLY_FLOAT(NAME, A, B) FCLC_ADD_3(float, NAME, A, B, float)
#define FCLC_ONLY_DOUBLE(NAME, A, B) FCLC_ADD_3(double, NAME, A, B, double)
#define FCLC_FIRST_TO_DOUBLE(NAME, A) \
	FCLC_THIRD_DOUBLE(NAME, A, double) \
	FCLC_INTEGERS_2(FCLC_ONLY_DOUBLE, NAME, A) FCLC_ONLY_DOUBLE(NAME, A, float)
#define FCLC_FIRST_INTEGER(NAME, A) \
	FCLC_THIRD_FLOAT(NAME, A, float) FCLC_INTEGERS_2(FCLC_ONLY_FLOAT, NAME, A) \
	FCLC_FIRST_TO_DOUBLE(NAME, A)
#define FCLC_3_SMALL(NAME) \
	FCLC_BASE_3(NAME) \
	FCLC_INTEGERS_1(FCLC_FIRST_INTEGER, NAME) \
	FCLC_INTEGERS_3(FCLC_ADD_3, float, NAME, float, float) \
	FCLC_INTEGERS_2(FCLC_THIRD_FLOAT, NAME, float) FCLC_FIRST_TO_DOUBLE(NAME, float) \
	FCLC_INTEGERS_3(FCLC_ADD_3, double, NAME, double, double) \
	FCLC_ADD_3(double, NAME, double, double, float) \
	FCLC_INTEGERS_2(FCLC_THIRD_DOUBLE, NAME, double) FCLC_THIRD_DOUBLE(NAME, double, float)

FCLC_MATH_CALLS

/* clang-format on */

#endif
