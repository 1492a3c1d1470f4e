/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_OPS_H
#define FPGACL_AP_FIXED_OPS_H

#pragma GCC system_header /* its warnings are not the user's */

/* Part of ap_fixed.h: operators of two operands, input and output. */

namespace fpgacl_ap
{

/* Operands as fixed-point numbers; integers have no fraction. */
struct not_fixed {
	static const bool is_fixed = false;
};
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N> struct fixed_value {
	static const bool is = true, is_fixed = true;
	typedef ap_fixed_base<W, I, S, Q, O, N> of;
	typedef of left;
	static const typename of::Raw &raw(const of &v)
	{
		return v.V;
	}
	static double to_double(const of &v)
	{
		return v.to_double();
	}
};
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
fixed_value<W, I, S, Q, O, N> classify_fixed(const ap_fixed_base<W, I, S, Q, O, N> *);
not_fixed classify_fixed(const volatile void *);

template <typename T, bool = operand<T>::is> struct integer_operand {
	static const bool is = false, is_fixed = false;
};
template <typename T> struct integer_operand<T, true> {
	static const bool is = true, is_fixed = false;
	typedef typename operand<T>::of integer;
	typedef ap_fixed_base<integer::width, integer::width, integer::sign_flag> of;
	static integer raw(const T &v)
	{
		return operand<T>::get(v);
	}
};
template <typename T, typename K = decltype(classify_fixed((T *)0)), bool = K::is_fixed>
struct fixed_operand : K {
};
template <typename T, typename K> struct fixed_operand<T, K, false> : integer_operand<T> {
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

	/* The operands' bits as numbers of kind M, `more` of them behind the point. */
	template <typename M> static typename M::type left(const A &a, int more)
	{
		return typename M::type(fixed_operand<A>::raw(a).template as<M>() << more);
	}
	template <typename M> static typename M::type right(const B &b, int more)
	{
		return typename M::type(fixed_operand<B>::raw(b).template as<M>() << more);
	}
};

/* With a floating-point operand a fixed-point number is a double; half counts as one. */
template <typename T> struct is_real : is_float<T> {
};
template <> struct is_real<half> {
	static const bool is = true;
};
template <typename A, typename B, bool = is_real<A>::is &&fixed_operand<B>::is_fixed,
	  bool = fixed_operand<A>::is_fixed &&is_real<B>::is>
struct fixed_with_float {
};
template <typename A, typename B> struct fixed_with_float<A, B, true, false> {
	typedef double number;
	typedef bool truth;
	static double left(A a)
	{
		return double(a);
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
		return double(b);
	}
};

} // namespace fpgacl_ap

#define FPGACL_FIXED_BINARY(OP, RESULT)                                                            \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::fixed_binary<A, B>::RESULT operator OP(const A &a, const B &b)  \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A, B> R;                                           \
		typedef typename R::RESULT##_number M;                                             \
		return R::RESULT::template from<M>(typename M::type(R::template left<M>(           \
			a, R::F - R::F1) OP R::template right<M>(b, R::F - R::F2)));               \
	}
FPGACL_FIXED_BINARY(+, plus)
FPGACL_FIXED_BINARY(-, minus)
FPGACL_FIXED_BINARY(&, logic)
FPGACL_FIXED_BINARY(|, logic)
FPGACL_FIXED_BINARY(^, logic)
#undef FPGACL_FIXED_BINARY

template <typename A, typename B>
inline typename fpgacl_ap::fixed_binary<A, B>::mult operator*(const A &a, const B &b)
{
	typedef fpgacl_ap::fixed_binary<A, B> R;
	typedef typename R::mult_number M;

	return R::mult::template from<M>(
		typename M::type(R::template left<M>(a, 0) * R::template right<M>(b, 0)));
}

/* The quotient has the dividend's fraction bits and as many as the divisor has whole ones. */
template <typename A, typename B>
inline typename fpgacl_ap::fixed_binary<A, B>::div operator/(const A &a, const B &b)
{
	typedef fpgacl_ap::fixed_binary<A, B> R;
	typedef typename R::div_number M;

	return R::div::template from<M>(M::divide(R::template left<M>(a, fpgacl_ap::max(R::F2, 0)),
						  R::template right<M>(b, 0)));
}

#define FPGACL_FIXED_COMPARE(OP)                                                                   \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::fixed_binary<A, B>::truth operator OP(const A &a, const B &b)   \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A, B> R;                                           \
		typedef typename R::logic_number M;                                                \
		return R::template left<M>(a, R::F - R::F1)                                        \
			OP R::template right<M>(b, R::F - R::F2);                                  \
	}                                                                                          \
	template <typename A, typename B>                                                          \
	inline typename fpgacl_ap::fixed_with_float<A, B>::truth operator OP(const A &a,           \
									     const B &b)           \
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
	inline typename fpgacl_ap::fixed_with_float<A, B>::number operator OP(const A &a,          \
									      const B &b)          \
	{                                                                                          \
		typedef fpgacl_ap::fixed_with_float<A, B> R;                                       \
		return R::left(a) OP R::right(b);                                                  \
	}
FPGACL_FIXED_FLOAT(+)
FPGACL_FIXED_FLOAT(-)
FPGACL_FIXED_FLOAT(*)
FPGACL_FIXED_FLOAT(/)
#undef FPGACL_FIXED_FLOAT

namespace fpgacl_ap
{

template <typename A, typename B, bool = fixed_operand<A>::is_fixed &&operand<B>::is>
struct fixed_shift {
};
template <typename A, typename B> struct fixed_shift<A, B, true> {
	typedef typename fixed_operand<A>::of type;
};

} // namespace fpgacl_ap

template <typename A, typename B>
inline typename fpgacl_ap::fixed_shift<A, B>::type operator<<(const A &a, const B &b)
{
	return a.shifted(fpgacl_ap::distance(b));
}
template <typename A, typename B>
inline typename fpgacl_ap::fixed_shift<A, B>::type operator>>(const A &a, const B &b)
{
	return a.shifted(-fpgacl_ap::distance(b));
}

/* Concatenation takes the bits. */
namespace fpgacl_ap
{

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
value_part<W, S> part(ap_fixed_base<W, I, S, Q, O, N> &v)
{
	return {v.V};
}

} // namespace fpgacl_ap

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
std::ostream &operator<<(std::ostream &out, const ap_fixed_base<W, I, S, Q, O, N> &v)
{
	return out << v.to_double();
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
std::istream &operator>>(std::istream &in, ap_fixed_base<W, I, S, Q, O, N> &v)
{
	double d;

	if (in >> d)
		v = ap_fixed_base<W, I, S, Q, O, N>(d);
	return in;
}

#endif
