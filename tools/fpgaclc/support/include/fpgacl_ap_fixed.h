/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_FIXED_TRAITS_H
#define FPGACL_AP_FIXED_TRAITS_H

#pragma GCC system_header /* its warnings are not the user's */

/* Part of ap_fixed.h: rounding, overflow and the types of results. */

#include <stdlib.h>

#include "fpgacl_ap_convert.h"

namespace fpgacl_ap
{

/* Whether a number between two neighbours goes to the upper one; its rest is not zero. */
template <ap_q_mode Q, typename V>
bool rounds_up(const V &rest, const V &half, bool negative, bool odd)
{
	switch (Q) {
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

/* x / 2^shift in a signed number with two bits to spare, rounded. */
template <typename N, ap_q_mode Q> typename N::type quantize(const typename N::type &x, int shift)
{
	typedef typename N::type V;
	bool negative = x < V(0);

	if (shift <= 0)
		return V(x << -shift);
	if (shift >= N::bits - 2) { /* less than a half of one */
		if (Q == AP_TRN)
			return V(negative ? -1 : 0);
		return V(0);
	}
	V down = V(x >> shift), rest = V(x - V(down << shift)), half = V(V(1) << (shift - 1));

	if (rest == V(0))
		return down;
	return rounds_up<Q>(rest, half, negative, bool(V(down & V(1)))) ? V(down + V(1)) : down;
}

/*
 * The wrapping modes keep the low W bits; the highest M of them (UG1399's N) show where the number
 * came from. What they are when they overflow is IEEE 1666 7.10.9, sc_fix.
 */
template <typename N, int W, bool S, ap_o_mode O, int M>
typename N::type wrapped(const typename N::type &x, bool negative)
{
	typedef typename N::type V;
	V one = V(1), top = V(one << (W - 1)), upper = V(0);
	V ones = V(V(top - one) | top);

	if (O == AP_WRAP_SM && S && M == 0)
		return bool(V(V(x >> W) & one)) == bool(V(x & top)) ? x : V(~x);
	if (O == AP_WRAP_SM && !S)
		return x;
	if (M == 0)
		return x;
	if (!S)
		return V(x | V(ones & V(~V(V(ones >> M)))));
	/* The bits below the sign, down to bit W - M. */
	upper = V(V(ones >> 1) & V(~V(ones >> M)));
	V low = x;

	if (O == AP_WRAP_SM && M == 1 && bool(V(x & top)) != negative)
		low = V(~x);
	if (O == AP_WRAP_SM && M > 1 && bool(V(V(x >> (W - M)) & one)) == negative)
		low = V(~x);
	low = V(low & V(~V(upper | top)));
	return negative ? V(low | top) : V(low | upper);
}

/* What W bits keep of x. */
template <typename N, int W, bool S, ap_o_mode O, int M>
typename N::type limit(const typename N::type &x)
{
	typedef typename N::type V;

	if (O == AP_WRAP && M == 0)
		return x; /* the store drops the high bits */
	V most = V(V(V(1) << (W - S)) - V(1));
	V least = S ? V(O == AP_SAT_SYM ? V(V(0) - most) : V(V(-1) - most)) : V(0);

	if (x <= most && x >= least)
		return x;
	if (O == AP_SAT_ZERO)
		return V(0);
	if (O == AP_SAT || O == AP_SAT_SYM)
		return x > most ? most : least;
	return wrapped<N, W, S, O, M>(x, x < V(0));
}

constexpr int bits_per_digit(int radix)
{
	return radix == 16 ? 4 : radix == 8 ? 3 : 1;
}

/* "-0x3.4p1", "0b11.01": a whole number / 2^*ret_f; the radix is not 10. */
template <typename M> typename M::type fixed_from_text(const char *text, int radix, int *ret_f)
{
	typedef typename M::type V;
	bool negative = take_prefix(&text, &radix), behind = false;
	V value = V(0);

	*ret_f = 0;
	for (; *text && *text != 'p' && *text != 'P'; text++) {
		if (*text == '.')
			behind = true;
		if (digit(*text) >= radix)
			continue;
		value = V(V(value << bits_per_digit(radix)) | V(digit(*text)));
		*ret_f += behind ? bits_per_digit(radix) : 0;
	}
	if (*text)
		*ret_f -= (int)strtol(text + 1, nullptr, 10);
	return negative ? V(V(0) - value) : value;
}

/* raw * 2^up / 2^f of a number without sign, with all digits behind the point. */
template <typename M> std::string fixed_text(typename M::type raw, int f, int up, int radix)
{
	typedef typename M::type V;
	V whole = V(V(raw << up) >> f), rest = V(raw - V(whole << f));
	std::string text = prefix_of(radix) + digits_of<M>(whole, radix);
	int count = radix == 10 ? f : (f + bits_per_digit(radix) - 1) / bits_per_digit(radix);

	if (!f || (radix == 10 && rest == V(0)))
		return text;
	text += '.';
	for (; count && (radix != 10 || rest != V(0)); count--) {
		rest = V(rest * V(radix));
		text += "0123456789abcdef"[word(V(rest >> f)) & 15];
		rest = V(rest - V(V(rest >> f) << f));
	}
	return text + (radix == 16 ? "p0" : "");
}

template <int W, int I, bool S> struct fixed_type {
	typedef ap_fixed<W, I> type;
};
template <int W, int I> struct fixed_type<W, I, false> {
	typedef ap_ufixed<W, I> type;
};

template <int W1, int I1, bool S1, int W2, int I2, bool S2> struct fixed_result {
	static const int F1 = W1 - I1, F2 = W2 - I2;
	static const int F = max(F1, F2);
	static const int whole = max(I1 + (S2 && !S1), I2 + (S1 && !S2));
	static const bool either = S1 || S2;
	typedef typename fixed_type<whole + 1 + F, whole + 1, either>::type plus;
	typedef typename fixed_type<whole + 1 + F, whole + 1, true>::type minus;
	typedef typename fixed_type<W1 + W2, I1 + I2, either>::type mult;
	typedef typename fixed_type<W1 + max(F2, 0) + S2, I1 + F2 + S2, either>::type div;
	typedef typename fixed_type<whole + F, whole, either>::type logic;
	/* Either operand at F fraction bits, and a sum of them. */
	typedef number<max(W1 + (F - F1), W2 + (F - F2)) + 2, true> plus_number;
	typedef plus_number minus_number;
	typedef plus_number logic_number;
	typedef number<W1 + W2 + 1, true> mult_number;
	typedef number<max(W1 + max(F2, 0), W2) + 2, true> div_number;
};

} // namespace fpgacl_ap

#endif
