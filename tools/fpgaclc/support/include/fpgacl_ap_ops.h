/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_OPS_H
#define FPGACL_AP_OPS_H

#pragma GCC system_header /* its warnings are not the user's */

/* Part of ap_int.h: operators of two operands, input and output. */

namespace fpgacl_ap
{

/*
 * What an operand is as a number: its type (`of`), how to get it, and whether it is one of this
 * header's types, which an operator here needs at least one of. Classes derived from ap_int<W>
 * count as such.
 */
struct not_ap {
	static const bool is_ap = false;
};
template <int W, bool S> struct value_operand {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<W, S> of;
	static const of &get(const of &v)
	{
		return v;
	}
};
template <typename R> struct ref_operand {
	static const bool is = true, is_ap = true;
	typedef typename R::Value of;
	static of get(const R &v)
	{
		return v.get();
	}
};
template <int W, bool S> struct bit_operand {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<1, false> of;
	static of get(const ap_bit_ref<W, S> &v)
	{
		return of(v.get());
	}
};

template <int W, bool S> value_operand<W, S> classify(const ap_int_base<W, S> *);
template <int W, bool S> ref_operand<ap_range_ref<W, S>> classify(const ap_range_ref<W, S> *);
template <int W, bool S> bit_operand<W, S> classify(const ap_bit_ref<W, S> *);
template <typename H, typename L> ref_operand<concat<H, L>> classify(const concat<H, L> *);
not_ap classify(const volatile void *);

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
template <typename T, typename K = decltype(classify((T *)0)), bool = K::is_ap> struct operand : K {
};
template <typename T, typename K> struct operand<T, K, false> : c_operand<T> {
};

template <typename A, typename B,
	  bool = operand<A>::is &&operand<B>::is && (operand<A>::is_ap || operand<B>::is_ap)>
struct binary {
};
template <typename A, typename B>
struct binary<A, B, true> : result<operand<A>::of::width, operand<A>::of::sign_flag,
				   operand<B>::of::width, operand<B>::of::sign_flag> {
	typedef bool truth;
	typedef typename operand<A>::of::Type left;
};

/* One operand a floating-point number, the other one of this header's types. */
template <typename A, typename B, bool = is_float<A>::is &&operand<B>::is_ap,
	  bool = operand<A>::is_ap &&is_float<B>::is>
struct with_float {
};
template <typename A, typename B> struct with_float<A, B, true, false> {
	typedef A number;
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
	typedef B number;
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

/* An operand as a number of kind N. */
template <typename N, typename T> typename N::type load(const T &v)
{
	return operand<T>::get(v).template as<N>();
}

} // namespace fpgacl_ap

#define FPGACL_AP_BINARY(OP, RESULT, NUMBER)                                                       \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::binary<A, B>::RESULT operator OP(const A &a, const B &b)        \
	{                                                                                          \
		typedef fpgacl_ap::binary<A, B> R;                                                 \
		typedef typename R::NUMBER N;                                                      \
		return R::RESULT::template from<N>(                                                \
			typename N::type(fpgacl_ap::load<N>(a) OP fpgacl_ap::load<N>(b)));         \
	}
FPGACL_AP_BINARY(+, plus, plus_number)
FPGACL_AP_BINARY(-, minus, minus_number)
FPGACL_AP_BINARY(*, mult, mult_number)
FPGACL_AP_BINARY(&, logic, logic_number)
FPGACL_AP_BINARY(|, logic, logic_number)
FPGACL_AP_BINARY(^, logic, logic_number)
#undef FPGACL_AP_BINARY

#define FPGACL_AP_DIVISION(OP, RESULT, FUNCTION)                                                   \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::binary<A, B>::RESULT operator OP(const A &a, const B &b)        \
	{                                                                                          \
		typedef fpgacl_ap::binary<A, B> R;                                                 \
		typedef typename R::plus_number N;                                                 \
		return R::RESULT::template from<N>(                                                \
			N::FUNCTION(fpgacl_ap::load<N>(a), fpgacl_ap::load<N>(b)));                \
	}
FPGACL_AP_DIVISION(/, div, divide)
FPGACL_AP_DIVISION(%, mod, modulo)
#undef FPGACL_AP_DIVISION

#define FPGACL_AP_COMPARE(OP)                                                                      \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::binary<A, B>::truth operator OP(const A &a, const B &b)         \
	{                                                                                          \
		typedef typename fpgacl_ap::binary<A, B>::logic_number N;                          \
		return fpgacl_ap::load<N>(a) OP fpgacl_ap::load<N>(b);                             \
	}                                                                                          \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::with_float<A, B>::truth operator OP(const A &a, const B &b)     \
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
	inline typename fpgacl_ap::with_float<A, B>::number operator OP(const A &a, const B &b)    \
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
namespace fpgacl_ap
{

/* How far to shift; what no shift can be as far as counts as very far. */
template <typename T> long long distance(const T &v)
{
	typedef typename operand<T>::of of;

	if (of::width > 63 && operand<T>::get(v).shift_right(62).to_bool() &&
	    !operand<T>::get(v).sign())
		return (long long)1 << 62;
	return operand<T>::get(v).to_int64();
}

} // namespace fpgacl_ap

template <typename A, typename B>
inline typename fpgacl_ap::only_if<fpgacl_ap::operand<A>::is_ap,
				   typename fpgacl_ap::binary<A, B>::left>::type
operator<<(const A &a, const B &b)
{
	return fpgacl_ap::operand<A>::get(a).shift_left(fpgacl_ap::distance(b));
}

template <typename A, typename B>
inline typename fpgacl_ap::only_if<fpgacl_ap::operand<A>::is_ap,
				   typename fpgacl_ap::binary<A, B>::left>::type
operator>>(const A &a, const B &b)
{
	return fpgacl_ap::operand<A>::get(a).shift_right(fpgacl_ap::distance(b));
}

namespace fpgacl_ap
{

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

template <typename T> struct is_bool {
	static const bool is = false;
};
template <> struct is_bool<bool> {
	static const bool is = true;
};
/* Bits of const values are plain bools: they may stand beside one of this header's types. */
template <typename A, typename B> struct both_ap {
	typedef typename plain<A>::type PA;
	typedef typename plain<B>::type PB;
	static const bool is = (operand<PA>::is_ap && (operand<PB>::is_ap || is_bool<PB>::is)) ||
			       (is_bool<PA>::is && operand<PB>::is_ap);
};

} // namespace fpgacl_ap

template <typename A, typename B,
	  typename = typename fpgacl_ap::only_if<fpgacl_ap::both_ap<A, B>::is, A>::type>
auto operator,(A &&a, B &&b) -> decltype(fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b)))
{
	return fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b));
}

namespace fpgacl_ap
{

template <typename Stream> int radix_of(const Stream &stream)
{
	return stream.flags() & std::ios_base::hex   ? 16
	       : stream.flags() & std::ios_base::oct ? 8
						     : 10;
}

} // namespace fpgacl_ap

template <int W, bool S> std::ostream &operator<<(std::ostream &out, const ap_int_base<W, S> &v)
{
	return out << v.to_string(fpgacl_ap::radix_of(out));
}
template <int W, bool S> std::ostream &operator<<(std::ostream &out, const ap_range_ref<W, S> &v)
{
	return out << v.get().to_string(fpgacl_ap::radix_of(out));
}
template <int W, bool S> std::ostream &operator<<(std::ostream &out, const ap_bit_ref<W, S> &v)
{
	return out << v.get();
}
template <typename H, typename L>
std::ostream &operator<<(std::ostream &out, const fpgacl_ap::concat<H, L> &v)
{
	return out << v.get().to_string(fpgacl_ap::radix_of(out));
}
template <int W, bool S> std::istream &operator>>(std::istream &in, ap_int_base<W, S> &v)
{
	std::string text;

	if (in >> text)
		v = ap_int_base<W, S>(text.c_str(), fpgacl_ap::radix_of(in));
	return in;
}

#endif
