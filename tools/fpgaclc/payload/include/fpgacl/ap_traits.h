/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_TRAITS_H
#define FPGACL_AP_TRAITS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Part of ap_int.h: the types that store values and that compute with them.
 *
 * A value of W bits is stored sign-extended in the narrowest C type that holds it; from 65 bits on,
 * as 64-bit words, lowest first. The bits above W are written, but ignored when read, because a
 * host may have stored anything there.
 *
 * number<N, S> computes with at least N bits: C types up to 128 bits, then _BitInt if the compiler
 * has it, otherwise wide<>. Define FPGACL_AP_PORTABLE to avoid _BitInt.
 */

#include "fpgacl/ap_wide.h"

#include <stddef.h>
#include <string.h>

#if !defined(FPGACL_AP_PORTABLE) && defined(__BITINT_MAXWIDTH__)
#if __BITINT_MAXWIDTH__ >= 1024
#define FPGACL_AP_BITINT 1 /* wider ones would compile slowly */
#endif
#endif

/*
 * Construction from constants is constexpr where the language allows it: a table of thousands of
 * weights then becomes data, while code to fill it would take the compiler minutes.
 */
#if __cplusplus >= 201402L && defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast)
#define FPGACL_AP_CONSTEXPR constexpr
#endif
#endif
#ifndef FPGACL_AP_CONSTEXPR
#define FPGACL_AP_CONSTEXPR
#endif

/* With clang, a use that gives an unexpected result can give a warning. */
#ifdef __clang__
#define FPGACL_AP_WARN(CONDITION_, TEXT_) __attribute__((diagnose_if(CONDITION_, TEXT_, "warning")))
#else
#define FPGACL_AP_WARN(CONDITION_, TEXT_)
#endif

namespace fpgacl_ap
{

/* The object of type T that has the same bytes. */
template <typename T_, typename V_> FPGACL_AP_CONSTEXPR inline T_ same_bits(V_ value)
{
	static_assert(sizeof(T_) == sizeof(V_), "both types have the same size");
#if defined(__has_builtin)
#if __has_builtin(__builtin_bit_cast)
	return __builtin_bit_cast(T_, value);
#endif
#endif
	T_ other = T_();

	memcpy(&other, &value, sizeof(other));
	return other;
}

} // namespace fpgacl_ap

enum ap_q_mode {
	AP_RND,         /* to nearest, ties up */
	AP_RND_ZERO,    /* ties towards zero */
	AP_RND_MIN_INF, /* ties down */
	AP_RND_INF,     /* ties away from zero */
	AP_RND_CONV,    /* ties to even */
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

template <int W_, int I_, bool S_, ap_q_mode Q_ = AP_TRN, ap_o_mode O_ = AP_WRAP, int N_ = 0>
struct ap_fixed_base;
template <int W_, int I_, ap_q_mode Q_ = AP_TRN, ap_o_mode O_ = AP_WRAP, int N_ = 0>
struct ap_fixed;
template <int W_, int I_, ap_q_mode Q_ = AP_TRN, ap_o_mode O_ = AP_WRAP, int N_ = 0>
struct ap_ufixed;

template <int W_, bool S_> struct ap_int_base;
template <int W_, bool S_> struct ap_range_ref;
template <int W_, bool S_> struct ap_bit_ref;
template <int W_, bool S_> struct af_range_ref;
template <int W_> struct ap_int;
template <int W_> struct ap_uint;

namespace fpgacl_ap
{

/*
 * Copies a trivially copyable value bytewise, as its assignment does not accept volatile objects.
 */
template <typename T_> T_ load_volatile(const volatile T_ &from)
{
	T_ copy;

	for (size_t i = 0; i < sizeof(copy); i++)
		reinterpret_cast<char *>(&copy)[i] =
			reinterpret_cast<const volatile char *>(&from)[i];
	return copy;
}
template <typename T_> void store_volatile(volatile T_ &to, const T_ &from)
{
	for (size_t i = 0; i < sizeof(from); i++)
		reinterpret_cast<volatile char *>(&to)[i] =
			reinterpret_cast<const char *>(&from)[i];
}

/*
 * The whole number that an operand of a compound operator stands for: a fixed-point number's
 * integer part, or the number that a range belongs to.
 */
struct same_operand {
	template <typename T_> static const T_ &of(const T_ &o)
	{
		return o;
	}
};
struct plain_operand : same_operand {
	typedef void part;
};
struct fixed_operand_part {
	typedef void part;
	template <typename F_> static auto of(const F_ &o) -> decltype(o.to_ap_int_base())
	{
		return o.to_ap_int_base();
	}
};
struct number_operand : same_operand {
	typedef void number;
};
struct range_operand {
	typedef void number;
	template <typename R_> static auto of(const R_ &o) -> decltype((o.value))
	{
		return o.value;
	}
};
template <int W_, bool S_> number_operand whole_kind(const ap_int_base<W_, S_> *);
template <int W_, bool S_> range_operand whole_kind(const ap_range_ref<W_, S_> *);
template <int W_, bool S_> plain_operand whole_kind(const af_range_ref<W_, S_> *);
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
fixed_operand_part whole_kind(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> *);
plain_operand whole_kind(const volatile void *);

template <typename T_> struct whole : decltype(whole_kind((T_ *)0)) {
};

/* The type of a variable that holds an ap_int or ap_uint: not const, and no range of one. */
struct named_number {
	typedef void number;
};
template <int W_, bool S_> named_number named_kind(ap_int_base<W_, S_> *);
plain_operand named_kind(const volatile void *);
template <typename T_> struct named : decltype(named_kind((T_ *)0)) {
};

template <typename H_, typename L_> struct concat;
template <int W_, bool S_> struct value_part;
template <int W_, bool S_ = false> struct const_part;

constexpr int larger(int a, int b)
{
	return a > b ? a : b;
}

constexpr int smaller(int a, int b)
{
	return a < b ? a : b;
}

template <bool B_, typename T_> struct only_if {
};
template <typename T_> struct only_if<true, T_> {
	typedef T_ type;
};
template <bool B_, typename T_, typename F_> struct pick {
	typedef F_ type;
};
template <typename T_, typename F_> struct pick<true, T_, F_> {
	typedef T_ type;
};

/* --- types for computing --- */

/* The C type of 32, 64 or 128 bits. */
template <int BITS_, bool S_> struct c_number;
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

enum number_kind { C_NUMBER_, BITINT_NUMBER_, WIDE_NUMBER_ };

constexpr number_kind kind_of(int n)
{
#ifdef FPGACL_AP_BITINT
	return n <= 128 ? C_NUMBER_ : n <= 1024 ? BITINT_NUMBER_ : WIDE_NUMBER_;
#else
	return n <= 128 ? C_NUMBER_ : WIDE_NUMBER_;
#endif
}

template <int N_, bool S_, number_kind = kind_of(N_)> struct number {
	static const int bits = number_bits(N_);
	typedef wide<bits / 64, S_> type;

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
	static type shift_up(const type &v, int count)
	{
		return v << count;
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

template <int N_, bool S_> struct number<N_, S_, C_NUMBER_> {
	static const int bits = number_bits(N_);
	typedef typename c_number<bits, S_>::type type;
	typedef typename c_number<bits, false>::type bits_type;
	typedef unsigned __int128 two_words;

	static type from_words(const word *w, int count, bool)
	{
		/* Words are only used from 65 bits on, so there are at least two. */
		return count > 1 && bits > 64 ? type(two_words(w[1]) << 64 | w[0]) : type(w[0]);
	}
	static void to_words(type v, word *w, int count)
	{
		w[0] = word(v);
		for (int i = 1; i < count; i++)
			w[i] = i == 1 && bits > 64 ? word(two_words(v) >> 64) : sign_word(v < 0);
	}
	/* Multiplies by 2^count. C++14 does not define << for negative numbers. */
	static constexpr type shift_up(type v, int count)
	{
		return type(bits_type(v) << count);
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
template <int BITS_, bool S_> struct bitint {
	typedef _BitInt(BITS_) type;
};
template <int BITS_> struct bitint<BITS_, false> {
	typedef unsigned _BitInt(BITS_) type;
};

template <int N_, bool S_> struct number<N_, S_, BITINT_NUMBER_> {
	static const int bits = number_bits(N_);
	typedef typename bitint<bits, S_>::type type;
	typedef wide<bits / 64, S_> words;

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
		return of_wide(number<N_, S_, WIDE_NUMBER_>::from_words(w, count, negative));
	}
	static void to_words(type v, word *w, int count)
	{
		number<N_, S_, WIDE_NUMBER_>::to_words(to_wide(v), w, count);
	}
	static type shift_up(type v, int count)
	{
		return type(typename bitint<bits, false>::type(v) << count);
	}
	/* Faster than compiler-generated division. */
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

/* --- types for storage --- */

template <int BYTES_, bool S_> struct c_type;
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

template <int W_, bool S_, bool = (W_ <= 64)> struct storage {
	typedef typename c_type<c_bytes(W_), S_>::type type;
	typedef number<W_, S_> N_;
	typedef typename c_number<N_::bits, false>::type bits;
	static const int spare = N_::bits - W_;

	/* Drops the bits above W. */
	static constexpr type wrap(bits v)
	{
		return type(typename N_::type(bits(v << spare)) >> spare);
	}
	template <typename M_> static constexpr type of(const typename M_::type &value)
	{
		return wrap(bits(value));
	}
	template <typename M_> static constexpr typename M_::type load(const type &v)
	{
		return typename M_::type(typename N_::type(wrap(bits(v))));
	}
	template <typename M_>
	static FPGACL_AP_CONSTEXPR void save(type &v, const typename M_::type &value)
	{
		v = wrap(bits(value));
	}
	/* 64 bits from bit `low` (>= 0) on, with zeros beyond the highest word. */
	static word get(const type &v, int low)
	{
		return low < W_ ? (word(v) & low_mask(W_)) >> low : 0;
	}
	/* Replaces the bits in `mask`. Bit 0 of mask and value corresponds to bit `low`. */
	static void put(type &v, int low, word mask, word value)
	{
		if (low < W_)
			v = wrap(bits((word(v) & ~(mask << low)) | (value & mask) << low));
	}
};

/*
 * As in a board's memory, a value of 129 bits takes and is aligned to 32 bytes, and one of 1000
 * bits 128: the next power of two.
 */
constexpr size_t wide_bytes(size_t least, size_t bytes = 16)
{
	return bytes >= least ? bytes : wide_bytes(least, bytes * 2);
}

template <int K_> struct alignas(wide_bytes(8 * K_)) words {
	word w[K_];
};

template <int W_, bool S_> struct storage<W_, S_, false> {
	static const int count = (W_ + 63) / 64;
	static const int spare = count * 64 - W_;
	typedef words<count> type;

	static word wrap_top(word v)
	{
		return S_ ? word((long long)(v << spare) >> spare) : v << spare >> spare;
	}
	template <typename M_> static type of(const typename M_::type &value)
	{
		type v;

		save<M_>(v, value);
		return v;
	}
	template <typename M_> static typename M_::type load(const type &v)
	{
		type whole = v;

		whole.w[count - 1] = wrap_top(whole.w[count - 1]);
		return M_::from_words(whole.w, count, S_ && whole.w[count - 1] >> 63);
	}
	template <typename M_> static void save(type &v, const typename M_::type &value)
	{
		M_::to_words(value, v.w, count);
		v.w[count - 1] = wrap_top(v.w[count - 1]);
	}
	static word get(const type &v, int low)
	{
		int i = low / 64, shift = low % 64;
		word bits;

		if (low >= W_)
			return 0;
		bits = v.w[i] >> shift;
		if (shift && i + 1 < count)
			bits |= v.w[i + 1] << (64 - shift);
		return bits & low_mask(W_ - low);
	}
	static void put(type &v, int low, word mask, word value)
	{
		int i = low / 64, shift = low % 64;

		if (low >= W_)
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

/* --- operand and result types --- */

/* Built-in integers and enums, as widths and signedness. */
template <typename T_, int W_, bool S_> struct builtin_as {
	static const bool is = true;
	typedef ap_int_base<W_, S_> type;
};
template <typename T_, bool ENUM_ = __is_enum(T_)> struct builtin {
	static const bool is = false;
};
#define FPGACL_AP_BUILTIN(T_, W_, S_)                                                              \
	template <> struct builtin<T_, false> : builtin_as<T_, W_, S_> {                           \
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
/* An enum counts as the type that it is promoted to; an enum class is not promoted. */
struct scoped_enum {
	static const bool is = false;
};
void takes_number(long long);
template <typename T_, typename = decltype(takes_number(T_()))>
builtin<decltype(+T_()), false> promoted(int);
template <typename T_> scoped_enum promoted(...);
template <typename T_> struct builtin<T_, true> : decltype(promoted<T_>(0)) {
};

template <typename T_> struct is_float {
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

/*
 * Whether operators take a T by value. They take C numbers so: a reference would need a definition
 * of every constant, such as a class's `static const int`, which the vendor's operators do not.
 * Classes are assigned by reference, because not all can be copied.
 */
template <typename T_> struct by_value {
	static const bool is = builtin<T_>::is || is_float<T_>::is;
};
template <typename T_> using if_by_value = typename only_if<by_value<T_>::is, T_>::type;
template <typename T_> using if_by_reference = typename only_if<!by_value<T_>::is, T_>::type;

/* ap_int<W> or ap_uint<W>. */
template <int W_, bool S_> struct ap_type {
	typedef ap_int<W_> type;
};
template <int W_> struct ap_type<W_, false> {
	typedef ap_uint<W_> type;
};

/* Widths and signedness of results, according to UG1399 "Class Methods and Operators". */
template <int W1_, bool S1_, int W2_, bool S2_> struct result {
	static const int logic_w = larger(W1_ + (S2_ && !S1_), W2_ + (S1_ && !S2_));
	static const bool either = S1_ || S2_;
	typedef typename ap_type<logic_w + 1, either>::type plus;
	typedef typename ap_type<logic_w + 1, true>::type minus;
	typedef typename ap_type<W1_ + W2_, either>::type mult;
	typedef typename ap_type<W1_ + S2_, either>::type div;
	typedef typename ap_type<smaller(W1_, W2_ + (!S2_ && S1_)), S1_>::type mod;
	typedef typename ap_type<logic_w, either>::type logic;
	/* The types that compute them. The type for sums also holds all quotients. */
	typedef number<logic_w, either> logic_number;
	typedef number<logic_w + 1, either> plus_number;
	typedef number<logic_w + 1, true> minus_number;
	typedef number<W1_ + W2_, either> mult_number;
};

} // namespace fpgacl_ap

#endif
