/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_X_HLS_UTILS_H
#define FPGACL_X_HLS_UTILS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * The part of the vendor's helper header that kernels use: limits of number types, widths of
 * constants, and a value that hardware keeps in a register.
 */

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "../ap_fixed.h"
#include "../hls_half.h"

/*
 * The fields of an IEEE number of SIG + EXP + 1 bits. INT is the unsigned integer of the same size.
 */
template <typename T_, typename INT_, int EXP_, int SIG_> struct fpgacl_fp_fields {
	static const int EXP_BITS = EXP_;
	static const int SIG_BITS = SIG_;
	static const int EXP_BIAS = (1 << (EXP_ - 1)) - 1;
	static const int EXP_INFNAN = (1 << EXP_) - 1;

	typedef INT_ inttype;
	typedef ap_uint<EXP_ + SIG_ + 1> data_type;
	typedef ap_uint<EXP_> exp_type;
	typedef ap_uint<SIG_> sig_type;
	typedef ap_uint<1> sign_type;

	sig_type sig;
	exp_type exp;
	sign_type sign;

	fpgacl_fp_fields()
	{
	}
	fpgacl_fp_fields(T_ value)
	{
		data_type all = 0;

		std::memcpy(&all, &value, sizeof(value));
		set(all);
	}
	fpgacl_fp_fields(const data_type &all)
	{
		set(all);
	}
	fpgacl_fp_fields(inttype bits)
	{
		set(bits);
	}
	data_type data() const
	{
		data_type all = sig;

		all(SIG_ + EXP_ - 1, SIG_) = exp;
		all[SIG_ + EXP_] = sign;
		return all;
	}
	/* The number's bits as an integer. */
	typename std::make_signed<inttype>::type to_int() const
	{
		return typename std::make_signed<inttype>::type(data().to_uint64());
	}
	T_ to_ieee() const
	{
		data_type all = data();
		T_ value;

		std::memcpy(&value, &all, sizeof(value));
		return value;
	}
	/* The unbiased exponent. */
	int expv() const
	{
		return exp.to_int() - EXP_BIAS;
	}
	int __signbit() const
	{
		return sign.to_int();
	}
	/* The significand, including the implicit leading 1. */
	ap_ufixed<SIG_ + 1, 1> mantissa() const
	{
		ap_ufixed<SIG_ + 1, 1> value = 1;

		value(SIG_ - 1, 0) = sig;
		return value;
	}
	void set_mantissa(const ap_ufixed<SIG_ + 1, 1> &value)
	{
		sig = value(SIG_ - 1, 0);
	}
	static T_ infinity()
	{
		return fpgacl_fp_fields(data_type(EXP_INFNAN) << SIG_).to_ieee();
	}
	static T_ minus_infinity()
	{
		/* The sign, followed by an all-ones exponent. */
		return fpgacl_fp_fields(data_type(2 * EXP_INFNAN + 1) << SIG_).to_ieee();
	}

      private:
	void set(const data_type &all)
	{
		sig = all(SIG_ - 1, 0);
		exp = all(SIG_ + EXP_ - 1, SIG_);
		sign = all[SIG_ + EXP_];
	}
};

template <typename T_> struct fp_struct;
#define FPGACL_FP_STRUCT(TYPE_, NAME_, INT_, EXP_, SIG_)                                           \
	template <> struct fp_struct<TYPE_> : fpgacl_fp_fields<TYPE_, INT_, EXP_, SIG_> {          \
		using fpgacl_fp_fields<TYPE_, INT_, EXP_, SIG_>::fpgacl_fp_fields;                 \
		fp_struct()                                                                        \
		{                                                                                  \
		}                                                                                  \
		TYPE_ to_##NAME_() const                                                           \
		{                                                                                  \
			return this->to_ieee();                                                    \
		}                                                                                  \
	};
FPGACL_FP_STRUCT(half, half, uint16_t, 5, 10)
FPGACL_FP_STRUCT(float, float, uint32_t, 8, 23)
FPGACL_FP_STRUCT(double, double, uint64_t, 11, 52)
#undef FPGACL_FP_STRUCT

/* A float or double, and its bits. */
union single_cast {
	float f;
	uint32_t i;
};
union double_cast {
	double d;
	uint64_t i;
};

namespace hls
{

namespace fpgacl_limits
{

/* T has W bits; S: it is signed. */
template <typename T_, int W_, bool S_> struct of_bits {
	static const bool is_specialized = true;
	static const bool is_signed = S_;

	static T_ min()
	{
		T_ v = 0;

		if (S_)
			v[W_ - 1] = 1;
		return v;
	}
	static T_ lowest()
	{
		return min();
	}
	static T_ max()
	{
		T_ v = 0;

		for (int i = 0; i < W_ - S_; i++)
			v[i] = 1;
		return v;
	}
	/* The smallest difference between two values. */
	static T_ epsilon()
	{
		T_ v = 0;

		v[0] = 1;
		return v;
	}
};

} // namespace fpgacl_limits

template <typename T_> struct numeric_limits : std::numeric_limits<T_> {
};
template <int W_> struct numeric_limits<ap_int<W_>> : fpgacl_limits::of_bits<ap_int<W_>, W_, true> {
};
template <int W_>
struct numeric_limits<ap_uint<W_>> : fpgacl_limits::of_bits<ap_uint<W_>, W_, false> {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct numeric_limits<ap_fixed<W_, I_, Q_, O_, N_>>
    : fpgacl_limits::of_bits<ap_fixed<W_, I_, Q_, O_, N_>, W_, true> {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct numeric_limits<ap_ufixed<W_, I_, Q_, O_, N_>>
    : fpgacl_limits::of_bits<ap_ufixed<W_, I_, Q_, O_, N_>, W_, false> {
};

/*
 * The number of bits of an ap_uint that holds N, and of an ap_int, which needs one more for the
 * sign.
 */
template <unsigned long long N_> struct UnsignedBitWidth {
	static const unsigned Value = 1 + UnsignedBitWidth<(N_ >> 1)>::Value;
};
template <> struct UnsignedBitWidth<0> {
	static const unsigned Value = 1;
};
template <> struct UnsignedBitWidth<1> {
	static const unsigned Value = 1;
};
template <unsigned long long N_> struct BitWidth {
	static const unsigned Value = 1 + UnsignedBitWidth<N_>::Value;
};

template <unsigned long long BASE_, unsigned EXPONENT_> struct Power {
	static const unsigned long long Value = BASE_ * Power<BASE_, EXPONENT_ - 1>::Value;
};
template <unsigned long long BASE_> struct Power<BASE_, 0> {
	static const unsigned long long Value = 1;
};

/* The width of a type in bits. */
template <typename T_> struct Type_BitWidth {
	static const int Value = 8 * sizeof(T_);
};
template <int W_> struct Type_BitWidth<ap_int<W_>> {
	static const int Value = W_;
};
template <int W_> struct Type_BitWidth<ap_uint<W_>> {
	static const int Value = W_;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct Type_BitWidth<ap_fixed<W_, I_, Q_, O_, N_>> {
	static const int Value = W_;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct Type_BitWidth<ap_ufixed<W_, I_, Q_, O_, N_>> {
	static const int Value = W_;
};

template <typename T_> T_ reg(T_ value)
{
	return value;
}

} // namespace hls

/* What kind of number T is. */
template <typename T_> struct is_fptype {
	static const bool value = fpgacl_ap::is_float<T_>::is || std::is_same<T_, half>::value;
};
template <typename T_> struct is_integraltype {
	static const bool value = std::is_integral<T_>::value;
};
template <int W_> struct is_integraltype<ap_int<W_>> : std::true_type {
};
template <int W_> struct is_integraltype<ap_uint<W_>> : std::true_type {
};
template <typename T_> struct is_fixedtype : std::false_type {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct is_fixedtype<ap_fixed<W_, I_, Q_, O_, N_>> : std::true_type {
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>
struct is_fixedtype<ap_ufixed<W_, I_, Q_, O_, N_>> : std::true_type {
};

using hls::BitWidth;
using hls::Power;
using hls::reg;
using hls::Type_BitWidth;
using hls::UnsignedBitWidth;

#endif
