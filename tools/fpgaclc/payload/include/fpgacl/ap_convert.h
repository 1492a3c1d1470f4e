/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_CONVERT_H
#define FPGACL_AP_CONVERT_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_int.h: floating-point numbers and text. */

#include "fpgacl/ap_traits.h"

#include <string>

namespace fpgacl_ap
{

/* Splits a double into an integer and a power of two. Returns false for infinity and NaN. */
FPGACL_AP_CONSTEXPR inline bool take_apart(double value, long long *mantissa, int *exponent)
{
	const word bits = same_bits<word>(value), field = bits >> 52 & 0x7ff;
	const word fraction = bits & low_mask(52);
	const long long size = (long long)(field ? fraction | word(1) << 52 : fraction);

	*mantissa = bits >> 63 ? -size : size;
	*exponent = int(field ? field : 1) - 1075;
	return field != 0x7ff;
}

/* The same for a long double, whose 64-bit mantissa has a separate sign. */
inline bool take_apart(long double value, word *mantissa, int *exponent)
{
	if (!(value - value == 0))
		return false;
	value = __builtin_frexpl(value < 0 ? -value : value, exponent);
	*mantissa = (word)__builtin_ldexpl(value, 64);
	*exponent -= 64;
	return true;
}

inline double scaled(double value, int exponent)
{
	return __builtin_ldexp(value, exponent);
}
inline long double scaled(long double value, int exponent)
{
	return __builtin_ldexpl(value, exponent);
}

/* Converts a double to N's integer type, dropping the fraction and the high bits. */
template <typename N_> typename N_::type from_double(double value)
{
	typedef typename N_::type V_;
	long long mantissa;
	int exponent;

	if (!take_apart(value, &mantissa, &exponent) || exponent >= N_::bits)
		return V_(0);
	if (exponent <= -64)
		return V_(0);
	if (exponent < 0) /* truncates towards zero */
		return V_(mantissa < 0 ? -(-mantissa >> -exponent) : mantissa >> -exponent);
	return N_::shift_up(V_(mantissa), exponent);
}

/*
 * The highest 64 bits of an unsigned number, scaled by 2^*exponent, with the lowest bit also
 * standing for all bits below (sticky). Converting the result to floating point then rounds once,
 * correctly.
 */
inline word highest_bits(const word *w, int count, int *exponent)
{
	int top = count - 1, shift;
	bool rest = false;
	word bits;

	while (top > 0 && !w[top])
		top--;
	bits = w[top];
	*exponent = 0;
	if (!top)
		return bits;
	shift = __builtin_clzll(bits);
	if (shift)
		bits = bits << shift | w[top - 1] >> (64 - shift);
	rest = (w[top - 1] << shift) != 0;
	for (int i = 0; i < top - 1; i++)
		rest |= w[i] != 0;
	*exponent = 64 * top - shift;
	return bits | rest;
}

/* T is float, double or long double; N is a signed number. */
template <typename T_, typename N_> T_ to_float(typename N_::type value, int exponent = 0)
{
	typedef typename N_::type V_;
	word w[(N_::bits + 63) / 64];
	bool negative = value < V_(0);
	int more;
	T_ result;

	N_::to_words(negative ? V_(V_(0) - value) : value, w, (N_::bits + 63) / 64);
	result = T_(highest_bits(w, (N_::bits + 63) / 64, &more));
	/* Clamp an exponent that overflows int: it is far outside T's range. */
	result = T_(
		scaled(typename pick<(sizeof(T_) > 8), T_, double>::type(result), more + exponent));
	return negative ? -result : result;
}

/* The integer square root of an unsigned number. *exact is set if there is no remainder. */
template <typename N_> typename N_::type square_root(typename N_::type rest, bool *exact)
{
	typedef typename N_::type V_;
	V_ root = V_(0);

	for (V_ bit = N_::shift_up(V_(1), N_::bits - 2); bit != V_(0); bit = V_(bit >> 2)) {
		V_ step = V_(root + bit);

		root = V_(root >> 1);
		if (rest < step)
			continue;
		rest = V_(rest - step);
		root = V_(root + bit);
	}
	*exact = rest == V_(0);
	return root;
}

inline int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

/* Advances *text past a sign and a prefix. The prefix sets the radix if it is 0. */
inline bool take_prefix(const char **text, int *radix)
{
	static const char letters[] = "xXbBoO";
	static const int radixes[] = {16, 16, 2, 2, 8, 8};
	const char *t = *text;
	bool negative = *t == '-';

	if (*t == '-' || *t == '+')
		t++;
	for (int i = 0; *t == '0' && i < 6; i++)
		if (t[1] == letters[i]) {
			*radix = *radix ? *radix : radixes[i];
			t += 2;
			break;
		}
	if (!*radix)
		*radix = 10;
	*text = t;
	return negative;
}

/*
 * Reads digits up to another character, after spaces. As in the vendor's header, numbers of up to 64 bits are read
 * as strtoull() does, which has a largest result.
 */
template <typename N_> typename N_::type from_text(const char *text, int radix)
{
	typedef typename N_::type V_;
	text += strspn(text, " ");
	bool negative = take_prefix(&text, &radix), over = false;
	V_ value = V_(0);
	word low = 0;

	for (; *text && digit(*text) < radix; text++) {
		over |= low > (~word(0) - word(digit(*text))) / word(radix);
		low = low * word(radix) + word(digit(*text));
		value = V_(value * V_(radix) + V_(digit(*text)));
	}
	if (over && N_::bits <= 64)
		value = V_(~V_(0));
	return negative ? V_(V_(0) - value) : value;
}

inline const char *prefix_of(int radix)
{
	return radix == 16 ? "0x" : radix == 8 ? "0o" : radix == 2 ? "0b" : "";
}

/* The digits of a non-negative number. N is unsigned. */
template <typename N_>
std::string digits_of(typename N_::type value, int radix, const char *digits = "0123456789abcdef")
{
	typedef typename N_::type V_;
	std::string text;

	do {
		text.insert(text.begin(), digits[word(N_::modulo(value, V_(radix))) & 15]);
		value = N_::divide(value, V_(radix));
	} while (value != V_(0));
	return text;
}

/*
 * The text of a non-negative number of `width` bits in radix 2, 8 or 16, as in the vendor's header:
 * a zero comes first if there is room for it, up to 64 bits only where the highest digit might look
 * like a sign; above 64 bits, zero has no prefix, and hexadecimal digits are in upper case.
 */
template <typename N_>
std::string bits_text(typename N_::type value, int width, int radix, bool leading_zero)
{
	const bool wide = width > 64;
	const int step = radix == 16 ? 4 : radix == 8 ? 3 : 1;
	std::string text = digits_of<N_>(value, radix,
					 wide ? "0123456789ABCDEF" : "0123456789abcdef");

	if (text == "0")
		return wide ? text : prefix_of(radix) + text;
	if (leading_zero && int(text.size()) * step < width &&
	    (wide || digit(text[0]) >= radix / 2))
		text.insert(text.begin(), '0');
	return prefix_of(radix) + text;
}

} // namespace fpgacl_ap

#endif
