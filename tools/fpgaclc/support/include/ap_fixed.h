/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_H
#define FPGACL_AP_FIXED_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Fixed-point numbers for emulation (interface: UG1399 "C++ Arbitrary Precision Fixed-Point
 * Types"): W bits, I of them in front of the point. Operators lose nothing; an assignment rounds
 * as Q says and handles overflow as O says.
 */

#include <ap_int.h>

#include "fpgacl_ap_fixed.h"

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N> struct ap_fixed_base {
	static_assert(W >= 1, "an ap_fixed has at least one bit");

	static const int width = W, iwidth = I, fraction = W - I;
	static const bool sign_flag = S;
	static const ap_q_mode qmode = Q;
	static const ap_o_mode omode = O;
	typedef ap_int_base<W, S> Raw;
	typedef typename Raw::Exact Exact;

	Raw V;

	ap_fixed_base() = default;
	ap_fixed_base(const ap_fixed_base &) = default;
	ap_fixed_base &operator=(const ap_fixed_base &) = default;

	/* The number whose bits are a number of kind M. */
	template <typename M> static ap_fixed_base from(const typename M::type &raw)
	{
		ap_fixed_base r;

		r.V = Raw::template from<M>(raw);
		return r;
	}
	/* raw / 2^f, where raw has BITS bits with its sign, rounded and limited. */
	template <int BITS>
	void assign(const typename fpgacl_ap::number<BITS, true>::type &raw, int f)
	{
		typedef fpgacl_ap::number<BITS, true> M;
		typename M::type x = fpgacl_ap::quantize<M, Q>(raw, f - fraction);

		V = Raw::template from<M>(fpgacl_ap::limit<M, W, S, O, N>(x));
	}
	/* Room for the limits, for a shift to more fraction bits, and for rounding up. */
	static constexpr int room(int bits, int f)
	{
		return fpgacl_ap::max(W, bits + fpgacl_ap::max(fraction - f, 0)) + 3;
	}

	template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2, int N2>
	ap_fixed_base(const ap_fixed_base<W2, I2, S2, Q2, O2, N2> &o)
	{
		const int bits = room(W2, W2 - I2);

		assign<bits>(o.V.template as<fpgacl_ap::number<bits, true>>(), W2 - I2);
	}
	template <int W2, bool S2> ap_fixed_base(const ap_int_base<W2, S2> &o)
	{
		const int bits = room(W2, 0);

		assign<bits>(o.template as<fpgacl_ap::number<bits, true>>(), 0);
	}
	template <int W2, bool S2>
	ap_fixed_base(const ap_range_ref<W2, S2> &o) : ap_fixed_base(o.get())
	{
	}
	template <int W2, bool S2>
	ap_fixed_base(const ap_bit_ref<W2, S2> &o) : ap_fixed_base(bool(o))
	{
	}
	template <typename T, typename B = typename fpgacl_ap::builtin<T>::type>
	ap_fixed_base(T o) : ap_fixed_base(B(o))
	{
	}
	ap_fixed_base(float o)
	{
		set_double(double(o));
	}
	ap_fixed_base(double o)
	{
		set_double(o);
	}
	ap_fixed_base(long double o)
	{
		set_double(double(o));
	}
	ap_fixed_base(half o)
	{
		set_double(double(float(o)));
	}
	ap_fixed_base(const char *text, int radix = 0)
	{
		const char *digits = text;
		const int bits = room(2 * W + 256, fraction);

		fpgacl_ap::take_prefix(&digits, &radix);
		if (radix == 10 && digits[strcspn(digits, ".eE")])
			set_double(strtod(text, nullptr));
		else if (radix == 10)
			*this = ap_fixed_base(
				ap_int_base<fpgacl_ap::max(I, 1) + 64, true>(text, 10));
		else
			set_bits_text<bits>(text, radix);
	}

	template <int BITS> void set_bits_text(const char *text, int radix)
	{
		typedef fpgacl_ap::number<BITS, true> M;
		int f = 0;
		typename M::type raw = fpgacl_ap::fixed_from_text<M>(text, radix, &f);

		assign<BITS>(raw, fpgacl_ap::max(f, fraction - W - 128));
	}

	void set_double(double d)
	{
		const int bits = room(W + 64, fraction);
		typedef fpgacl_ap::number<bits, true> M;
		long long mantissa;
		int exponent;

		if (!fpgacl_ap::take_apart(d, &mantissa, &exponent)) {
			*this = ap_fixed_base();
			return;
		}
		/* What is too far above the point counts as just beyond the limits. */
		exponent = fpgacl_ap::min(exponent, W + 2 - fraction);
		assign<bits>(typename M::type(mantissa), -exponent);
	}

	double to_double() const
	{
		return fpgacl_ap::to_float<double, Exact>(V.template as<Exact>(), -fraction);
	}
	float to_float() const
	{
		return fpgacl_ap::to_float<float, Exact>(V.template as<Exact>(), -fraction);
	}
	half to_half() const
	{
		return half(to_double());
	}
	/* The whole part, towards zero. */
	ap_int_base<fpgacl_ap::max(I, 1) + 1, true> to_ap_int_base() const
	{
		const int bits = fpgacl_ap::max(I, 1) + 1;

		return ap_fixed_base<bits, bits, true, AP_TRN_ZERO>(*this).V;
	}
	ap_slong to_int64() const
	{
		return to_ap_int_base().to_int64();
	}
	ap_ulong to_uint64() const
	{
		return to_ap_int_base().to_uint64();
	}
	int to_int() const
	{
		return int(to_int64());
	}
	unsigned to_uint() const
	{
		return unsigned(to_int64());
	}
	long to_long() const
	{
		return long(to_int64());
	}
	unsigned long to_ulong() const
	{
		return (unsigned long)to_int64();
	}
	short to_short() const
	{
		return short(to_int64());
	}
	unsigned short to_ushort() const
	{
		return (unsigned short)to_int64();
	}
	char to_char() const
	{
		return char(to_int64());
	}
	unsigned char to_uchar() const
	{
		return (unsigned char)to_int64();
	}
	template <typename T, typename B = typename fpgacl_ap::builtin<T>::type>
	explicit operator T() const
	{
		typedef fpgacl_ap::number<sizeof(T) * 8, true> M;

		return T(to_ap_int_base().template as<M>());
	}
	operator bool() const
	{
		return !V.iszero();
	}
	operator char() const
	{
		return char(to_int64());
	}
	operator signed char() const
	{
		return (signed char)to_int64();
	}
	operator unsigned char() const
	{
		return (unsigned char)to_int64();
	}
	operator short() const
	{
		return short(to_int64());
	}
	operator unsigned short() const
	{
		return (unsigned short)to_int64();
	}
	operator int() const
	{
		return to_int();
	}
	operator unsigned() const
	{
		return to_uint();
	}
	operator long() const
	{
		return to_long();
	}
	operator unsigned long() const
	{
		return to_ulong();
	}
	operator ap_slong() const
	{
		return to_int64();
	}
	operator ap_ulong() const
	{
		return to_uint64();
	}
	operator float() const
	{
		return to_float();
	}
	operator double() const
	{
		return to_double();
	}
	/* Digits of the whole part and of the fraction, all of them. */
	std::string to_string(int radix = 2, bool sign = S) const
	{
		const int bits = fpgacl_ap::max(W, I) + fpgacl_ap::max(-I, 0) + 5;
		typedef fpgacl_ap::number<bits, false> M;
		bool negative = V.sign() && sign && radix != 2;
		typename M::type raw = V.template as<M>();

		if (negative)
			raw = typename M::type(typename M::type(0) - raw);
		else
			raw = ap_int_base<W, false>(V).template as<M>();
		return (negative ? "-" : "") +
		       fpgacl_ap::fixed_text<M>(raw, fpgacl_ap::max(fraction, 0),
						fpgacl_ap::max(-fraction, 0), radix);
	}

	int length() const
	{
		return W;
	}
	bool is_zero() const
	{
		return V.iszero();
	}
	bool is_neg() const
	{
		return V.sign();
	}
	int wl() const
	{
		return W;
	}
	int iwl() const
	{
		return I;
	}
	ap_q_mode q_mode() const
	{
		return Q;
	}
	ap_o_mode o_mode() const
	{
		return O;
	}
	int n_bits() const
	{
		return N;
	}
	/* Bits count from the lowest, not from the point; get_bit and set_bit from the point. */
	ap_bit_ref<W, S> operator[](int i)
	{
		return V[i];
	}
	bool operator[](int i) const
	{
		return V[i];
	}
	ap_bit_ref<W, S> bit(int i)
	{
		return V[i];
	}
	bool bit(int i) const
	{
		return V[i];
	}
	bool get_bit(int i) const
	{
		return V.test(i + fraction);
	}
	ap_bit_ref<W, S> get_bit(int i)
	{
		return V[i + fraction];
	}
	ap_range_ref<W, S> range(int hi, int lo)
	{
		return V.range(hi, lo);
	}
	ap_range_ref<W, S> range(int hi, int lo) const
	{
		return V.range(hi, lo);
	}
	ap_range_ref<W, S> range()
	{
		return V.range();
	}
	ap_range_ref<W, S> range() const
	{
		return V.range();
	}
	ap_range_ref<W, S> operator()(int hi, int lo)
	{
		return V.range(hi, lo);
	}
	ap_range_ref<W, S> operator()(int hi, int lo) const
	{
		return V.range(hi, lo);
	}
	int countLeadingZeros() const
	{
		return V.countLeadingZeros();
	}

	bool operator!() const
	{
		return V.iszero();
	}
	ap_fixed<W + 1, I + 1> operator-() const
	{
		typedef fpgacl_ap::number<W + 1, true> M;

		return ap_fixed<W + 1, I + 1>::template from<M>(
			typename M::type(-V.template as<M>()));
	}
	ap_fixed_base operator+() const
	{
		return *this;
	}
	ap_fixed_base operator~() const
	{
		ap_fixed_base r;

		r.V = ~V;
		return r;
	}
	ap_fixed_base &operator++()
	{
		return *this = ap_fixed_base(*this + 1);
	}
	ap_fixed_base &operator--()
	{
		return *this = ap_fixed_base(*this - 1);
	}
	ap_fixed_base operator++(int)
	{
		ap_fixed_base old = *this;

		++*this;
		return old;
	}
	ap_fixed_base operator--(int)
	{
		ap_fixed_base old = *this;

		--*this;
		return old;
	}

	/* The point stays where it is, and bits are lost at both ends. */
	ap_fixed_base shifted(long long left) const
	{
		ap_fixed_base r;

		r.V = V.shift_left(left);
		return r;
	}

#define FPGACL_FIXED_ASSIGN(OP)                                                                    \
	template <typename T> ap_fixed_base &operator OP##=(const T &o)                            \
	{                                                                                          \
		return *this = ap_fixed_base(*this OP o);                                          \
	}
	FPGACL_FIXED_ASSIGN(+)
	FPGACL_FIXED_ASSIGN(-)
	FPGACL_FIXED_ASSIGN(*)
	FPGACL_FIXED_ASSIGN(/)
	FPGACL_FIXED_ASSIGN(&)
	FPGACL_FIXED_ASSIGN(|)
	FPGACL_FIXED_ASSIGN(^)
	FPGACL_FIXED_ASSIGN(<<)
	FPGACL_FIXED_ASSIGN(>>)
#undef FPGACL_FIXED_ASSIGN
};

#define FPGACL_FIXED_DERIVED(NAME, SIGNED)                                                         \
	template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>                                   \
	struct NAME : ap_fixed_base<W, I, SIGNED, Q, O, N> {                                       \
		typedef ap_fixed_base<W, I, SIGNED, Q, O, N> Base;                                 \
		using Base::Base;                                                                  \
		NAME() = default;                                                                  \
		NAME(const NAME &) = default;                                                      \
		NAME(const Base &o) : Base(o)                                                      \
		{                                                                                  \
		}                                                                                  \
		NAME &operator=(const NAME &) = default;                                           \
		template <typename T> NAME &operator=(const T &o)                                  \
		{                                                                                  \
			Base::operator=(Base(o));                                                  \
			return *this;                                                              \
		}                                                                                  \
	};
FPGACL_FIXED_DERIVED(ap_fixed, true)
FPGACL_FIXED_DERIVED(ap_ufixed, false)
#undef FPGACL_FIXED_DERIVED

#include "fpgacl_ap_fixed_ops.h"

#endif
