/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_MATH_KINDS_H
#define FPGACL_MATH_KINDS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Part of hls_math.h: which type a function computes in, and what it returns. The vendor has
 * overloads for half, float, double and the C integers of up to 32 bits, and those give integers;
 * C++'s rules choose among them if operands differ. What the vendor's set leaves ambiguous is
 * computed here as half beside an integer, as float beside a half, or else as double.
 */

#include <stdint.h>
#include <type_traits>
#include <utility>

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

/*
 * What functions of an ap_fixed or ap_int return: the operand's type; or, if the results' range is
 * known, a type with so many whole bits and the operand's fraction bits, or its width. Results that
 * do not fit are the nearest that does (`limited`), as with the vendor.
 */
template <int W_, int I_, bool S_, ap_q_mode Q_ = AP_TRN, ap_o_mode O_ = AP_WRAP, int N_ = 0>
struct same_fixed {
	typedef ap_fixed<W_, I_, Q_, O_, N_> type;
	typedef ap_fixed_base<W_, I_, true, Q_, O_ == AP_WRAP ? AP_SAT : O_, N_> limited;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct same_fixed<W_, I_, false, Q_, O_, N_> {
	typedef ap_ufixed<W_, I_, Q_, O_, N_> type;
	typedef ap_fixed_base<W_, I_, false, Q_, O_ == AP_WRAP ? AP_SAT : O_, N_> limited;
};
/* Of an integer: without fraction bits. */
template <int W_, bool S_> struct same_integer {
	typedef ap_int<W_> type;
	typedef ap_fixed_base<W_, W_, true, AP_TRN_ZERO, AP_SAT, 0> limited;
};
template <int W_> struct same_integer<W_, false> {
	typedef ap_uint<W_> type;
	typedef ap_fixed_base<W_, W_, false, AP_TRN_ZERO, AP_SAT, 0> limited;
};
template <int WHOLE_> struct whole_bits {
	template <int W_, int I_, bool S_, ap_q_mode, ap_o_mode, int>
	struct fraction : same_fixed<W_ - I_ + WHOLE_, WHOLE_, S_> {
	};
	template <int W_, int I_, bool S_, ap_q_mode, ap_o_mode, int>
	struct width : same_fixed<W_, WHOLE_, S_> {
	};
	/* Without a sign, one bit less. */
	template <int, bool S_> struct integer : same_integer<S_ ? WHOLE_ : WHOLE_ - 1, S_> {
	};
};

/* A C integer up to 32 bits: computed as an ap_int; wider ones as double, which the vendor lacks. */
template <typename T_, bool SMALL_> struct c_integer {
	typedef T_ type;
	typedef ap_int_base<8 * sizeof(T_), std::is_signed<T_>::value> number;
};
template <typename T_> struct c_integer<T_, false> {
	typedef double type, number;
};

template <typename T_> struct is_byte {
	static const bool value = std::is_same<T_, signed char>::value ||
				  std::is_same<T_, unsigned char>::value;
};
/* The overloads take int8_t as it is; char, bool and the like are promoted. */
template <typename T_> struct overload_of {
	typedef typename std::conditional<is_byte<T_>::value || std::is_same<T_, short>::value ||
						  std::is_same<T_, unsigned short>::value,
					  T_, decltype(+std::declval<T_>())>::type type;
};
template <typename T_, bool = std::is_integral<T_>::value> struct integer_result {
};
template <typename T_> struct integer_result<T_, true> {
	typedef typename overload_of<T_>::type own;
	typedef c_integer<own, sizeof(own) <= 4> kind;
	typedef typename kind::type type;
	typedef typename kind::number number;
	static number of(T_ x)
	{
		return number(own(x));
	}
};

/* Declared to be overloaded only. */
half overloads(half, half);
float overloads(float, float);
double overloads(double, double);
int8_t overloads(int8_t, int8_t);
uint8_t overloads(uint8_t, uint8_t);
int16_t overloads(int16_t, int16_t);
uint16_t overloads(uint16_t, uint16_t);
int32_t overloads(int32_t, int32_t);
uint32_t overloads(uint32_t, uint32_t);

template <typename T_> struct is_c_number {
	static const bool value = std::is_arithmetic<T_>::value || std::is_same<T_, half>::value;
};
/* For a pair that is ambiguous. */
template <typename T_, typename U_, bool = is_c_number<T_>::value &&is_c_number<U_>::value>
struct usual_result {
};
template <typename T_, typename U_> struct usual_result<T_, U_, true> {
	static const bool is_half = std::is_same<T_, half>::value || std::is_same<U_, half>::value;
	static const bool is_integer = std::is_integral<T_>::value || std::is_integral<U_>::value;
	static const bool is_float = std::is_same<T_, float>::value ||
				     std::is_same<U_, float>::value;
	static const bool is_long = std::is_same<T_, long double>::value ||
				    std::is_same<U_, long double>::value;
	typedef typename std::conditional<
		is_half && is_integer, half,
		typename std::conditional<
			is_half && is_float, float,
			typename std::conditional<is_long, long double, double>::type>::type>::type
		type;
};

template <typename T_, typename U_>
decltype(overloads(std::declval<T_>(), std::declval<U_>())) chosen(int);
template <typename T_, typename U_> typename usual_result<T_, U_>::type chosen(long);

/* The type in which two operands are computed, if one of them at least is a C number. */
template <typename T_, typename U_, typename = void> struct pair_result {
};
template <typename T_, typename U_>
struct pair_result<T_, U_,
		   typename std::enable_if<(is_c_number<T_>::value || is_c_number<U_>::value) &&
					   !std::is_same<T_, U_>::value &&
					   (sizeof(chosen<T_, U_>(0)) > 0)>::type> {
	typedef decltype(chosen<T_, U_>(0)) type;
	typedef typename std::conditional<std::is_integral<type>::value, bool, int>::type truth;
};

/* Of three operands, pair by pair. */
template <typename T_, typename U_, typename = void> struct common_of {
};
template <typename T_> struct common_of<T_, T_, void> {
	typedef T_ type;
};
template <typename T_, typename U_>
struct common_of<T_, U_,
		 typename std::enable_if<(sizeof(typename pair_result<T_, U_>::type) > 0)>::type> {
	typedef typename pair_result<T_, U_>::type type;
};
template <typename T_, typename U_, typename V_, typename = void> struct triple_result {
};
template <typename T_, typename U_, typename V_>
struct triple_result<
	T_, U_, V_,
	typename std::enable_if<!(std::is_same<T_, U_>::value && std::is_same<U_, V_>::value) &&
				(sizeof(typename common_of<typename common_of<T_, U_>::type,
							   V_>::type) > 0)>::type> {
	typedef typename common_of<typename common_of<T_, U_>::type, V_>::type type;
};

/* The difference of two neighbours. */
template <typename F_> F_ last_bit()
{
	F_ r = 0;

	r[0] = 1;
	return r;
}

} // namespace fpgacl_ap

#endif
