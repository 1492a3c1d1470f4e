/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_INT_H
#define FPGACL_AP_INT_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Arbitrary-precision integers for emulation (interface: UG1399 "C++ Arbitrary Precision Integer
 * Types"), for kernels and for hosts that include the header. Results of operators are as wide as
 * UG1399 "Class Methods and Operators" requires to be exact; an assignment wraps.
 */

/* Kernels rely on the headers that the vendor's header includes. */
#include <array>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <math.h> /* for ::sqrt of float and the like */
#include <sstream>
#include <string>
#include <type_traits>

#include "fpgacl/ap_convert.h"
#include "fpgacl/ap_traits.h"
#include <hls_half.h>

/* Kernels use these macros from the vendor's ap_common.h. */
#ifndef AP_MAX
#define AP_MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef AP_MIN
#define AP_MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef AP_ABS
#define AP_ABS(a) ((a) >= 0 ? (a) : -(a))
#endif

typedef signed long long ap_slong;
typedef unsigned long long ap_ulong;
enum BaseMode { AP_BIN = 2, AP_OCT = 8, AP_DEC = 10, AP_HEX = 16 };

#define FPGACL_AP_ROTATED                                                                          \
	"a board may fill with the sign when it rotates a negative number; rotate an ap_uint"

template <int W_, bool S_> struct ap_int_base {
	static_assert(W_ >= 1, "an ap_int has at least one bit");

	typedef fpgacl_ap::storage<W_, S_> Storage;
	typedef typename fpgacl_ap::pick<S_, ap_slong, ap_ulong>::type RetType;
	typedef typename fpgacl_ap::ap_type<W_, S_>::type Type; /* ap_int<W> or ap_uint<W> */
	typedef fpgacl_ap::word word;
	typedef fpgacl_ap::number<W_, S_> Number;
	typedef fpgacl_ap::number<W_, false> Bits;
	typedef fpgacl_ap::number<W_ + 1, true>
		Exact; /* holds the value whether signed or unsigned */
	static const int width = W_;
	static const bool sign_flag = S_;

#ifdef __FPGACLC__
	/*
	 * Not initialised here: fpgaclc zeroes all variables at the start of their function, and a
	 * constructor would cost the compiler 10 us for each element of a static array.
	 */
	typename Storage::type V;
#else
	typename Storage::type V = typename Storage::type();
#endif

	ap_int_base() = default;
	ap_int_base(const ap_int_base &) = default;
	ap_int_base &operator=(const ap_int_base &) = default;

	/* Converts to a number of another type, or takes the low W bits of one. */
	template <typename N_> constexpr typename N_::type as() const
	{
		return Storage::template load<N_>(V);
	}
	template <typename N_> static FPGACL_AP_CONSTEXPR Type from(typename N_::type value)
	{
		Type r = Type();

		Storage::template save<N_>(r.V, value);
		return r;
	}
	Type self() const
	{
		return from<Number>(as<Number>());
	}

	template <int W2_, bool S2_> ap_int_base(const ap_int_base<W2_, S2_> &o)
	{
		typedef fpgacl_ap::number<fpgacl_ap::smaller(W_, W2_), S2_> Narrow;
		typedef typename fpgacl_ap::pick<(W_ > W2_), Number, Narrow>::type N_;

		Storage::template save<N_>(V, o.template as<N_>());
	}
	template <int W2_, bool S2_> ap_int_base(const volatile ap_int_base<W2_, S2_> &o)
	{
		*this = ap_int_base(fpgacl_ap::load_volatile(o));
	}
	/* The integer part, truncated towards zero. */
	template <int W2_, int I2_, bool S2_, ap_q_mode Q2_, ap_o_mode O2_, int N2_>
	ap_int_base(const ap_fixed_base<W2_, I2_, S2_, Q2_, O2_, N2_> &o)
	    : ap_int_base(o.to_ap_int_base())
	{
	}
	template <int W2_, bool S2_> ap_int_base(const ap_range_ref<W2_, S2_> &o)
	{
		if (W_ <= 64)
			Storage::template save<fpgacl_ap::number<64, false>>(V, o.to_uint64());
		else
			*this = ap_int_base(o.get());
	}
	template <int W2_, bool S2_> ap_int_base(const ap_bit_ref<W2_, S2_> &o)
	{
		Storage::template save<fpgacl_ap::number<1, false>>(V, bool(o));
	}
	template <typename H_, typename L_>
	ap_int_base(const fpgacl_ap::concat<H_, L_> &o) : ap_int_base(o.get())
	{
	}
	template <typename T_, typename B_ = typename fpgacl_ap::builtin<T_>::type>
	constexpr ap_int_base(T_ o)
	    : V(Storage::template of<fpgacl_ap::number<B_::width, B_::sign_flag>>(
		      typename fpgacl_ap::number<B_::width, B_::sign_flag>::type(o)))
	{
	}
	/*
	 * Also takes a pointer as a truth value: the vendor's types do, and public code contains
	 * `(T *)0`.
	 */
	ap_int_base(bool o)
	{
		Storage::template save<fpgacl_ap::number<1, false>>(V, o);
	}
	ap_int_base(float o) : ap_int_base(double(o))
	{
	}
	ap_int_base(long double o)
	{
		*this = ap_fixed_base<W_, W_, S_, AP_TRN_ZERO, AP_WRAP, 0>(o).V;
	}
	ap_int_base(half o) : ap_int_base(double(float(o)))
	{
	}
	ap_int_base(double o)
	{
		typedef fpgacl_ap::number<fpgacl_ap::larger(W_, 64), true> N_;

		Storage::template save<N_>(V, fpgacl_ap::from_double<N_>(o));
	}
	ap_int_base(const char *text, int radix = 0)
	{
		typedef fpgacl_ap::number<fpgacl_ap::larger(W_, 32), false> N_;

		Storage::template save<N_>(V, fpgacl_ap::from_text<N_>(text, radix));
	}

	/* Copying volatile values. Being templates, these leave the type trivially copyable. */
	template <int W2_, bool S2_> void operator=(const ap_int_base<W2_, S2_> &o) volatile
	{
		fpgacl_ap::store_volatile(*this, ap_int_base(o));
	}
	ap_int_base read() const volatile
	{
		return ap_int_base(*this);
	}
	void write(const ap_int_base &o) volatile
	{
		*this = o;
	}

	operator RetType() const
	{
		return as<fpgacl_ap::number<64, S_>>();
	}

	bool to_bool() const
	{
		return !is_zero();
	}
	char to_char() const
	{
		return char(RetType(*this));
	}
	signed char to_schar() const
	{
		return (signed char)RetType(*this);
	}
	unsigned char to_uchar() const
	{
		return (unsigned char)RetType(*this);
	}
	short to_short() const
	{
		return short(RetType(*this));
	}
	unsigned short to_ushort() const
	{
		return (unsigned short)RetType(*this);
	}
	int to_int() const
	{
		return int(RetType(*this));
	}
	unsigned to_uint() const
	{
		return unsigned(RetType(*this));
	}
	long to_long() const
	{
		return long(RetType(*this));
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)RetType(*this);
	}
	ap_slong to_int64() const
	{
		return ap_slong(RetType(*this));
	}
	ap_ulong to_uint64() const
	{
		return ap_ulong(RetType(*this));
	}
	double to_double() const
	{
		return fpgacl_ap::to_float<double, Exact>(as<Exact>());
	}
	long double to_long_double() const
	{
		return fpgacl_ap::to_float<long double, Exact>(as<Exact>());
	}
	float to_float() const
	{
		return fpgacl_ap::to_float<float, Exact>(as<Exact>());
	}
	half to_half() const
	{
		return half(to_double());
	}

	/*
	 * Radix 10 has a sign if the type has one, whatever `sign` is, and radix 2 never has one, as
	 * in the vendor's header.
	 */
	std::string to_string(int radix = 2, bool sign = S_) const
	{
		typedef fpgacl_ap::number<fpgacl_ap::larger(W_ + 1, 32), false> N_;
		const bool negative = (radix == 10 || (radix != 2 && sign)) && this->sign();
		typename N_::type value = as<N_>();

		value = negative ? typename N_::type(typename N_::type(0) - value)
				 : ap_int_base<W_, false>(*this).template as<N_>();
		return (negative ? "-" : "") +
		       (radix == 10 ? fpgacl_ap::digits_of<N_>(value, radix)
				    : fpgacl_ap::bits_text<N_>(value, W_, radix, !negative));
	}
	std::string to_string(signed char radix, bool sign = S_) const
	{
		return to_string(int(radix), sign);
	}

	int length() const volatile
	{
		return W_;
	}
	bool iszero() const
	{
		return as<Number>() == typename Number::type(0);
	}
	bool is_zero() const
	{
		return iszero();
	}
	bool sign() const
	{
		return S_ && test(W_ - 1);
	}

	/* Bits and ranges. Index 0 is the lowest bit. */
	word get64(int low) const
	{
		return Storage::get(V, low);
	}
	void put64(int low, word mask, word bits)
	{
		Storage::put(V, low, mask, bits);
	}
	bool test(int i) const
	{
		return i >= 0 && Storage::get(V, i) & 1;
	}
	bool get_bit(int i) const
	{
		return test(i);
	}
	void set_bit(int i, bool on)
	{
		if (i >= 0 && i < W_)
			Storage::put(V, i, 1, on);
	}
	void set(int i)
	{
		set_bit(i, true);
	}
	void set(int i, bool on)
	{
		set_bit(i, on);
	}
	void set()
	{
		*this = ap_int_base(-1);
	}
	void clear(int i)
	{
		set_bit(i, false);
	}
	void clear()
	{
		*this = ap_int_base();
	}
	void invert(int i)
	{
		set_bit(i, !test(i));
	}
	void b_not()
	{
		*this = ~*this;
	}
	ap_int_base &get()
	{
		return *this;
	}
	ap_int_base &reverse()
	{
		ap_int_base old = *this;

		for (int i = 0; i < W_; i++)
			set_bit(W_ - 1 - i, old.test(i));
		return *this;
	}
	/* Beyond 64 bits, the vendor's headers fill with a negative number's sign. */
	ap_int_base &lrotate(int n) FPGACL_AP_WARN(S_, FPGACL_AP_ROTATED)
	{
		return rotate((n % W_ + W_) % W_);
	}
	ap_int_base &rrotate(int n) FPGACL_AP_WARN(S_, FPGACL_AP_ROTATED)
	{
		return rotate((W_ - n % W_) % W_);
	}
	ap_int_base &rotate(int left)
	{
		typedef ap_int_base<W_, S_ && (W_ > 64)> Filled;

		if (left)
			*this = ap_int_base(shift_left(left) |
					    Filled(*this).shift_right(W_ - left));
		return *this;
	}
	int countLeadingZeros() const
	{
		int n = 0;

		while (n < W_ && !test(W_ - 1 - n))
			n++;
		return n;
	}
	bool and_reduce() const
	{
		return (~*this).iszero();
	}
	bool nand_reduce() const
	{
		return !and_reduce();
	}
	bool or_reduce() const
	{
		return !iszero();
	}
	bool nor_reduce() const
	{
		return iszero();
	}
	bool xor_reduce() const
	{
		word all = 0;

		for (int i = 0; i < W_; i += 64)
			all ^= get64(i);
		return __builtin_parityll(all);
	}
	bool xnor_reduce() const
	{
		return !xor_reduce();
	}

	ap_bit_ref<W_, S_> operator[](int i)
	{
		return ap_bit_ref<W_, S_>(*this, i);
	}
	bool operator[](int i) const
	{
		return test(i);
	}
	ap_bit_ref<W_, S_> bit(int i)
	{
		return ap_bit_ref<W_, S_>(*this, i);
	}
	bool bit(int i) const
	{
		return test(i);
	}
	/* Like (*this, low). Unless one is const, it can be assigned to. */
	template <int W2_, bool S2_>
	fpgacl_ap::concat<fpgacl_ap::value_part<W_, S_>, fpgacl_ap::value_part<W2_, S2_>>
	concat(ap_int_base<W2_, S2_> &low)
	{
		return {{*this}, {low}};
	}
	template <int W2_, bool S2_>
	fpgacl_ap::concat<fpgacl_ap::const_part<W_>, fpgacl_ap::const_part<W2_>>
	concat(const ap_int_base<W2_, S2_> &low) const
	{
		return {{ap_int_base<W_, false>(*this)}, {ap_int_base<W2_, false>(low)}};
	}
	ap_range_ref<W_, S_> range(int hi, int lo)
	{
		return ap_range_ref<W_, S_>(*this, hi, lo);
	}
	ap_range_ref<W_, S_> range(int hi, int lo) const
	{
		return ap_range_ref<W_, S_>(const_cast<ap_int_base &>(*this), hi, lo);
	}
	ap_range_ref<W_, S_> range()
	{
		return range(W_ - 1, 0);
	}
	ap_range_ref<W_, S_> range() const
	{
		return range(W_ - 1, 0);
	}
	ap_range_ref<W_, S_> operator()(int hi, int lo)
	{
		return range(hi, lo);
	}
	ap_range_ref<W_, S_> operator()(int hi, int lo) const
	{
		return range(hi, lo);
	}
	template <int HI_, int LO_> ap_uint<HI_ - LO_ + 1> slice() const
	{
		return ap_uint<HI_ - LO_ + 1>(shift_right(LO_));
	}

	bool operator!() const
	{
		return iszero();
	}
	Type operator~() const
	{
		return from<Number>(typename Number::type(~as<Number>()));
	}
	typename fpgacl_ap::result<W_, S_, 1, false>::minus operator-() const
	{
		typedef fpgacl_ap::result<W_, S_, 1, false> R_;
		typedef typename R_::minus_number N_;

		return R_::minus::template from<N_>(typename N_::type(-as<N_>()));
	}
	Type operator+() const
	{
		return self();
	}
	ap_int_base &operator++()
	{
		return *this += 1;
	}
	ap_int_base &operator--()
	{
		return *this -= 1;
	}
	Type operator++(int)
	{
		Type old = self();

		*this += 1;
		return old;
	}
	Type operator--(int)
	{
		Type old = self();

		*this -= 1;
		return old;
	}

	/* By 0 to W_ bits. Not recursive, so that the compiler can inline them. */
	Type shift_up(int n) const
	{
		return n >= W_ ? Type() : from<Bits>(typename Bits::type(as<Bits>() << n));
	}
	Type shift_down(int n) const
	{
		if (n >= W_)
			return from<Number>(typename Number::type(sign() ? -1 : 0));
		return from<Number>(typename Number::type(as<Number>() >> n));
	}

	/* A negative distance shifts the other way. Bits shifted out are lost. */
	Type shift_left(long long n) const
	{
		if (n < 0)
			return shift_down(n < -W_ ? W_ : int(-n));
		return shift_up(n > W_ ? W_ : int(n));
	}
	Type shift_right(long long n) const
	{
		if (n < 0)
			return shift_up(n < -W_ ? W_ : int(-n));
		return shift_down(n > W_ ? W_ : int(n));
	}

	/*
	 * The vendor's operators take integers: of fixed-point numbers the integer part counts, of
	 * concatenations and of ranges without a name the lowest 64 bits.
	 */
#define FPGACL_AP_ASSIGN(OP_)                                                                      \
	template <typename T_> ap_int_base &operator OP_##=(T_ o)                                  \
	{                                                                                          \
		return *this = ap_int_base(*this OP_ fpgacl_ap::whole<T_>::of(o));                 \
	}                                                                                          \
	template <int W2_, bool S2_> ap_int_base &operator OP_##=(ap_range_ref<W2_, S2_> &o)       \
	{                                                                                          \
		return *this = ap_int_base(*this OP_ o.get());                                     \
	}                                                                                          \
	template <int W2_, bool S2_> ap_int_base &operator OP_##=(const ap_range_ref<W2_, S2_> &o) \
	{                                                                                          \
		return *this = ap_int_base(*this OP_ ap_ulong(o));                                 \
	}                                                                                          \
	template <typename H_, typename L_>                                                        \
	ap_int_base &operator OP_##=(const fpgacl_ap::concat<H_, L_> &o)                           \
	{                                                                                          \
		return *this = ap_int_base(*this OP_ ap_ulong(o));                                 \
	}
	FPGACL_AP_ASSIGN(+)
	FPGACL_AP_ASSIGN(-)
	FPGACL_AP_ASSIGN(*)
	FPGACL_AP_ASSIGN(/)
	FPGACL_AP_ASSIGN(%)
	FPGACL_AP_ASSIGN(&)
	FPGACL_AP_ASSIGN(|)
	FPGACL_AP_ASSIGN(^)
	FPGACL_AP_ASSIGN(<<)
	FPGACL_AP_ASSIGN(>>)
#undef FPGACL_AP_ASSIGN
};

#define FPGACL_AP_DERIVED(NAME_, SIGNED_)                                                          \
	template <int W_> struct NAME_ : ap_int_base<W_, SIGNED_> {                                \
		typedef ap_int_base<W_, SIGNED_> Base;                                             \
		using Base::Base;                                                                  \
		using Base::operator=;                                                             \
		NAME_() = default;                                                                 \
		NAME_(const NAME_ &) = default;                                                    \
		NAME_(const Base &o) : Base(o)                                                     \
		{                                                                                  \
		}                                                                                  \
		/* Not inherited: copies a volatile object of exactly this type. */                \
		template <int W2_, bool S2_>                                                       \
		NAME_(const volatile ap_int_base<W2_, S2_> &o) : Base(o)                           \
		{                                                                                  \
		}                                                                                  \
		NAME_ &operator=(const NAME_ &) = default;                                         \
		/* Classes with their own conversion to a number use that conversion. */           \
		template <typename T_, typename = fpgacl_ap::if_by_reference<T_>,                  \
			  typename = typename std::enable_if<                                      \
				  std::is_constructible<Base, const T_ &>::value>::type>           \
		NAME_ &operator=(const T_ &o)                                                      \
		{                                                                                  \
			Base::operator=(Base(o));                                                  \
			return *this;                                                              \
		}                                                                                  \
		template <typename T_, typename = fpgacl_ap::if_by_value<T_>>                      \
		NAME_ &operator=(T_ o)                                                             \
		{                                                                                  \
			Base::operator=(Base(o));                                                  \
			return *this;                                                              \
		}                                                                                  \
		template <typename T_, typename = typename std::enable_if<std::is_constructible<   \
					       Base, const T_ &>::value>::type>                    \
		void operator=(T_ o) volatile                                                      \
		{                                                                                  \
			fpgacl_ap::store_volatile<Base>(*this, Base(o));                           \
		}                                                                                  \
	};
FPGACL_AP_DERIVED(ap_int, true)
FPGACL_AP_DERIVED(ap_uint, false)
#undef FPGACL_AP_DERIVED

#include "fpgacl/ap_ref.h"

#include "fpgacl/ap_ops.h"

/* The vendor's header includes both kinds of numbers. */
#include <ap_fixed.h>

#endif
