/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_MATH_H
#define FPGACLC_MATH_H

/*
 * Included before each OpenCL C source. Replaces library functions whose errors exceed the limits
 * of OpenCL C 3.0, 7.4 (docs/builtins.md):
 * - Sine, cosine and tangent of float vectors are wrong if another element is so large that it
 *   needs a different range reduction; such vectors are computed element by element.
 * - Subnormal results of tgamma are not exact enough in float, so they are computed in double. Near
 *   negative integers, those of doubles are off by more than a thousand ULP.
 * - Zeros of cospi, sinpi, tanpi and atanpi get the signs that 7.5.1 specifies.
 */
#if __OPENCL_C_VERSION__ >= 120
#define FCLC_MATH_LINKAGE static
#else
#define FCLC_MATH_LINKAGE inline /* OpenCL C 1.1 has no static */
/* There, constants such as M_PI are floats, with a warning, unless this is enabled. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#define FCLC_MATH_FUNCTION                                                                         \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable, const))

#define FCLC_MATH_BY_ELEMENT(N)                                                                    \
	FCLC_MATH_FUNCTION float##N FCLC_MATH_NAME(float##N x)                                     \
	{                                                                                          \
		union {                                                                            \
			float##N all;                                                              \
			float each[sizeof(float##N) / sizeof(float)];                              \
		} u;                                                                               \
                                                                                                   \
		if (all(fabs(x) < 100.0f))                                                         \
			return FCLC_MATH_OF(x);                                                    \
		u.all = x;                                                                         \
		for (int i = 0; i < N; i++)                                                        \
			u.each[i] = FCLC_MATH_OF(u.each[i]);                                       \
		return u.all;                                                                      \
	}
#define FCLC_MATH_AS_BEFORE(T)                                                                     \
	FCLC_MATH_FUNCTION T FCLC_MATH_NAME(T x)                                                   \
	{                                                                                          \
		return FCLC_MATH_OF(x);                                                            \
	}
#define FCLC_MATH_TRIGONOMETRIC                                                                    \
	FCLC_MATH_AS_BEFORE(float)                                                                 \
	FCLC_MATH_BY_ELEMENT(2)                                                                    \
	FCLC_MATH_BY_ELEMENT(3)                                                                    \
	FCLC_MATH_BY_ELEMENT(4)                                                                    \
	FCLC_MATH_BY_ELEMENT(8)                                                                    \
	FCLC_MATH_BY_ELEMENT(16)                                                                   \
	FCLC_MATH_DOUBLES
#define FCLC_MATH_DOUBLES                                                                          \
	FCLC_MATH_AS_BEFORE(double)                                                                \
	FCLC_MATH_AS_BEFORE(double2)                                                               \
	FCLC_MATH_AS_BEFORE(double3)                                                               \
	FCLC_MATH_AS_BEFORE(double4)                                                               \
	FCLC_MATH_AS_BEFORE(double8)                                                               \
	FCLC_MATH_AS_BEFORE(double16)

#define FCLC_MATH_NAME fclc_sin
#define FCLC_MATH_OF _cl_sin
FCLC_MATH_TRIGONOMETRIC
#undef FCLC_MATH_NAME
#undef FCLC_MATH_OF
#define FCLC_MATH_NAME fclc_cos
#define FCLC_MATH_OF _cl_cos
FCLC_MATH_TRIGONOMETRIC
#undef FCLC_MATH_NAME
#undef FCLC_MATH_OF
#define FCLC_MATH_NAME fclc_tan
#define FCLC_MATH_OF _cl_tan
FCLC_MATH_TRIGONOMETRIC
#undef FCLC_MATH_NAME
#undef FCLC_MATH_OF

/* If options exclude NaNs, using one is undefined. */
#if __FINITE_MATH_ONLY__
#define FCLC_MATH_POLE(T, X, VALUE) (VALUE)
#else
#define FCLC_MATH_POLE(T, X, VALUE) ((X) == trunc(X) ? (T)NAN : (VALUE))
#endif

/*
 * gamma(x) gamma(-x) = -pi / (x sin(pi x)), where -x is exact, unlike 1 - x. If gamma(y) would
 * overflow, uses (y - 1) ... (y - 14) gamma(y - 14).
 */
#define FCLC_MATH_GAMMA(T)                                                                         \
	FCLC_MATH_FUNCTION T fclc_tgamma(T x)                                                      \
	{                                                                                          \
		T y = fabs(x), product = (T)1;                                                     \
		T gamma = _cl_tgamma(x < -1 ? (y > 171 ? y - 14 : y) : x);                         \
		T reflected = -M_PI / (x * _cl_sinpi(x)) / gamma;                                  \
                                                                                                   \
		for (int i = 1; i <= 14; i++)                                                      \
			product *= y - i;                                                          \
		reflected = y > 171 ? reflected / product : reflected;                             \
		reflected = FCLC_MATH_POLE(T, x, reflected);                                       \
		return x < -1 ? reflected : gamma;                                                 \
	}
FCLC_MATH_GAMMA(double)
FCLC_MATH_GAMMA(double2)
FCLC_MATH_GAMMA(double3)
FCLC_MATH_GAMMA(double4)
FCLC_MATH_GAMMA(double8)
FCLC_MATH_GAMMA(double16)
#include "fpgacl/gamma.h"

#define FCLC_MATH_NAME fclc_lgamma
#define FCLC_MATH_OF _cl_lgamma
FCLC_MATH_DOUBLES
#undef FCLC_MATH_NAME
#undef FCLC_MATH_OF

#undef sin
#undef cos
#undef tan
#undef lgamma
#undef lgamma_r
#undef tgamma
#define sin fclc_sin
#define cos fclc_cos
#define tan fclc_tan
#define lgamma fclc_lgamma
#define lgamma_r fclc_lgamma_r
#define tgamma fclc_tgamma

#define FCLC_MATH_ZEROS(T)                                                                         \
	FCLC_MATH_FUNCTION T fclc_cospi(T x)                                                       \
	{                                                                                          \
		T y = _cl_cospi(x);                                                                \
		return y == 0 ? (T)0 : y;                                                          \
	}                                                                                          \
	FCLC_MATH_FUNCTION T fclc_sinpi(T x)                                                       \
	{                                                                                          \
		T y = _cl_sinpi(x);                                                                \
		return y == 0 ? copysign(y, x) : y;                                                \
	}                                                                                          \
	FCLC_MATH_FUNCTION T fclc_atanpi(T x)                                                      \
	{                                                                                          \
		T y = _cl_atanpi(x);                                                               \
		return y == 0 ? copysign(y, x) : y;                                                \
	}                                                                                          \
	/* Signed zeros for integers: the sign of even ones, the opposite sign for odd ones. */    \
	FCLC_MATH_FUNCTION T fclc_tanpi(T x)                                                       \
	{                                                                                          \
		T y = _cl_tanpi(x), middle = x / 2;                                                \
		T sign = trunc(middle) == middle ? x : -x;                                         \
		return y == 0 ? copysign(y, sign) : y;                                             \
	}
FCLC_MATH_ZEROS(float)
FCLC_MATH_ZEROS(float2)
FCLC_MATH_ZEROS(float3)
FCLC_MATH_ZEROS(float4)
FCLC_MATH_ZEROS(float8)
FCLC_MATH_ZEROS(float16)
FCLC_MATH_ZEROS(double)
FCLC_MATH_ZEROS(double2)
FCLC_MATH_ZEROS(double3)
FCLC_MATH_ZEROS(double4)
FCLC_MATH_ZEROS(double8)
FCLC_MATH_ZEROS(double16)

#undef cospi
#undef sinpi
#undef atanpi
#undef tanpi
#define cospi fclc_cospi
#define sinpi fclc_sinpi
#define atanpi fclc_atanpi
#define tanpi fclc_tanpi

#define FCLC_MATH_SINCOS_OF_LIBRARY(T, SPACE)                                                      \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) T fclc_sincos(      \
		T x, SPACE T *cosine)                                                              \
	{                                                                                          \
		return _cl_sincos(x, cosine);                                                      \
	}
#define FCLC_MATH_SINCOS_TO(SPACE, N)                                                              \
	FCLC_MATH_SINCOS_OF_LIBRARY(double##N, SPACE)                                              \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) float##N            \
	fclc_sincos(float##N x, SPACE float##N *cosine)                                            \
	{                                                                                          \
		if (all(fabs(x) < 100.0f))                                                         \
			return _cl_sincos(x, cosine);                                              \
		*cosine = fclc_cos(x);                                                             \
		return fclc_sin(x);                                                                \
	}
#if __OPENCL_C_VERSION__ >= 200
#define FCLC_MATH_SINCOS(N) FCLC_MATH_SINCOS_TO(, N)
FCLC_MATH_SINCOS_OF_LIBRARY(float, )
FCLC_MATH_SINCOS_OF_LIBRARY(double, )
#else
#define FCLC_MATH_SINCOS(N)                                                                        \
	FCLC_MATH_SINCOS_TO(__private, N)                                                          \
	FCLC_MATH_SINCOS_TO(__local, N)                                                            \
	FCLC_MATH_SINCOS_TO(__global, N)
FCLC_MATH_SINCOS_OF_LIBRARY(float, __private)
FCLC_MATH_SINCOS_OF_LIBRARY(float, __local)
FCLC_MATH_SINCOS_OF_LIBRARY(float, __global)
FCLC_MATH_SINCOS_OF_LIBRARY(double, __private)
FCLC_MATH_SINCOS_OF_LIBRARY(double, __local)
FCLC_MATH_SINCOS_OF_LIBRARY(double, __global)
#endif
FCLC_MATH_SINCOS(2)
FCLC_MATH_SINCOS(3)
FCLC_MATH_SINCOS(4)
FCLC_MATH_SINCOS(8)
FCLC_MATH_SINCOS(16)

#undef sincos
#define sincos fclc_sincos

/*
 * Lengths of float vectors. Only scales numbers whose squares would overflow or vanish. The library
 * computes both variants and selects one; when work-items are vectorised, it squares needlessly
 * scaled numbers, which become subnormal and cost a hundred cycles each.
 */
/* No relevant bits are lost, so no scaling is needed. */
#define FCLC_MATH_EXACT_SQUARE(X) ((X) > 0x1p-100f && (X) < 0x1p120f)
#define FCLC_MATH_LARGER(X, Y) ((X) > (Y) ? (X) : (Y))
#define FCLC_MATH_LENGTH(N, LARGEST, SQUARE)                                                       \
	FCLC_MATH_FUNCTION float fclc_scale(float##N v)                                            \
	{                                                                                          \
		float##N a = fabs(v);                                                              \
		float largest = LARGEST;                                                           \
                                                                                                   \
		return largest > 0x1p62f ? 0x1p-66f : largest < 0x1p-63f ? 0x1p86f : 1;            \
	}                                                                                          \
	FCLC_MATH_FUNCTION float fclc_square(float##N a)                                           \
	{                                                                                          \
		return SQUARE;                                                                     \
	}                                                                                          \
	FCLC_MATH_FUNCTION float fclc_length(float##N v)                                           \
	{                                                                                          \
		float square = fclc_square(v), scale;                                              \
		float##N a;                                                                        \
                                                                                                   \
		if (FCLC_MATH_EXACT_SQUARE(square))                                                \
			return sqrt(square);                                                       \
		scale = fclc_scale(v);                                                             \
		a = v * scale;                                                                     \
		return sqrt(fclc_square(a)) * (scale == 1 ? 1 : scale < 1 ? 0x1p66f : 0x1p-86f);   \
	}                                                                                          \
	FCLC_MATH_FUNCTION float fclc_distance(float##N v, float##N w)                             \
	{                                                                                          \
		return fclc_length(v - w);                                                         \
	}                                                                                          \
	/* OpenCL C 3.0, 7.5.1: zeros stay, and infinite elements count as 1 beside zeros. */      \
	FCLC_MATH_FUNCTION float##N fclc_normalize(float##N v)                                     \
	{                                                                                          \
		float square = fclc_square(v), scale;                                              \
		float##N ones, finite, a;                                                          \
                                                                                                   \
		if (FCLC_MATH_EXACT_SQUARE(square))                                                \
			return v * (1 / sqrt(square));                                             \
		ones = copysign(isinf(v) ? (float##N)1 : (float##N)0, v);                          \
		finite = any(isinf(v)) && !any(isnan(v)) ? ones : v;                               \
		scale = fclc_scale(finite);                                                        \
		a = finite * scale;                                                                \
		square = fclc_square(a);                                                           \
		if (square == 0)                                                                   \
			return v;                                                                  \
		/* Scaled down at the end: small elements would lose bits on the way. */           \
		return scale < 1 ? finite * (1 / sqrt(square)) * scale : a * (1 / sqrt(square));   \
	}
#define FCLC_MATH_AS_BEFORE_TOO(T, S)                                                              \
	FCLC_MATH_FUNCTION S fclc_length(T x)                                                      \
	{                                                                                          \
		return _cl_length(x);                                                              \
	}                                                                                          \
	FCLC_MATH_FUNCTION S fclc_distance(T x, T y)                                               \
	{                                                                                          \
		return _cl_distance(x, y);                                                         \
	}                                                                                          \
	FCLC_MATH_FUNCTION T fclc_normalize(T x)                                                   \
	{                                                                                          \
		return _cl_normalize(x);                                                           \
	}
FCLC_MATH_AS_BEFORE_TOO(float, float)
FCLC_MATH_LENGTH(2, FCLC_MATH_LARGER(a.x, a.y), (a.x * a.x + a.y * a.y))
FCLC_MATH_LENGTH(3, FCLC_MATH_LARGER(FCLC_MATH_LARGER(a.x, a.y), a.z),
		 (a.x * a.x + a.y * a.y + a.z * a.z))
FCLC_MATH_LENGTH(4, FCLC_MATH_LARGER(FCLC_MATH_LARGER(a.x, a.y), FCLC_MATH_LARGER(a.z, a.w)),
		 (a.x * a.x + a.y * a.y + (a.z * a.z + a.w * a.w)))
FCLC_MATH_AS_BEFORE_TOO(double, double)
FCLC_MATH_AS_BEFORE_TOO(double2, double)
FCLC_MATH_AS_BEFORE_TOO(double3, double)
FCLC_MATH_AS_BEFORE_TOO(double4, double)

/* Of half, by float: the plugin does the same for functions of the library (opencl/half.cpp). */
#define FCLC_MATH_HALF(NAME, N)                                                                    \
	FCLC_MATH_FUNCTION half##N NAME(half##N x)                                                 \
	{                                                                                          \
		return __builtin_convertvector(NAME(__builtin_convertvector(x, float##N)),         \
					       half##N);                                           \
	}
#define FCLC_MATH_HALVES(NAME)                                                                     \
	FCLC_MATH_FUNCTION half NAME(half x)                                                       \
	{                                                                                          \
		return (half)NAME((float)x);                                                       \
	}                                                                                          \
	FCLC_MATH_HALF(NAME, 2)                                                                    \
	FCLC_MATH_HALF(NAME, 3)                                                                    \
	FCLC_MATH_HALF(NAME, 4)                                                                    \
	FCLC_MATH_HALF(NAME, 8)                                                                    \
	FCLC_MATH_HALF(NAME, 16)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
FCLC_MATH_HALVES(fclc_sin)
FCLC_MATH_HALVES(fclc_cos)
FCLC_MATH_HALVES(fclc_tan)
FCLC_MATH_HALVES(fclc_sinpi)
FCLC_MATH_HALVES(fclc_cospi)
FCLC_MATH_HALVES(fclc_tanpi)
FCLC_MATH_HALVES(fclc_atanpi)
FCLC_MATH_HALVES(fclc_lgamma)
FCLC_MATH_HALVES(fclc_tgamma)
#pragma OPENCL EXTENSION cl_khr_fp16 : disable

#undef length
#undef distance
#undef normalize
#define length fclc_length
#define distance fclc_distance
#define normalize fclc_normalize

/* Sources have to enable the extension themselves. */
#if __OPENCL_C_VERSION__ < 120
#pragma OPENCL EXTENSION cl_khr_fp64 : disable
#endif

#endif
