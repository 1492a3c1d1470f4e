/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_H
#define FPGACL_AP_FIXED_H

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Fixed-point numbers for emulation (interface: UG1399 "C++ Arbitrary Precision Fixed-Point
 * Types"): W bits, I of them before the binary point. Operators are exact; an assignment rounds
 * according to Q and handles overflow according to O.
 */

#include <ap_int.h>

#include "fpgacl/ap_fixed.h"

template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_> struct ap_fixed_base {
	static_assert(W_ >= 1, "an ap_fixed has at least one bit");
	static_assert(S_ || O_ != AP_WRAP_SM, "an ap_ufixed has no sign for AP_WRAP_SM");

	static const int width = W_, iwidth = I_, fraction = W_ - I_;
	static const bool sign_flag = S_;
	static const ap_q_mode qmode = Q_;
	static const ap_o_mode omode = O_;
	typedef ap_int_base<W_, S_> Raw;
	typedef typename Raw::Exact Exact;

	Raw V;

	ap_fixed_base() = default;
	ap_fixed_base(const ap_fixed_base &) = default;
	ap_fixed_base &operator=(const ap_fixed_base &) = default;

	/* Makes a number from raw bits of type M. */
	template <typename M_> static ap_fixed_base from(const typename M_::type &raw)
	{
		ap_fixed_base r;

		r.V = Raw::template from<M_>(raw);
		return r;
	}
	/* raw / 2^f, rounded and limited; raw has BITS bits, including the sign. */
	template <int BITS_>
	FPGACL_AP_CONSTEXPR void assign(const typename fpgacl_ap::number<BITS_, true>::type &raw,
					int f)
	{
		typedef fpgacl_ap::number<BITS_, true> M_;
		typename M_::type x = fpgacl_ap::quantize<M_, Q_>(raw, f - fraction);

		V = Raw::template from<M_>(fpgacl_ap::limit<M_, W_, S_, O_, N_>(x));
	}
	/* Room for the limits, for shifting to more fraction bits, and for rounding up. */
	static constexpr int room(int bits, int f)
	{
		return fpgacl_ap::larger(W_, bits + fpgacl_ap::larger(fraction - f, 0)) + 3;
	}

	template <int W2_, int I2_, bool S2_, ap_q_mode Q2_, ap_o_mode O2_, int N2_>
	ap_fixed_base(const ap_fixed_base<W2_, I2_, S2_, Q2_, O2_, N2_> &o)
	{
		const int bits = room(W2_, W2_ - I2_);

		assign<bits>(o.V.template as<fpgacl_ap::number<bits, true>>(), W2_ - I2_);
	}
	template <int W2_, bool S2_>
	FPGACL_AP_CONSTEXPR ap_fixed_base(const ap_int_base<W2_, S2_> &o) : V()
	{
		const int bits = room(W2_, 0);

		assign<bits>(o.template as<fpgacl_ap::number<bits, true>>(), 0);
	}
	template <int W2_, int I2_, bool S2_, ap_q_mode Q2_, ap_o_mode O2_, int N2_>
	ap_fixed_base(const volatile ap_fixed_base<W2_, I2_, S2_, Q2_, O2_, N2_> &o)
	    : ap_fixed_base(fpgacl_ap::load_volatile(o))
	{
	}
	template <int W2_, bool S2_>
	ap_fixed_base(const volatile ap_int_base<W2_, S2_> &o)
	    : ap_fixed_base(fpgacl_ap::load_volatile(o))
	{
	}
	template <int W2_, bool S2_>
	ap_fixed_base(const ap_range_ref<W2_, S2_> &o) : ap_fixed_base(o.get())
	{
	}
	template <int W2_, bool S2_>
	ap_fixed_base(const ap_bit_ref<W2_, S2_> &o) : ap_fixed_base(bool(o))
	{
	}
	template <typename H_, typename L_>
	ap_fixed_base(const fpgacl_ap::concat<H_, L_> &o) : ap_fixed_base(o.get())
	{
	}
	template <typename T_, typename B_ = typename fpgacl_ap::builtin<T_>::type>
	FPGACL_AP_CONSTEXPR ap_fixed_base(T_ o) : ap_fixed_base(B_(o))
	{
	}
	FPGACL_AP_CONSTEXPR ap_fixed_base(float o) : V()
	{
		set_double(double(o));
	}
	FPGACL_AP_CONSTEXPR ap_fixed_base(double o) : V()
	{
		set_double(o);
	}
	ap_fixed_base(long double o)
	{
		const int bits = room(W_ + 64, fraction);
		typedef fpgacl_ap::number<bits, true> M_;
		fpgacl_ap::word mantissa;
		int exponent;

		if (!fpgacl_ap::take_apart(o, &mantissa, &exponent)) {
			set_double(double(o));
			return;
		}
		exponent = fpgacl_ap::smaller(exponent, W_ + 2 - fraction);
		typename M_::type value = typename M_::type(mantissa);

		assign<bits>(o < 0 ? typename M_::type(typename M_::type(0) - value) : value,
			     -exponent);
	}
	ap_fixed_base(half o)
	{
		set_double(double(float(o)));
	}
	ap_fixed_base(const char *text, int radix = 0)
	{
		const char *digits = text;
		const int bits = room(2 * W_ + 256, fraction);

		fpgacl_ap::take_prefix(&digits, &radix);
		if (radix == 10 && digits[strcspn(digits, ".eE")])
			set_double(strtod(text, nullptr));
		else if (radix == 10)
			*this = ap_fixed_base(
				ap_int_base<fpgacl_ap::larger(I_, 1) + 64, true>(text, 10));
		else
			set_bits_text<bits>(text, radix);
	}

	template <int BITS_> void set_bits_text(const char *text, int radix)
	{
		typedef fpgacl_ap::number<BITS_, true> M_;
		int f = 0;
		typename M_::type raw = fpgacl_ap::fixed_from_text<M_>(text, radix, &f);

		assign<BITS_>(raw, fpgacl_ap::larger(f, fraction - W_ - 128));
	}

	FPGACL_AP_CONSTEXPR void set_double(double d)
	{
		const int bits = room(W_ + 64, fraction);
		typedef fpgacl_ap::number<bits, true> M_;
		long long mantissa = 0;
		int exponent = 0;

		/* Treats values far out of range, infinity and NaN as just beyond the limits. */
		if (!fpgacl_ap::take_apart(d, &mantissa, &exponent)) {
			mantissa = d < 0 ? -1 : 1;
			exponent = W_ + 2 - fraction;
		}
		exponent = fpgacl_ap::smaller(exponent, W_ + 2 - fraction);
		assign<bits>(typename M_::type(mantissa), -exponent);
	}

	double to_double() const
	{
		return fpgacl_ap::to_float<double, Exact>(V.template as<Exact>(), -fraction);
	}
	long double to_long_double() const
	{
		return fpgacl_ap::to_float<long double, Exact>(V.template as<Exact>(), -fraction);
	}
	float to_float() const
	{
		return fpgacl_ap::to_float<float, Exact>(V.template as<Exact>(), -fraction);
	}
	half to_half() const
	{
		return half(to_double());
	}
	/*
	 * The integer part, truncated towards zero. In the vendor's headers, a negative number whose
	 * integer part has no bits becomes a sign bit that is set, which is -1.
	 */
	ap_int_base<fpgacl_ap::larger(I_, 1), S_> to_ap_int_base() const
	{
		const int bits = fpgacl_ap::larger(I_, 1);

		if (I_ == 0)
			return V.sign();
		return ap_fixed_base<bits, bits, S_, AP_TRN_ZERO>(*this).V;
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
	template <typename T_, typename B_ = typename fpgacl_ap::builtin<T_>::type>
	explicit operator T_() const
	{
		typedef fpgacl_ap::number<sizeof(T_) * 8, true> M_;

		return T_(to_ap_int_base().template as<M_>());
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
	/* All digits of the integer part and of the fraction; radix 2 has no sign. */
	std::string to_string(int radix = 2, bool sign = S_) const
	{
		const int f = fpgacl_ap::larger(fraction, 0);
		typedef fpgacl_ap::number<
			fpgacl_ap::larger(W_ + 1, I_ + 1) + fpgacl_ap::larger(-I_, 0) + 4, true>
			M_;
		typedef fpgacl_ap::number<M_::bits, false> U_;
		typedef ap_int_base<fpgacl_ap::larger(I_ + 1, 1), false> Whole;
		const bool negative = radix != 2 && sign && V.sign();
		typename M_::type raw = V.template as<M_>();
		std::string text = negative ? "-" : "";
		ap_int_base<fpgacl_ap::larger(f, 1), false> rest;

		if (negative)
			raw = typename M_::type(typename M_::type(0) - raw);
		text += I_ > 0 ? Whole::template from<M_>(
					 typename M_::type(f ? typename M_::type(raw >> f)
							     : M_::shift_up(raw, -fraction)))
					 .to_string(radix, false)
			       : fpgacl_ap::prefix_of(radix) + std::string("0");
		rest = rest.template from<M_>(raw);
		return f == 0 || rest.iszero() ? text
					       : text + fpgacl_ap::fraction_text<U_>(
								rest.template as<U_>(), f, radix);
	}

	int length() const
	{
		return W_;
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
		return W_;
	}
	int iwl() const
	{
		return I_;
	}
	ap_q_mode q_mode() const
	{
		return Q_;
	}
	ap_o_mode o_mode() const
	{
		return O_;
	}
	int n_bits() const
	{
		return N_;
	}
	/* Sets the raw bits, ignoring the binary point. */
	ap_fixed_base &setBits(ap_ulong bits)
	{
		V = bits;
		return *this;
	}
	static ap_fixed_base bitsToFixed(ap_ulong bits)
	{
		ap_fixed_base r;

		r.setBits(bits);
		return r;
	}
	ap_ulong bits_to_uint64() const
	{
		return V.to_uint64();
	}
	/* [] counts bits from the lowest; get_bit and set_bit count from the binary point. */
	af_bit_ref<W_, S_> operator[](int i)
	{
		return V[i];
	}
	bool operator[](int i) const
	{
		return V[i];
	}
	af_bit_ref<W_, S_> bit(int i)
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
	af_bit_ref<W_, S_> get_bit(int i)
	{
		return V[i + fraction];
	}
	af_range_ref<W_, S_> range(int hi, int lo)
	{
		return V.range(hi, lo);
	}
	af_range_ref<W_, S_> range(int hi, int lo) const
	{
		return V.range(hi, lo);
	}
	af_range_ref<W_, S_> range()
	{
		return V.range();
	}
	af_range_ref<W_, S_> range() const
	{
		return V.range();
	}
	af_range_ref<W_, S_> operator()(int hi, int lo)
	{
		return V.range(hi, lo);
	}
	af_range_ref<W_, S_> operator()(int hi, int lo) const
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
	ap_fixed<W_ + 1, I_ + 1> operator-() const
	{
		typedef fpgacl_ap::number<W_ + 1, true> M_;

		return ap_fixed<W_ + 1, I_ + 1>::template from<M_>(
			typename M_::type(-V.template as<M_>()));
	}
	ap_fixed_base<W_, I_, true, Q_, O_, N_> getNeg() const
	{
		ap_fixed_base<W_, I_, true, Q_, O_, N_> r(*this);

		r.V = ap_int_base<W_, true>(-r.V);
		return r;
	}
	ap_fixed_base operator+() const
	{
		return *this;
	}
	ap_fixed_base<W_, I_, S_> operator~() const
	{
		ap_fixed_base<W_, I_, S_> r;

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

	/* The binary point stays in place; bits are lost at both ends. */
	ap_fixed_base shifted(long long left) const
	{
		ap_fixed_base r;

		r.V = V.shift_left(left);
		return r;
	}

#define FPGACL_FIXED_ASSIGN(OP_)                                                                   \
	template <typename T_> ap_fixed_base &operator OP_##=(T_ o)                                \
	{                                                                                          \
		return *this = ap_fixed_base(*this OP_ o);                                         \
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

#define FPGACL_FIXED_DERIVED(NAME_, SIGNED_)                                                       \
	template <int W_, int I_, ap_q_mode Q_, ap_o_mode O_, int N_>                              \
	struct NAME_ : ap_fixed_base<W_, I_, SIGNED_, Q_, O_, N_> {                                \
		typedef ap_fixed_base<W_, I_, SIGNED_, Q_, O_, N_> Base;                           \
		using Base::Base;                                                                  \
		NAME_() = default;                                                                 \
		NAME_(const NAME_ &) = default;                                                    \
		NAME_(const Base &o) : Base(o)                                                     \
		{                                                                                  \
		}                                                                                  \
		/* Not inherited: copies a volatile object of exactly this type. */                \
		template <int W2_, int I2_, bool S2_, ap_q_mode Q2_, ap_o_mode O2_, int N2_>       \
		NAME_(const volatile ap_fixed_base<W2_, I2_, S2_, Q2_, O2_, N2_> &o) : Base(o)     \
		{                                                                                  \
		}                                                                                  \
		NAME_ &operator=(const NAME_ &) = default;                                         \
		template <typename T_, typename = fpgacl_ap::if_by_reference<T_>>                  \
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
		template <typename T_> void operator=(T_ o) volatile                               \
		{                                                                                  \
			fpgacl_ap::store_volatile<Base>(*this, Base(o));                           \
		}                                                                                  \
	};
FPGACL_FIXED_DERIVED(ap_fixed, true)
FPGACL_FIXED_DERIVED(ap_ufixed, false)
#undef FPGACL_FIXED_DERIVED

#include "fpgacl/ap_fixed_ops.h"

#endif
