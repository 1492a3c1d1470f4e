/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_H
#define FPGACL_AP_FIXED_H

#pragma GCC system_header /* its warnings are not the user's */

/*
 * Fixed-point numbers for emulation (interface: UG1399 "C++ Arbitrary Precision Fixed-Point
 * Types"): W bits, I of them in front of the point. Operators lose nothing; an assignment rounds
 * as Q says and handles overflow as O says.
 */

#include "ap_int.h"

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

template <int W, int I, bool S, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP> struct ap_fixed_base;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0> struct ap_fixed;
template <int W, int I, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0> struct ap_ufixed;

namespace fpgacl_ap
{

/* x / 2^shift in a wide signed type, rounded. */
template <typename V> V quantize(V x, int shift, ap_q_mode mode)
{
	V down, rest, half;
	bool up;

	if (shift <= 0)
		return V(x << -shift);
	if (shift >= (int)(sizeof(V) * 8) - 2) { /* less than a half of one */
		if (mode == AP_TRN || !x)
			return x < 0 ? V(-1) : V(0);
		return 0;
	}
	down = V(x >> shift);
	rest = V(x - V(down << shift));
	half = V(V(1) << (shift - 1));
	if (!rest)
		return down;
	switch (mode) {
	case AP_RND:
		up = rest >= half;
		break;
	case AP_RND_ZERO:
		up = rest > half || (rest == half && x < 0);
		break;
	case AP_RND_MIN_INF:
		up = rest > half;
		break;
	case AP_RND_INF:
		up = rest > half || (rest == half && x > 0);
		break;
	case AP_RND_CONV:
		up = rest > half || (rest == half && (down & 1));
		break;
	case AP_TRN_ZERO:
		up = x < 0;
		break;
	default:
		up = false;
		break;
	}
	return up ? V(down + 1) : down;
}

/* What W bits keep of x. */
template <int W, bool S, typename V> V limit(V x, ap_o_mode mode)
{
	V most = S ? V(V(V(1) << (W - 1)) - 1) : V(V(V(1) << W) - 1);
	V least = S ? V(-most - 1) : V(0);

	if (mode == AP_SAT_SYM && S)
		least = V(-most);
	if (x <= most && x >= least)
		return x;
	if (mode == AP_SAT_ZERO)
		return 0;
	if (mode == AP_SAT || mode == AP_SAT_SYM)
		return x > most ? most : least;
	if (mode == AP_WRAP_SM && S && ((x >> W) & 1) != ((x >> (W - 1)) & 1))
		return V(~x);
	return x; /* the store drops the high bits */
}

template <int W1, int I1, bool S1, int W2, int I2, bool S2> struct fixed_result {
	static const int F1 = W1 - I1, F2 = W2 - I2;
	static const int F = max(F1, F2);
	static const int whole = max(I1 + (S2 && !S1), I2 + (S1 && !S2));
	typedef ap_fixed_base<whole + 1 + F, whole + 1, S1 || S2> plus;
	typedef ap_fixed_base<whole + 1 + F, whole + 1, true> minus;
	typedef ap_fixed_base<W1 + W2, I1 + I2, S1 || S2> mult;
	typedef ap_fixed_base<W1 + max(F2, 0) + S2, I1 + F2 + S2, S1 || S2> div;
	typedef ap_fixed_base<whole + F, whole, S1 || S2> logic;
	/* Either operand with all its bits at F fraction bits, and their quotient's dividend. */
	typedef _BitInt(max(W1 + (F - F1), W2 + (F - F2)) + 3) exact;
	typedef _BitInt(W1 + W2 + 3) product;
	typedef _BitInt(W1 + W2 + max(F2, 0) + max(F1, 0) + max(-F1, 0) + max(-F2, 0) + 8) quotient;
};

} // namespace fpgacl_ap

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O> struct ap_fixed_base {
	static const int width = W, iwidth = I, fraction = W - I;
	static const bool sign_flag = S;
	static const ap_q_mode qmode = Q;
	static const ap_o_mode omode = O;
	typedef ap_int_base<W, S> Raw;

	Raw V;

	ap_fixed_base() = default;
	ap_fixed_base(const ap_fixed_base &) = default;
	ap_fixed_base &operator=(const ap_fixed_base &) = default;

	static ap_fixed_base from_raw(const Raw &raw)
	{
		ap_fixed_base r;

		r.V = raw;
		return r;
	}
	/* An exact number raw / 2^f, rounded and limited. */
	template <int BITS> static ap_fixed_base from_exact(_BitInt(BITS) raw, int f)
	{
		typedef _BitInt(fpgacl_ap::max(BITS, W) + W + 8 + (W > I ? W - I : I - W)) Wide;
		Wide x = fpgacl_ap::quantize<Wide>(Wide(raw), f - fraction, Q);

		return from_raw(Raw::wrap(fpgacl_ap::limit<W, S, Wide>(x, O)));
	}

	template <int W2, int I2, bool S2, ap_q_mode Q2, ap_o_mode O2>
	ap_fixed_base(const ap_fixed_base<W2, I2, S2, Q2, O2> &o)
	{
		/* Room for the shift to more fraction bits. */
		const int bits = W2 + 2 + fpgacl_ap::max(fraction - (W2 - I2), 0);

		*this = from_exact<bits>((_BitInt(bits))o.V.V, W2 - I2);
	}
	template <int W2, bool S2> ap_fixed_base(const ap_int_base<W2, S2> &o)
	{
		const int bits = W2 + 2 + fpgacl_ap::max(fraction, 0);

		*this = from_exact<bits>((_BitInt(bits))o.V, 0);
	}
	template <int W2, bool S2>
	ap_fixed_base(const ap_range_ref<W2, S2> &o) : ap_fixed_base(o.get())
	{
	}
	template <typename T, typename = typename fpgacl_ap::builtin<T>::type>
	ap_fixed_base(T o) : ap_fixed_base(typename fpgacl_ap::builtin<T>::type(o))
	{
	}
	template <typename T,
		  typename = typename fpgacl_ap::only_if<fpgacl_ap::is_float<T>::is, T>::type,
		  typename = void>
	ap_fixed_base(T o)
	{
		set_double(double(o));
	}
	ap_fixed_base(const char *text)
	{
		set_double(strtod(text, nullptr));
	}

	void set_double(double d)
	{
		int exponent;
		double mantissa = __builtin_frexp(d, &exponent);
		long long whole;

		if (!(d - d == 0)) { /* infinite or not a number */
			*this = ap_fixed_base();
			return;
		}
		whole = (long long)__builtin_ldexp(mantissa, 53);
		/* What is too far above the point counts as just beyond the limits. */
		if (53 - exponent + W + 60 < fraction - W)
			exponent = 53 + W + 60 - fraction + W;
		*this = from_exact<2 * W + 192 + (W > I ? W - I : I - W)>(whole, 53 - exponent);
	}

	double to_double() const
	{
		return __builtin_ldexp(V.to_double(), -fraction);
	}
	float to_float() const
	{
		return float(to_double());
	}
	_Float16 to_half() const
	{
		return _Float16(to_double());
	}
	/* The whole part, towards zero. */
	ap_int_base<fpgacl_ap::max(I, 1) + 1, true> to_ap_int_base() const
	{
		return ap_fixed_base<fpgacl_ap::max(I, 1) + 1, fpgacl_ap::max(I, 1) + 1, true,
				     AP_TRN_ZERO>(*this)
			.V;
	}
	int to_int() const
	{
		return to_ap_int_base().to_int();
	}
	unsigned to_uint() const
	{
		return to_ap_int_base().to_uint();
	}
	long to_long() const
	{
		return to_ap_int_base().to_long();
	}
	long long to_int64() const
	{
		return to_ap_int_base().to_int64();
	}
	unsigned long long to_uint64() const
	{
		return to_ap_int_base().to_uint64();
	}
	template <typename T, typename = typename fpgacl_ap::builtin<T>::type> operator T() const
	{
		return T(sizeof(T) > 8 ? T(to_ap_int_base().V) : T(to_int64()));
	}
	operator bool() const
	{
		return V != 0;
	}
	operator float() const
	{
		return to_float();
	}
	operator double() const
	{
		return to_double();
	}
	template <int W2, bool S2> operator ap_int_base<W2, S2>() const
	{
		return ap_int_base<W2, S2>(to_ap_int_base());
	}
	template <int W2> operator ap_int<W2>() const
	{
		return ap_int<W2>(ap_int_base<W2, true>(to_ap_int_base()));
	}
	template <int W2> operator ap_uint<W2>() const
	{
		return ap_uint<W2>(ap_int_base<W2, false>(to_ap_int_base()));
	}
	std::string to_string() const
	{
		return std::to_string(to_double());
	}

	int length() const
	{
		return W;
	}
	bool is_zero() const
	{
		return V.is_zero();
	}
	bool is_neg() const
	{
		return V.sign();
	}
	/* Bits count from the lowest, not from the point. */
	ap_bit_ref<W, S> operator[](int i)
	{
		return V[i];
	}
	bool operator[](int i) const
	{
		return V[i];
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

	bool operator!() const
	{
		return V.is_zero();
	}
	ap_fixed_base<W + 1, I + 1, true> operator-() const
	{
		return ap_fixed_base<W + 1, I + 1, true>::from_raw(-V);
	}
	ap_fixed_base operator+() const
	{
		return *this;
	}
	ap_fixed_base operator~() const
	{
		return from_raw(Raw(~V));
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
	ap_fixed_base operator<<(int n) const
	{
		return from_raw(V.shift_left(n));
	}
	ap_fixed_base operator>>(int n) const
	{
		return from_raw(V.shift_right(n));
	}
	ap_fixed_base &operator<<=(int n)
	{
		return *this = *this << n;
	}
	ap_fixed_base &operator>>=(int n)
	{
		return *this = *this >> n;
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
#undef FPGACL_FIXED_ASSIGN
};

template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct ap_fixed : ap_fixed_base<W, I, true, Q, O> {
	typedef ap_fixed_base<W, I, true, Q, O> Base;
	using Base::Base;
	ap_fixed() = default;
	ap_fixed(const ap_fixed &) = default;
	ap_fixed(const Base &o) : Base(o)
	{
	}
	ap_fixed &operator=(const ap_fixed &) = default;
	template <typename T> ap_fixed &operator=(const T &o)
	{
		Base::operator=(Base(o));
		return *this;
	}
};

template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct ap_ufixed : ap_fixed_base<W, I, false, Q, O> {
	typedef ap_fixed_base<W, I, false, Q, O> Base;
	using Base::Base;
	ap_ufixed() = default;
	ap_ufixed(const ap_ufixed &) = default;
	ap_ufixed(const Base &o) : Base(o)
	{
	}
	ap_ufixed &operator=(const ap_ufixed &) = default;
	template <typename T> ap_ufixed &operator=(const T &o)
	{
		Base::operator=(Base(o));
		return *this;
	}
};

namespace fpgacl_ap
{

/* Operands as fixed-point numbers; integers have no fraction. */
template <typename T, bool = operand<T>::is> struct integer_operand {
	static const bool is = false, is_fixed = false;
};
template <typename T> struct integer_operand<T, true> {
	static const bool is = true, is_fixed = false;
	typedef typename operand<T>::of number;
	typedef ap_fixed_base<number::width, number::width, number::sign_flag> of;
	static of get(const T &v)
	{
		return of::from_raw(operand<T>::get(v));
	}
};
template <typename T> struct fixed_operand : integer_operand<T> {
};
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O>
struct fixed_operand<ap_fixed_base<W, I, S, Q, O>> {
	static const bool is = true, is_fixed = true;
	typedef ap_fixed_base<W, I, S, Q, O> of;
	static const of &get(const of &v)
	{
		return v;
	}
};
template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct fixed_operand<ap_fixed<W, I, Q, O, N>> : fixed_operand<ap_fixed_base<W, I, true, Q, O>> {
};
template <int W, int I, ap_q_mode Q, ap_o_mode O, int N>
struct fixed_operand<ap_ufixed<W, I, Q, O, N>> : fixed_operand<ap_fixed_base<W, I, false, Q, O>> {
};

template <typename A, typename B,
	  bool = fixed_operand<A>::is &&fixed_operand<B>::is &&
		 (fixed_operand<A>::is_fixed || fixed_operand<B>::is_fixed)>
struct fixed_binary {
};
template <typename A, typename B>
struct fixed_binary<A, B, true>
    : fixed_result<fixed_operand<A>::of::width, fixed_operand<A>::of::iwidth,
		   fixed_operand<A>::of::sign_flag, fixed_operand<B>::of::width,
		   fixed_operand<B>::of::iwidth, fixed_operand<B>::of::sign_flag> {
	typedef bool truth;
	typedef fixed_operand<A> a_type;
	typedef fixed_operand<B> b_type;
};

/* The operands' bits at the same number of fraction bits. */
template <typename R, typename A> typename R::exact left_bits(const A &a)
{
	return typename R::exact((typename R::exact)R::a_type::get(a).V.V << (R::F - R::F1));
}
template <typename R, typename B> typename R::exact right_bits(const B &b)
{
	return typename R::exact((typename R::exact)R::b_type::get(b).V.V << (R::F - R::F2));
}

template <typename A, typename B, bool = is_float<A>::is &&fixed_operand<B>::is_fixed,
	  bool = fixed_operand<A>::is_fixed &&is_float<B>::is>
struct fixed_with_float {
};
template <typename A, typename B> struct fixed_with_float<A, B, true, false> {
	typedef double number;
	typedef bool truth;
	static double left(A a)
	{
		return a;
	}
	static double right(const B &b)
	{
		return b.to_double();
	}
};
template <typename A, typename B> struct fixed_with_float<A, B, false, true> {
	typedef double number;
	typedef bool truth;
	static double left(const A &a)
	{
		return a.to_double();
	}
	static double right(B b)
	{
		return b;
	}
};

} // namespace fpgacl_ap

#define FPGACL_FIXED_BINARY(OP, RESULT)                                                            \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::fixed_binary<A, B>::RESULT operator OP(const A &a, const B &b)         \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A, B> R;                                           \
		typedef typename R::RESULT Result;                                                 \
		return Result::from_raw(Result::Raw::wrap(                                         \
			fpgacl_ap::left_bits<R>(a) OP fpgacl_ap::right_bits<R>(b)));               \
	}
FPGACL_FIXED_BINARY(+, plus)
FPGACL_FIXED_BINARY(-, minus)
FPGACL_FIXED_BINARY(&, logic)
FPGACL_FIXED_BINARY(|, logic)
FPGACL_FIXED_BINARY(^, logic)
#undef FPGACL_FIXED_BINARY

template <typename A, typename B>
typename fpgacl_ap::fixed_binary<A, B>::mult operator*(const A &a, const B &b)
{
	typedef fpgacl_ap::fixed_binary<A, B> R;
	typedef typename R::product Via;

	return R::mult::from_raw(
		R::mult::Raw::wrap(Via(R::a_type::get(a).V.V) * Via(R::b_type::get(b).V.V)));
}

/* The quotient has the dividend's fraction bits and as many as the divisor has whole ones. */
template <typename A, typename B>
typename fpgacl_ap::fixed_binary<A, B>::div operator/(const A &a, const B &b)
{
	typedef fpgacl_ap::fixed_binary<A, B> R;
	typedef typename R::quotient Via;
	const int shift = R::div::fraction - R::F1 + R::F2;
	Via dividend = Via(R::a_type::get(a).V.V), divisor = Via(R::b_type::get(b).V.V);

	if (shift >= 0)
		dividend = Via(dividend << (shift >= 0 ? shift : 0));
	else
		divisor = Via(divisor << (shift < 0 ? -shift : 0));
	return R::div::from_raw(R::div::Raw::wrap(Via(dividend / divisor)));
}

#define FPGACL_FIXED_COMPARE(OP)                                                                   \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::fixed_binary<A, B>::truth operator OP(const A &a, const B &b)          \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A, B> R;                                           \
		return fpgacl_ap::left_bits<R>(a) OP fpgacl_ap::right_bits<R>(b);                  \
	}                                                                                          \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::fixed_with_float<A, B>::truth operator OP(const A &a, const B &b)      \
	{                                                                                          \
		typedef fpgacl_ap::fixed_with_float<A, B> R;                                       \
		return R::left(a) OP R::right(b);                                                  \
	}
FPGACL_FIXED_COMPARE(==)
FPGACL_FIXED_COMPARE(!=)
FPGACL_FIXED_COMPARE(<)
FPGACL_FIXED_COMPARE(<=)
FPGACL_FIXED_COMPARE(>)
FPGACL_FIXED_COMPARE(>=)
#undef FPGACL_FIXED_COMPARE

#define FPGACL_FIXED_FLOAT(OP)                                                                     \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::fixed_with_float<A, B>::number operator OP(const A &a, const B &b)     \
	{                                                                                          \
		typedef fpgacl_ap::fixed_with_float<A, B> R;                                       \
		return R::left(a) OP R::right(b);                                                  \
	}
FPGACL_FIXED_FLOAT(+)
FPGACL_FIXED_FLOAT(-)
FPGACL_FIXED_FLOAT(*)
FPGACL_FIXED_FLOAT(/)
#undef FPGACL_FIXED_FLOAT

template <typename C, typename Traits, int W, int I, bool S, ap_q_mode Q, ap_o_mode O>
std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out,
					  const ap_fixed_base<W, I, S, Q, O> &v)
{
	return out << v.to_double();
}

#endif
