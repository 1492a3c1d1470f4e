/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_INT_H
#define FPGACL_AP_INT_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Arbitrary-precision integers for emulation (interface: UG1399 "C++ Arbitrary Precision Integer
 * Types"), for kernels and for hosts that include the header. Results of operators are as wide as
 * they have to be, as UG1399 "Class Methods and Operators" lists them; an assignment wraps.
 */

/* Kernels rely on what the vendor's header includes. */
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

#include "fpgacl_ap_convert.h"
#include "fpgacl_ap_traits.h"
#include <hls_half.h>

typedef signed long long ap_slong;
typedef unsigned long long ap_ulong;
enum BaseMode { AP_BIN = 2, AP_OCT = 8, AP_DEC = 10, AP_HEX = 16 };

template <int W, bool S> struct ap_range_ref;
template <int W, bool S> struct ap_bit_ref;

template <int W, bool S> struct ap_int_base {
	static_assert(W >= 1, "an ap_int has at least one bit");

	typedef fpgacl_ap::storage<W, S> Storage;
	typedef typename fpgacl_ap::pick<S, ap_slong, ap_ulong>::type RetType;
	typedef typename fpgacl_ap::ap_type<W, S>::type Type; /* ap_int<W> or ap_uint<W> */
	typedef fpgacl_ap::word word;
	typedef fpgacl_ap::number<W, S> Number;
	typedef fpgacl_ap::number<W, false> Bits;
	typedef fpgacl_ap::number<W + 1, true> Exact; /* the value, whatever its sign */
	static const int width = W;
	static const bool sign_flag = S;

	typename Storage::type V = typename Storage::type();

	ap_int_base() = default;
	ap_int_base(const ap_int_base &) = default;
	ap_int_base &operator=(const ap_int_base &) = default;

	/* The value as a number of another kind, and out of one: its low W bits. */
	template <typename N> typename N::type as() const
	{
		return Storage::template load<N>(V);
	}
	template <typename N> static Type from(typename N::type value)
	{
		Type r;

		Storage::template save<N>(r.V, value);
		return r;
	}
	Type self() const
	{
		return from<Number>(as<Number>());
	}

	template <int W2, bool S2> ap_int_base(const ap_int_base<W2, S2> &o)
	{
		typedef fpgacl_ap::number<fpgacl_ap::min(W, W2), S2> Narrow;
		typedef typename fpgacl_ap::pick<(W > W2), Number, Narrow>::type N;

		Storage::template save<N>(V, o.template as<N>());
	}
	template <int W2, bool S2> ap_int_base(const volatile ap_int_base<W2, S2> &o)
	{
		const volatile char *from = reinterpret_cast<const volatile char *>(&o.V);
		ap_int_base<W2, S2> copy;

		for (size_t i = 0; i < sizeof(copy.V); i++)
			reinterpret_cast<char *>(&copy.V)[i] = from[i];
		*this = ap_int_base(copy);
	}
	/* The whole part, towards zero. */
	template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
	ap_int_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2> &o)
	    : ap_int_base(o.to_ap_int_base())
	{
	}
	template <int W2, bool S2> ap_int_base(const ap_range_ref<W2, S2> &o)
	{
		if (W <= 64)
			Storage::template save<fpgacl_ap::number<64, false>>(V, o.to_uint64());
		else
			*this = ap_int_base(o.get());
	}
	template <int W2, bool S2> ap_int_base(const ap_bit_ref<W2, S2> &o)
	{
		Storage::template save<fpgacl_ap::number<1, false>>(V, bool(o));
	}
	template <typename T, typename B = typename fpgacl_ap::builtin<T>::type> ap_int_base(T o)
	{
		typedef fpgacl_ap::number<B::width, B::sign_flag> N;

		Storage::template save<N>(V, typename N::type(o));
	}
	ap_int_base(float o) : ap_int_base(double(o))
	{
	}
	ap_int_base(long double o) : ap_int_base(double(o))
	{
	}
	ap_int_base(half o) : ap_int_base(double(float(o)))
	{
	}
	ap_int_base(double o)
	{
		typedef fpgacl_ap::number<fpgacl_ap::max(W, 64), true> N;

		Storage::template save<N>(V, fpgacl_ap::from_double<N>(o));
	}
	ap_int_base(const char *text, int radix = 0)
	{
		typedef fpgacl_ap::number<fpgacl_ap::max(W, 32), false> N;

		Storage::template save<N>(V, fpgacl_ap::from_text<N>(text, radix));
	}

	/* Volatile values are copied by these: a template leaves the type trivially copyable. */
	template <int W2, bool S2> void operator=(const ap_int_base<W2, S2> &o) volatile
	{
		ap_int_base copy(o);
		volatile char *to = reinterpret_cast<volatile char *>(&V);

		for (size_t i = 0; i < sizeof(copy.V); i++)
			to[i] = reinterpret_cast<const char *>(&copy.V)[i];
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
		return as<fpgacl_ap::number<64, S>>();
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
	float to_float() const
	{
		return fpgacl_ap::to_float<float, Exact>(as<Exact>());
	}
	half to_half() const
	{
		return half(to_double());
	}

	/*
	 * Digits behind 0x, 0o or 0b (nothing for radix 10). Radix 2 shows two's complement, and a
	 * zero in front of what is positive.
	 */
	std::string to_string(int radix = 2, bool sign = S) const
	{
		typedef fpgacl_ap::number<fpgacl_ap::max(W + 1, 32), false> N;
		bool negative = as<Exact>() < typename Exact::type(0);
		typename N::type value = as<N>();
		std::string text;

		if (radix == 2 || !(sign && negative))
			value = ap_int_base<W, false>(*this).template as<N>();
		else
			value = typename N::type(typename N::type(0) - value);
		text = fpgacl_ap::digits_of<N>(value, radix);
		if (radix == 2 && !negative && !is_zero())
			text = "0" + text;
		text = fpgacl_ap::prefix_of(radix) + text;
		return radix != 2 && sign && negative ? "-" + text : text;
	}
	std::string to_string(signed char radix, bool sign = S) const
	{
		return to_string(int(radix), sign);
	}

	int length() const volatile
	{
		return W;
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
		return S && test(W - 1);
	}

	/* Bits and ranges; index 0 is the lowest bit. */
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
		if (i >= 0 && i < W)
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

		for (int i = 0; i < W; i++)
			set_bit(W - 1 - i, old.test(i));
		return *this;
	}
	ap_int_base &lrotate(int n)
	{
		typename Bits::type bits = ap_int_base<W, false>(*this).template as<Bits>();

		n %= W;
		if (n < 0)
			n += W;
		if (n)
			*this = from<Bits>(typename Bits::type(bits << n) |
					   typename Bits::type(bits >> (W - n)));
		return *this;
	}
	ap_int_base &rrotate(int n)
	{
		return lrotate(W - n % W);
	}
	int countLeadingZeros() const
	{
		int n = 0;

		while (n < W && !test(W - 1 - n))
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

		for (int i = 0; i < W; i += 64)
			all ^= get64(i);
		return __builtin_parityll(all);
	}
	bool xnor_reduce() const
	{
		return !xor_reduce();
	}

	ap_bit_ref<W, S> operator[](int i)
	{
		return ap_bit_ref<W, S>(*this, i);
	}
	bool operator[](int i) const
	{
		return test(i);
	}
	ap_bit_ref<W, S> bit(int i)
	{
		return ap_bit_ref<W, S>(*this, i);
	}
	bool bit(int i) const
	{
		return test(i);
	}
	ap_range_ref<W, S> range(int hi, int lo)
	{
		return ap_range_ref<W, S>(*this, hi, lo);
	}
	ap_range_ref<W, S> range(int hi, int lo) const
	{
		return ap_range_ref<W, S>(const_cast<ap_int_base &>(*this), hi, lo);
	}
	ap_range_ref<W, S> range()
	{
		return range(W - 1, 0);
	}
	ap_range_ref<W, S> range() const
	{
		return range(W - 1, 0);
	}
	ap_range_ref<W, S> operator()(int hi, int lo)
	{
		return range(hi, lo);
	}
	ap_range_ref<W, S> operator()(int hi, int lo) const
	{
		return range(hi, lo);
	}
	template <int HI, int LO> ap_uint<HI - LO + 1> slice() const
	{
		return ap_uint<HI - LO + 1>(shift_right(LO));
	}

	bool operator!() const
	{
		return iszero();
	}
	Type operator~() const
	{
		return from<Number>(typename Number::type(~as<Number>()));
	}
	typename fpgacl_ap::result<W, S, 1, false>::minus operator-() const
	{
		typedef fpgacl_ap::result<W, S, 1, false> R;
		typedef typename R::minus_number N;

		return R::minus::template from<N>(typename N::type(-as<N>()));
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

	/* A negative distance shifts the other way; what is shifted out is lost. */
	Type shift_left(long long n) const
	{
		if (n < 0)
			return shift_right(n < -W ? W : -n);
		return n >= W ? Type() : from<Bits>(typename Bits::type(as<Bits>() << int(n)));
	}
	Type shift_right(long long n) const
	{
		if (n < 0)
			return shift_left(n < -W ? W : -n);
		if (n >= W)
			return from<Number>(typename Number::type(sign() ? -1 : 0));
		return from<Number>(typename Number::type(as<Number>() >> int(n)));
	}

#define FPGACL_AP_ASSIGN(OP)                                                                       \
	template <typename T> ap_int_base &operator OP##=(const T &o)                              \
	{                                                                                          \
		return *this = ap_int_base(*this OP o);                                            \
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

#define FPGACL_AP_DERIVED(NAME, SIGNED)                                                            \
	template <int W> struct NAME : ap_int_base<W, SIGNED> {                                    \
		typedef ap_int_base<W, SIGNED> Base;                                               \
		using Base::Base;                                                                  \
		using Base::operator=;                                                             \
		NAME() = default;                                                                  \
		NAME(const NAME &) = default;                                                      \
		NAME(const Base &o) : Base(o)                                                      \
		{                                                                                  \
		}                                                                                  \
		/* Not inherited: what a volatile object of this very type is copied by. */        \
		template <int W2, bool S2> NAME(const volatile ap_int_base<W2, S2> &o) : Base(o)   \
		{                                                                                  \
		}                                                                                  \
		NAME &operator=(const NAME &) = default;                                           \
		template <typename T> NAME &operator=(const T &o)                                  \
		{                                                                                  \
			Base::operator=(Base(o));                                                  \
			return *this;                                                              \
		}                                                                                  \
	};
FPGACL_AP_DERIVED(ap_int, true)
FPGACL_AP_DERIVED(ap_uint, false)
#undef FPGACL_AP_DERIVED

#include "fpgacl_ap_ref.h"

#include "fpgacl_ap_ops.h"

#endif
