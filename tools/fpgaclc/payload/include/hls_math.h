/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_MATH_H
#define FPGACL_HLS_MATH_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::sqrt and similar functions (interface: UG1399 "HLS Math Library"): the C library's functions
 * for float and double. Results for half are rounded from float; those for integers and fixed-point
 * numbers are computed in double up to 32 bits, and in long double up to 64 bits. Square roots,
 * minima, maxima and rounding functions are exact. fpgacl/math_kinds.h says which types there are.
 */

#include <cmath>
#include <cstdlib>

#include "utils/x_hls_utils.h" /* kernels rely on it */
#include <ap_fixed.h>
#include <hls_half.h>

#include "fpgacl/math_kinds.h"

#define FPGACL_MATH_FIXED_ARGS int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_
#define FPGACL_MATH_FIXED const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &
#define FPGACL_MATH_INTEGER const ap_int_base<W_, S_> &
#define FPGACL_MATH_LIMITED(KIND_) typename fpgacl_ap::KIND_<W_, I_, S_, Q_, O_, N_>::limited
#define FPGACL_MATH_INTEGER_LIMITED(KIND_) typename fpgacl_ap::KIND_<W_, S_>::limited
#define FPGACL_MATH_RESULT(KIND_) typename fpgacl_ap::KIND_<W_, I_, S_, Q_, O_, N_>::type
#define FPGACL_MATH_INTEGER_RESULT(KIND_) typename fpgacl_ap::KIND_<W_, S_>::type
#define FPGACL_MATH_SAME FPGACL_MATH_RESULT(same_fixed)
#define FPGACL_MATH_SAME_INTEGER FPGACL_MATH_INTEGER_RESULT(same_integer)

namespace hls
{

/* Functions of one argument. The expression is in x and the type T_. */
#define FPGACL_MATH_TYPE_1(NAME_, TYPE_, EXPRESSION_)                                              \
	inline TYPE_ NAME_(TYPE_ x)                                                                \
	{                                                                                          \
		typedef TYPE_ T_;                                                                  \
		return T_(EXPRESSION_);                                                            \
	}
#define FPGACL_MATH_C_1(NAME_, EXPRESSION_)                                                        \
	FPGACL_MATH_TYPE_1(NAME_, float, EXPRESSION_)                                              \
	FPGACL_MATH_TYPE_1(NAME_, double, EXPRESSION_)                                             \
	FPGACL_MATH_TYPE_1(NAME_, long double, EXPRESSION_)                                        \
	FPGACL_MATH_TYPE_1(NAME_, half, NAME_(float(x)))                                           \
	FPGACL_MATH_TYPE_1(NAME_##f, float, NAME_(x))                                              \
	FPGACL_MATH_TYPE_1(half_##NAME_, half, NAME_(x))
/* Results for ap_int and ap_fixed have the types in the macros that are given. */
#define FPGACL_MATH_AP_1(NAME_, FIXED_RESULT_, RESULT_)                                            \
	template <FPGACL_MATH_FIXED_ARGS>                                                          \
	FPGACL_MATH_RESULT(FIXED_RESULT_)                                                          \
	NAME_(FPGACL_MATH_FIXED x)                                                                 \
	{                                                                                          \
		return FPGACL_MATH_LIMITED(FIXED_RESULT_)(NAME_(fpgacl_ap::library_value(x)));     \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	FPGACL_MATH_INTEGER_RESULT(RESULT_)                                                        \
	NAME_(FPGACL_MATH_INTEGER x)                                                               \
	{                                                                                          \
		return FPGACL_MATH_INTEGER_LIMITED(RESULT_)(NAME_(fpgacl_ap::library_value(x)));   \
	}
#define FPGACL_MATH_INTEGERS_1(NAME_)                                                              \
	template <typename T_> typename fpgacl_ap::integer_result<T_>::type NAME_(T_ x)            \
	{                                                                                          \
		typedef fpgacl_ap::integer_result<T_> R_;                                          \
		return typename R_::type(NAME_(R_::of(x)));                                        \
	}
#define FPGACL_MATH_1(NAME_, EXPRESSION_, FIXED_RESULT_, RESULT_)                                  \
	FPGACL_MATH_C_1(NAME_, EXPRESSION_)                                                        \
	FPGACL_MATH_AP_1(NAME_, FIXED_RESULT_, RESULT_)                                            \
	FPGACL_MATH_INTEGERS_1(NAME_)
#define FPGACL_MATH_SAME_1(NAME_, EXPRESSION_)                                                     \
	FPGACL_MATH_1(NAME_, EXPRESSION_, same_fixed, same_integer)
#define FPGACL_MATH_LIBRARY_1(NAME_) FPGACL_MATH_SAME_1(NAME_, std::NAME_(x))

FPGACL_MATH_LIBRARY_1(acosh)
FPGACL_MATH_LIBRARY_1(asinh)
FPGACL_MATH_LIBRARY_1(atanh)
FPGACL_MATH_LIBRARY_1(cbrt)
FPGACL_MATH_LIBRARY_1(cosh)
FPGACL_MATH_LIBRARY_1(erf)
FPGACL_MATH_LIBRARY_1(erfc)
FPGACL_MATH_LIBRARY_1(exp)
FPGACL_MATH_LIBRARY_1(exp2)
FPGACL_MATH_LIBRARY_1(expm1)
FPGACL_MATH_LIBRARY_1(lgamma)
FPGACL_MATH_LIBRARY_1(log)
FPGACL_MATH_LIBRARY_1(log10)
FPGACL_MATH_LIBRARY_1(log1p)
FPGACL_MATH_LIBRARY_1(log2)
FPGACL_MATH_LIBRARY_1(logb)
FPGACL_MATH_LIBRARY_1(sinh)
FPGACL_MATH_LIBRARY_1(tan)
FPGACL_MATH_LIBRARY_1(tanh)
FPGACL_MATH_LIBRARY_1(tgamma)
/* Functions that the C library lacks. */
#define FPGACL_MATH_PI T_(3.14159265358979323846264338327950288L)
FPGACL_MATH_SAME_1(rsqrt, T_(1) / std::sqrt(x))
FPGACL_MATH_SAME_1(recip, T_(1) / x)
FPGACL_MATH_SAME_1(exp10, std::pow(T_(10), x))
FPGACL_MATH_SAME_1(tanpi, std::tan(x *FPGACL_MATH_PI))
FPGACL_MATH_SAME_1(asinpi, std::asin(x) / FPGACL_MATH_PI)
FPGACL_MATH_SAME_1(acospi, std::acos(x) / FPGACL_MATH_PI)
FPGACL_MATH_SAME_1(fract, x - std::floor(x))
/* Results whose range is known have another type: as many fraction bits as the operand, or as wide. */
FPGACL_MATH_1(acos, std::acos(x), whole_bits<3>::template fraction, same_integer)
FPGACL_MATH_1(asin, std::asin(x), whole_bits<3>::template fraction, same_integer)
FPGACL_MATH_1(cos, std::cos(x), whole_bits<2>::template fraction, same_integer)
FPGACL_MATH_1(sin, std::sin(x), whole_bits<2>::template fraction, same_integer)
FPGACL_MATH_1(sinpi, std::sin(x *FPGACL_MATH_PI), whole_bits<2>::template width, same_integer)
FPGACL_MATH_1(cospi, std::cos(x *FPGACL_MATH_PI), whole_bits<2>::template width, same_integer)
FPGACL_MATH_1(atan, std::atan(x), whole_bits<2>::template width, whole_bits<2>::template integer)
FPGACL_MATH_1(atanpi, std::atan(x) / FPGACL_MATH_PI, same_fixed, whole_bits<2>::template integer)
#undef FPGACL_MATH_PI
#undef FPGACL_MATH_1
#undef FPGACL_MATH_SAME_1
#undef FPGACL_MATH_LIBRARY_1
#undef FPGACL_MATH_AP_1

/* Rounding to an integer is exact: to zero fraction bits. Integers stay. */
#define FPGACL_MATH_ROUND(NAME_, EXPRESSION_)                                                      \
	FPGACL_MATH_C_1(NAME_, std::NAME_(x))                                                      \
	template <FPGACL_MATH_FIXED_ARGS> FPGACL_MATH_SAME NAME_(FPGACL_MATH_FIXED x)              \
	{                                                                                          \
		const int bits = fpgacl_ap::larger(I_, 1) + 2;                                     \
		return FPGACL_MATH_SAME(EXPRESSION_);                                              \
	}                                                                                          \
	template <int W_, bool S_> FPGACL_MATH_SAME_INTEGER NAME_(FPGACL_MATH_INTEGER x)           \
	{                                                                                          \
		return x;                                                                          \
	}                                                                                          \
	FPGACL_MATH_INTEGERS_1(NAME_)
#define FPGACL_MATH_BY(MODE_) (ap_fixed_base<bits, bits, true, MODE_, AP_WRAP, 0>(x))
FPGACL_MATH_ROUND(floor, FPGACL_MATH_BY(AP_TRN))
FPGACL_MATH_ROUND(trunc, FPGACL_MATH_BY(AP_TRN_ZERO))
FPGACL_MATH_ROUND(round, FPGACL_MATH_BY(AP_RND_INF))
FPGACL_MATH_ROUND(rint, FPGACL_MATH_BY(AP_RND_CONV))
FPGACL_MATH_ROUND(nearbyint, FPGACL_MATH_BY(AP_RND_CONV))
FPGACL_MATH_ROUND(ceil, (-ap_fixed_base<bits, bits, true, AP_TRN, AP_WRAP, 0>(-x)))
#undef FPGACL_MATH_BY
#undef FPGACL_MATH_ROUND

/* The nearest integer as a C type: ties to even, or away from zero. */
#define FPGACL_MATH_TO_INTEGER_OF(NAME_, CALLED_, TYPE_, OPERAND_)                                 \
	inline TYPE_ NAME_(OPERAND_ x)                                                             \
	{                                                                                          \
		return CALLED_(x);                                                                 \
	}
#define FPGACL_MATH_TO_INTEGER(NAME_, MODE_, TYPE_)                                                \
	FPGACL_MATH_TO_INTEGER_OF(NAME_, std::NAME_, TYPE_, float)                                 \
	FPGACL_MATH_TO_INTEGER_OF(NAME_, std::NAME_, TYPE_, double)                                \
	FPGACL_MATH_TO_INTEGER_OF(NAME_, std::NAME_, TYPE_, long double)                           \
	FPGACL_MATH_TO_INTEGER_OF(NAME_, std::NAME_, TYPE_, half)                                  \
	FPGACL_MATH_TO_INTEGER_OF(NAME_##f, std::NAME_, TYPE_, float)                              \
	FPGACL_MATH_TO_INTEGER_OF(half_##NAME_, (NAME_), TYPE_, half)                              \
	template <FPGACL_MATH_FIXED_ARGS> TYPE_ NAME_(FPGACL_MATH_FIXED x)                         \
	{                                                                                          \
		const int bits = fpgacl_ap::larger(I_, 1) + 2;                                     \
		return ap_fixed_base<bits, bits, true, MODE_, AP_WRAP, 0>(x).to_int64();           \
	}                                                                                          \
	template <int W_, bool S_> TYPE_ NAME_(FPGACL_MATH_INTEGER x)                              \
	{                                                                                          \
		return x.to_int64();                                                               \
	}                                                                                          \
	template <typename T_>                                                                     \
	typename std::enable_if<std::is_integral<T_>::value, TYPE_>::type NAME_(T_ x)              \
	{                                                                                          \
		return (TYPE_)x;                                                                   \
	}
FPGACL_MATH_TO_INTEGER(lrint, AP_RND_CONV, long)
FPGACL_MATH_TO_INTEGER(llrint, AP_RND_CONV, long long)
FPGACL_MATH_TO_INTEGER(lround, AP_RND_INF, long)
FPGACL_MATH_TO_INTEGER(llround, AP_RND_INF, long long)
#undef FPGACL_MATH_TO_INTEGER

/* The exponent of the leading bit; of 0, one less than that of the last bit. */
FPGACL_MATH_TO_INTEGER_OF(ilogb, std::ilogb, int, float)
FPGACL_MATH_TO_INTEGER_OF(ilogb, std::ilogb, int, double)
FPGACL_MATH_TO_INTEGER_OF(ilogb, std::ilogb, int, long double)
FPGACL_MATH_TO_INTEGER_OF(ilogb, std::ilogb, int, half)
FPGACL_MATH_TO_INTEGER_OF(ilogbf, std::ilogb, int, float)
FPGACL_MATH_TO_INTEGER_OF(half_ilogb, std::ilogb, int, half)
template <FPGACL_MATH_FIXED_ARGS> FPGACL_MATH_SAME ilogb(FPGACL_MATH_FIXED x)
{
	ap_ufixed<W_ + 1, I_ + 1> size = x.is_neg() ? ap_fixed<W_ + 2, I_ + 2>(-x)
						    : ap_fixed<W_ + 2, I_ + 2>(x);

	return FPGACL_MATH_SAME(I_ - size.countLeadingZeros());
}
template <int W_, bool S_> FPGACL_MATH_SAME_INTEGER ilogb(FPGACL_MATH_INTEGER x)
{
	return ilogb(ap_fixed_base<W_, W_, S_, AP_TRN, AP_WRAP, 0>(x));
}
FPGACL_MATH_INTEGERS_1(ilogb)
#undef FPGACL_MATH_TO_INTEGER_OF

using std::abs;
FPGACL_MATH_TYPE_1(abs, half, std::fabs(float(x)))
FPGACL_MATH_TYPE_1(absf, float, std::fabs(x))
FPGACL_MATH_TYPE_1(half_abs, half, std::fabs(float(x)))
FPGACL_MATH_C_1(fabs, std::fabs(x))
#define FPGACL_MATH_ABS(NAME_)                                                                     \
	template <FPGACL_MATH_FIXED_ARGS> FPGACL_MATH_SAME NAME_(FPGACL_MATH_FIXED x)              \
	{                                                                                          \
		return x.is_neg() ? FPGACL_MATH_SAME(-x) : FPGACL_MATH_SAME(x);                    \
	}                                                                                          \
	template <int W_, bool S_> FPGACL_MATH_SAME_INTEGER NAME_(FPGACL_MATH_INTEGER x)           \
	{                                                                                          \
		return x.sign() ? FPGACL_MATH_SAME_INTEGER(-x) : FPGACL_MATH_SAME_INTEGER(x);      \
	}                                                                                          \
	FPGACL_MATH_INTEGERS_1(NAME_)
FPGACL_MATH_ABS(abs)
FPGACL_MATH_ABS(fabs)
#undef FPGACL_MATH_ABS

/* The root of x with extra fraction bits; the last one is sticky. Rounded to nearest, as the vendor's. */
FPGACL_MATH_C_1(sqrt, std::sqrt(x))
template <FPGACL_MATH_FIXED_ARGS> FPGACL_MATH_SAME sqrt(FPGACL_MATH_FIXED x)
{
	typedef ap_fixed_base<W_, I_, S_, Q_ == AP_TRN ? AP_RND : Q_, O_, N_> F_;
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
template <int W_, bool S_> FPGACL_MATH_SAME_INTEGER sqrt(FPGACL_MATH_INTEGER x)
{
	return sqrt(ap_fixed_base<W_, W_, S_, AP_TRN, AP_WRAP, 0>(x)).V;
}
FPGACL_MATH_INTEGERS_1(sqrt)

/* Functions of two arguments. Operands of different types: see pair_result. */
#define FPGACL_MATH_TYPE_2(NAME_, TYPE_, EXPRESSION_)                                              \
	inline TYPE_ NAME_(TYPE_ x, TYPE_ y)                                                       \
	{                                                                                          \
		typedef TYPE_ T_;                                                                  \
		return T_(EXPRESSION_);                                                            \
	}
#define FPGACL_MATH_C_2(NAME_, EXPRESSION_)                                                        \
	FPGACL_MATH_TYPE_2(NAME_, float, EXPRESSION_)                                              \
	FPGACL_MATH_TYPE_2(NAME_, double, EXPRESSION_)                                             \
	FPGACL_MATH_TYPE_2(NAME_, long double, EXPRESSION_)                                        \
	FPGACL_MATH_TYPE_2(NAME_, half, NAME_(float(x), float(y)))                                 \
	FPGACL_MATH_TYPE_2(NAME_##f, float, NAME_(x, y))                                           \
	FPGACL_MATH_TYPE_2(half_##NAME_, half, NAME_(x, y))
#define FPGACL_MATH_INTEGERS_2(NAME_)                                                              \
	template <typename T_> typename fpgacl_ap::integer_result<T_>::type NAME_(T_ x, T_ y)      \
	{                                                                                          \
		typedef fpgacl_ap::integer_result<T_> R_;                                          \
		return typename R_::type(NAME_(R_::of(x), R_::of(y)));                             \
	}                                                                                          \
	template <typename T_, typename U_>                                                        \
	typename fpgacl_ap::pair_result<T_, U_>::type NAME_(T_ x, U_ y)                            \
	{                                                                                          \
		typedef typename fpgacl_ap::pair_result<T_, U_>::type R_;                          \
		return NAME_(R_(x), R_(y));                                                        \
	}
/* The first expression is for C numbers; the second one for the others: F_, limited to L_. */
#define FPGACL_MATH_2(NAME_, EXPRESSION_, AP_EXPRESSION_, FIXED_RESULT_, RESULT_)                  \
	FPGACL_MATH_C_2(NAME_, EXPRESSION_)                                                        \
	template <FPGACL_MATH_FIXED_ARGS>                                                          \
	FPGACL_MATH_RESULT(FIXED_RESULT_)                                                          \
	NAME_(FPGACL_MATH_FIXED x, FPGACL_MATH_FIXED y)                                            \
	{                                                                                          \
		typedef FPGACL_MATH_RESULT(FIXED_RESULT_) F_;                                      \
		typedef FPGACL_MATH_LIMITED(FIXED_RESULT_) L_;                                     \
		return F_(AP_EXPRESSION_);                                                         \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	FPGACL_MATH_INTEGER_RESULT(RESULT_)                                                        \
	NAME_(FPGACL_MATH_INTEGER x, FPGACL_MATH_INTEGER y)                                        \
	{                                                                                          \
		typedef FPGACL_MATH_INTEGER_RESULT(RESULT_) F_;                                    \
		typedef FPGACL_MATH_INTEGER_LIMITED(RESULT_) L_;                                   \
		return F_(AP_EXPRESSION_);                                                         \
	}                                                                                          \
	FPGACL_MATH_INTEGERS_2(NAME_)
#define FPGACL_MATH_SAME_2(NAME_, EXPRESSION_, AP_EXPRESSION_)                                     \
	FPGACL_MATH_2(NAME_, EXPRESSION_, AP_EXPRESSION_, same_fixed, same_integer)
#define FPGACL_MATH_LIBRARY_2(NAME_)                                                               \
	FPGACL_MATH_SAME_2(NAME_, std::NAME_(x, y),                                                \
			   L_(NAME_(fpgacl_ap::library_value(x), fpgacl_ap::library_value(y))))
FPGACL_MATH_2(atan2, std::atan2(x, y),
	      L_(atan2(fpgacl_ap::library_value(x), fpgacl_ap::library_value(y))),
	      whole_bits<3>::template width, whole_bits<3>::template integer)
FPGACL_MATH_LIBRARY_2(fmod)
FPGACL_MATH_LIBRARY_2(hypot)
FPGACL_MATH_LIBRARY_2(pow)
FPGACL_MATH_LIBRARY_2(remainder)
FPGACL_MATH_SAME_2(powr, std::pow(x, y),
		   L_(pow(fpgacl_ap::library_value(x), fpgacl_ap::library_value(y))))
FPGACL_MATH_SAME_2(nextafter, std::nextafter(x, y),
		   (x < y   ? F_(x + fpgacl_ap::last_bit<F_>())
		    : x > y ? F_(x - fpgacl_ap::last_bit<F_>())
			    : F_(y)))
FPGACL_MATH_SAME_2(fmax, std::fmax(x, y), (x < y ? y : x))
FPGACL_MATH_SAME_2(fmin, std::fmin(x, y), (y < x ? y : x))
FPGACL_MATH_SAME_2(fdim, std::fdim(x, y), (x > y ? F_(x - y) : F_(0)))
FPGACL_MATH_SAME_2(copysign, std::copysign(x, y), (x < 0) != (y < 0) ? F_(-x) : F_(x))
FPGACL_MATH_SAME_2(divide, x / y, x / y)
FPGACL_MATH_SAME_2(maxmag,
		   (abs(x) > abs(y)   ? x
		    : abs(y) > abs(x) ? y
		    : x > y           ? x
				      : y),
		   (abs(x) > abs(y)   ? x
		    : abs(y) > abs(x) ? y
		    : x > y           ? x
				      : y))
FPGACL_MATH_SAME_2(minmag,
		   (abs(x) < abs(y)   ? x
		    : abs(y) < abs(x) ? y
		    : x < y           ? x
				      : y),
		   (abs(x) < abs(y)   ? x
		    : abs(y) < abs(x) ? y
		    : x < y           ? x
				      : y))
#undef FPGACL_MATH_2
#undef FPGACL_MATH_SAME_2
#undef FPGACL_MATH_LIBRARY_2
#undef FPGACL_MATH_C_2
#undef FPGACL_MATH_TYPE_2

/* Functions of three arguments. A double holds the product of halves exactly, and nearly always the sum. */
#define FPGACL_MATH_TYPE_3(NAME_, TYPE_, EXPRESSION_)                                              \
	inline TYPE_ NAME_(TYPE_ x, TYPE_ y, TYPE_ z)                                              \
	{                                                                                          \
		return (TYPE_)(EXPRESSION_);                                                       \
	}
#define FPGACL_MATH_3(NAME_, EXPRESSION_, HALF_EXPRESSION_)                                        \
	FPGACL_MATH_TYPE_3(NAME_, float, EXPRESSION_)                                              \
	FPGACL_MATH_TYPE_3(NAME_, double, EXPRESSION_)                                             \
	FPGACL_MATH_TYPE_3(NAME_, long double, EXPRESSION_)                                        \
	FPGACL_MATH_TYPE_3(NAME_, half, HALF_EXPRESSION_)                                          \
	FPGACL_MATH_TYPE_3(NAME_##f, float, NAME_(x, y, z))                                        \
	FPGACL_MATH_TYPE_3(half_##NAME_, half, NAME_(x, y, z))                                     \
	template <FPGACL_MATH_FIXED_ARGS>                                                          \
	FPGACL_MATH_SAME NAME_(FPGACL_MATH_FIXED x, FPGACL_MATH_FIXED y, FPGACL_MATH_FIXED z)      \
	{                                                                                          \
		return FPGACL_MATH_SAME(x * y + z);                                                \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	FPGACL_MATH_SAME_INTEGER NAME_(FPGACL_MATH_INTEGER x, FPGACL_MATH_INTEGER y,               \
				       FPGACL_MATH_INTEGER z)                                      \
	{                                                                                          \
		return FPGACL_MATH_SAME_INTEGER(x * y + z);                                        \
	}                                                                                          \
	template <typename T_>                                                                     \
	typename fpgacl_ap::integer_result<T_>::type NAME_(T_ x, T_ y, T_ z)                       \
	{                                                                                          \
		typedef fpgacl_ap::integer_result<T_> R_;                                          \
		return typename R_::type(NAME_(R_::of(x), R_::of(y), R_::of(z)));                  \
	}                                                                                          \
	template <typename T_, typename U_, typename V_>                                           \
	typename fpgacl_ap::triple_result<T_, U_, V_>::type NAME_(T_ x, U_ y, V_ z)                \
	{                                                                                          \
		typedef typename fpgacl_ap::triple_result<T_, U_, V_>::type R_;                    \
		return NAME_(R_(x), R_(y), R_(z));                                                 \
	}
FPGACL_MATH_3(fma, std::fma(x, y, z), double(float(x)) * double(float(y)) + double(float(z)))
FPGACL_MATH_3(mad, x *y + z, x *y + z)
#undef FPGACL_MATH_3
#undef FPGACL_MATH_TYPE_3

/* Functions of a number and an integer. */
#define FPGACL_MATH_TYPE_N(NAME_, TYPE_, INTEGER_, EXPRESSION_)                                    \
	inline TYPE_ NAME_(TYPE_ x, INTEGER_ n)                                                    \
	{                                                                                          \
		typedef TYPE_ T_;                                                                  \
		return T_(EXPRESSION_);                                                            \
	}
#define FPGACL_MATH_N(NAME_, INTEGER_, EXPRESSION_, AP_EXPRESSION_)                                \
	FPGACL_MATH_TYPE_N(NAME_, float, INTEGER_, EXPRESSION_)                                    \
	FPGACL_MATH_TYPE_N(NAME_, double, INTEGER_, EXPRESSION_)                                   \
	FPGACL_MATH_TYPE_N(NAME_, long double, INTEGER_, EXPRESSION_)                              \
	FPGACL_MATH_TYPE_N(NAME_, half, INTEGER_, NAME_(float(x), n))                              \
	FPGACL_MATH_TYPE_N(NAME_##f, float, INTEGER_, NAME_(x, n))                                 \
	FPGACL_MATH_TYPE_N(half_##NAME_, half, INTEGER_, NAME_(x, n))                              \
	template <FPGACL_MATH_FIXED_ARGS> FPGACL_MATH_SAME NAME_(FPGACL_MATH_FIXED x, INTEGER_ n)  \
	{                                                                                          \
		typedef FPGACL_MATH_SAME F_;                                                       \
		typedef FPGACL_MATH_LIMITED(same_fixed) L_;                                        \
		return F_(AP_EXPRESSION_);                                                         \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	FPGACL_MATH_SAME_INTEGER NAME_(FPGACL_MATH_INTEGER x, INTEGER_ n)                          \
	{                                                                                          \
		return FPGACL_MATH_SAME_INTEGER(                                                   \
			NAME_(ap_fixed_base<W_, W_, S_, AP_TRN, AP_WRAP, 0>(x), n));               \
	}                                                                                          \
	template <typename T_>                                                                     \
	typename fpgacl_ap::integer_result<T_>::type NAME_(T_ x, INTEGER_ n)                       \
	{                                                                                          \
		typedef fpgacl_ap::integer_result<T_> R_;                                          \
		return typename R_::type(NAME_(R_::of(x), n));                                     \
	}
/* Bits that leave on one side do not come back: the signed number of one bit more decides. */
#define FPGACL_MATH_SHIFTED                                                                        \
	(n >= W_ + !S_ || n <= -(W_ + !S_) ? F_(0) : F_(ap_fixed<W_ + !S_, I_ + !S_>(x) << int(n)))
FPGACL_MATH_N(ldexp, int, std::ldexp(x, n), FPGACL_MATH_SHIFTED)
FPGACL_MATH_N(scalbn, int, std::scalbn(x, n), FPGACL_MATH_SHIFTED)
FPGACL_MATH_N(scalbln, long, std::scalbln(x, n), FPGACL_MATH_SHIFTED)
FPGACL_MATH_N(pown, int, std::pow(double(x), n), L_(std::pow(fpgacl_ap::library_value(x), n)))
FPGACL_MATH_N(rootn, int,
	      (x < 0 && n % 2 ? -std::pow(-double(x), 1.0 / n) : std::pow(double(x), 1.0 / n)),
	      L_(rootn(fpgacl_ap::library_value(x), n)))
#undef FPGACL_MATH_SHIFTED
#undef FPGACL_MATH_N
#undef FPGACL_MATH_TYPE_N

/* Classification of numbers. Integers and fixed-point numbers are always finite. */
#define FPGACL_MATH_TEST_1(NAME_, TYPE_, EXPRESSION_)                                              \
	inline int NAME_(TYPE_ x)                                                                  \
	{                                                                                          \
		return EXPRESSION_;                                                                \
	}
#define FPGACL_MATH_IS_C(NAME_, HALF_EXPRESSION_)                                                  \
	FPGACL_MATH_TEST_1(NAME_, float, std::NAME_(x))                                            \
	FPGACL_MATH_TEST_1(NAME_, double, std::NAME_(x))                                           \
	FPGACL_MATH_TEST_1(NAME_, long double, std::NAME_(x))                                      \
	FPGACL_MATH_TEST_1(NAME_, half, HALF_EXPRESSION_)                                          \
	FPGACL_MATH_TEST_1(NAME_##f, float, NAME_(x))                                              \
	FPGACL_MATH_TEST_1(half_##NAME_, half, NAME_(x))
#define FPGACL_MATH_IS(NAME_, AP_EXPRESSION_)                                                      \
	FPGACL_MATH_IS_C(NAME_, std::NAME_(float(x)))                                              \
	template <FPGACL_MATH_FIXED_ARGS> bool NAME_(FPGACL_MATH_FIXED x)                          \
	{                                                                                          \
		(void)x;                                                                           \
		return AP_EXPRESSION_;                                                             \
	}                                                                                          \
	template <int W_, bool S_> bool NAME_(FPGACL_MATH_INTEGER x)                               \
	{                                                                                          \
		(void)x;                                                                           \
		return AP_EXPRESSION_;                                                             \
	}                                                                                          \
	template <typename T_>                                                                     \
	typename std::enable_if<std::is_integral<T_>::value, bool>::type NAME_(T_ x)               \
	{                                                                                          \
		(void)x;                                                                           \
		return AP_EXPRESSION_;                                                             \
	}
FPGACL_MATH_IS(isfinite, true)
FPGACL_MATH_IS(isinf, false)
FPGACL_MATH_IS(isnan, false)
FPGACL_MATH_IS(isnormal, x != 0)
FPGACL_MATH_IS(signbit, x < 0)
FPGACL_MATH_IS_C(fpclassify, ::detail::fpclassify(x))
/* Names that the vendor's own code uses. */
#define FPGACL_MATH_UNDERSCORES(NAME_)                                                             \
	FPGACL_MATH_TEST_1(__##NAME_, float, NAME_(x))                                             \
	FPGACL_MATH_TEST_1(__##NAME_, double, NAME_(x))                                            \
	FPGACL_MATH_TEST_1(__##NAME_, half, NAME_(x))                                              \
	FPGACL_MATH_TEST_1(__##NAME_##f, float, NAME_(x))
FPGACL_MATH_UNDERSCORES(isfinite)
FPGACL_MATH_UNDERSCORES(isinf)
FPGACL_MATH_UNDERSCORES(isnan)
FPGACL_MATH_UNDERSCORES(isnormal)
FPGACL_MATH_UNDERSCORES(fpclassify)
#undef FPGACL_MATH_UNDERSCORES
#undef FPGACL_MATH_IS
#undef FPGACL_MATH_IS_C
#undef FPGACL_MATH_TEST_1

#define FPGACL_MATH_TEST_2(NAME_, TYPE_, EXPRESSION_)                                              \
	inline int NAME_(TYPE_ x, TYPE_ y)                                                         \
	{                                                                                          \
		return EXPRESSION_;                                                                \
	}
#define FPGACL_MATH_ORDER(NAME_, EXPRESSION_)                                                      \
	FPGACL_MATH_TEST_2(NAME_, float, EXPRESSION_)                                              \
	FPGACL_MATH_TEST_2(NAME_, double, EXPRESSION_)                                             \
	FPGACL_MATH_TEST_2(NAME_, long double, EXPRESSION_)                                        \
	FPGACL_MATH_TEST_2(NAME_, half, NAME_(float(x), float(y)))                                 \
	FPGACL_MATH_TEST_2(NAME_##f, float, NAME_(x, y))                                           \
	FPGACL_MATH_TEST_2(half_##NAME_, half, NAME_(x, y))
#define FPGACL_MATH_COMPARE(NAME_, EXPRESSION_, OP_)                                               \
	FPGACL_MATH_ORDER(NAME_, EXPRESSION_)                                                      \
	template <FPGACL_MATH_FIXED_ARGS> bool NAME_(FPGACL_MATH_FIXED x, FPGACL_MATH_FIXED y)     \
	{                                                                                          \
		return x OP_ y;                                                                    \
	}                                                                                          \
	template <int W_, bool S_> bool NAME_(FPGACL_MATH_INTEGER x, FPGACL_MATH_INTEGER y)        \
	{                                                                                          \
		return x OP_ y;                                                                    \
	}                                                                                          \
	template <typename T_>                                                                     \
	typename std::enable_if<std::is_integral<T_>::value, bool>::type NAME_(T_ x, T_ y)         \
	{                                                                                          \
		return x OP_ y;                                                                    \
	}                                                                                          \
	template <typename T_, typename U_>                                                        \
	typename fpgacl_ap::pair_result<T_, U_>::truth NAME_(T_ x, U_ y)                           \
	{                                                                                          \
		typedef typename fpgacl_ap::pair_result<T_, U_>::type R_;                          \
		return NAME_(R_(x), R_(y));                                                        \
	}
FPGACL_MATH_COMPARE(isequal, x == y, ==)
FPGACL_MATH_COMPARE(isnotequal, x != y, !=)
FPGACL_MATH_COMPARE(isgreater, std::isgreater(x, y), >)
FPGACL_MATH_COMPARE(isgreaterequal, std::isgreaterequal(x, y), >=)
FPGACL_MATH_COMPARE(isless, std::isless(x, y), <)
FPGACL_MATH_COMPARE(islessequal, std::islessequal(x, y), <=)
FPGACL_MATH_COMPARE(islessgreater, std::islessgreater(x, y), !=)
FPGACL_MATH_ORDER(isordered, !std::isunordered(x, y))
FPGACL_MATH_ORDER(isunordered, std::isunordered(x, y))
#undef FPGACL_MATH_COMPARE
#undef FPGACL_MATH_ORDER
#undef FPGACL_MATH_TEST_2

/* Functions with a second result. */
#define FPGACL_MATH_SECOND(NAME_, TYPE_, SECOND_, EXPRESSION_)                                     \
	inline TYPE_ NAME_(TYPE_ x, SECOND_ *second)                                               \
	{                                                                                          \
		return (TYPE_)(EXPRESSION_);                                                       \
	}
FPGACL_MATH_SECOND(frexp, float, int, std::frexp(x, second))
FPGACL_MATH_SECOND(frexp, double, int, std::frexp(x, second))
FPGACL_MATH_SECOND(frexp, long double, int, std::frexp(x, second))
FPGACL_MATH_SECOND(frexp, half, int, std::frexp(float(x), second))
FPGACL_MATH_SECOND(frexpf, float, int, std::frexp(x, second))
FPGACL_MATH_SECOND(half_frexp, half, int, std::frexp(float(x), second))
FPGACL_MATH_SECOND(modf, float, float, std::modf(x, second))
FPGACL_MATH_SECOND(modf, double, double, std::modf(x, second))
FPGACL_MATH_SECOND(modf, long double, long double, std::modf(x, second))
FPGACL_MATH_SECOND(modf, half, half, (*second = trunc(x), copysign(half(x - *second), x)))
FPGACL_MATH_SECOND(modff, float, float, std::modf(x, second))
FPGACL_MATH_SECOND(half_modf, half, half, modf(x, second))
FPGACL_MATH_SECOND(fract, float, float, (*second = std::floor(x), x - *second))
FPGACL_MATH_SECOND(fract, double, double, (*second = std::floor(x), x - *second))
FPGACL_MATH_SECOND(fract, half, half, (*second = floor(x), x - *second))
FPGACL_MATH_SECOND(fractf, float, float, fract(x, second))
FPGACL_MATH_SECOND(half_fract, half, half, fract(x, second))
#undef FPGACL_MATH_SECOND
template <FPGACL_MATH_FIXED_ARGS>
FPGACL_MATH_SAME modf(FPGACL_MATH_FIXED x, FPGACL_MATH_SAME *whole)
{
	*whole = trunc(x);
	return FPGACL_MATH_SAME(x - *whole);
}
template <int W_, bool S_>
FPGACL_MATH_SAME_INTEGER modf(FPGACL_MATH_INTEGER x, FPGACL_MATH_SAME_INTEGER *whole)
{
	*whole = x;
	return 0;
}

#define FPGACL_MATH_QUOTIENT(NAME_, TYPE_, OPERAND_)                                               \
	inline TYPE_ NAME_(TYPE_ x, TYPE_ y, int *quotient)                                        \
	{                                                                                          \
		return TYPE_(std::remquo(OPERAND_(x), OPERAND_(y), quotient));                     \
	}
FPGACL_MATH_QUOTIENT(remquo, float, float)
FPGACL_MATH_QUOTIENT(remquo, double, double)
FPGACL_MATH_QUOTIENT(remquo, half, float)
FPGACL_MATH_QUOTIENT(remquof, float, float)
FPGACL_MATH_QUOTIENT(half_remquo, half, float)
#undef FPGACL_MATH_QUOTIENT

template <typename T_> void sincos(T_ x, T_ *s, T_ *c)
{
	*s = sin(x);
	*c = cos(x);
}
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
void sincos(const ap_fixed<W_, I_, Q_, O_, N_> &x, ap_fixed<W_ - I_ + 2, 2> *s,
	    ap_fixed<W_ - I_ + 2, 2> *c)
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
inline void half_sincos(half x, half *s, half *c)
{
	sincos(x, s, c);
}
/* By which method a board computes them makes no difference here. */
#define FPGACL_MATH_METHOD                                                                         \
	using hls::cos;                                                                            \
	using hls::cosf;                                                                           \
	using hls::half_cos;                                                                       \
	using hls::half_sin;                                                                       \
	using hls::half_sincos;                                                                    \
	using hls::sin;                                                                            \
	using hls::sincos;                                                                         \
	using hls::sincosf;                                                                        \
	using hls::sinf;
namespace cordic
{
FPGACL_MATH_METHOD
}
namespace hotbm
{
FPGACL_MATH_METHOD
}
#undef FPGACL_MATH_METHOD

inline double nan(const char *tag)
{
	return std::nan(tag);
}
inline float nanf(const char *tag)
{
	return std::nanf(tag);
}
inline half half_nan(const char *tag)
{
	return half(std::nanf(tag));
}

/* Whether any bit is set, and whether all are. */
#define FPGACL_MATH_BITS(NAME_, EXPRESSION_)                                                       \
	template <FPGACL_MATH_FIXED_ARGS> bool NAME_(FPGACL_MATH_FIXED x)                          \
	{                                                                                          \
		return EXPRESSION_;                                                                \
	}                                                                                          \
	template <int W_, bool S_> bool NAME_(FPGACL_MATH_INTEGER x)                               \
	{                                                                                          \
		return EXPRESSION_;                                                                \
	}
FPGACL_MATH_BITS(any, x != 0)
FPGACL_MATH_BITS(all, (~x) == 0)
#undef FPGACL_MATH_BITS

/* The bits of y where z has a 1, or else those of x. */
template <FPGACL_MATH_FIXED_ARGS>
FPGACL_MATH_SAME bitselect(FPGACL_MATH_FIXED x, FPGACL_MATH_FIXED y, FPGACL_MATH_FIXED z)
{
	return FPGACL_MATH_SAME((z & y) | (~z & x));
}
template <int W_, bool S_>
FPGACL_MATH_SAME_INTEGER bitselect(FPGACL_MATH_INTEGER x, FPGACL_MATH_INTEGER y,
				   FPGACL_MATH_INTEGER z)
{
	return FPGACL_MATH_SAME_INTEGER((z & y) | (~z & x));
}
inline int bitselect(int x, int y, int z)
{
	return (z & y) | (~z & x);
}
inline uint32_t bitselect(uint32_t x, uint32_t y, uint32_t z)
{
	return (z & y) | (~z & x);
}
#define FPGACL_MATH_BITSELECT(NAME_, TYPE_, BITS_)                                                 \
	inline TYPE_ NAME_(TYPE_ x, TYPE_ y, TYPE_ z)                                              \
	{                                                                                          \
		const BITS_ chosen = fpgacl_ap::same_bits<BITS_>(z);                               \
		return fpgacl_ap::same_bits<TYPE_>(                                                \
			BITS_((chosen & fpgacl_ap::same_bits<BITS_>(y)) |                          \
			      (~chosen & fpgacl_ap::same_bits<BITS_>(x))));                        \
	}
FPGACL_MATH_BITSELECT(bitselect, float, uint32_t)
FPGACL_MATH_BITSELECT(bitselect, double, uint64_t)
FPGACL_MATH_BITSELECT(bitselect, half, uint16_t)
FPGACL_MATH_BITSELECT(bitselectf, float, uint32_t)
FPGACL_MATH_BITSELECT(half_bitselect, half, uint16_t)
#undef FPGACL_MATH_BITSELECT

template <typename T_> T_ max(T_ a, T_ b)
{
	return a < b ? b : a;
}
template <typename T_> T_ min(T_ a, T_ b)
{
	return b < a ? b : a;
}

#undef FPGACL_MATH_TYPE_1
#undef FPGACL_MATH_C_1
#undef FPGACL_MATH_INTEGERS_1
#undef FPGACL_MATH_INTEGERS_2
#undef FPGACL_MATH_FIXED_ARGS
#undef FPGACL_MATH_FIXED
#undef FPGACL_MATH_INTEGER
#undef FPGACL_MATH_SAME
#undef FPGACL_MATH_SAME_INTEGER
#undef FPGACL_MATH_RESULT
#undef FPGACL_MATH_LIMITED
#undef FPGACL_MATH_INTEGER_LIMITED
#undef FPGACL_MATH_INTEGER_RESULT

} // namespace hls

#endif
