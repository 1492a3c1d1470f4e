/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_OPS_H
#define FPGACL_AP_OPS_H

#pragma GCC system_header /* its warnings are not the user\'s */

/* Part of ap_int.h: operators of two operands, concatenation, output. */

#include <iosfwd>

namespace fpgacl_ap
{

template <typename H, typename L> struct concat;

/*
 * What an operand is as a number: its type (`of`), how to get it, and whether it is one of this
 * header's types, which an operator here needs at least one of.
 */
template <typename T, bool = builtin<T>::is> struct c_operand {
	static const bool is = false, is_ap = false;
};
template <typename T> struct c_operand<T, true> {
	static const bool is = true, is_ap = false;
	typedef typename builtin<T>::type of;
	static of get(T v)
	{
		return of(v);
	}
};
template <typename T> struct operand : c_operand<T> {
};
template <int W, bool S> struct operand<ap_int_base<W, S>> {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<W, S> of;
	static const of &get(const of &v)
	{
		return v;
	}
};
template <int W> struct operand<ap_int<W>> : operand<ap_int_base<W, true>> {
};
template <int W> struct operand<ap_uint<W>> : operand<ap_int_base<W, false>> {
};
template <int W, bool S> struct operand<ap_range_ref<W, S>> {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<W, false> of;
	static of get(const ap_range_ref<W, S> &v)
	{
		return v.get();
	}
};
template <int W, bool S> struct operand<ap_bit_ref<W, S>> {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<1, false> of;
	static of get(const ap_bit_ref<W, S> &v)
	{
		return of(v.get());
	}
};
template <typename H, typename L> struct operand<concat<H, L>> {
	static const bool is = true, is_ap = true;
	typedef typename concat<H, L>::Value of;
	static of get(const concat<H, L> &v)
	{
		return v.bits();
	}
};

template <typename A, typename B,
	  bool = operand<A>::is &&operand<B>::is && (operand<A>::is_ap || operand<B>::is_ap)>
struct binary {
};
template <typename A, typename B>
struct binary<A, B, true> : result<operand<A>::of::width, operand<A>::of::sign_flag,
				   operand<B>::of::width, operand<B>::of::sign_flag> {
	typedef bool truth;
	typedef typename operand<A>::of left;
};

/* One operand a floating-point number, the other one of this header's types. */
template <typename A, typename B, bool = is_float<A>::is &&operand<B>::is_ap,
	  bool = operand<A>::is_ap &&is_float<B>::is>
struct with_float {
};
template <typename A, typename B> struct with_float<A, B, true, false> {
	typedef decltype(A(0) + A(0)) number;
	typedef bool truth;
	static number left(A a)
	{
		return a;
	}
	static number right(const B &b)
	{
		return number(operand<B>::get(b).to_double());
	}
};
template <typename A, typename B> struct with_float<A, B, false, true> {
	typedef decltype(B(0) + B(0)) number;
	typedef bool truth;
	static number left(const A &a)
	{
		return number(operand<A>::get(a).to_double());
	}
	static number right(B b)
	{
		return b;
	}
};

} // namespace fpgacl_ap

#define FPGACL_AP_BINARY(OP, RESULT, VIA)                                                          \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::binary<A, B>::RESULT operator OP(const A &a, const B &b)               \
	{                                                                                          \
		typedef fpgacl_ap::binary<A, B> R;                                                 \
		typedef typename R::VIA Via;                                                       \
		return R::RESULT::wrap(Via(fpgacl_ap::operand<A>::get(a).V)                        \
					       OP Via(fpgacl_ap::operand<B>::get(b).V));           \
	}
FPGACL_AP_BINARY(+, plus, exact)
FPGACL_AP_BINARY(-, minus, exact)
FPGACL_AP_BINARY(*, mult, product)
FPGACL_AP_BINARY(/, div, exact)
FPGACL_AP_BINARY(%, mod, exact)
FPGACL_AP_BINARY(&, logic, exact)
FPGACL_AP_BINARY(|, logic, exact)
FPGACL_AP_BINARY(^, logic, exact)
#undef FPGACL_AP_BINARY

#define FPGACL_AP_COMPARE(OP)                                                                      \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::binary<A, B>::truth operator OP(const A &a, const B &b)                \
	{                                                                                          \
		typedef typename fpgacl_ap::binary<A, B>::exact Via;                               \
		return Via(fpgacl_ap::operand<A>::get(a).V)                                        \
			OP Via(fpgacl_ap::operand<B>::get(b).V);                                   \
	}                                                                                          \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::with_float<A, B>::truth operator OP(const A &a, const B &b)            \
	{                                                                                          \
		typedef fpgacl_ap::with_float<A, B> R;                                             \
		return R::left(a) OP R::right(b);                                                  \
	}
FPGACL_AP_COMPARE(==)
FPGACL_AP_COMPARE(!=)
FPGACL_AP_COMPARE(<)
FPGACL_AP_COMPARE(<=)
FPGACL_AP_COMPARE(>)
FPGACL_AP_COMPARE(>=)
#undef FPGACL_AP_COMPARE

#define FPGACL_AP_FLOAT(OP)                                                                        \
	template <typename A, typename B>                                                          \
	typename fpgacl_ap::with_float<A, B>::number operator OP(const A &a, const B &b)           \
	{                                                                                          \
		typedef fpgacl_ap::with_float<A, B> R;                                             \
		return R::left(a) OP R::right(b);                                                  \
	}
FPGACL_AP_FLOAT(+)
FPGACL_AP_FLOAT(-)
FPGACL_AP_FLOAT(*)
FPGACL_AP_FLOAT(/)
#undef FPGACL_AP_FLOAT

/* A shift is as wide as its left side; that of a C integer is done as C does it. */
template <typename A, typename B>
typename fpgacl_ap::only_if<fpgacl_ap::operand<A>::is_ap,
			    typename fpgacl_ap::binary<A, B>::left>::type
operator<<(const A &a, const B &b)
{
	return fpgacl_ap::operand<A>::get(a).shift_left(fpgacl_ap::operand<B>::get(b).to_int64());
}

template <typename A, typename B>
typename fpgacl_ap::only_if<fpgacl_ap::operand<A>::is_ap,
			    typename fpgacl_ap::binary<A, B>::left>::type
operator>>(const A &a, const B &b)
{
	return fpgacl_ap::operand<A>::get(a).shift_right(fpgacl_ap::operand<B>::get(b).to_int64());
}

/* --- concatenation: (a, b), a.concat(b) on the left of an assignment too --- */

namespace fpgacl_ap
{

/* One side: a reference to a value, or a range or bit, which are references themselves. */
template <int W, bool S> struct value_part {
	ap_int_base<W, S> &value;
	static const int width = W;
	int length() const
	{
		return W;
	}
	ap_int_base<W, false> bits() const
	{
		return ap_int_base<W, false>(value);
	}
	void put(const ap_int_base<W, false> &b)
	{
		value = ap_int_base<W, S>(b);
	}
};
template <int W, bool S> struct range_part {
	ap_range_ref<W, S> range;
	static const int width = W;
	int length() const
	{
		return range.length();
	}
	ap_int_base<W, false> bits() const
	{
		return range.get();
	}
	void put(const ap_int_base<W, false> &b)
	{
		range.put(b);
	}
};
template <int W, bool S> struct bit_part {
	ap_bit_ref<W, S> bit;
	static const int width = 1;
	int length() const
	{
		return 1;
	}
	ap_int_base<1, false> bits() const
	{
		return ap_int_base<1, false>(bit);
	}
	void put(const ap_int_base<1, false> &b)
	{
		bit = b.to_bool();
	}
};

/* A C integer on the right, or a const value: for reading only. */
template <int W> struct const_part {
	ap_int_base<W, false> value;
	static const int width = W;
	int length() const
	{
		return W;
	}
	ap_int_base<W, false> bits() const
	{
		return value;
	}
};

template <typename H, typename L> struct concat {
	H high;
	L low;
	static const int width = H::width + L::width;
	typedef ap_int_base<width, false> Value;

	concat(const H &h, const L &l) : high(h), low(l)
	{
	}
	concat(const concat &) = default;

	int length() const
	{
		return high.length() + low.length();
	}
	Value bits() const
	{
		return Value(Value(high.bits()).shift_left(low.length()) | Value(low.bits()));
	}
	Value get() const
	{
		return bits();
	}
	void put(const Value &b)
	{
		low.put(ap_int_base<L::width, false>(b));
		high.put(ap_int_base<H::width, false>(b.shift_right(low.length())));
	}
	template <typename T> concat &operator=(const T &o)
	{
		put(Value(o));
		return *this;
	}
	concat &operator=(const concat &o)
	{
		put(o.bits());
		return *this;
	}
	operator Value() const
	{
		return bits();
	}
	template <int W> operator ap_uint<W>() const
	{
		return ap_uint<W>(bits());
	}
	template <int W> operator ap_int<W>() const
	{
		return ap_int<W>(bits());
	}
	operator unsigned long long() const
	{
		return bits().to_uint64();
	}
	unsigned long long to_uint64() const
	{
		return bits().to_uint64();
	}
	int to_int() const
	{
		return bits().to_int();
	}
	unsigned to_uint() const
	{
		return bits().to_uint();
	}
};

template <int W, bool S> value_part<W, S> part(ap_int_base<W, S> &v)
{
	return {v};
}
template <int W, bool S> const_part<W> part(const ap_int_base<W, S> &v)
{
	return {ap_int_base<W, false>(v)};
}
template <int W, bool S> range_part<W, S> part(const ap_range_ref<W, S> &v)
{
	return {v};
}
template <int W, bool S> bit_part<W, S> part(const ap_bit_ref<W, S> &v)
{
	return {v};
}
template <typename H, typename L> concat<H, L> part(const concat<H, L> &v)
{
	return v;
}

template <typename H, typename L> concat<H, L> join(const H &high, const L &low)
{
	return concat<H, L>(high, low);
}

/* Without the reference and the const that a forwarded argument's type has. */
template <typename T> struct plain {
	typedef T type;
};
template <typename T> struct plain<T &> : plain<T> {
};
template <typename T> struct plain<T &&> : plain<T> {
};
template <typename T> struct plain<const T> : plain<T> {
};

template <typename A, typename B> struct both_ap {
	static const bool is = operand<typename plain<A>::type>::is_ap &&
			       operand<typename plain<B>::type>::is_ap;
};

} // namespace fpgacl_ap

template <typename A, typename B,
	  typename = typename fpgacl_ap::only_if<fpgacl_ap::both_ap<A, B>::is, A>::type>
auto operator,(A &&a, B &&b) -> decltype(fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b)))
{
	return fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b));
}

template <typename C, typename Traits, int W, bool S>
std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out,
					  const ap_int_base<W, S> &v)
{
	return out << v.to_string(10).c_str();
}

template <typename C, typename Traits, int W, bool S>
std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out,
					  const ap_range_ref<W, S> &v)
{
	return out << v.get().to_string(10).c_str();
}

#endif
