/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_INT_H
#define FPGACL_AP_INT_H

#pragma GCC system_header /* its warnings are not the user\'s */

/*
 * Arbitrary-precision integers for emulation (interface: UG1399 "C++ Arbitrary Precision Integer
 * Types"), on the compiler's own _BitInt. Results of operators are as wide as they have to be, as
 * UG1399 "Class Methods and Operators" lists them; an assignment wraps.
 */

/* Kernels rely on what the vendor's header includes. */
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fpgacl_ap_traits.h"

template <int W> struct ap_int;
template <int W> struct ap_uint;
template <int W, bool S> struct ap_range_ref;
template <int W, bool S> struct ap_bit_ref;

template <int W, bool S> struct ap_int_base {
	static_assert(W >= 1, "an ap_int has at least one bit");

	typedef typename fpgacl_ap::storage<W, S>::type Storage;
	typedef unsigned _BitInt(W) Bits;
	typedef typename fpgacl_ap::c_type<fpgacl_ap::c_bytes(W), S>::type RetType;
	static const int width = W;
	static const bool sign_flag = S;

	Storage V = 0;

	ap_int_base() = default;
	ap_int_base(const ap_int_base &) = default;
	ap_int_base &operator=(const ap_int_base &) = default;

	/* Wraps a value of any width into this one. */
	template <typename T> static ap_int_base wrap(T value)
	{
		ap_int_base r;

		r.V = Storage(value);
		if (S && W == 1)
			r.V = Storage(-Storage(Bits(value) & 1));
		return r;
	}

	template <int W2, bool S2> ap_int_base(const ap_int_base<W2, S2> &o) : V(wrap(o.V).V)
	{
	}
	template <int W2, bool S2> ap_int_base(const ap_range_ref<W2, S2> &o) : V(wrap(o.get().V).V)
	{
	}
	template <int W2, bool S2> ap_int_base(const ap_bit_ref<W2, S2> &o) : V(wrap(bool(o)).V)
	{
	}
	template <typename T, typename = typename fpgacl_ap::builtin<T>::type>
	ap_int_base(T o) : V(wrap(o).V)
	{
	}
	template <typename T,
		  typename = typename fpgacl_ap::only_if<fpgacl_ap::is_float<T>::is, T>::type,
		  typename = void>
	ap_int_base(T o) : V(wrap(fpgacl_ap::from_double<_BitInt(W + 66)>((double)o)).V)
	{
	}
	ap_int_base(const char *text, int radix = 0)
	    : V(wrap(fpgacl_ap::from_text<_BitInt(W + 8)>(text, radix)).V)
	{
	}

	operator RetType() const
	{
		return RetType(V);
	}

	bool to_bool() const
	{
		return V != 0;
	}
	char to_char() const
	{
		return char(V);
	}
	signed char to_schar() const
	{
		return (signed char)V;
	}
	unsigned char to_uchar() const
	{
		return (unsigned char)V;
	}
	short to_short() const
	{
		return short(V);
	}
	unsigned short to_ushort() const
	{
		return (unsigned short)V;
	}
	int to_int() const
	{
		return int(V);
	}
	unsigned to_uint() const
	{
		return unsigned(V);
	}
	long to_long() const
	{
		return long(V);
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)V;
	}
	long long to_int64() const
	{
		return (long long)V;
	}
	unsigned long long to_uint64() const
	{
		return (unsigned long long)V;
	}
	double to_double() const
	{
		return fpgacl_ap::to_double((_BitInt(W + 2)) V);
	}
	float to_float() const
	{
		return (float)to_double();
	}

	/* Digits without a prefix for radix 10, with 0x, 0o or 0b in front for the others. */
	std::string to_string(int radix = 2, bool sign = S) const
	{
		typedef unsigned _BitInt(W + 8) Wide;
		bool negative = sign && V < 0 && radix == 10;
		Wide rest = negative ? Wide(-(_BitInt(W + 2)) V) : Wide(Bits(V));
		std::string text;

		do {
			text.insert(text.begin(), "0123456789abcdef"[int(rest % Wide(radix))]);
			rest /= Wide(radix);
		} while (rest);
		if (radix != 10)
			text = (radix == 16 ? "0x" : radix == 8 ? "0o" : "0b") + text;
		return negative ? "-" + text : text;
	}
	std::string to_string(signed char radix, bool sign = S) const
	{
		return to_string(int(radix), sign);
	}

	int length() const
	{
		return W;
	}
	bool iszero() const
	{
		return !V;
	}
	bool is_zero() const
	{
		return !V;
	}
	bool sign() const
	{
		return V < 0;
	}

	/* Bits and ranges; index 0 is the lowest bit. */
	bool test(int i) const
	{
		return (Bits(V) >> i) & 1;
	}
	bool get_bit(int i) const
	{
		return test(i);
	}
	ap_int_base &set_bit(int i, bool on)
	{
		Bits mask = Bits(Bits(1) << i);

		return *this = wrap(on ? Bits(Bits(V) | mask) : Bits(Bits(V) & Bits(~mask)));
	}
	ap_int_base &set(int i)
	{
		return set_bit(i, true);
	}
	ap_int_base &set(int i, bool on)
	{
		return set_bit(i, on);
	}
	ap_int_base &set()
	{
		return *this = wrap(Bits(~Bits(0)));
	}
	ap_int_base &clear(int i)
	{
		return set_bit(i, false);
	}
	ap_int_base &clear()
	{
		return *this = wrap(0);
	}
	ap_int_base &invert(int i)
	{
		return set_bit(i, !test(i));
	}
	ap_int_base &b_not()
	{
		return *this = wrap(Bits(~Bits(V)));
	}
	ap_int_base &reverse()
	{
		Bits bits = 0;

		for (int i = 0; i < W; i++)
			bits = Bits(bits | Bits(Bits(test(i)) << (W - 1 - i)));
		return *this = wrap(bits);
	}
	ap_int_base &lrotate(int n)
	{
		n %= W;
		return n ? *this = wrap(Bits(Bits(Bits(V) << n) | Bits(Bits(V) >> (W - n))))
			 : *this;
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
		return Bits(V) == Bits(~Bits(0));
	}
	bool nand_reduce() const
	{
		return !and_reduce();
	}
	bool or_reduce() const
	{
		return V != 0;
	}
	bool nor_reduce() const
	{
		return !V;
	}
	bool xor_reduce() const
	{
		bool odd = false;

		for (int i = 0; i < W; i++)
			odd ^= test(i);
		return odd;
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

	bool operator!() const
	{
		return !V;
	}
	ap_int_base<W + !S, true> operator~() const
	{
		return ap_int_base<W + !S, true>::wrap(~(_BitInt(W + 2)) V);
	}
	ap_int_base<W + 1, true> operator-() const
	{
		return ap_int_base<W + 1, true>::wrap(-(_BitInt(W + 2)) V);
	}
	ap_int_base operator+() const
	{
		return *this;
	}
	ap_int_base &operator++()
	{
		return *this = wrap((_BitInt(W + 2)) V + 1);
	}
	ap_int_base &operator--()
	{
		return *this = wrap((_BitInt(W + 2)) V - 1);
	}
	ap_int_base operator++(int)
	{
		ap_int_base old = *this;

		++*this;
		return old;
	}
	ap_int_base operator--(int)
	{
		ap_int_base old = *this;

		--*this;
		return old;
	}

	/* A negative distance shifts the other way; what is shifted out is lost. */
	ap_int_base shift_left(long long n) const
	{
		if (n < 0)
			return shift_right(-n);
		return n >= W ? wrap(0) : wrap(Bits(Bits(V) << (int)n));
	}
	ap_int_base shift_right(long long n) const
	{
		if (n < 0)
			return shift_left(-n);
		if (n >= W)
			return wrap(V < 0 ? -1 : 0);
		return wrap(Storage(V >> (int)n));
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

/* Bits hi ... lo of a value, to be read or written; hi below lo reads them backwards. */
template <int W, bool S> struct ap_range_ref {
	ap_int_base<W, S> &value;
	int hi, lo;

	typedef unsigned _BitInt(W) Bits;

	ap_range_ref(ap_int_base<W, S> &v, int h, int l) : value(v), hi(h), lo(l)
	{
	}
	ap_range_ref(const ap_range_ref &) = default;

	int length() const
	{
		return (hi >= lo ? hi - lo : lo - hi) + 1;
	}
	Bits mask() const
	{
		return length() >= W ? Bits(~Bits(0)) : Bits(Bits(Bits(1) << length()) - 1);
	}
	ap_int_base<W, false> get() const
	{
		int low = hi >= lo ? lo : hi;
		Bits bits = Bits(Bits(Bits(value.V) >> low) & mask());
		ap_int_base<W, false> r = ap_int_base<W, false>::wrap(bits);

		if (hi < lo) {
			r.reverse();
			r = r.shift_right(W - length());
		}
		return r;
	}
	void put(ap_int_base<W, false> bits)
	{
		int low = hi >= lo ? lo : hi;
		Bits m = Bits(mask() << low);

		if (hi < lo) {
			bits = bits.shift_left(W - length());
			bits.reverse();
		}
		value = ap_int_base<W, S>::wrap(
			Bits(Bits(Bits(value.V) & Bits(~m)) | Bits(Bits(bits.V << low) & m)));
	}

	template <typename T> ap_range_ref &operator=(const T &o)
	{
		put(ap_int_base<W, false>(o));
		return *this;
	}
	ap_range_ref &operator=(const ap_range_ref &o)
	{
		put(o.get());
		return *this;
	}
	operator ap_int_base<W, false>() const
	{
		return get();
	}
	operator unsigned long long() const
	{
		return get().to_uint64();
	}
	int to_int() const
	{
		return get().to_int();
	}
	unsigned to_uint() const
	{
		return get().to_uint();
	}
	long to_long() const
	{
		return get().to_long();
	}
	unsigned long to_ulong() const
	{
		return get().to_ulong();
	}
	long long to_int64() const
	{
		return get().to_int64();
	}
	unsigned long long to_uint64() const
	{
		return get().to_uint64();
	}
	double to_double() const
	{
		return get().to_double();
	}
	std::string to_string(int radix = 2) const
	{
		return get().to_string(radix);
	}
	bool and_reduce() const
	{
		return Bits(get().V) == mask();
	}
	bool or_reduce() const
	{
		return get().or_reduce();
	}
	bool xor_reduce() const
	{
		return get().xor_reduce();
	}

#define FPGACL_AP_ASSIGN(OP)                                                                       \
	template <typename T> ap_range_ref &operator OP##=(const T &o)                             \
	{                                                                                          \
		return *this = get() OP o;                                                         \
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

/* One bit of a value. */
template <int W, bool S> struct ap_bit_ref {
	ap_int_base<W, S> &value;
	int index;

	ap_bit_ref(ap_int_base<W, S> &v, int i) : value(v), index(i)
	{
	}
	ap_bit_ref(const ap_bit_ref &) = default;

	operator bool() const
	{
		return value.test(index);
	}
	bool to_bool() const
	{
		return value.test(index);
	}
	bool get() const
	{
		return value.test(index);
	}
	int length() const
	{
		return 1;
	}
	bool operator~() const
	{
		return !value.test(index);
	}
	ap_bit_ref &operator=(const ap_bit_ref &o)
	{
		value.set_bit(index, bool(o));
		return *this;
	}
	/* The lowest bit of a number, as ap_uint<1>(o) would take it. */
	template <typename T> ap_bit_ref &operator=(const T &o)
	{
		value.set_bit(index, ap_int_base<1, false>(o).to_bool());
		return *this;
	}
	template <typename T> ap_bit_ref &operator|=(const T &o)
	{
		return *this = bool(*this) | ap_int_base<1, false>(o).to_bool();
	}
	template <typename T> ap_bit_ref &operator&=(const T &o)
	{
		return *this = bool(*this) & ap_int_base<1, false>(o).to_bool();
	}
	template <typename T> ap_bit_ref &operator^=(const T &o)
	{
		return *this = bool(*this) ^ ap_int_base<1, false>(o).to_bool();
	}
};

template <int W> struct ap_int : ap_int_base<W, true> {
	typedef ap_int_base<W, true> Base;
	using Base::Base;
	ap_int() = default;
	ap_int(const ap_int &) = default;
	ap_int(const Base &o) : Base(o)
	{
	}
	ap_int &operator=(const ap_int &) = default;
	template <typename T> ap_int &operator=(const T &o)
	{
		Base::operator=(Base(o));
		return *this;
	}
};

template <int W> struct ap_uint : ap_int_base<W, false> {
	typedef ap_int_base<W, false> Base;
	using Base::Base;
	ap_uint() = default;
	ap_uint(const ap_uint &) = default;
	ap_uint(const Base &o) : Base(o)
	{
	}
	ap_uint &operator=(const ap_uint &) = default;
	template <typename T> ap_uint &operator=(const T &o)
	{
		Base::operator=(Base(o));
		return *this;
	}
};

#include "fpgacl_ap_ops.h"

#endif
