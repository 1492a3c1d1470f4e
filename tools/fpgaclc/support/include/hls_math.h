/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_MATH_H
#define FPGACL_HLS_MATH_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * hls::sqrt and its like (interface: UG1399 "HLS Math Library"): the C library's functions for
 * float and double. Those of half and of fixed-point numbers are rounded from float and double;
 * what only rounds is exact.
 */

#include <cmath>
#include <cstdlib>

#include <ap_fixed.h>
#include <hls_half.h>

namespace hls
{

using std::frexp;
using std::ilogb;
using std::ldexp;
using std::llrint;
using std::llround;
using std::lrint;
using std::lround;
using std::modf;
using std::scalbln;
using std::scalbn;

/* A function of one argument, for each kind of number, and with the name that has an f. */
#define FPGACL_MATH_BUILTIN_1(NAME)                                                                \
	using std::NAME;                                                                           \
	inline half NAME(half x)                                                                   \
	{                                                                                          \
		return half(std::NAME(float(x)));                                                  \
	}                                                                                          \
	inline float NAME##f(float x)                                                              \
	{                                                                                          \
		return std::NAME(x);                                                               \
	}                                                                                          \
	inline half half_##NAME(half x)                                                            \
	{                                                                                          \
		return NAME(x);                                                                    \
	}
#define FPGACL_MATH_1(NAME)                                                                        \
	FPGACL_MATH_BUILTIN_1(NAME)                                                                \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                           \
	ap_fixed_base<W, I, S, Q, O, N> NAME(const ap_fixed_base<W, I, S, Q, O, N> &x)             \
	{                                                                                          \
		return ap_fixed_base<W, I, S, Q, O, N>(std::NAME(x.to_double()));                  \
	}                                                                                          \
	template <int W, bool S> ap_int_base<W, S> NAME(const ap_int_base<W, S> &x)                \
	{                                                                                          \
		return ap_int_base<W, S>(std::NAME(x.to_double()));                                \
	}
FPGACL_MATH_1(acos)
FPGACL_MATH_1(acosh)
FPGACL_MATH_1(asin)
FPGACL_MATH_1(asinh)
FPGACL_MATH_1(atan)
FPGACL_MATH_1(atanh)
FPGACL_MATH_1(cbrt)
FPGACL_MATH_1(cos)
FPGACL_MATH_1(cosh)
FPGACL_MATH_1(erf)
FPGACL_MATH_1(erfc)
FPGACL_MATH_1(exp)
FPGACL_MATH_1(exp2)
FPGACL_MATH_1(expm1)
FPGACL_MATH_1(lgamma)
FPGACL_MATH_1(log)
FPGACL_MATH_1(log10)
FPGACL_MATH_1(log1p)
FPGACL_MATH_1(log2)
FPGACL_MATH_1(logb)
FPGACL_MATH_1(sin)
FPGACL_MATH_1(sinh)
FPGACL_MATH_1(sqrt)
FPGACL_MATH_1(tan)
FPGACL_MATH_1(tanh)
FPGACL_MATH_1(tgamma)
FPGACL_MATH_BUILTIN_1(ceil)
FPGACL_MATH_BUILTIN_1(fabs)
FPGACL_MATH_BUILTIN_1(floor)
FPGACL_MATH_BUILTIN_1(nearbyint)
FPGACL_MATH_BUILTIN_1(rint)
FPGACL_MATH_BUILTIN_1(round)
FPGACL_MATH_BUILTIN_1(trunc)
#undef FPGACL_MATH_1
#undef FPGACL_MATH_BUILTIN_1

/* To a whole number: exact, as rounding to no fraction bits is. */
#define FPGACL_MATH_ROUND(NAME, MODE)                                                              \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                           \
	ap_fixed_base<W, I, S, Q, O, N> NAME(const ap_fixed_base<W, I, S, Q, O, N> &x)             \
	{                                                                                          \
		const int bits = fpgacl_ap::max(I, 1) + 2;                                         \
		return ap_fixed_base<W, I, S, Q, O, N>(ap_fixed_base<bits, bits, true, MODE>(x));  \
	}
FPGACL_MATH_ROUND(floor, AP_TRN)
FPGACL_MATH_ROUND(trunc, AP_TRN_ZERO)
FPGACL_MATH_ROUND(round, AP_RND_INF)
FPGACL_MATH_ROUND(rint, AP_RND_CONV)
FPGACL_MATH_ROUND(nearbyint, AP_RND_CONV)
#undef FPGACL_MATH_ROUND
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ap_fixed_base<W, I, S, Q, O, N> ceil(const ap_fixed_base<W, I, S, Q, O, N> &x)
{
	const int bits = fpgacl_ap::max(I, 1) + 2;

	return ap_fixed_base<W, I, S, Q, O, N>(-ap_fixed_base<bits, bits, true, AP_TRN>(-x));
}

using std::abs;
inline half abs(half x)
{
	return half(std::fabs(float(x)));
}
inline half half_abs(half x)
{
	return abs(x);
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ap_fixed_base<W, I, S, Q, O, N> abs(const ap_fixed_base<W, I, S, Q, O, N> &x)
{
	return x.is_neg() ? ap_fixed_base<W, I, S, Q, O, N>(-x) : x;
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ap_fixed_base<W, I, S, Q, O, N> fabs(const ap_fixed_base<W, I, S, Q, O, N> &x)
{
	return abs(x);
}
template <int W, bool S> ap_int_base<W, S> abs(const ap_int_base<W, S> &x)
{
	return x.sign() ? ap_int_base<W, S>(-x) : x;
}

/* Functions of two arguments. */
#define FPGACL_MATH_2(NAME)                                                                        \
	using std::NAME;                                                                           \
	inline half NAME(half x, half y)                                                           \
	{                                                                                          \
		return half(std::NAME(float(x), float(y)));                                        \
	}                                                                                          \
	inline float NAME##f(float x, float y)                                                     \
	{                                                                                          \
		return std::NAME(x, y);                                                            \
	}                                                                                          \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                           \
	ap_fixed_base<W, I, S, Q, O, N> NAME(const ap_fixed_base<W, I, S, Q, O, N> &x,             \
					     const ap_fixed_base<W, I, S, Q, O, N> &y)             \
	{                                                                                          \
		return ap_fixed_base<W, I, S, Q, O, N>(std::NAME(x.to_double(), y.to_double()));   \
	}
FPGACL_MATH_2(atan2)
FPGACL_MATH_2(copysign)
FPGACL_MATH_2(fdim)
FPGACL_MATH_2(fmax)
FPGACL_MATH_2(fmin)
FPGACL_MATH_2(fmod)
FPGACL_MATH_2(hypot)
FPGACL_MATH_2(nextafter)
FPGACL_MATH_2(pow)
FPGACL_MATH_2(remainder)
#undef FPGACL_MATH_2

using std::fma;
/* A double holds the product and nearly always the sum. */
inline half fma(half x, half y, half z)
{
	return half(double(float(x)) * double(float(y)) + double(float(z)));
}
template <typename T> T mad(T x, T y, T z)
{
	return T(x * y + z);
}

/* What the C library does not have. T is float or double; half goes through float. */
#define FPGACL_MATH_OWN(NAME, EXPRESSION)                                                          \
	inline float NAME(float x)                                                                 \
	{                                                                                          \
		typedef float T;                                                                   \
		return EXPRESSION;                                                                 \
	}                                                                                          \
	inline double NAME(double x)                                                               \
	{                                                                                          \
		typedef double T;                                                                  \
		return EXPRESSION;                                                                 \
	}                                                                                          \
	inline half NAME(half x)                                                                   \
	{                                                                                          \
		return half(NAME(float(x)));                                                       \
	}                                                                                          \
	template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>                           \
	ap_fixed_base<W, I, S, Q, O, N> NAME(const ap_fixed_base<W, I, S, Q, O, N> &x)             \
	{                                                                                          \
		return ap_fixed_base<W, I, S, Q, O, N>(NAME(x.to_double()));                       \
	}
FPGACL_MATH_OWN(rsqrt, T(1) / std::sqrt(x))
FPGACL_MATH_OWN(recip, T(1) / x)
FPGACL_MATH_OWN(exp10, std::pow(T(10), x))
FPGACL_MATH_OWN(sinpi, std::sin(x *T(3.14159265358979323846)))
FPGACL_MATH_OWN(cospi, std::cos(x *T(3.14159265358979323846)))
FPGACL_MATH_OWN(tanpi, std::tan(x *T(3.14159265358979323846)))
FPGACL_MATH_OWN(asinpi, std::asin(x) / T(3.14159265358979323846))
FPGACL_MATH_OWN(acospi, std::acos(x) / T(3.14159265358979323846))
FPGACL_MATH_OWN(atanpi, std::atan(x) / T(3.14159265358979323846))
FPGACL_MATH_OWN(fract, x - std::floor(x))
#undef FPGACL_MATH_OWN
inline float rsqrtf(float x)
{
	return rsqrt(x);
}
inline float recipf(float x)
{
	return recip(x);
}
template <typename T> T divide(T x, T y)
{
	return T(x / y);
}
template <typename T> T pown(T x, int n)
{
	return T(std::pow(double(x), n));
}
template <typename T> T powr(T x, T y)
{
	return pow(x, y);
}
template <typename T> T rootn(T x, int n)
{
	return x < T(0) && n % 2 ? T(-std::pow(-double(x), 1.0 / n))
				 : T(std::pow(double(x), 1.0 / n));
}
template <typename T> T maxmag(T x, T y)
{
	return abs(x) > abs(y) ? x : abs(y) > abs(x) ? y : x > y ? x : y;
}
template <typename T> T minmag(T x, T y)
{
	return abs(x) < abs(y) ? x : abs(y) < abs(x) ? y : x < y ? x : y;
}
template <typename T> void sincos(T x, T *s, T *c)
{
	*s = sin(x);
	*c = cos(x);
}
template <typename T> void sincospi(T x, T *s, T *c)
{
	*s = sinpi(x);
	*c = cospi(x);
}
inline void sincosf(float x, float *s, float *c)
{
	sincos(x, s, c);
}

/* Questions about floating-point numbers. */
#define FPGACL_MATH_IS(NAME)                                                                       \
	using std::NAME;                                                                           \
	inline bool NAME(half x)                                                                   \
	{                                                                                          \
		return std::NAME(float(x));                                                        \
	}
FPGACL_MATH_IS(isfinite)
FPGACL_MATH_IS(isinf)
FPGACL_MATH_IS(isnan)
FPGACL_MATH_IS(signbit)
#undef FPGACL_MATH_IS
using std::isnormal;
/* A half is a float then, and what is small for a half is not for a float. */
inline bool isnormal(half x)
{
	return isfinite(x) && std::fabs(float(x)) >= 6.103515625e-05f;
}
using std::fpclassify;
using std::isgreater;
using std::isgreaterequal;
using std::isless;
using std::islessequal;
using std::islessgreater;
using std::isunordered;

template <typename T> T max(const T &a, const T &b)
{
	return a < b ? b : a;
}
template <typename T> T min(const T &a, const T &b)
{
	return b < a ? b : a;
}

} // namespace hls

#endif
