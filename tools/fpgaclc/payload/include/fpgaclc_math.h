/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_MATH_H
#define FPGACLC_MATH_H

/*
 * Included before each source in OpenCL C, in place of functions of the library whose errors exceed
 * what OpenCL C 3.0, 7.4, allows (docs/builtins.md). Sine, cosine and tangent of vectors of floats
 * are wrong if an element's neighbour is so large that it needs another reduction: they are computed
 * by element. Subnormal results of tgamma are not exact enough in floats: they are computed in double.
 */
#if __OPENCL_C_VERSION__ >= 120
#define FCLC_MATH_LINKAGE static
#else
#define FCLC_MATH_LINKAGE inline /* OpenCL C 1.1 has no static */
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

#define FCLC_MATH_NAME fclc_tgamma
#define FCLC_MATH_OF _cl_tgamma
#define FCLC_MATH_WIDER(N)                                                                         \
	FCLC_MATH_FUNCTION float##N fclc_tgamma(float##N x)                                        \
	{                                                                                          \
		return convert_float##N(_cl_tgamma(convert_double##N(x)));                         \
	}
FCLC_MATH_WIDER()
FCLC_MATH_WIDER(2)
FCLC_MATH_WIDER(3)
FCLC_MATH_WIDER(4)
FCLC_MATH_WIDER(8)
FCLC_MATH_WIDER(16)
FCLC_MATH_DOUBLES
#undef FCLC_MATH_NAME
#undef FCLC_MATH_OF

#undef sin
#undef cos
#undef tan
#undef tgamma
#define sin fclc_sin
#define cos fclc_cos
#define tan fclc_tan
#define tgamma fclc_tgamma

#define FCLC_MATH_SINCOS_TO(SPACE, N)                                                              \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) float##N            \
	fclc_sincos(float##N x, SPACE float##N *cosine)                                            \
	{                                                                                          \
		*cosine = fclc_cos(x);                                                             \
		return fclc_sin(x);                                                                \
	}                                                                                          \
	FCLC_MATH_LINKAGE __attribute__((unused, always_inline, overloadable)) double##N           \
	fclc_sincos(double##N x, SPACE double##N *cosine)                                          \
	{                                                                                          \
		return _cl_sincos(x, cosine);                                                      \
	}
#if __OPENCL_C_VERSION__ >= 200
#define FCLC_MATH_SINCOS(N) FCLC_MATH_SINCOS_TO(, N)
#else
#define FCLC_MATH_SINCOS(N)                                                                        \
	FCLC_MATH_SINCOS_TO(__private, N)                                                          \
	FCLC_MATH_SINCOS_TO(__local, N)                                                            \
	FCLC_MATH_SINCOS_TO(__global, N)
#endif
FCLC_MATH_SINCOS()
FCLC_MATH_SINCOS(2)
FCLC_MATH_SINCOS(3)
FCLC_MATH_SINCOS(4)
FCLC_MATH_SINCOS(8)
FCLC_MATH_SINCOS(16)

#undef sincos
#define sincos fclc_sincos

#endif
