/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_X_HLS_UTILS_H
#define FPGACL_X_HLS_UTILS_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * The part of the vendor's header of helpers that kernels use: limits of the number types, widths
 * of constants, and a value that hardware keeps in a register.
 */

#include <limits>

#include "../ap_fixed.h"
#include "../hls_half.h"

namespace hls
{

namespace fpgacl_limits
{

/* T has W bits; if S, the highest is the sign. */
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

/* The bits needed for N. */
template <unsigned long long N_> struct BitWidth {
	static const int Value = 1 + BitWidth<(N_ >> 1)>::Value;
};
template <> struct BitWidth<0> {
	static const int Value = 0;
};
template <> struct BitWidth<1> {
	static const int Value = 1;
};
template <unsigned long long N_> struct UnsignedBitWidth : BitWidth<N_> {
};

template <unsigned long long BASE_, unsigned EXPONENT_> struct Power {
	static const unsigned long long Value = BASE_ * Power<BASE_, EXPONENT_ - 1>::Value;
};
template <unsigned long long BASE_> struct Power<BASE_, 0> {
	static const unsigned long long Value = 1;
};

/* Bits of a type. */
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

using hls::BitWidth;
using hls::Power;
using hls::Type_BitWidth;
using hls::UnsignedBitWidth;

#endif
