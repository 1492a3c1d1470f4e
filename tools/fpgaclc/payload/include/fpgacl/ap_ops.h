/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_OPS_H
#define FPGACL_AP_OPS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_int.h: binary operators, input and output. */

namespace fpgacl_ap
{

/*
 * The vendor's headers combine each kind of operand differently, and boards are built from them.
 * Operands that no operator here takes are converted to C numbers by the conversion operators of
 * their types: single bits to bool, ranges and concatenations to unsigned long long.
 */
enum operand_kind {
	OTHER_,
	VALUE_,  /* ap_int, ap_uint and classes derived from them */
	RANGE_,  /* bits of an ap_int */
	CONCAT_, /* (a, b) */
	BIT_,    /* one bit of an ap_int */
	WORD_,   /* bits of an ap_fixed */
	FLAG_,   /* one bit of an ap_fixed */
	C_,      /* a C integer */
};

/* `of` is the type of an operand's value, `sign` the sign that result types are based on. */
struct no_operand {
	static const operand_kind kind = OTHER_;
};
template <int W_, bool S_> struct value_operand {
	static const operand_kind kind = VALUE_;
	static const bool sign = S_;
	typedef ap_int_base<W_, S_> of;
	static const of &get(const of &v)
	{
		return v;
	}
};
template <typename R_, operand_kind KIND_, bool S_> struct ref_operand {
	static const operand_kind kind = KIND_;
	static const bool sign = S_;
	typedef typename R_::Value of;
	static of get(const R_ &v)
	{
		return v.get();
	}
};
template <typename R_, operand_kind KIND_> struct bit_operand {
	static const operand_kind kind = KIND_;
	static const bool sign = false;
	typedef ap_int_base<1, false> of;
	static of get(const R_ &v)
	{
		return of(v.get());
	}
};

template <int W_, bool S_> value_operand<W_, S_> classify(const ap_int_base<W_, S_> *);
template <int W_, bool S_>
ref_operand<ap_range_ref<W_, S_>, RANGE_, S_> classify(const ap_range_ref<W_, S_> *);
template <int W_, bool S_>
bit_operand<ap_bit_ref<W_, S_>, BIT_> classify(const ap_bit_ref<W_, S_> *);
template <typename H_, typename L_>
ref_operand<concat<H_, L_>, CONCAT_, false> classify(const concat<H_, L_> *);
template <int W_, bool S_>
ref_operand<af_range_ref<W_, S_>, WORD_, false> classify(const af_range_ref<W_, S_> *);
template <int W_, bool S_>
bit_operand<af_bit_ref<W_, S_>, FLAG_> classify(const af_bit_ref<W_, S_> *);
no_operand classify(const volatile void *);

template <typename T_, bool = builtin<T_>::is> struct c_operand : no_operand {
};
template <typename T_> struct c_operand<T_, true> {
	static const operand_kind kind = C_;
	typedef typename builtin<T_>::type of;
	static const bool sign = of::sign_flag;
	static of get(T_ v)
	{
		return of(v);
	}
};
template <typename T_, typename K_ = decltype(classify((T_ *)0)), bool = K_::kind != OTHER_>
struct operand : K_ {
};
template <typename T_, typename K_> struct operand<T_, K_, false> : c_operand<T_> {
};

/* An operand that is converted to unsigned long long, which drops the higher bits. */
template <typename T_> struct word_operand {
	static const bool sign = false;
	typedef ap_int_base<64, false> of;
	static of get(const T_ &v)
	{
		return of(v.to_uint64());
	}
};
/* An operand as its actual value, where a range's declared sign does not count. */
template <typename K_> struct unsigned_part : K_ {
	static const bool sign = K_::of::sign_flag;
};
template <typename T_, bool WORD_ONLY_>
using seen = typename pick<WORD_ONLY_, word_operand<T_>, operand<T_>>::type;

constexpr bool in_arithmetic(operand_kind a, operand_kind b)
{
	return a != OTHER_ && b != OTHER_ &&
	       (a == VALUE_ || a == RANGE_ || b == VALUE_ || b == RANGE_ ||
		(a == CONCAT_ && b == CONCAT_));
}
constexpr bool word_in_arithmetic(operand_kind mine, operand_kind other)
{
	return mine == WORD_ || (mine == CONCAT_ && other != CONCAT_);
}

/* The sign of a range counts beside a value; beside anything else it is unsigned. */
template <typename T_, operand_kind OTHERS_>
using arithmetic_part = typename pick<OTHERS_ == VALUE_ || operand<T_>::kind != RANGE_,
				      seen<T_, word_in_arithmetic(operand<T_>::kind, OTHERS_)>,
				      unsigned_part<operand<T_>>>::type;

template <typename L_, typename R_>
using result_of = result<L_::of::width, L_::sign, R_::of::width, R_::sign>;

template <typename A_, typename B_, bool = in_arithmetic(operand<A_>::kind, operand<B_>::kind)>
struct binary {
};
template <typename A_, typename B_>
struct binary<A_, B_, true>
    : result_of<arithmetic_part<A_, operand<B_>::kind>, arithmetic_part<B_, operand<A_>::kind>> {
	typedef arithmetic_part<A_, operand<B_>::kind> left;
	typedef arithmetic_part<B_, operand<A_>::kind> right;
	typedef typename left::of L_;
	typedef typename right::of R_;

	/* C integers before / and % give the type that they would give behind it. */
	static const bool swapped = operand<B_>::kind == VALUE_ && operand<A_>::kind != VALUE_ &&
				    operand<A_>::kind != RANGE_ && operand<A_>::kind != BIT_;
	typedef typename pick<swapped, result_of<right, left>, result_of<left, right>>::type
		quotient;
	typedef typename quotient::div div;
	typedef typename quotient::mod mod;

	/*
	 * Division has one type for both operands: the wider one's sign counts, so that a negative
	 * number beside a wider unsigned one is a large one. So does a remainder's divisor.
	 */
	static const int both_w = larger(L_::width, R_::width) + (L_::sign_flag || R_::sign_flag);
	static const bool both_s = L_::width > R_::width   ? L_::sign_flag
				   : R_::width > L_::width ? R_::sign_flag
							   : L_::sign_flag || R_::sign_flag;
	typedef ap_int_base<both_w, both_s> div_both;
	typedef ap_int_base<both_w, both_s && L_::sign_flag> mod_both;
};

/* Beside a value, the bits of a concatenation count as far as the wider of both reaches. */
template <typename A_, typename B_,
	  bool = (operand<A_>::kind == CONCAT_ && operand<B_>::kind == VALUE_) ||
		 (operand<A_>::kind == VALUE_ && operand<B_>::kind == CONCAT_)>
struct bitwise : binary<A_, B_> {
};
template <typename A_, typename B_> struct bitwise<A_, B_, true> {
	typedef operand<A_> left;
	typedef operand<B_> right;
	static const int width = larger(left::of::width, right::of::width);
	static const bool sign = left::of::sign_flag || right::of::sign_flag;
	typedef typename ap_type<width, sign>::type logic;
	typedef number<width, sign> logic_number;
};

/* A concatenation behind a value. As in the vendor's headers, it is a C number if that is const. */
template <typename A_, typename C_> struct before_concat : bitwise<A_, C_> {
	static const C_ &get(const C_ &c)
	{
		return c;
	}
};
template <typename A_, typename C_>
struct before_concat<const A_, C_> : binary<A_, unsigned long long> {
	static unsigned long long get(const C_ &c)
	{
		return c.to_uint64();
	}
};
template <typename T_> struct referred {
	typedef T_ type;
};
template <typename T_> struct referred<T_ &> {
	typedef T_ type;
};

constexpr bool in_comparison(operand_kind a, operand_kind b)
{
	return a != OTHER_ && b != OTHER_ &&
	       (a == VALUE_ || b == VALUE_ || a == RANGE_ || a == CONCAT_ || a == WORD_ ||
		(a == C_ && b == WORD_));
}
constexpr bool word_in_comparison(operand_kind left, operand_kind right)
{
	return (right == CONCAT_ && left != VALUE_) || (right == RANGE_ && left == CONCAT_) ||
	       (right == WORD_ && (left == RANGE_ || left == CONCAT_));
}

template <typename A_, typename B_, bool = in_comparison(operand<A_>::kind, operand<B_>::kind)>
struct comparison {
};
template <typename A_, typename B_> struct comparison<A_, B_, true> {
	typedef bool truth;
	typedef operand<A_> left;
	typedef seen<B_, word_in_comparison(operand<A_>::kind, operand<B_>::kind)> right;
	typedef typename left::of L_;
	typedef typename right::of R_;
	static const int width = larger(L_::width, R_::width);
	static const bool mixed = L_::sign_flag != R_::sign_flag;

	/* As in C, a negative number beside an unsigned one of its width or more is a large one. */
	static const bool as_unsigned = mixed && width >= 32 &&
					(L_::sign_flag ? R_::width >= L_::width
						       : L_::width >= R_::width);
	typedef typename pick<as_unsigned, number<width + 1, false>,
			      typename result<L_::width, L_::sign_flag, R_::width,
					      R_::sign_flag>::logic_number>::type order;
	/* Numbers with different signs are equal if their bits are. */
	typedef ap_int_base<larger(width, 32), !mixed && L_::sign_flag> equal;
};

/* One operand is a floating-point number, the other one an ap_int, of which 64 bits count. */
template <typename A_, typename B_, bool = is_float<A_>::is &&operand<B_>::kind == VALUE_,
	  bool = operand<A_>::kind == VALUE_ &&is_float<B_>::is>
struct with_float {
};
template <typename A_, typename B_> struct with_float<A_, B_, true, false> {
	typedef A_ number;
	typedef bool truth;
	static number left(A_ a)
	{
		return a;
	}
	static typename operand<B_>::of::RetType right(const B_ &b)
	{
		return b;
	}
};
template <typename A_, typename B_> struct with_float<A_, B_, false, true> {
	typedef B_ number;
	typedef bool truth;
	static typename operand<A_>::of::RetType left(const A_ &a)
	{
		return a;
	}
	static number right(B_ b)
	{
		return b;
	}
};
template <typename T_, bool = is_float<T_>::is> struct exact_float {
	static T_ get(T_ v)
	{
		return v;
	}
};
template <typename T_> struct exact_float<T_, false> {
	static double get(const T_ &v)
	{
		return v.to_double();
	}
};

/* An operand as a number of kind N. */
template <typename O_, typename N_, typename T_> typename N_::type load(const T_ &v)
{
	return O_::get(v).template as<N_>();
}
/* An operand as a number of type V, with no bits above V's. */
template <typename O_, typename V_,
	  bool = V_::sign_flag || !O_::of::sign_flag || V_::Number::bits == V_::width>
struct load_wrapped {
	template <typename T_> static typename V_::Number::type of(const T_ &v)
	{
		return load<O_, typename V_::Number>(v);
	}
};
template <typename O_, typename V_> struct load_wrapped<O_, V_, false> {
	template <typename T_> static typename V_::Number::type of(const T_ &v)
	{
		return V_(O_::get(v)).template as<typename V_::Number>();
	}
};

} // namespace fpgacl_ap

#define FPGACL_AP_BINARY(OP_, TYPES_, RESULT_)                                                     \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::TYPES_<A_, B_>::RESULT_ operator OP_(A_ a, B_ b)                \
	{                                                                                          \
		typedef fpgacl_ap::TYPES_<A_, B_> R_;                                              \
		typedef typename R_::RESULT_##_number N_;                                          \
		return R_::RESULT_::template from<N_>(typename N_::type(                           \
			fpgacl_ap::load<typename R_::left, N_>(a)                                  \
				OP_ fpgacl_ap::load<typename R_::right, N_>(b)));                  \
	}
FPGACL_AP_BINARY(+, binary, plus)
FPGACL_AP_BINARY(-, binary, minus)
FPGACL_AP_BINARY(*, binary, mult)
#define FPGACL_AP_BITWISE(OP_)                                                                     \
	FPGACL_AP_BINARY(OP_, bitwise, logic)                                                      \
	template <typename A_, typename H_, typename L_,                                           \
		  typename T_ = typename fpgacl_ap::referred<A_>::type,                            \
		  typename R_ = fpgacl_ap::before_concat<T_, fpgacl_ap::concat<H_, L_>>,           \
		  typename = typename fpgacl_ap::only_if<                                          \
			  fpgacl_ap::operand<T_>::kind == fpgacl_ap::VALUE_, T_>::type>            \
	inline typename R_::logic operator OP_(A_ &&a, const fpgacl_ap::concat<H_, L_> &b)         \
	{                                                                                          \
		typedef typename R_::logic_number N_;                                              \
		return R_::logic::template from<N_>(typename N_::type(                             \
			fpgacl_ap::load<typename R_::left, N_>(a)                                  \
				OP_ fpgacl_ap::load<typename R_::right, N_>(R_::get(b))));         \
	}
FPGACL_AP_BITWISE(&)
FPGACL_AP_BITWISE(|)
FPGACL_AP_BITWISE(^)
#undef FPGACL_AP_BITWISE
#undef FPGACL_AP_BINARY

namespace fpgacl_ap
{

template <typename A_, typename B_, bool = operand<A_>::kind == C_ &&operand<B_>::kind == VALUE_>
struct narrow_quotient {
	static const bool is = false;
};
template <typename A_, typename B_> struct narrow_quotient<A_, B_, true> {
	static const bool is = operand<B_>::of::width < operand<A_>::of::width;
};

} // namespace fpgacl_ap

#define FPGACL_AP_WARN_NARROW                                                                      \
	FPGACL_AP_WARN(                                                                            \
		(fpgacl_ap::narrow_quotient<A_, B_>::is),                                          \
		"a C integer divided by an ap_int or ap_uint: here, as on a board, the quotient "  \
		"is only as wide as the divisor; convert the dividend to an ap_int first")

#define FPGACL_AP_DIVISION(OP_, RESULT_, FUNCTION_, WARN_)                                         \
	template <typename A_, typename B_>                                                        \
	WARN_ inline typename fpgacl_ap::binary<A_, B_>::RESULT_ operator OP_(A_ a, B_ b)          \
	{                                                                                          \
		typedef fpgacl_ap::binary<A_, B_> R_;                                              \
		typedef typename R_::RESULT_##_both V_;                                            \
		typedef typename V_::Number N_;                                                    \
		return R_::RESULT_::template from<N_>(                                             \
			N_::FUNCTION_(fpgacl_ap::load_wrapped<typename R_::left, V_>::of(a),       \
				      fpgacl_ap::load_wrapped<typename R_::right, V_>::of(b)));    \
	}
FPGACL_AP_DIVISION(/, div, divide, FPGACL_AP_WARN_NARROW)
FPGACL_AP_DIVISION(%, mod, modulo, )
#undef FPGACL_AP_DIVISION
#undef FPGACL_AP_WARN_NARROW

#define FPGACL_AP_COMPARE_FLOAT(OP_)                                                               \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::with_float<A_, B_>::truth operator OP_(A_ a, B_ b)              \
	{                                                                                          \
		return fpgacl_ap::exact_float<A_>::get(a) OP_ fpgacl_ap::exact_float<B_>::get(b);  \
	}
#define FPGACL_AP_ORDER(OP_)                                                                       \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::comparison<A_, B_>::truth operator OP_(A_ a, B_ b)              \
	{                                                                                          \
		typedef fpgacl_ap::comparison<A_, B_> R_;                                          \
		typedef typename R_::order N_;                                                     \
		return fpgacl_ap::load<typename R_::left, N_>(a)                                   \
			OP_ fpgacl_ap::load<typename R_::right, N_>(b);                            \
	}                                                                                          \
	FPGACL_AP_COMPARE_FLOAT(OP_)
#define FPGACL_AP_EQUAL(OP_)                                                                       \
	template <typename A_, typename B_>                                                        \
	inline typename fpgacl_ap::comparison<A_, B_>::truth operator OP_(A_ a, B_ b)              \
	{                                                                                          \
		typedef fpgacl_ap::comparison<A_, B_> R_;                                          \
		typedef typename R_::equal V_;                                                     \
		return fpgacl_ap::load_wrapped<typename R_::left, V_>::of(a)                       \
			OP_ fpgacl_ap::load_wrapped<typename R_::right, V_>::of(b);                \
	}                                                                                          \
	FPGACL_AP_COMPARE_FLOAT(OP_)
FPGACL_AP_EQUAL(==)
FPGACL_AP_EQUAL(!=)
FPGACL_AP_ORDER(<)
FPGACL_AP_ORDER(<=)
FPGACL_AP_ORDER(>)
FPGACL_AP_ORDER(>=)
#undef FPGACL_AP_COMPARE_FLOAT
#undef FPGACL_AP_ORDER
#undef FPGACL_AP_EQUAL

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

template <operand_kind LEFT_, typename T_>
using distance_part =
	seen<T_, operand<T_>::kind == WORD_ || (operand<T_>::kind == CONCAT_ && LEFT_ != CONCAT_)>;

/*
 * The shift distance. Those of ap_ints and to the right of a range have 32 bits and a sign, those
 * to the right of a concatenation are ints; others beyond any width are clamped.
 */
template <operand_kind LEFT_, typename T_> long long distance(const T_ &v)
{
	typedef distance_part<LEFT_, T_> O_;
	typedef typename O_::of of;
	const of n = O_::get(v);
	const bool is_c = operand<T_>::kind == C_ || operand<T_>::kind == CONCAT_ ||
			  operand<T_>::kind == WORD_;

	if (LEFT_ == CONCAT_ && operand<T_>::kind != CONCAT_)
		return n.to_int();
	if (LEFT_ == OTHER_ || (LEFT_ == VALUE_ && is_c))
		return of::width > 63 && !n.sign() && n.shift_right(62).to_bool() ? 1ll << 62
										  : n.to_int64();
	return n.sign() ? -(long long)(unsigned)-n.to_int64() : (long long)n.to_uint();
}

template <operand_kind LEFT_, operand_kind RIGHT_> struct in_shift {
	static const bool is = LEFT_ != OTHER_ && RIGHT_ != OTHER_ &&
			       (LEFT_ == VALUE_ || LEFT_ == RANGE_ || LEFT_ == CONCAT_ ||
				RIGHT_ == RANGE_ || (LEFT_ == BIT_ && RIGHT_ == VALUE_));
};
template <typename A_, typename B_, bool = in_shift<operand<A_>::kind, operand<B_>::kind>::is>
struct shift {
};
template <typename A_, typename B_> struct shift<A_, B_, true> {
	typedef seen<A_, operand<A_>::kind == WORD_> left;
	typedef typename ap_type<left::of::width,
				 arithmetic_part<A_, operand<B_>::kind>::sign>::type type;
};

} // namespace fpgacl_ap

template <typename A_, typename B_>
inline typename fpgacl_ap::shift<A_, B_>::type operator<<(A_ a, B_ b)
{
	return fpgacl_ap::shift<A_, B_>::left::get(a).shift_left(
		fpgacl_ap::distance<fpgacl_ap::operand<A_>::kind>(b));
}

template <typename A_, typename B_>
inline typename fpgacl_ap::shift<A_, B_>::type operator>>(A_ a, B_ b)
{
	return fpgacl_ap::shift<A_, B_>::left::get(a).shift_right(
		fpgacl_ap::distance<fpgacl_ap::operand<A_>::kind>(b));
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

constexpr bool is_ap_kind(operand_kind kind)
{
	return kind != OTHER_ && kind != C_;
}
template <typename A_, typename B_, operand_kind KA_ = operand<typename plain<A_>::type>::kind,
	  operand_kind KB_ = operand<typename plain<B_>::type>::kind>
struct joined {
	static const bool references = is_ap_kind(KA_) && is_ap_kind(KB_);
	static const bool c_low = is_ap_kind(KA_) && KB_ == C_,
			  c_high = KA_ == C_ && is_ap_kind(KB_);
	static const bool signed_low = KA_ == CONCAT_;
};

} // namespace fpgacl_ap

template <typename A_, typename B_,
	  typename = typename fpgacl_ap::only_if<fpgacl_ap::joined<A_, B_>::references, A_>::type>
auto operator,(A_ &&a, B_ &&b) -> decltype(fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b)))
{
	return fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::part(b));
}

/*
 * A C integer, such as a bit of a const number, makes it a number of its own. As in the vendor's
 * headers, a negative one sets all bits above its own where they are left over, as above a short
 * range, and all bits of a concatenation on its left.
 */
template <typename A_, typename B_, typename J_ = fpgacl_ap::joined<A_, B_>,
	  typename = typename fpgacl_ap::only_if<J_::c_low, A_>::type, int = 0>
auto operator,(A_ &&a, B_ &&b) ->
	      typename decltype(fpgacl_ap::join(fpgacl_ap::part(a),
						fpgacl_ap::c_part<J_::signed_low>(b)))::Value
{
	return fpgacl_ap::join(fpgacl_ap::part(a), fpgacl_ap::c_part<J_::signed_low>(b)).get();
}
template <typename A_, typename B_, typename J_ = fpgacl_ap::joined<A_, B_>,
	  typename = typename fpgacl_ap::only_if<J_::c_high, A_>::type>
auto operator,(A_ &&a, B_ &&b) -> typename decltype(fpgacl_ap::join(fpgacl_ap::c_part<true>(a),
								    fpgacl_ap::part(b)))::Value
{
	return fpgacl_ap::join(fpgacl_ap::c_part<true>(a), fpgacl_ap::part(b)).get();
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
/* A text, as in the vendor's header: the stream's flags for numbers do not count. */
template <int W_, bool S_> std::ostream &operator<<(std::ostream &out, const af_bit_ref<W_, S_> &v)
{
	return out << (v.get() ? "1" : "0");
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
