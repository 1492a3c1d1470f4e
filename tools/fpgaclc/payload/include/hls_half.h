/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_HLS_HALF_H
#define FPGACL_HLS_HALF_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * half: IEEE 754 binary16 without subnormal numbers, which are zeros, as on a board and in the
 * vendor's C simulation. Each operator on two halves rounds its result to half, to nearest even;
 * float has enough bits that double rounding gives the same result. A half converts to float and
 * double beside one, and integers convert to half.
 */

#include <cmath>
#include <limits>
#include <string.h>
#include <type_traits>

#include "fpgacl/ap_traits.h"

class half
{
#ifdef __FPGACLC__
	/* Not initialised here, as in ap_int.h, so that half is trivial, as __fp16 is on a board. */
	unsigned short bits_;
#else
	unsigned short bits_ = 0;
#endif

	static FPGACL_AP_CONSTEXPR unsigned short round(unsigned long long mantissa, int shift)
	{
		unsigned long long rest = mantissa & ((1ull << shift) - 1);
		unsigned long long middle = 1ull << (shift - 1);
		unsigned long long kept = mantissa >> shift;

		return (unsigned short)(kept + (rest > middle || (rest == middle && kept & 1)));
	}

	static FPGACL_AP_CONSTEXPR unsigned short from_double(double value)
	{
		const unsigned long long raw = fpgacl_ap::same_bits<unsigned long long>(value);
		const unsigned short sign = (unsigned short)(raw >> 48 & 0x8000);
		const int exponent = int(raw >> 52 & 0x7ff) - 1023;
		unsigned long long mantissa = raw & ((1ull << 52) - 1);

		if (exponent == 1024 && mantissa) /* quiet NaN */
			return (unsigned short)(sign | 0x7e00 | mantissa >> 42);
		if (exponent > 15)
			return (unsigned short)(sign | 0x7c00);
		if (exponent < -15)
			return sign;
		mantissa = round(mantissa | 1ull << 52, 42);
		if (exponent == -15) /* subnormal, unless it is rounded up */
			return (unsigned short)(sign | (mantissa & 0x800) >> 1);
		/* The leading bit, and a carry from rounding, increment the exponent. */
		return (unsigned short)(sign + ((exponent + 14) << 10) + mantissa);
	}

	static FPGACL_AP_CONSTEXPR float to_float(unsigned short bits)
	{
		const unsigned sign = (unsigned)(bits & 0x8000) << 16;
		const unsigned exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff;

		if (!exponent)
			return sign ? -0.0f : 0.0f;
		return fpgacl_ap::same_bits<float>(
			sign | (exponent == 31 ? 0xff : exponent + 112) << 23 | mantissa << 13);
	}

      public:
	half() = default;
	FPGACL_AP_CONSTEXPR half(float value) : bits_(from_double(value))
	{
	}
	FPGACL_AP_CONSTEXPR half(double value) : bits_(from_double(value))
	{
	}
	FPGACL_AP_CONSTEXPR half(long double value) : bits_(from_double(double(value)))
	{
	}
#define FPGACL_HALF_FROM(T_)                                                                       \
	FPGACL_AP_CONSTEXPR half(T_ value) : bits_(from_double(double(value)))                     \
	{                                                                                          \
	}
	FPGACL_HALF_FROM(char)
	FPGACL_HALF_FROM(signed char)
	FPGACL_HALF_FROM(unsigned char)
	FPGACL_HALF_FROM(short)
	FPGACL_HALF_FROM(unsigned short)
	FPGACL_HALF_FROM(int)
	FPGACL_HALF_FROM(unsigned)
	FPGACL_HALF_FROM(long)
	FPGACL_HALF_FROM(unsigned long)
	FPGACL_HALF_FROM(long long)
	FPGACL_HALF_FROM(unsigned long long)
#undef FPGACL_HALF_FROM
	/* A template, because a pointer would also convert to bool. */
	template <typename T_,
		  typename fpgacl_ap::only_if<std::is_same<T_, bool>::value, int>::type = 0>
	FPGACL_AP_CONSTEXPR half(T_ value) : bits_(value ? 0x3c00 : 0)
	{
	}

	/* For number classes that convert to half, such as ap_fixed. */
	template <typename T_, typename = decltype(static_cast<const T_ *>(nullptr)->to_half())>
	half(const T_ &value) : bits_(value.to_half().bits_)
	{
	}

	FPGACL_AP_CONSTEXPR operator float() const
	{
		return to_float(bits_);
	}

	FPGACL_AP_CONSTEXPR unsigned short get_bits() const
	{
		return bits_;
	}
	FPGACL_AP_CONSTEXPR void set_bits(unsigned short bits)
	{
		bits_ = bits;
	}

	FPGACL_AP_CONSTEXPR half operator+() const
	{
		return *this;
	}
	FPGACL_AP_CONSTEXPR half operator-() const
	{
		half r = half();

		r.bits_ = bits_ ^ 0x8000;
		return r;
	}
#define FPGACL_HALF_OP(OP_)                                                                        \
	friend FPGACL_AP_CONSTEXPR half operator OP_(half a, half b)                               \
	{                                                                                          \
		return half(float(a) OP_ float(b));                                                \
	}                                                                                          \
	template <typename T_> FPGACL_AP_CONSTEXPR half &operator OP_##=(T_ o)                     \
	{                                                                                          \
		return *this = half(*this OP_ o);                                                  \
	}
	FPGACL_HALF_OP(+)
	FPGACL_HALF_OP(-)
	FPGACL_HALF_OP(*)
	FPGACL_HALF_OP(/)
#undef FPGACL_HALF_OP
#define FPGACL_HALF_ORDER(OP_)                                                                     \
	friend FPGACL_AP_CONSTEXPR bool operator OP_(half a, half b)                               \
	{                                                                                          \
		return float(a) OP_ float(b);                                                      \
	}
	FPGACL_HALF_ORDER(==)
	FPGACL_HALF_ORDER(!=)
	FPGACL_HALF_ORDER(<)
	FPGACL_HALF_ORDER(<=)
	FPGACL_HALF_ORDER(>)
	FPGACL_HALF_ORDER(>=)
#undef FPGACL_HALF_ORDER
/*
 * Beside a half, an integer is a half, as on a board and in the vendor's C simulation. All kinds of
 * numbers are listed to avoid ambiguity with the built-in operators.
 */
#define FPGACL_HALF_MIXED(T_, R_)                                                                  \
	FPGACL_HALF_MIXED_OP(R_, +, T_, R_)                                                        \
	FPGACL_HALF_MIXED_OP(R_, -, T_, R_)                                                        \
	FPGACL_HALF_MIXED_OP(R_, *, T_, R_)                                                        \
	FPGACL_HALF_MIXED_OP(R_, /, T_, R_)                                                        \
	FPGACL_HALF_MIXED_OP(bool, ==, T_, R_)                                                     \
	FPGACL_HALF_MIXED_OP(bool, !=, T_, R_)                                                     \
	FPGACL_HALF_MIXED_OP(bool, <, T_, R_)                                                      \
	FPGACL_HALF_MIXED_OP(bool, <=, T_, R_)                                                     \
	FPGACL_HALF_MIXED_OP(bool, >, T_, R_)                                                      \
	FPGACL_HALF_MIXED_OP(bool, >=, T_, R_)
#define FPGACL_HALF_MIXED_OP(RESULT_, OP_, T_, R_)                                                 \
	friend FPGACL_AP_CONSTEXPR RESULT_ operator OP_(half a, T_ b)                              \
	{                                                                                          \
		return (R_)a OP_(R_) b;                                                            \
	}                                                                                          \
	friend FPGACL_AP_CONSTEXPR RESULT_ operator OP_(T_ a, half b)                              \
	{                                                                                          \
		return (R_)a OP_(R_) b;                                                            \
	}
	FPGACL_HALF_MIXED(float, float)
	FPGACL_HALF_MIXED(double, double)
	FPGACL_HALF_MIXED(long double, long double)
	FPGACL_HALF_MIXED(bool, half)
	FPGACL_HALF_MIXED(char, half)
	FPGACL_HALF_MIXED(signed char, half)
	FPGACL_HALF_MIXED(unsigned char, half)
	FPGACL_HALF_MIXED(short, half)
	FPGACL_HALF_MIXED(unsigned short, half)
	FPGACL_HALF_MIXED(int, half)
	FPGACL_HALF_MIXED(unsigned, half)
	FPGACL_HALF_MIXED(long, half)
	FPGACL_HALF_MIXED(unsigned long, half)
	FPGACL_HALF_MIXED(long long, half)
	FPGACL_HALF_MIXED(unsigned long long, half)
#undef FPGACL_HALF_MIXED
#undef FPGACL_HALF_MIXED_OP

/* Integers of any width, too. */
#define FPGACL_HALF_AP(RESULT_, OP_)                                                               \
	template <int W_, bool S_>                                                                 \
	friend RESULT_ operator OP_(half a, const ap_int_base<W_, S_> &b)                          \
	{                                                                                          \
		return a OP_ b.to_half();                                                          \
	}                                                                                          \
	template <int W_, bool S_>                                                                 \
	friend RESULT_ operator OP_(const ap_int_base<W_, S_> &a, half b)                          \
	{                                                                                          \
		return a.to_half() OP_ b;                                                          \
	}
	FPGACL_HALF_AP(half, +)
	FPGACL_HALF_AP(half, -)
	FPGACL_HALF_AP(half, *)
	FPGACL_HALF_AP(half, /)
	FPGACL_HALF_AP(bool, ==)
	FPGACL_HALF_AP(bool, !=)
	FPGACL_HALF_AP(bool, <)
	FPGACL_HALF_AP(bool, <=)
	FPGACL_HALF_AP(bool, >)
	FPGACL_HALF_AP(bool, >=)
#undef FPGACL_HALF_AP

	half &operator++()
	{
		return *this = half(float(*this) + 1.0f);
	}
	half &operator--()
	{
		return *this = half(float(*this) - 1.0f);
	}
	half operator++(int)
	{
		half old = *this;

		++*this;
		return old;
	}
	half operator--(int)
	{
		half old = *this;

		--*this;
		return old;
	}
};

namespace std
{

template <> class numeric_limits<half> : public numeric_limits<float>
{
	static FPGACL_AP_CONSTEXPR half of_bits(unsigned short bits)
	{
		half h = half();

		h.set_bits(bits);
		return h;
	}

      public:
	static const int digits = 11, digits10 = 3, max_digits10 = 5;
	static const int min_exponent = -13, min_exponent10 = -4;
	static const int max_exponent = 16, max_exponent10 = 4;
	static FPGACL_AP_CONSTEXPR half min()
	{
		return of_bits(0x0400);
	}
	static FPGACL_AP_CONSTEXPR half lowest()
	{
		return of_bits(0xfbff);
	}
	static FPGACL_AP_CONSTEXPR half max()
	{
		return of_bits(0x7bff);
	}
	static FPGACL_AP_CONSTEXPR half epsilon()
	{
		return of_bits(0x1400);
	}
	static FPGACL_AP_CONSTEXPR half infinity()
	{
		return of_bits(0x7c00);
	}
	static FPGACL_AP_CONSTEXPR half quiet_NaN()
	{
		return of_bits(0x7e00);
	}
	static FPGACL_AP_CONSTEXPR half denorm_min()
	{
		return of_bits(0x0001);
	}
};

} // namespace std

/* Test benches of the vendor's libraries call these under their names in the vendor's header. */
namespace detail
{

inline int fpclassify(half x)
{
	const unsigned size = x.get_bits() & 0x7fff;

	if (size >= 0x7c00)
		return size == 0x7c00 ? FP_INFINITE : FP_NAN;
	return size >= 0x400 ? FP_NORMAL : size ? FP_SUBNORMAL : FP_ZERO;
}
inline bool isnan(half x)
{
	return fpclassify(x) == FP_NAN;
}

} // namespace detail

#endif
