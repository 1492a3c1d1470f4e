/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_TRAITS_H
#define FPGACL_AP_TRAITS_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Part of ap_int.h: what holds a value and what computes with it.
 *
 * A value of W bits lies in memory as the narrowest C type that holds it, extended by its sign;
 * from 65 bits on as 64-bit words, the lowest one first. What lies above the W bits is written, but
 * never believed, since a host may have filled the memory with anything.
 *
 * number<N, S> computes with at least N bits: C's types up to 128, then the compiler's _BitInt
 * where it has one, then wide<>. Define FPGACL_AP_PORTABLE to do without _BitInt.
 */

#include "fpgacl_ap_wide.h"

#include <stddef.h>
#include <string.h>

#if !defined(FPGACL_AP_PORTABLE) && defined(__BITINT_MAXWIDTH__)
#if __BITINT_MAXWIDTH__ >= 1024
#define FPGACL_AP_BITINT 1 /* wider ones would take long to compile */
#endif
#endif

enum ap_q_mode {
	AP_RND,         /* to the nearest; halves up */
	AP_RND_ZERO,    /* halves towards zero */
	AP_RND_MIN_INF, /* halves down */
	AP_RND_INF,     /* halves away from zero */
	AP_RND_CONV,    /* halves to the even neighbour */
	AP_TRN,         /* down */
	AP_TRN_ZERO,    /* towards zero */
};

enum ap_o_mode {
	AP_SAT,      /* to the nearest limit */
	AP_SAT_ZERO, /* to zero */
	AP_SAT_SYM,  /* to the nearest limit of a symmetric range */
	AP_WRAP,     /* drops the high bits */
	AP_WRAP_SM,  /* wraps as sign and magnitude do */
};

template <int W, int I, bool S, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct ap_fixed_base;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0> struct ap_fixed;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0> struct ap_ufixed;

template <int W, bool S> struct ap_int_base;
template <int W> struct ap_int;
template <int W> struct ap_uint;

namespace fpgacl_ap
{

constexpr int max(int a, int b)
{
	return a > b ? a : b;
}

constexpr int min(int a, int b)
{
	return a < b ? a : b;
}

template <bool B, typename T> struct only_if {
};
template <typename T> struct only_if<true, T> {
	typedef T type;
};
template <bool B, typename T, typename F> struct pick {
	typedef F type;
};
template <typename T, typename F> struct pick<true, T, F> {
	typedef T type;
};

/* --- what computes --- */

/* The C type of 32, 64 or 128 bits. */
template <int BITS, bool S> struct c_number;
template <> struct c_number<32, true> {
	typedef int type;
};
template <> struct c_number<32, false> {
	typedef unsigned type;
};
template <> struct c_number<64, true> {
	typedef long long type;
};
template <> struct c_number<64, false> {
	typedef word type;
};
template <> struct c_number<128, true> {
	typedef __int128 type;
};
template <> struct c_number<128, false> {
	typedef unsigned __int128 type;
};

constexpr int number_bits(int n)
{
	return n <= 32 ? 32 : (n + 63) / 64 * 64;
}

enum number_kind { C_NUMBER, BITINT_NUMBER, WIDE_NUMBER };

constexpr number_kind kind_of(int n)
{
#ifdef FPGACL_AP_BITINT
	return n <= 128 ? C_NUMBER : n <= 1024 ? BITINT_NUMBER : WIDE_NUMBER;
#else
	return n <= 128 ? C_NUMBER : WIDE_NUMBER;
#endif
}

template <int N, bool S, number_kind = kind_of(N)> struct number {
	static const int bits = number_bits(N);
	typedef wide<bits / 64, S> type;

	static type from_words(const word *w, int count, bool negative)
	{
		type v;

		for (int i = 0; i < bits / 64; i++)
			v.w[i] = i < count ? w[i] : sign_word(negative);
		return v;
	}
	static void to_words(const type &v, word *w, int count)
	{
		for (int i = 0; i < count; i++)
			w[i] = i < bits / 64 ? v.w[i < bits / 64 ? i : 0] : sign_word(v.negative());
	}
	static type divide(const type &a, const type &b)
	{
		return a / b;
	}
	static type modulo(const type &a, const type &b)
	{
		return a % b;
	}
};

template <int N, bool S> struct number<N, S, C_NUMBER> {
	static const int bits = number_bits(N);
	typedef typename c_number<bits, S>::type type;
	typedef unsigned __int128 two_words;

	static type from_words(const word *w, int count, bool)
	{
		/* Words are there from 65 bits on: two at least. */
		return count > 1 && bits > 64 ? type(two_words(w[1]) << 64 | w[0]) : type(w[0]);
	}
	static void to_words(type v, word *w, int count)
	{
		w[0] = word(v);
		for (int i = 1; i < count; i++)
			w[i] = i == 1 && bits > 64 ? word(two_words(v) >> 64) : sign_word(v < 0);
	}
	static type divide(type a, type b)
	{
		return a / b;
	}
	static type modulo(type a, type b)
	{
		return a % b;
	}
};

#ifdef FPGACL_AP_BITINT
template <int BITS, bool S> struct bitint {
	typedef _BitInt(BITS) type;
};
template <int BITS> struct bitint<BITS, false> {
	typedef unsigned _BitInt(BITS) type;
};

template <int N, bool S> struct number<N, S, BITINT_NUMBER> {
	static const int bits = number_bits(N);
	typedef typename bitint<bits, S>::type type;
	typedef wide<bits / 64, S> words;

	static type of_wide(const words &from)
	{
		type v;

		memcpy(&v, &from, sizeof(v));
		return v;
	}
	static words to_wide(type v)
	{
		words to;

		memcpy(&to, &v, sizeof(to));
		return to;
	}
	static type from_words(const word *w, int count, bool negative)
	{
		return of_wide(number<N, S, WIDE_NUMBER>::from_words(w, count, negative));
	}
	static void to_words(type v, word *w, int count)
	{
		number<N, S, WIDE_NUMBER>::to_words(to_wide(v), w, count);
	}
	/* Faster than what the compiler makes of it. */
	static type divide(type a, type b)
	{
		return of_wide(to_wide(a) / to_wide(b));
	}
	static type modulo(type a, type b)
	{
		return of_wide(to_wide(a) % to_wide(b));
	}
};
#endif

/* --- what holds --- */

template <int BYTES, bool S> struct c_type;
template <> struct c_type<1, false> {
	typedef unsigned char type;
};
template <> struct c_type<1, true> {
	typedef signed char type;
};
template <> struct c_type<2, false> {
	typedef unsigned short type;
};
template <> struct c_type<2, true> {
	typedef short type;
};
template <> struct c_type<4, false> : c_number<32, false> {
};
template <> struct c_type<4, true> : c_number<32, true> {
};
template <> struct c_type<8, false> : c_number<64, false> {
};
template <> struct c_type<8, true> : c_number<64, true> {
};

constexpr int c_bytes(int width)
{
	return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

/* The lowest `count` bits; count is 0 ... 64. */
constexpr word low_mask(int count)
{
	return count >= 64 ? ~word(0) : (word(1) << (count < 0 ? 0 : count & 63)) - 1;
}

template <int W, bool S, bool = (W <= 64)> struct storage {
	typedef typename c_type<c_bytes(W), S>::type type;
	typedef number<W, S> N;
	typedef typename c_number<N::bits, false>::type bits;
	static const int spare = N::bits - W;

	/* Drops what is above the W bits. */
	static type wrap(bits v)
	{
		return type(typename N::type(bits(v << spare)) >> spare);
	}
	template <typename M> static typename M::type load(const type &v)
	{
		return typename M::type(typename N::type(wrap(bits(v))));
	}
	template <typename M> static void save(type &v, const typename M::type &value)
	{
		v = wrap(bits(value));
	}
	/* 64 bits from bit `low` on, zeros behind the last one; 0 <= low. */
	static word get(const type &v, int low)
	{
		return low < W ? (word(v) & low_mask(W)) >> low : 0;
	}
	/* Replaces the bits of `mask`, whose lowest one stands for bit `low`. */
	static void put(type &v, int low, word mask, word value)
	{
		if (low < W)
			v = wrap(bits((word(v) & ~(mask << low)) | (value & mask) << low));
	}
};

template <int K> struct words {
	word w[K];
};

template <int W, bool S> struct storage<W, S, false> {
	static const int count = (W + 63) / 64;
	static const int spare = count * 64 - W;
	typedef words<count> type;

	static word wrap_top(word v)
	{
		return S ? word((long long)(v << spare) >> spare) : v << spare >> spare;
	}
	template <typename M> static typename M::type load(const type &v)
	{
		type whole = v;

		whole.w[count - 1] = wrap_top(whole.w[count - 1]);
		return M::from_words(whole.w, count, S && whole.w[count - 1] >> 63);
	}
	template <typename M> static void save(type &v, const typename M::type &value)
	{
		M::to_words(value, v.w, count);
		v.w[count - 1] = wrap_top(v.w[count - 1]);
	}
	static word get(const type &v, int low)
	{
		int i = low / 64, shift = low % 64;
		word bits;

		if (low >= W)
			return 0;
		bits = v.w[i] >> shift;
		if (shift && i + 1 < count)
			bits |= v.w[i + 1] << (64 - shift);
		return bits & low_mask(W - low);
	}
	static void put(type &v, int low, word mask, word value)
	{
		int i = low / 64, shift = low % 64;

		if (low >= W)
			return;
		value &= mask;
		v.w[i] = (v.w[i] & ~(mask << shift)) | value << shift;
		if (shift && i + 1 < count) {
			mask >>= 64 - shift;
			v.w[i + 1] = (v.w[i + 1] & ~mask) | value >> (64 - shift);
		}
		v.w[count - 1] = wrap_top(v.w[count - 1]);
	}
};

/* --- types of operands and results --- */

/* The builtin integers, and enums, as widths and signs. */
template <typename T, int W, bool S> struct builtin_as {
	static const bool is = true;
	typedef ap_int_base<W, S> type;
};
template <typename T, bool ENUM = __is_enum(T)> struct builtin {
	static const bool is = false;
};
#define FPGACL_AP_BUILTIN(T, W, S)                                                                 \
	template <> struct builtin<T, false> : builtin_as<T, W, S> {                               \
	}
FPGACL_AP_BUILTIN(bool, 1, false);
FPGACL_AP_BUILTIN(char, 8, (char)-1 < 0);
FPGACL_AP_BUILTIN(signed char, 8, true);
FPGACL_AP_BUILTIN(unsigned char, 8, false);
FPGACL_AP_BUILTIN(short, 16, true);
FPGACL_AP_BUILTIN(unsigned short, 16, false);
FPGACL_AP_BUILTIN(int, 32, true);
FPGACL_AP_BUILTIN(unsigned, 32, false);
FPGACL_AP_BUILTIN(long, 64, true);
FPGACL_AP_BUILTIN(unsigned long, 64, false);
FPGACL_AP_BUILTIN(long long, 64, true);
FPGACL_AP_BUILTIN(unsigned long long, 64, false);
FPGACL_AP_BUILTIN(__int128, 128, true);
FPGACL_AP_BUILTIN(unsigned __int128, 128, false);
#undef FPGACL_AP_BUILTIN
template <typename T>
struct builtin<T, true> : builtin<decltype(+T()), false> { /* as it is promoted */
};

template <typename T> struct is_float {
	static const bool is = false;
};
template <> struct is_float<float> {
	static const bool is = true;
};
template <> struct is_float<double> {
	static const bool is = true;
};
template <> struct is_float<long double> {
	static const bool is = true;
};

/* ap_int<W> or ap_uint<W>. */
template <int W, bool S> struct ap_type {
	typedef ap_int<W> type;
};
template <int W> struct ap_type<W, false> {
	typedef ap_uint<W> type;
};

/* Widths and signs of results, as UG1399 "Class Methods and Operators" lists them. */
template <int W1, bool S1, int W2, bool S2> struct result {
	static const int logic_w = max(W1 + (S2 && !S1), W2 + (S1 && !S2));
	static const bool either = S1 || S2;
	typedef typename ap_type<logic_w + 1, either>::type plus;
	typedef typename ap_type<logic_w + 1, true>::type minus;
	typedef typename ap_type<W1 + W2, either>::type mult;
	typedef typename ap_type<W1 + S2, either>::type div;
	typedef typename ap_type<min(W1, W2 + (!S2 && S1)), S1>::type mod;
	typedef typename ap_type<logic_w, either>::type logic;
	/* What they are computed with; plus also holds all quotients. */
	typedef number<logic_w, either> logic_number;
	typedef number<logic_w + 1, either> plus_number;
	typedef number<logic_w + 1, true> minus_number;
	typedef number<W1 + W2, either> mult_number;
};

} // namespace fpgacl_ap

#endif
