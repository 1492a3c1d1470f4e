/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_X_HLS_TRAITS_H
#define FPGACL_X_HLS_TRAITS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * hls::x_traits<T1, T2>: result types of binary operators; hls::x_traits_d<T, N>: of sums of N
 * numbers. hls_x_complex.h has those of complex numbers.
 */

#include <utility>

#include "x_hls_utils.h"

namespace hls
{

namespace fpgacl_traits
{

/* T with N more high bits; floating-point numbers and C integers stay unchanged. */
template <typename T_, int N_, int TIMES_ = 1> struct wider {
	typedef T_ type;
};
template <int W_, int N_, int TIMES_> struct wider<ap_int<W_>, N_, TIMES_> {
	typedef ap_int<TIMES_ * W_ + N_> type;
};
template <int W_, int N_, int TIMES_> struct wider<ap_uint<W_>, N_, TIMES_> {
	typedef ap_uint<TIMES_ * W_ + N_> type;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int B_, int N_, int TIMES_>
struct wider<ap_fixed<W_, I_, Q_, O_, B_>, N_, TIMES_> {
	typedef ap_fixed<TIMES_ * W_ + N_, TIMES_ * I_ + N_, Q_, O_> type;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int B_, int N_, int TIMES_>
struct wider<ap_ufixed<W_, I_, Q_, O_, B_>, N_, TIMES_> {
	typedef ap_ufixed<TIMES_ * W_ + N_, TIMES_ * I_ + N_, Q_, O_> type;
};

/* T, rounded and saturated. */
template <typename T_> struct saturated {
	typedef T_ type;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int B_>
struct saturated<ap_fixed<W_, I_, Q_, O_, B_>> {
	typedef ap_fixed<W_, I_, AP_RND, AP_SAT> type;
};
template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int B_>
struct saturated<ap_ufixed<W_, I_, Q_, O_, B_>> {
	typedef ap_ufixed<W_, I_, AP_RND, AP_SAT> type;
};

/*
 * A product plus a number. As in the vendor's header, the type for signed integers only has room
 * for the factors.
 */
template <typename T1_, typename T2_, typename PRODUCT_> struct multiply_add : wider<PRODUCT_, 1> {
};
template <int W1_, int W2_, typename PRODUCT_>
struct multiply_add<ap_int<W1_>, ap_int<W2_>, PRODUCT_> {
	typedef ap_int<(W1_ > W2_ ? W1_ : W2_)> type;
};

/* The additional bits of a sum of N numbers; for integers, as many as in the vendor's header. */
template <typename T_, int N_> struct carry {
	static const int bits = BitWidth<N_>::Value;
};
template <int W_, int N_> struct carry<ap_int<W_>, N_> {
	static const int bits = 0;
};
template <int W_, int N_> struct carry<ap_uint<W_>, N_> {
	static const int bits = 0;
};

} // namespace fpgacl_traits

template <typename T1_, typename T2_> struct x_traits {
	typedef decltype(std::declval<T1_>() + std::declval<T2_>()) ADD_T;
	typedef decltype(std::declval<T1_>() - std::declval<T2_>()) SUB_T;
	typedef decltype(std::declval<T1_>() * std::declval<T2_>()) MULT_T;
	typedef typename fpgacl_traits::saturated<T1_>::type SAT_T;
	typedef typename fpgacl_traits::multiply_add<T1_, T2_, MULT_T>::type MADD_T;
	typedef typename fpgacl_traits::wider<MULT_T, 2>::type CMADD_T;
	typedef int INT_T;
};
template <> struct x_traits<half, half> {
	typedef half ADD_T, SUB_T, MULT_T, SAT_T, MADD_T;
};

template <typename T_, int N_> struct x_traits_d {
	static const int carry_bits = fpgacl_traits::carry<T_, N_>::bits;
	typedef typename fpgacl_traits::wider<T_, carry_bits>::type ACCUM_T;
	typedef typename fpgacl_traits::wider<T_, carry_bits, 2>::type ACCUM2_T; /* of products */
	typedef typename fpgacl_traits::wider<T_, 25 + carry_bits>::type ADD_TREE_T;
};

} // namespace hls

#endif
