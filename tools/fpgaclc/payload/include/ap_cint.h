/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_CINT_H
#define FPGACL_AP_CINT_H

#ifndef __cplusplus
#ifdef __clang__
#pragma clang diagnostic fatal "-W#warnings" /* it stops here */
#endif
#warning                                                                                           \
	"ap_cint.h: the types int1 to int1024 of Vivado HLS promote to the next native width, which no type of C does: compile this source as C++, with -x c++"
#error "this is C"
#else

#pragma GCC system_header /* hide warnings in this header from the user */

/*
 * Vivado HLS' types for C (UG902, "C Arbitrary Precision Types"). As there, a value of up to 64 bits
 * is promoted to the next native width when it is computed with, so that the product of two int18
 * has 32 bits; a wider one is not promoted, and the result has the width of the wider operand.
 */

#include <stdio.h>
#include <type_traits>

namespace fclc_cint
{

template <int width_, bool signed_> struct native {
	typedef typename std::conditional<
		(width_ <= 8), signed char,
		typename std::conditional<(width_ <= 16), short,
					  typename std::conditional<(width_ <= 32), int,
								    long long>::type>::type>::type
		wide;
	typedef typename std::conditional<signed_, wide,
					  typename std::make_unsigned<wide>::type>::type type;
};

/* An integer of up to 64 bits whose width is not a native one. */
template <int width_, bool signed_> struct integer {
	typedef typename native<width_, signed_>::type value_type;
	typedef typename native<width_, false>::type bits_type;
	enum { unused = 8 * sizeof(value_type) - width_ };
	value_type stored; /* what memory from elsewhere has in its unused bits does not count */

	static constexpr value_type cut(value_type from)
	{
		return static_cast<value_type>(
			static_cast<value_type>(static_cast<bits_type>(
				static_cast<unsigned long long>(from) << unused)) >>
			unused);
	}
	constexpr value_type value() const
	{
		return cut(stored);
	}

	integer() = default;
	template <typename from_,
		  typename = typename std::enable_if<std::is_arithmetic<from_>::value ||
						     std::is_enum<from_>::value>::type>
	constexpr integer(from_ from) : stored(cut(static_cast<value_type>(from)))
	{
	}
	template <int other_, bool sign_>
	constexpr integer(const integer<other_, sign_> &from)
	    : stored(cut(static_cast<value_type>(from.value())))
	{
	}
#if __BITINT_MAXWIDTH__ >= 1024
	template <int other_>
	constexpr integer(_BitInt(other_) from) : stored(cut(value_type(from)))
	{
	}
	template <int other_>
	constexpr integer(unsigned _BitInt(other_) from) : stored(cut(value_type(from)))
	{
	}
#endif
	constexpr operator value_type() const
	{
		return value();
	}
#define FCLC_COMPOUND(OPERATOR)                                                                    \
	template <typename other_> integer &operator OPERATOR##=(const other_ &other)              \
	{                                                                                          \
		return *this = integer(*this OPERATOR other);                                      \
	}
	FCLC_COMPOUND(+)
	FCLC_COMPOUND(-)
	FCLC_COMPOUND(*)
	FCLC_COMPOUND(/)
	FCLC_COMPOUND(%)
	FCLC_COMPOUND(&)
	FCLC_COMPOUND(|)
	FCLC_COMPOUND(^)
	FCLC_COMPOUND(<<)
	FCLC_COMPOUND(>>)
#undef FCLC_COMPOUND
	integer &operator++()
	{
		return *this += 1;
	}
	integer &operator--()
	{
		return *this -= 1;
	}
	integer operator++(int)
	{
		integer old = *this;

		++*this;
		return old;
	}
	integer operator--(int)
	{
		integer old = *this;

		--*this;
		return old;
	}
};

template <int width_, bool signed_,
	  bool native_ = width_ == 8 || width_ == 16 || width_ == 32 || width_ == 64,
	  bool wide_ = (width_ > 64)>
struct of {
	typedef integer<width_, signed_> type;
};
template <int width_, bool signed_> struct of<width_, signed_, true, false> {
	typedef typename native<width_, signed_>::type type;
};
#if __BITINT_MAXWIDTH__ >= 1024
template <int width_> struct of<width_, true, false, true> {
	typedef _BitInt(width_) type;
};
template <int width_> struct of<width_, false, false, true> {
	typedef unsigned _BitInt(width_) type;
};
typedef unsigned _BitInt(1024) bits;
#else
typedef unsigned long long bits;
#endif

#if __BITINT_MAXWIDTH__ >= 1024
/* A wider integer and a narrow one. */
#define FCLC_MIXED(OPERATOR, WIDE)                                                                 \
	template <int width_, int other_, bool signed_>                                            \
	constexpr auto operator OPERATOR(WIDE(width_) a, const integer<other_, signed_> &b)        \
		->decltype(a OPERATOR b.value())                                                   \
	{                                                                                          \
		return a OPERATOR b.value();                                                       \
	}                                                                                          \
	template <int width_, int other_, bool signed_>                                            \
	constexpr auto operator OPERATOR(const integer<other_, signed_> &a, WIDE(width_) b)        \
		->decltype(a.value() OPERATOR b)                                                   \
	{                                                                                          \
		return a.value() OPERATOR b;                                                       \
	}
#define FCLC_CHANGED(OPERATOR, WIDE)                                                               \
	template <int width_, int other_, bool signed_>                                            \
	WIDE(width_) &operator OPERATOR##=(WIDE(width_) & a, const integer<other_, signed_> &b)    \
	{                                                                                          \
		return a = (WIDE(width_))(a OPERATOR b);                                           \
	}                                                                                          \
	FCLC_MIXED(OPERATOR, WIDE)
#define FCLC_BOTH(FORM, OPERATOR) FORM(OPERATOR, _BitInt) FORM(OPERATOR, unsigned _BitInt)
FCLC_BOTH(FCLC_CHANGED, +)
FCLC_BOTH(FCLC_CHANGED, -)
FCLC_BOTH(FCLC_CHANGED, *)
FCLC_BOTH(FCLC_CHANGED, /)
FCLC_BOTH(FCLC_CHANGED, %)
FCLC_BOTH(FCLC_CHANGED, &)
FCLC_BOTH(FCLC_CHANGED, |)
FCLC_BOTH(FCLC_CHANGED, ^)
FCLC_BOTH(FCLC_CHANGED, <<)
FCLC_BOTH(FCLC_CHANGED, >>)
FCLC_BOTH(FCLC_MIXED, ==)
FCLC_BOTH(FCLC_MIXED, !=)
FCLC_BOTH(FCLC_MIXED, <)
FCLC_BOTH(FCLC_MIXED, >)
FCLC_BOTH(FCLC_MIXED, <=)
FCLC_BOTH(FCLC_MIXED, >=)
#undef FCLC_BOTH
#undef FCLC_CHANGED
#undef FCLC_MIXED
#endif

/* The width of a type, and whether it is signed. */
template <typename type_> struct about {
	static constexpr int width = 8 * sizeof(type_);
	static constexpr bool is_signed = std::is_signed<type_>::value;
};
template <> struct about<bool> {
	static constexpr int width = 1;
	static constexpr bool is_signed = false;
};
template <typename type_> struct about<const type_> : about<type_> {
};
template <typename type_> struct about<volatile type_> : about<type_> {
};
template <typename type_> struct about<type_ &> : about<type_> {
};
template <int width_, bool signed_> struct about<integer<width_, signed_>> {
	static constexpr int width = width_;
	static constexpr bool is_signed = signed_;
};
#if __BITINT_MAXWIDTH__ >= 1024
template <int width_> struct about<_BitInt(width_)> {
	static constexpr int width = width_;
	static constexpr bool is_signed = true;
};
template <int width_> struct about<unsigned _BitInt(width_)> {
	static constexpr int width = width_;
	static constexpr bool is_signed = false;
};
#endif

template <typename type_>
using same = typename of<about<type_>::width, about<type_>::is_signed>::type;
template <typename type_> using plain = typename of<about<type_>::width, false>::type;

/* The bits of a value as an unsigned number; `count` ones. */
template <typename type_> bits raw(const type_ &value)
{
	return bits(plain<type_>(value));
}
inline bits ones(int count)
{
	return count >= int(8 * sizeof(bits)) ? ~bits(0) : (bits(1) << count) - bits(1);
}

template <typename type_> same<type_> get_bit(const type_ &value, int bit)
{
	return same<type_>(int(raw(value) >> bit & bits(1)));
}
template <typename type_> plain<type_> get_range(const type_ &value, int high, int low)
{
	return plain<type_>(raw(value) >> low & ones(high - low + 1));
}
template <typename type_, typename part_>
same<type_> set_range(const type_ &value, int high, int low, const part_ &part)
{
	bits mask = ones(high - low + 1) << low;

	return same<type_>(plain<type_>((raw(value) & ~mask) | (bits(raw(part)) << low & mask)));
}
template <typename high_, typename low_>
typename of<about<high_>::width + about<low_>::width, false>::type concatenate(const high_ &high,
									       const low_ &low)
{
	return typename of<about<high_>::width + about<low_>::width, false>::type(
		raw(high) << about<low_>::width | raw(low));
}
template <typename type_> int count_ones(const type_ &value)
{
	int count = 0;

	for (int i = 0; i < about<type_>::width; i++)
		count += int(raw(value) >> i & bits(1));
	return count;
}

template <typename type_> void print(FILE *file, const type_ &value, int radix)
{
	char text[about<type_>::width + 2];
	bits rest = raw(value);
	bool negative = radix == 10 && about<type_>::is_signed && value < 0;
	int digits = radix == 2    ? about<type_>::width
		     : radix == 16 ? (about<type_>::width + 3) / 4
		     : radix == 8  ? (about<type_>::width + 2) / 3
				   : 1;
	int at = sizeof(text) - 1;

	if (negative)
		rest = (~rest + bits(1)) & ones(about<type_>::width);
	text[at] = '\0';
	do {
		text[--at] = "0123456789ABCDEF"[int(rest % bits(radix))];
		rest = rest / bits(radix);
	} while (--digits > 0 || rest != bits(0));
	fprintf(file, "%s%s", negative ? "-" : "", text + at);
}

/* Reads digits of this radix, after a sign, "0x" or "0b". */
template <int width_> typename of<width_, true>::type from_string(const char *text, unsigned radix)
{
	bool negative = *text == '-';
	bits value = bits(0);

	text += *text == '-' || *text == '+';
	if (text[0] == '0' &&
	    ((radix == 16 && (text[1] | 32) == 'x') || (radix == 2 && (text[1] | 32) == 'b')))
		text += 2;
	for (; *text; text++) {
		unsigned digit = *text <= '9' ? unsigned(*text - '0')
					      : unsigned((*text | 32) - 'a') + 10;

		if (digit < radix)
			value = value * bits(radix) + bits(digit);
	}
	value = negative ? ~value + bits(1) : value;
	return typename of<width_, true>::type(typename of<width_, false>::type(value));
}

} // namespace fclc_cint

#define FCLC_CINT(WIDTH)                                                                           \
	typedef fclc_cint::of<WIDTH, true>::type int##WIDTH;                                       \
	typedef fclc_cint::of<WIDTH, false>::type uint##WIDTH;
#define FCLC_CINT_10(TENS)                                                                         \
	FCLC_CINT(TENS##0)                                                                         \
	FCLC_CINT(TENS##1)                                                                         \
	FCLC_CINT(TENS##2)                                                                         \
	FCLC_CINT(TENS##3)                                                                         \
	FCLC_CINT(TENS##4)                                                                         \
	FCLC_CINT(TENS##5)                                                                         \
	FCLC_CINT(TENS##6)                                                                         \
	FCLC_CINT(TENS##7)                                                                         \
	FCLC_CINT(TENS##8)                                                                         \
	FCLC_CINT(TENS##9)
#define FCLC_CINT_100(HUNDREDS)                                                                    \
	FCLC_CINT_10(HUNDREDS##0)                                                                  \
	FCLC_CINT_10(HUNDREDS##1)                                                                  \
	FCLC_CINT_10(HUNDREDS##2)                                                                  \
	FCLC_CINT_10(HUNDREDS##3)                                                                  \
	FCLC_CINT_10(HUNDREDS##4)                                                                  \
	FCLC_CINT_10(HUNDREDS##5)                                                                  \
	FCLC_CINT_10(HUNDREDS##6)                                                                  \
	FCLC_CINT_10(HUNDREDS##7)                                                                  \
	FCLC_CINT_10(HUNDREDS##8)                                                                  \
	FCLC_CINT_10(HUNDREDS##9)
FCLC_CINT(1)
FCLC_CINT(2)
FCLC_CINT(3)
FCLC_CINT(4)
FCLC_CINT(5)
FCLC_CINT(6)
FCLC_CINT(7)
FCLC_CINT(8)
FCLC_CINT(9)
FCLC_CINT_10(1)
FCLC_CINT_10(2)
FCLC_CINT_10(3)
FCLC_CINT_10(4)
FCLC_CINT_10(5)
FCLC_CINT(60)
FCLC_CINT(61)
FCLC_CINT(62)
FCLC_CINT(63)
FCLC_CINT(64)
#if __BITINT_MAXWIDTH__ >= 1024
FCLC_CINT(65)
FCLC_CINT(66)
FCLC_CINT(67)
FCLC_CINT(68)
FCLC_CINT(69)
FCLC_CINT_10(7)
FCLC_CINT_10(8)
FCLC_CINT_10(9)
FCLC_CINT_100(1)
FCLC_CINT_100(2)
FCLC_CINT_100(3)
FCLC_CINT_100(4)
FCLC_CINT_100(5)
FCLC_CINT_100(6)
FCLC_CINT_100(7)
FCLC_CINT_100(8)
FCLC_CINT_100(9)
FCLC_CINT_10(100)
FCLC_CINT_10(101)
FCLC_CINT(1020)
FCLC_CINT(1021)
FCLC_CINT(1022)
FCLC_CINT(1023)
FCLC_CINT(1024)
#endif
#undef FCLC_CINT
#undef FCLC_CINT_10
#undef FCLC_CINT_100

#define apint_bitwidthof(X) (int(fclc_cint::about<__typeof__(X)>::width))
#define apint_concatenate(HIGH, LOW) fclc_cint::concatenate(HIGH, LOW)
#define apint_get_bit(VALUE, BIT) fclc_cint::get_bit(VALUE, BIT)
#define apint_set_bit(VALUE, BIT, NEW) fclc_cint::set_range(VALUE, BIT, BIT, int(!!(NEW)))
#define apint_get_range(VALUE, HIGH, LOW) fclc_cint::get_range(VALUE, HIGH, LOW)
#define apint_set_range(VALUE, HIGH, LOW, PART) fclc_cint::set_range(VALUE, HIGH, LOW, PART)
#define apint_and_reduce(X) (int(fclc_cint::count_ones(X) == apint_bitwidthof(X)))
#define apint_nand_reduce(X) (!apint_and_reduce(X))
#define apint_or_reduce(X) (int(fclc_cint::count_ones(X) > 0))
#define apint_nor_reduce(X) (!apint_or_reduce(X))
#define apint_xor_reduce(X) (fclc_cint::count_ones(X) & 1)
#define apint_xnor_reduce(X) (!apint_xor_reduce(X))
#define apint_print(VALUE, RADIX) fclc_cint::print(stdout, VALUE, RADIX)
#define apint_fprint(FILE, VALUE, RADIX) fclc_cint::print(FILE, VALUE, RADIX)
#define apint_string2bits(TEXT, WIDTH) fclc_cint::from_string<WIDTH>(TEXT, 10)
#define apint_string2bits_dec(TEXT, WIDTH) fclc_cint::from_string<WIDTH>(TEXT, 10)
#define apint_string2bits_hex(TEXT, WIDTH) fclc_cint::from_string<WIDTH>(TEXT, 16)
#define apint_string2bits_oct(TEXT, WIDTH) fclc_cint::from_string<WIDTH>(TEXT, 8)
#define apint_string2bits_bin(TEXT, WIDTH) fclc_cint::from_string<WIDTH>(TEXT, 2)

#endif
#endif
