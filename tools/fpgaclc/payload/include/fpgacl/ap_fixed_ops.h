/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_OPS_H
#define FPGACL_AP_FIXED_OPS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_fixed.h: binary operators, input and output. */

namespace fpgacl_ap
{

/* Treats operands as fixed-point numbers; integers have no fraction bits. */
struct not_fixed {
	static const bool is_fixed = false;
};
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_> struct fixed_value {
	static const bool is = true, is_fixed = true;
	typedef ap_fixed_base<W_, I_, S_, Q_, O_, N_> of;
	typedef of left;
	static const typename of::Raw &raw(const of &v)
	{
		return v.V;
	}
	static auto whole(const of &v) -> decltype(v.to_ap_int_base())
	{
		return v.to_ap_int_base();
	}
};
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
fixed_value<W_, I_, S_, Q_, O_, N_> classify_fixed(const ap_fixed_base<W_, I_, S_, Q_, O_, N_> *);
not_fixed classify_fixed(const volatile void *);

/* Beside a fixed-point number, ranges and concatenations are unsigned long long. */
template <typename T_>
using beside_fixed = seen<T_, operand<T_>::kind == RANGE_ || operand<T_>::kind == CONCAT_ ||
				      operand<T_>::kind == WORD_>;

template <typename T_, bool = operand<T_>::kind != OTHER_> struct integer_operand {
	static const bool is = false, is_fixed = false;
};
template <typename T_> struct integer_operand<T_, true> {
	static const bool is = true, is_fixed = false;
	typedef typename beside_fixed<T_>::of integer;
	typedef ap_fixed_base<integer::width, integer::width, integer::sign_flag> of;
	static integer raw(const T_ &v)
	{
		return beside_fixed<T_>::get(v);
	}
	static integer whole(const T_ &v)
	{
		return raw(v);
	}
};
template <typename T_, typename K_ = decltype(classify_fixed((T_ *)0)), bool = K_::is_fixed>
struct fixed_operand : K_ {
};
template <typename T_, typename K_> struct fixed_operand<T_, K_, false> : integer_operand<T_> {
};

template <typename A_, typename B_,
	  bool = fixed_operand<A_>::is &&fixed_operand<B_>::is &&
		 (fixed_operand<A_>::is_fixed || fixed_operand<B_>::is_fixed)>
struct fixed_binary {
};
template <typename A_, typename B_>
struct fixed_binary<A_, B_, true>
    : fixed_result<fixed_operand<A_>::of::width, fixed_operand<A_>::of::iwidth,
		   fixed_operand<A_>::of::sign_flag, fixed_operand<B_>::of::width,
		   fixed_operand<B_>::of::iwidth, fixed_operand<B_>::of::sign_flag> {
	typedef bool truth;
	typedef fixed_result<fixed_operand<A_>::of::width, fixed_operand<A_>::of::iwidth,
			     fixed_operand<A_>::of::sign_flag, fixed_operand<B_>::of::width,
			     fixed_operand<B_>::of::iwidth, fixed_operand<B_>::of::sign_flag>
		in_order;
	typedef fixed_result<fixed_operand<B_>::of::width, fixed_operand<B_>::of::iwidth,
			     fixed_operand<B_>::of::sign_flag, fixed_operand<A_>::of::width,
			     fixed_operand<A_>::of::iwidth, fixed_operand<A_>::of::sign_flag>
		in_reverse;

	/* C integers before / give the type that they would give behind it. */
	static const bool swapped = !fixed_operand<A_>::is_fixed && operand<A_>::kind != VALUE_;
	typedef typename pick<swapped, in_reverse, in_order>::type::div div;

	/* Comparisons are those of integers that are as wide as the vendor's. */
	static const int more1 = in_order::F2_ - in_order::F1_, more2 = -more1;
	typedef ap_int_base<fixed_operand<A_>::of::width + (more1 > 0 ? more1 + 1 : 0),
			    fixed_operand<A_>::of::sign_flag>
		left_order;
	typedef ap_int_base<fixed_operand<B_>::of::width + larger(more2, 0),
			    fixed_operand<B_>::of::sign_flag>
		right_order;

	/* The operands as raw numbers of type M, with `more` additional fraction bits. */
	template <typename M_> static typename M_::type left(const A_ &a, int more)
	{
		return M_::shift_up(fixed_operand<A_>::raw(a).template as<M_>(), more);
	}
	template <typename M_> static typename M_::type right(const B_ &b, int more)
	{
		return M_::shift_up(fixed_operand<B_>::raw(b).template as<M_>(), more);
	}
};

/*
 * If the other operand is floating point (or half), the fixed-point number is converted to double.
 */
template <typename T_> struct is_real : is_float<T_> {
};
template <> struct is_real<half> {
	static const bool is = true;
};
template <typename A_, typename B_, bool = is_real<A_>::is &&fixed_operand<B_>::is_fixed,
	  bool = fixed_operand<A_>::is_fixed &&is_real<B_>::is>
struct fixed_with_float {
};
template <typename A_, typename B_> struct fixed_with_float<A_, B_, true, false> {
	typedef double number;
	typedef bool truth;
	static double left(A_ a)
	{
		return double(a);
	}
	static double right(const B_ &b)
	{
		return b.to_double();
	}
};
template <typename A_, typename B_> struct fixed_with_float<A_, B_, false, true> {
	typedef double number;
	typedef bool truth;
	static double left(const A_ &a)
	{
		return a.to_double();
	}
	static double right(B_ b)
	{
		return double(b);
	}
};

} // namespace fpgacl_ap

#define FPGACL_FIXED_BINARY(OP_, RESULT_)                                                          \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::fixed_binary<A_, B_>::RESULT_ operator OP_(A_ a, B_ b)          \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A_, B_> R_;                                        \
		typedef typename R_::RESULT_##_number M_;                                          \
		return R_::RESULT_::template from<M_>(typename M_::type(R_::template left<M_>(     \
			a, R_::F_ - R_::F1_) OP_ R_::template right<M_>(b, R_::F_ - R_::F2_)));    \
	}
FPGACL_FIXED_BINARY(+, plus)
FPGACL_FIXED_BINARY(-, minus)
FPGACL_FIXED_BINARY(&, logic)
FPGACL_FIXED_BINARY(|, logic)
FPGACL_FIXED_BINARY(^, logic)
#undef FPGACL_FIXED_BINARY

template <typename A_, typename B_>
inline typename fpgacl_ap::fixed_binary<A_, B_>::mult operator*(A_ a, B_ b)
{
	typedef fpgacl_ap::fixed_binary<A_, B_> R_;
	typedef typename R_::mult_number M_;

	return R_::mult::template from<M_>(
		typename M_::type(R_::template left<M_>(a, 0) * R_::template right<M_>(b, 0)));
}

namespace fpgacl_ap
{

template <typename A_, typename B_, bool = fixed_binary<A_, B_>::swapped>
struct narrow_fixed_quotient {
	static const bool is = fixed_binary<A_, B_>::div::iwidth <
			       fixed_binary<A_, B_>::in_order::div::iwidth;
};
template <typename A_, typename B_> struct narrow_fixed_quotient<A_, B_, false> {
	static const bool is = false;
};

} // namespace fpgacl_ap

/*
 * The quotient has the dividend's fraction bits plus the divisor's integer bits; that of a C
 * integer is converted to a type with fewer.
 */
template <typename A_, typename B_>
FPGACL_AP_WARN((fpgacl_ap::narrow_fixed_quotient<A_, B_>::is),
	       "a C integer divided by a fixed-point number: here, as on a board, the quotient has "
	       "only the divisor's integer bits; convert the dividend to an ap_int first")
inline typename fpgacl_ap::fixed_binary<A_, B_>::div
operator/(A_ a, B_ b)
{
	typedef fpgacl_ap::fixed_binary<A_, B_> R_;
	typedef typename R_::div_number M_;
	const typename R_::quotient whole = R_::quotient::template from<M_>(
		M_::divide(R_::template left<M_>(a, fpgacl_ap::larger(R_::F2_, 0)),
			   R_::template right<M_>(b, 0)));
	typename R_::in_order::div exact;

	exact.V = typename R_::in_order::div::Raw(whole);
	return typename R_::div(exact);
}

#define FPGACL_FIXED_COMPARE(OP_)                                                                  \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::fixed_binary<A_, B_>::truth operator OP_(A_ a, B_ b)            \
	{                                                                                          \
		typedef fpgacl_ap::fixed_binary<A_, B_> R_;                                        \
		typedef typename R_::logic_number M_;                                              \
		return R_::left_order::template from<M_>(                                          \
			R_::template left<M_>(a, R_::F_ - R_::F1_))                                \
			OP_ R_::right_order::template from<M_>(                                    \
				R_::template right<M_>(b, R_::F_ - R_::F2_));                      \
	}                                                                                          \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::fixed_with_float<A_, B_>::truth operator OP_(A_ a, B_ b)        \
	{                                                                                          \
		typedef fpgacl_ap::fixed_with_float<A_, B_> R_;                                    \
		return R_::left(a) OP_ R_::right(b);                                               \
	}
FPGACL_FIXED_COMPARE(==)
FPGACL_FIXED_COMPARE(!=)
FPGACL_FIXED_COMPARE(<)
FPGACL_FIXED_COMPARE(<=)
FPGACL_FIXED_COMPARE(>)
FPGACL_FIXED_COMPARE(>=)
#undef FPGACL_FIXED_COMPARE

#define FPGACL_FIXED_FLOAT(OP_)                                                                    \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::fixed_with_float<A_, B_>::number operator OP_(A_ a, B_ b)       \
	{                                                                                          \
		typedef fpgacl_ap::fixed_with_float<A_, B_> R_;                                    \
		return R_::left(a) OP_ R_::right(b);                                               \
	}
FPGACL_FIXED_FLOAT(+)
FPGACL_FIXED_FLOAT(-)
FPGACL_FIXED_FLOAT(*)
FPGACL_FIXED_FLOAT(/)
#undef FPGACL_FIXED_FLOAT

namespace fpgacl_ap
{

/* Only 32 bits of a distance count; of a fixed-point number, those of its integer part. */
template <int W_> long long shift_distance(const ap_int_base<W_, true> &n)
{
	return n.to_int();
}
template <int W_> long long shift_distance(const ap_int_base<W_, false> &n)
{
	return n.to_uint();
}

/* Beside C integers other than int and unsigned, the vendor's result has the default modes. */
template <typename A_, typename B_, bool = fixed_operand<A_>::is_fixed &&fixed_operand<B_>::is>
struct fixed_shift {
};
template <typename A_, typename B_> struct fixed_shift<A_, B_, true> {
	typedef typename fixed_operand<A_>::of of;
	static const bool same = fixed_operand<B_>::is_fixed || operand<B_>::kind == VALUE_ ||
				 sizeof(B_) == sizeof(int);
	typedef typename pick<same, of, ap_fixed_base<of::width, of::iwidth, of::sign_flag>>::type
		type;

	static long long distance(const B_ &b)
	{
		return shift_distance(fixed_operand<B_>::whole(b));
	}
};

} // namespace fpgacl_ap

template <typename A_, typename B_>
inline typename fpgacl_ap::fixed_shift<A_, B_>::type operator<<(A_ a, B_ b)
{
	return a.shifted(fpgacl_ap::fixed_shift<A_, B_>::distance(b));
}
template <typename A_, typename B_>
inline typename fpgacl_ap::fixed_shift<A_, B_>::type operator>>(A_ a, B_ b)
{
	return a.shifted(-fpgacl_ap::fixed_shift<A_, B_>::distance(b));
}

/* Concatenation works on the raw bits. */
namespace fpgacl_ap
{

template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
value_part<W_, S_> part(ap_fixed_base<W_, I_, S_, Q_, O_, N_> &v)
{
	return {v.V};
}

} // namespace fpgacl_ap

/*
 * The precision counts significant digits even in fixed notation, as with the vendor's operator;
 * other flags have no effect. A width applies to the first fill character too.
 */
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
std::ostream &operator<<(std::ostream &out, const ap_fixed_base<W_, I_, S_, Q_, O_, N_> &v)
{
	const std::string all = v.to_string(10, S_), minus = all[0] == '-' ? "-" : "";
	const int precision = out.precision() > 0 ? int(out.precision()) : 1;
	const std::string text = minus +
				 fpgacl_ap::shortened_text(all.substr(minus.size()), precision);
	const std::streamsize width = out.width();

	for (std::streamsize i = std::streamsize(text.size()); i < width; i++)
		out << out.fill();
	return out << text;
}
template <int W_, int I_, bool S_, ap_q_mode Q_, ap_o_mode O_, int N_>
std::istream &operator>>(std::istream &in, ap_fixed_base<W_, I_, S_, Q_, O_, N_> &v)
{
	double d;

	if (in >> d)
		v = ap_fixed_base<W_, I_, S_, Q_, O_, N_>(d);
	return in;
}

#endif
