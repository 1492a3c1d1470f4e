/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_OPS_H
#define FPGACL_AP_OPS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_int.h: binary operators, input and output. */

namespace fpgacl_ap
{

/*
 * Describes an operand: its number type (`of`), how to load it, and whether its type is one of this
 * header's, including classes derived from ap_int<W>. At least one operand of each operator here
 * must be.
 */
struct not_ap {
	static const bool is_ap = false;
};
template <int W_, bool S_> struct value_operand {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<W_, S_> of;
	static const of &get(const of &v)
	{
		return v;
	}
};
template <typename R_> struct ref_operand {
	static const bool is = true, is_ap = true;
	typedef typename R_::Value of;
	static of get(const R_ &v)
	{
		return v.get();
	}
};
template <int W_, bool S_> struct bit_operand {
	static const bool is = true, is_ap = true;
	typedef ap_int_base<1, false> of;
	static of get(const ap_bit_ref<W_, S_> &v)
	{
		return of(v.get());
	}
};

template <int W_, bool S_> value_operand<W_, S_> classify(const ap_int_base<W_, S_> *);
template <int W_, bool S_> ref_operand<ap_range_ref<W_, S_>> classify(const ap_range_ref<W_, S_> *);
template <int W_, bool S_> bit_operand<W_, S_> classify(const ap_bit_ref<W_, S_> *);
template <typename H_, typename L_> ref_operand<concat<H_, L_>> classify(const concat<H_, L_> *);
template <int W_, bool S_> not_ap classify(const af_range_ref<W_, S_> *);
template <int W_, bool S_> not_ap classify(const af_bit_ref<W_, S_> *);
not_ap classify(const volatile void *);

template <typename T_, bool = builtin<T_>::is> struct c_operand {
	static const bool is = false, is_ap = false;
};
template <typename T_> struct c_operand<T_, true> {
	static const bool is = true, is_ap = false;
	typedef typename builtin<T_>::type of;
	static of get(T_ v)
	{
		return of(v);
	}
};
template <typename T_, typename K_ = decltype(classify((T_ *)0)), bool = K_::is_ap>
struct operand : K_ {
};
template <typename T_, typename K_> struct operand<T_, K_, false> : c_operand<T_> {
};

template <typename A_, typename B_,
	  bool = operand<A_>::is &&operand<B_>::is && (operand<A_>::is_ap || operand<B_>::is_ap)>
struct binary {
};
template <typename A_, typename B_>
struct binary<A_, B_, true> : result<operand<A_>::of::width, operand<A_>::of::sign_flag,
				     operand<B_>::of::width, operand<B_>::of::sign_flag> {
	typedef bool truth;
	typedef typename operand<A_>::of::Type left;
};

/* One operand is a floating-point number, the other one has one of this header's types. */
template <typename A_, typename B_, bool = is_float<A_>::is &&operand<B_>::is_ap,
	  bool = operand<A_>::is_ap &&is_float<B_>::is>
struct with_float {
};
template <typename A_, typename B_> struct with_float<A_, B_, true, false> {
	typedef A_ number;
	typedef bool truth;
	static number left(A_ a)
	{
		return a;
	}
	static number right(const B_ &b)
	{
		return number(operand<B_>::get(b).to_double());
	}
};
template <typename A_, typename B_> struct with_float<A_, B_, false, true> {
	typedef B_ number;
	typedef bool truth;
	static number left(const A_ &a)
	{
		return number(operand<A_>::get(a).to_double());
	}
	static number right(B_ b)
	{
		return b;
	}
};

/* An operand as a number of kind N. */
template <typename N_, typename T_> typename N_::type load(const T_ &v)
{
	return operand<T_>::get(v).template as<N_>();
}

} // namespace fpgacl_ap

#define FPGACL_AP_BINARY(OP_, RESULT_, NUMBER_)                                                    \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::binary<A_, B_>::RESULT_ operator OP_(A_ a, B_ b)                \
	{                                                                                          \
		typedef fpgacl_ap::binary<A_, B_> R_;                                              \
		typedef typename R_::NUMBER_ N_;                                                   \
		return R_::RESULT_::template from<N_>(                                             \
			typename N_::type(fpgacl_ap::load<N_>(a) OP_ fpgacl_ap::load<N_>(b)));     \
	}
FPGACL_AP_BINARY(+, plus, plus_number)
FPGACL_AP_BINARY(-, minus, minus_number)
FPGACL_AP_BINARY(*, mult, mult_number)
FPGACL_AP_BINARY(&, logic, logic_number)
FPGACL_AP_BINARY(|, logic, logic_number)
FPGACL_AP_BINARY(^, logic, logic_number)
#undef FPGACL_AP_BINARY

namespace fpgacl_ap
{

template <typename A_, typename B_, bool = !operand<A_>::is_ap && operand<B_>::is_ap>
struct narrow_on_board {
	static const bool is = false;
};
template <typename A_, typename B_> struct narrow_on_board<A_, B_, true> {
	static const bool is = operand<B_>::of::width < operand<A_>::of::width;
};

} // namespace fpgacl_ap

/*
 * In the vendor's headers, the quotient of a C integer and an ap_int has the width for swapped
 * operands, so that on a board it loses its high bits. With clang, each such use can give a
 * warning.
 */
#ifdef __clang__
#define FPGACL_AP_WARN_NARROW                                                                      \
	__attribute__((diagnose_if(                                                                \
		fpgacl_ap::narrow_on_board<A_, B_>::is,                                            \
		"a C integer divided by an ap_int or ap_uint: on a board the quotient is only as " \
		"wide as the divisor; convert the dividend to an ap_int first",                    \
		"warning")))
#else
#define FPGACL_AP_WARN_NARROW
#endif

#define FPGACL_AP_DIVISION(OP_, RESULT_, FUNCTION_, WARN_)                                         \
	template <typename A_, typename B_>                                                        \
	WARN_ inline typename fpgacl_ap::binary<A_, B_>::RESULT_ operator OP_(A_ a, B_ b)          \
	{                                                                                          \
		typedef fpgacl_ap::binary<A_, B_> R_;                                              \
		typedef typename R_::plus_number N_;                                               \
		return R_::RESULT_::template from<N_>(                                             \
			N_::FUNCTION_(fpgacl_ap::load<N_>(a), fpgacl_ap::load<N_>(b)));            \
	}
FPGACL_AP_DIVISION(/, div, divide, FPGACL_AP_WARN_NARROW)
FPGACL_AP_DIVISION(%, mod, modulo, )
#undef FPGACL_AP_DIVISION
#undef FPGACL_AP_WARN_NARROW

#define FPGACL_AP_COMPARE(OP_)                                                                     \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::binary<A_, B_>::truth operator OP_(A_ a, B_ b)                  \
	{                                                                                          \
		typedef typename fpgacl_ap::binary<A_, B_>::logic_number N_;                       \
		return fpgacl_ap::load<N_>(a) OP_ fpgacl_ap::load<N_>(b);                          \
	}                                                                                          \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::with_float<A_, B_>::truth operator OP_(A_ a, B_ b)              \
	{                                                                                          \
		typedef fpgacl_ap::with_float<A_, B_> R_;                                          \
		return R_::left(a) OP_ R_::right(b);                                               \
	}
FPGACL_AP_COMPARE(==)
FPGACL_AP_COMPARE(!=)
FPGACL_AP_COMPARE(<)
FPGACL_AP_COMPARE(<=)
FPGACL_AP_COMPARE(>)
FPGACL_AP_COMPARE(>=)
#undef FPGACL_AP_COMPARE

#define FPGACL_AP_FLOAT(OP_)                                                                       \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::with_float<A_, B_>::number operator OP_(A_ a, B_ b)             \
	{                                                                                          \
		typedef fpgacl_ap::with_float<A_, B_> R_;                                          \
		return R_::left(a) OP_ R_::right(b);                                               \
	}
FPGACL_AP_FLOAT(+)
FPGACL_AP_FLOAT(-)
FPGACL_AP_FLOAT(*)
FPGACL_AP_FLOAT(/)
#undef FPGACL_AP_FLOAT

/* The result of a shift is as wide as its left operand; C integers are shifted as in C. */
namespace fpgacl_ap
{

/* The shift distance; distances beyond any width are clamped. */
template <typename T_> long long distance(const T_ &v)
{
	typedef typename operand<T_>::of of;

	if (of::width > 63 && operand<T_>::get(v).shift_right(62).to_bool() &&
	    !operand<T_>::get(v).sign())
		return (long long)1 << 62;
	return operand<T_>::get(v).to_int64();
}

} // namespace fpgacl_ap

template <typename A_, typename B_>
inline typename fpgacl_ap::only_if<fpgacl_ap::operand<A_>::is_ap,
				   typename fpgacl_ap::binary<A_, B_>::left>::type
operator<<(A_ a, B_ b)
{
	return fpgacl_ap::operand<A_>::get(a).shift_left(fpgacl_ap::distance(b));
}

template <typename A_, typename B_>
inline typename fpgacl_ap::only_if<fpgacl_ap::operand<A_>::is_ap,
				   typename fpgacl_ap::binary<A_, B_>::left>::type
operator>>(A_ a, B_ b)
{
	return fpgacl_ap::operand<A_>::get(a).shift_right(fpgacl_ap::distance(b));
}

namespace fpgacl_ap
{

/* Strips reference and const from a forwarded argument's type. */
template <typename T_> struct plain {
	typedef T_ type;
};
template <typename T_> struct plain<T_ &> : plain<T_> {
};
template <typename T_> struct plain<T_ &&> : plain<T_> {
};
template <typename T_> struct plain<const T_> : plain<T_> {
};
template <int W_, bool S_> struct plain<af_range_ref<W_, S_>> : plain<ap_range_ref<W_, S_>> {
};
template <int W_, bool S_> struct plain<af_bit_ref<W_, S_>> : plain<ap_bit_ref<W_, S_>> {
};

template <typename T_> struct is_bool {
	static const bool is = false;
};
template <> struct is_bool<bool> {
	static const bool is = true;
};
/* Single bits of const values are plain bools, which may be combined with this header's types. */
template <typename A_, typename B_> struct both_ap {
	typedef typename plain<A_>::type PA_;
	typedef typename plain<B_>::type PB_;
	static const bool is = (operand<PA_>::is_ap && (operand<PB_>::is_ap || is_bool<PB_>::is)) ||
			       (is_bool<PA_>::is && operand<PB_>::is_ap);
};

} // namespace fpgacl_ap

template <typename A_, typename B_,
	  typename = typename fpgacl_ap::only_if<fpgacl_ap::both_ap<A_, B_>::is, A_>::type>
auto operator,(A_ &&a, B_ &&b) -> decltype(fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b)))
{
	return fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b));
}

namespace fpgacl_ap
{

/* As in the vendor's header, the flags of std::cout count, whatever stream is written to. */
inline int output_radix()
{
	const std::ios_base::fmtflags flags = std::cout.flags();

	return flags & std::ios_base::hex ? 16 : flags & std::ios_base::oct ? 8 : 10;
}

/* Decimal streams take numbers with a prefix. */
inline int input_radix(const std::istream &in)
{
	const std::ios_base::fmtflags base = in.flags() & std::ios_base::basefield;

	return base == std::ios_base::hex ? 16 : base == std::ios_base::oct ? 8 : 0;
}

} // namespace fpgacl_ap

template <int W_, bool S_> std::ostream &operator<<(std::ostream &out, const ap_int_base<W_, S_> &v)
{
	return out << v.to_string(fpgacl_ap::output_radix());
}
template <int W_, bool S_>
std::ostream &operator<<(std::ostream &out, const ap_range_ref<W_, S_> &v)
{
	return out << v.get().to_string(fpgacl_ap::output_radix());
}
/* Always in radix 2, as in the vendor's header. */
template <int W_, bool S_>
std::ostream &operator<<(std::ostream &out, const af_range_ref<W_, S_> &v)
{
	return out << v.to_string();
}
template <int W_, bool S_> std::ostream &operator<<(std::ostream &out, const ap_bit_ref<W_, S_> &v)
{
	return out << v.get();
}
/* Printed as a C integer, whose formats are the stream's. */
template <typename H_, typename L_>
std::ostream &operator<<(std::ostream &out, const fpgacl_ap::concat<H_, L_> &v)
{
	return out << v.get().to_uint64();
}
template <int W_, bool S_> std::istream &operator>>(std::istream &in, ap_int_base<W_, S_> &v)
{
	std::string text;

	if (in >> text)
		v = ap_int_base<W_, S_>(text.c_str(), fpgacl_ap::input_radix(in));
	return in;
}

#endif
