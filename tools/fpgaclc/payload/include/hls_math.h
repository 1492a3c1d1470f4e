/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_MATH_H
#define FPGACL_HLS_MATH_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::sqrt and similar functions (interface: UG1399 "HLS Math Library"): the C library's functions
 * for float and double. Results for half are rounded from float; those for integers and fixed-point
 * numbers are computed in double up to 32 bits, and in long double up to 64 bits. Square roots,
 * minima, maxima and rounding functions are exact.
 */

#include <cmath>
#include <cstdlib>

#include "utils/x_hls_utils.h" /* kernels rely on it */
#include <ap_fixed.h>
#include <hls_half.h>

namespace fpgacl_ap
{

/* The type in which an operand of W bits is passed to the C library. */
template <bool LONG_> struct library_type {
	typedef double type;
	template <typename T_> static double of(const T_ &x)
	{
		return x.to_double();
	}
};
template <> struct library_type<true> {
	typedef long double type;
	template <typename T_> static long double of(const T_ &x)
	{
		return x.to_long_double();
	}
};
template <typename T_> typename library_type<(T_::width > 32)>::type library_value(const T_ &x)
{
	return library_type<(T_::width > 32)>::of(x);
}

} // namespace fpgacl_ap

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

/* A function of one argument for each kind of number, and its variant with suffix f. */
#define FPGACL_MATH_BUILTIN_1(NAME_)                                                               \
	using std::NAME_;                                                                          \
	inline half NAME_(half x)                                                                  \
	{                                                                                          \
		return half(std::NAME_(float(x)));                                                 \
	}                                                                                          \
	inline float NAME_##f(float x)                                                             \
	{                                                                                          \
		return std::NAME_(x);                                                              \
	}                                                                                          \
	inline half half_##NAME_(half x)                                                           \
	{                                                                                          \
		return NAME_(x);                                                                   \
	}
#define FPGACL_MATH_1(NAME_)                                                                       \
	FPGACL_MATH_BUILTIN_1(NAME_)                                                               \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	ap_fixed_base<W_, I_, S_, Q_, O_, N_> NAME_(                                               \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)                                    \
	{                                                                                          \
		return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(                                      \
			std::NAME_(fpgacl_ap::library_value(x)));                                  \
	}                                                                                          \
	template <int W_, bool S_> ap_int_base<W_, S_> NAME_(const ap_int_base<W_, S_> &x)         \
	{                                                                                          \
		return ap_int_base<W_, S_>(std::NAME_(fpgacl_ap::library_value(x)));               \
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
FPGACL_MATH_BUILTIN_1(sqrt)
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

/* Rounds to an integer exactly, by rounding to zero fraction bits. */
#define FPGACL_MATH_ROUND(NAME_, MODE_)                                                            \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	ap_fixed_base<W_, I_, S_, Q_, O_, N_> NAME_(                                               \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)                                    \
	{                                                                                          \
		const int bits = fpgacl_ap::larger(I_, 1) + 2;                                     \
		return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(                                      \
			ap_fixed_base<bits, bits, true, MODE_>(x));                                \
	}
FPGACL_MATH_ROUND(floor, AP_TRN)
FPGACL_MATH_ROUND(trunc, AP_TRN_ZERO)
FPGACL_MATH_ROUND(round, AP_RND_INF)
FPGACL_MATH_ROUND(rint, AP_RND_CONV)
FPGACL_MATH_ROUND(nearbyint, AP_RND_CONV)
#undef FPGACL_MATH_ROUND
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
ap_fixed_base<W_, I_, S_, Q_, O_, N_> ceil(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)
{
	const int bits = fpgacl_ap::larger(I_, 1) + 2;

	return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(-ap_fixed_base<bits, bits, true, AP_TRN>(-x));
}

/* The nearest integer as a C type: ties to even, or away from zero. */
#define FPGACL_MATH_TO_INTEGER(NAME_, MODE_, TYPE_)                                                \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	TYPE_ NAME_(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)                                \
	{                                                                                          \
		const int bits = fpgacl_ap::larger(I_, 1) + 2;                                     \
		return ap_fixed_base<bits, bits, true, MODE_>(x).to_int64();                       \
	}
FPGACL_MATH_TO_INTEGER(lrint, AP_RND_CONV, long)
FPGACL_MATH_TO_INTEGER(llrint, AP_RND_CONV, long long)
FPGACL_MATH_TO_INTEGER(lround, AP_RND_INF, long)
FPGACL_MATH_TO_INTEGER(llround, AP_RND_INF, long long)
#undef FPGACL_MATH_TO_INTEGER

using std::abs;
inline half abs(half x)
{
	return half(std::fabs(float(x)));
}
inline half half_abs(half x)
{
	return abs(x);
}
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
ap_fixed_base<W_, I_, S_, Q_, O_, N_> abs(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)
{
	return x.is_neg() ? ap_fixed_base<W_, I_, S_, Q_, O_, N_>(-x) : x;
}
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
ap_fixed_base<W_, I_, S_, Q_, O_, N_> fabs(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)
{
	return abs(x);
}
template <int W_, bool S_> ap_int_base<W_, S_> abs(const ap_int_base<W_, S_> &x)
{
	return x.sign() ? ap_int_base<W_, S_>(-x) : x;
}

/* Functions of two arguments. */
#define FPGACL_MATH_BUILTIN_2(NAME_)                                                               \
	using std::NAME_;                                                                          \
	inline half NAME_(half x, half y)                                                          \
	{                                                                                          \
		return half(std::NAME_(float(x), float(y)));                                       \
	}                                                                                          \
	inline float NAME_##f(float x, float y)                                                    \
	{                                                                                          \
		return std::NAME_(x, y);                                                           \
	}
#define FPGACL_MATH_2(NAME_)                                                                       \
	FPGACL_MATH_BUILTIN_2(NAME_)                                                               \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	ap_fixed_base<W_, I_, S_, Q_, O_, N_> NAME_(                                               \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x,                                    \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &y)                                    \
	{                                                                                          \
		return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(                                      \
			std::NAME_(fpgacl_ap::library_value(x), fpgacl_ap::library_value(y)));     \
	}
FPGACL_MATH_2(atan2)
FPGACL_MATH_BUILTIN_2(copysign)
FPGACL_MATH_BUILTIN_2(fdim)
FPGACL_MATH_BUILTIN_2(fmax)
FPGACL_MATH_BUILTIN_2(fmin)
FPGACL_MATH_2(fmod)
FPGACL_MATH_2(hypot)
FPGACL_MATH_2(nextafter)
FPGACL_MATH_2(pow)
FPGACL_MATH_2(remainder)
#undef FPGACL_MATH_2
#undef FPGACL_MATH_BUILTIN_2
#define FPGACL_MATH_CHOOSE(NAME_, EXPRESSION_)                                                     \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	ap_fixed_base<W_, I_, S_, Q_, O_, N_> NAME_(                                               \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x,                                    \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &y)                                    \
	{                                                                                          \
		typedef ap_fixed_base<W_, I_, S_, Q_, O_, N_> F_;                                  \
		return EXPRESSION_;                                                                \
	}
FPGACL_MATH_CHOOSE(fmax, x < y ? y : x)
FPGACL_MATH_CHOOSE(fmin, y < x ? y : x)
FPGACL_MATH_CHOOSE(fdim, x > y ? F_(x - y) : F_(0))
FPGACL_MATH_CHOOSE(copysign, x.is_neg() != y.is_neg() ? F_(-x) : x)
#undef FPGACL_MATH_CHOOSE

/* The root of x with extra fraction bits; the last one is sticky. */
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
ap_fixed_base<W_, I_, S_, Q_, O_, N_> sqrt(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)
{
	typedef ap_fixed_base<W_, I_, S_, Q_, O_, N_> F_;
	const int f = W_ - I_, odd = f & 1;
	const int up = f >= 0 ? f + 4 + 2 * odd : odd;
	typedef fpgacl_ap::number<W_ + up + 4, false> U_;
	bool exact;
	F_ r;

	if (x.is_neg())
		return F_(std::sqrt(-1.0));
	typename U_::type root = fpgacl_ap::square_root<U_>(U_::shift_up(x.V.template as<U_>(), up),
							    &exact);
	const int bits = F_::room(U_::bits / 2 + 2, (f + up) / 2 + 1);
	ap_int_base<U_::bits / 2 + 2, true> more =
		ap_int_base<U_::bits / 2 + 2, true>::template from<U_>(
			typename U_::type(U_::shift_up(root, 1) + typename U_::type(!exact)));

	r.template assign<bits>(more.template as<fpgacl_ap::number<bits, true>>(),
				(f + up) / 2 + 1);
	return r;
}
template <int W_, bool S_> ap_int_base<W_, S_> sqrt(const ap_int_base<W_, S_> &x)
{
	return ap_int_base<W_, S_>(sqrt(ap_fixed_base<W_, W_, S_, AP_TRN, AP_WRAP, 0>(x)).V);
}

using std::fma;
/* A double holds the product exactly, and nearly always the sum. */
inline half fma(half x, half y, half z)
{
	return half(double(float(x)) * double(float(y)) + double(float(z)));
}
template <typename T_> T_ mad(T_ x, T_ y, T_ z)
{
	return T_(x * y + z);
}

/* Functions that the C library lacks. T is float or double; half is computed in float. */
#define FPGACL_MATH_OWN(NAME_, EXPRESSION_)                                                        \
	inline float NAME_(float x)                                                                \
	{                                                                                          \
		typedef float T_;                                                                  \
		return EXPRESSION_;                                                                \
	}                                                                                          \
	inline double NAME_(double x)                                                              \
	{                                                                                          \
		typedef double T_;                                                                 \
		return EXPRESSION_;                                                                \
	}                                                                                          \
	inline long double NAME_(long double x)                                                    \
	{                                                                                          \
		typedef long double T_;                                                            \
		return EXPRESSION_;                                                                \
	}                                                                                          \
	inline half NAME_(half x)                                                                  \
	{                                                                                          \
		return half(NAME_(float(x)));                                                      \
	}                                                                                          \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	ap_fixed_base<W_, I_, S_, Q_, O_, N_> NAME_(                                               \
		const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)                                    \
	{                                                                                          \
		return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(NAME_(fpgacl_ap::library_value(x)));  \
	}
FPGACL_MATH_OWN(rsqrt, T_(1) / std::sqrt(x))
FPGACL_MATH_OWN(recip, T_(1) / x)
FPGACL_MATH_OWN(exp10, std::pow(T_(10), x))
FPGACL_MATH_OWN(sinpi, std::sin(x *T_(3.14159265358979323846264338327950288L)))
FPGACL_MATH_OWN(cospi, std::cos(x *T_(3.14159265358979323846264338327950288L)))
FPGACL_MATH_OWN(tanpi, std::tan(x *T_(3.14159265358979323846264338327950288L)))
FPGACL_MATH_OWN(asinpi, std::asin(x) / T_(3.14159265358979323846264338327950288L))
FPGACL_MATH_OWN(acospi, std::acos(x) / T_(3.14159265358979323846264338327950288L))
FPGACL_MATH_OWN(atanpi, std::atan(x) / T_(3.14159265358979323846264338327950288L))
FPGACL_MATH_OWN(fract, x - std::floor(x))
#undef FPGACL_MATH_OWN
inline half half_rsqrt(half x)
{
	return rsqrt(x);
}
inline half half_recip(half x)
{
	return recip(x);
}
inline float rsqrtf(float x)
{
	return rsqrt(x);
}
inline float recipf(float x)
{
	return recip(x);
}
template <typename T_> T_ divide(T_ x, T_ y)
{
	return T_(x / y);
}
template <typename T_> T_ pown(T_ x, int n)
{
	return T_(std::pow(double(x), n));
}
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
ap_fixed_base<W_, I_, S_, Q_, O_, N_> pown(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x, int n)
{
	return ap_fixed_base<W_, I_, S_, Q_, O_, N_>(std::pow(fpgacl_ap::library_value(x), n));
}
template <typename T_> T_ powr(T_ x, T_ y)
{
	return pow(x, y);
}
template <typename T_> T_ rootn(T_ x, int n)
{
	return x < T_(0) && n % 2 ? T_(-std::pow(-double(x), 1.0 / n))
				  : T_(std::pow(double(x), 1.0 / n));
}
template <typename T_> T_ maxmag(T_ x, T_ y)
{
	return abs(x) > abs(y) ? x : abs(y) > abs(x) ? y : x > y ? x : y;
}
template <typename T_> T_ minmag(T_ x, T_ y)
{
	return abs(x) < abs(y) ? x : abs(y) < abs(x) ? y : x < y ? x : y;
}
template <typename T_> void sincos(T_ x, T_ *s, T_ *c)
{
	*s = sin(x);
	*c = cos(x);
}
template <typename T_> void sincospi(T_ x, T_ *s, T_ *c)
{
	*s = sinpi(x);
	*c = cospi(x);
}
inline void sincosf(float x, float *s, float *c)
{
	sincos(x, s, c);
}

/* Classification of numbers. Integers and fixed-point numbers are always finite. */
#define FPGACL_MATH_IS(NAME_, FIXED_)                                                              \
	using std::NAME_;                                                                          \
	inline bool NAME_(half x)                                                                  \
	{                                                                                          \
		return std::NAME_(float(x));                                                       \
	}                                                                                          \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	bool NAME_(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)                                 \
	{                                                                                          \
		(void)x;                                                                           \
		return FIXED_;                                                                     \
	}                                                                                          \
	template <int W_, bool S_> bool NAME_(const ap_int_base<W_, S_> &x)                        \
	{                                                                                          \
		(void)x;                                                                           \
		return FIXED_;                                                                     \
	}
FPGACL_MATH_IS(isfinite, true)
FPGACL_MATH_IS(isinf, false)
FPGACL_MATH_IS(isnan, false)
FPGACL_MATH_IS(signbit, x < 0)
#undef FPGACL_MATH_IS
using std::isnormal;
/* Converted to float, a subnormal half would count as normal. */
inline bool isnormal(half x)
{
	return isfinite(x) && std::fabs(float(x)) >= 6.103515625e-05f;
}
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
bool isnormal(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x)
{
	return x != 0;
}
template <int W_, bool S_> bool isnormal(const ap_int_base<W_, S_> &x)
{
	return x != 0;
}
using std::fpclassify;
#define FPGACL_MATH_COMPARE(NAME_, OP_)                                                            \
	using std::NAME_;                                                                          \
	template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>                     \
	bool NAME_(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &x,                                 \
		   const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &y)                                 \
	{                                                                                          \
		return x OP_ y;                                                                    \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	bool NAME_(const ap_int_base<W_, S_> &x, const ap_int_base<W_, S_> &y)                     \
	{                                                                                          \
		return x OP_ y;                                                                    \
	}
FPGACL_MATH_COMPARE(isgreater, >)
FPGACL_MATH_COMPARE(isgreaterequal, >=)
FPGACL_MATH_COMPARE(isless, <)
FPGACL_MATH_COMPARE(islessequal, <=)
FPGACL_MATH_COMPARE(islessgreater, !=)
#undef FPGACL_MATH_COMPARE
using std::isunordered;

template <typename T_> T_ max(T_ a, T_ b)
{
	return a < b ? b : a;
}
template <typename T_> T_ min(T_ a, T_ b)
{
	return b < a ? b : a;
}

} // namespace hls

#endif
