/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_TRAITS_H
#define FPGACL_AP_FIXED_TRAITS_H

#pragma GCC system_header /* hide warnings in this header from the user */

/* Part of ap_fixed.h: rounding, overflow and result types. */

#include <stdlib.h>

#include "fpgacl/ap_convert.h"

namespace fpgacl_ap
{

/* Whether to round up, for a value with a nonzero remainder. */
template <ap_q_mode Q_, typename V_>
FPGACL_AP_CONSTEXPR bool rounds_up(const V_ &rest, const V_ &half, bool negative, bool odd)
{
	switch (Q_) {
	case AP_RND:
		return rest >= half;
	case AP_RND_ZERO:
		return rest > half || (rest == half && negative);
	case AP_RND_MIN_INF:
		return rest > half;
	case AP_RND_INF:
		return rest > half || (rest == half && !negative);
	case AP_RND_CONV:
		return rest > half || (rest == half && odd);
	case AP_TRN_ZERO:
		return negative;
	default:
		return false;
	}
}

/* x / 2^shift, rounded, as a signed number with two spare bits. */
template <typename N_, ap_q_mode Q_>
FPGACL_AP_CONSTEXPR typename N_::type quantize(const typename N_::type &x, int shift)
{
	typedef typename N_::type V_;
	bool negative = x < V_(0);

	if (shift <= 0)
		return N_::shift_up(x, -shift);
	if (shift >= N_::bits - 2) { /* less than one half */
		if (Q_ == AP_TRN)
			return V_(negative ? -1 : 0);
		return V_(0);
	}
	V_ down = V_(x >> shift), rest = V_(x - N_::shift_up(down, shift)),
	   half = V_(V_(1) << (shift - 1));

	if (rest == V_(0))
		return down;
	return rounds_up<Q_>(rest, half, negative, bool(V_(down & V_(1)))) ? V_(down + V_(1))
									   : down;
}

/*
 * The wrapping modes keep the low W bits, of which the highest M (UG1399's N) saturate. Values on
 * overflow follow IEEE 1666 7.10.9, sc_fix.
 */
template <typename N_, int W_, bool S_, ap_o_mode O_, int M_>
FPGACL_AP_CONSTEXPR typename N_::type wrapped(const typename N_::type &x, bool negative)
{
	typedef typename N_::type V_;
	V_ one = V_(1), top = V_(one << (W_ - 1)), upper = V_(0);
	V_ ones = V_(V_(top - one) | top);

	if (O_ == AP_WRAP_SM && M_ == 0)
		return bool(V_(V_(x >> W_) & one)) == bool(V_(x & top)) ? x : V_(~x);
	if (M_ == 0)
		return x;
	if (!S_)
		return V_(x | V_(ones & V_(~V_(V_(ones >> M_)))));
	/* The bits below the sign, down to bit W - M. */
	upper = V_(V_(ones >> 1) & V_(~V_(ones >> M_)));
	V_ low = x;

	if (O_ == AP_WRAP_SM && M_ == 1 && bool(V_(x & top)) != negative)
		low = V_(~x);
	if (O_ == AP_WRAP_SM && M_ > 1 && bool(V_(V_(x >> (W_ - M_)) & one)) == negative)
		low = V_(~x);
	low = V_(low & V_(~V_(upper | top)));
	return negative ? V_(low | top) : V_(low | upper);
}

/* Applies the overflow mode: returns the part of x that fits in W bits. */
template <typename N_, int W_, bool S_, ap_o_mode O_, int M_>
FPGACL_AP_CONSTEXPR typename N_::type limit(const typename N_::type &x)
{
	typedef typename N_::type V_;

	if (O_ == AP_WRAP && M_ == 0)
		return x; /* the store drops the high bits */
	V_ most = V_(V_(V_(1) << (W_ - S_)) - V_(1));
	V_ least = S_ ? V_(O_ == AP_SAT_SYM ? V_(V_(0) - most) : V_(V_(-1) - most)) : V_(0);

	if (x <= most && x >= least)
		return x;
	if (O_ == AP_SAT_ZERO)
		return V_(0);
	if (O_ == AP_SAT || O_ == AP_SAT_SYM)
		return x > most ? most : least;
	return wrapped<N_, W_, S_, O_, M_>(x, x < V_(0));
}

constexpr int bits_per_digit(int radix)
{
	return radix == 16 ? 4 : radix == 8 ? 3 : 1;
}

/* Parses "-0x3.4p1" or "0b11.01", with a radix other than 10, to an integer / 2^*ret_f. */
template <typename M_> typename M_::type fixed_from_text(const char *text, int radix, int *ret_f)
{
	typedef typename M_::type V_;
	bool negative = take_prefix(&text, &radix), behind = false;
	V_ value = V_(0);

	*ret_f = 0;
	for (; *text && *text != 'p' && *text != 'P'; text++) {
		if (*text == '.')
			behind = true;
		if (digit(*text) >= radix)
			continue;
		value = V_(M_::shift_up(value, bits_per_digit(radix)) | V_(digit(*text)));
		*ret_f += behind ? bits_per_digit(radix) : 0;
	}
	if (*text)
		*ret_f -= (int)strtol(text + 1, nullptr, 10);
	return negative ? V_(V_(0) - value) : value;
}

/* The digits of the fraction rest / 2^f, which is not 0. A hexadecimal number has an exponent. */
template <typename M_> std::string fraction_text(typename M_::type rest, int f, int radix)
{
	typedef typename M_::type V_;
	std::string text = ".";
	int count = radix == 10 ? f : (f + bits_per_digit(radix) - 1) / bits_per_digit(radix);

	for (; count && (radix != 10 || rest != V_(0)); count--) {
		rest = V_(rest * V_(radix));
		text += "0123456789abcdef"[word(V_(rest >> f)) & 15];
		rest = V_(rest - V_(V_(rest >> f) << f));
	}
	return text + (radix == 16 ? "p0" : "");
}

/* "1250.5" as "1.2505e+03" */
inline std::string scientific_text(const std::string &text)
{
	const size_t first = text.find_first_of("123456789");
	const size_t last = text.find_last_of("123456789");
	const size_t dot = text.find('.') == std::string::npos ? text.size() : text.find('.');
	const int exponent = int(dot) - int(first) - (first < dot);
	const int size = exponent < 0 ? -exponent : exponent;
	std::string out(1, text[first]);

	if (first != last)
		out += '.';
	for (size_t i = first + 1; i <= last; i++)
		if (text[i] != '.')
			out += text[i];
	if (!exponent)
		return out;
	out += exponent < 0 ? "e-" : "e+";
	return out + (size < 10 ? "0" : "") + std::to_string(size);
}

/* Whether a fraction begins with so many zeros that the vendor's header prints an exponent. */
inline bool fraction_is_small(const std::string &text, size_t dot)
{
	return text.compare(dot + 1, 4, "0000") == 0;
}

/* Rounds to `count` digits from text[first] on, ties away from zero. */
inline std::string rounded_text(std::string text, size_t first, size_t dot, int count)
{
	const size_t last = text.find_last_of("123456789");
	/* The vendor's header skips the point even if it is behind the last digit that is kept. */
	size_t cut = first + size_t(count) + (first < dot && dot < last);
	bool carry = text[cut] > '4';

	for (size_t i = cut; carry && i-- > 0;) {
		carry = text[i] == '9' || text[i] == '.';
		if (text[i] != '.')
			text[i] = carry ? '0' : char(text[i] + 1);
	}
	if (carry)
		text.insert(text.begin(), '1');
	int kept = 0;
	for (size_t i = text.find_first_of("123456789"); i < text.size(); i++)
		if (text[i] != '.' && ++kept > count)
			text[i] = '0';
	if (text.find('.') == std::string::npos)
		return text;
	text.erase(text.find_last_not_of('0') + 1);
	if (text.back() == '.')
		text.pop_back();
	return text;
}

/* A non-negative decimal number with `count` significant digits, as a stream prints it. */
inline std::string shortened_text(const std::string &text, int count)
{
	const size_t first = text.find_first_of("123456789");
	const size_t last = text.find_last_of("123456789");
	const size_t dot = text.find('.') == std::string::npos ? text.size() : text.find('.');
	std::string out = text;

	if (first == std::string::npos)
		return "0";
	if (int(last - first + 1 - (first < dot && dot < last)) <= count) {
		if (first < dot)
			return text;
	} else {
		out = rounded_text(text, first, dot, count);
	}
	const size_t point = out.find('.');
	if (point == std::string::npos ? int(out.size()) > count : fraction_is_small(out, point))
		return scientific_text(out);
	return out;
}

template <int W_, int I_, bool S_> struct fixed_type {
	typedef ap_fixed<W_, I_> type;
};
template <int W_, int I_> struct fixed_type<W_, I_, false> {
	typedef ap_ufixed<W_, I_> type;
};

template <int W1_, int I1_, bool S1_, int W2_, int I2_, bool S2_> struct fixed_result {
	static const int F1_ = W1_ - I1_, F2_ = W2_ - I2_;
	static const int F_ = larger(F1_, F2_);
	static const int whole = larger(I1_ + (S2_ && !S1_), I2_ + (S1_ && !S2_));
	static const bool either = S1_ || S2_;
	typedef typename fixed_type<whole + 1 + F_, whole + 1, either>::type plus;
	typedef typename fixed_type<whole + 1 + F_, whole + 1, true>::type minus;
	typedef typename fixed_type<W1_ + W2_, I1_ + I2_, either>::type mult;
	typedef typename fixed_type<W1_ + larger(F2_, 0) + S2_, I1_ + F2_ + S2_, either>::type div;
	/* The vendor's quotient has so many bits, so that the least number / -1 can be itself. */
	typedef ap_int_base<larger(W1_ + larger(F2_, 0) + (S2_ && !S1_), W2_ + (S1_ && !S2_)),
			    either>
		quotient;
	typedef typename fixed_type<whole + F_, whole, either>::type logic;
	/* Either operand with F fraction bits, and a sum of two. */
	typedef number<larger(W1_ + (F_ - F1_), W2_ + (F_ - F2_)) + 2, true> plus_number;
	typedef plus_number minus_number;
	typedef plus_number logic_number;
	typedef number<W1_ + W2_ + 1, true> mult_number;
	typedef number<larger(W1_ + larger(F2_, 0), W2_) + 2, true> div_number;
};

} // namespace fpgacl_ap

#endif
