/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACL_AP_TRAITS_H
#define FPGACL_AP_TRAITS_H

#pragma GCC system_header /* its warnings are not the user\'s */

/* Part of ap_int.h: storage, widths and signs of results, conversions from numbers and text. */

#include <stddef.h>

template <int W, bool S> struct ap_int_base;

namespace fpgacl_ap
{

constexpr int max(int a, int b)
{
	return a > b ? a : b;
}

constexpr int min(int a, int b)
{
	return a < b ? a : b;
}

/* What holds W bits. A signed _BitInt has two bits at least. */
template <int W, bool S> struct storage {
	typedef unsigned _BitInt(W) type;
};
template <int W> struct storage<W, true> {
	typedef _BitInt(max(W, 2)) type;
};

/* The C type that a value converts to: the narrowest that holds it, 64 bits at most. */
template <int BYTES, bool S> struct c_type {
	typedef unsigned long long type;
};
template <> struct c_type<1, false> {
	typedef unsigned char type;
};
template <> struct c_type<1, true> {
	typedef signed char type;
};
template <> struct c_type<2, false> {
	typedef unsigned short type;
};
template <> struct c_type<2, true> {
	typedef short type;
};
template <> struct c_type<4, false> {
	typedef unsigned type;
};
template <> struct c_type<4, true> {
	typedef int type;
};
template <> struct c_type<8, true> {
	typedef long long type;
};

constexpr int c_bytes(int width)
{
	return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

/* The builtin integers as widths and signs. */
template <typename T> struct builtin {
	static const bool is = false;
};
#define FPGACL_AP_BUILTIN(T, W, S)                                                                 \
	template <> struct builtin<T> {                                                            \
		static const bool is = true;                                                       \
		typedef ap_int_base<W, S> type;                                                    \
	}
FPGACL_AP_BUILTIN(bool, 1, false);
FPGACL_AP_BUILTIN(char, 8, (char)-1 < 0);
FPGACL_AP_BUILTIN(signed char, 8, true);
FPGACL_AP_BUILTIN(unsigned char, 8, false);
FPGACL_AP_BUILTIN(short, 16, true);
FPGACL_AP_BUILTIN(unsigned short, 16, false);
FPGACL_AP_BUILTIN(int, 32, true);
FPGACL_AP_BUILTIN(unsigned, 32, false);
FPGACL_AP_BUILTIN(long, 64, true);
FPGACL_AP_BUILTIN(unsigned long, 64, false);
FPGACL_AP_BUILTIN(long long, 64, true);
FPGACL_AP_BUILTIN(unsigned long long, 64, false);
FPGACL_AP_BUILTIN(__int128, 128, true);
FPGACL_AP_BUILTIN(unsigned __int128, 128, false);
#undef FPGACL_AP_BUILTIN

template <bool B, typename T> struct only_if {
};
template <typename T> struct only_if<true, T> {
	typedef T type;
};

template <typename T> struct is_float {
	static const bool is = false;
};
template <> struct is_float<float> {
	static const bool is = true;
};
template <> struct is_float<double> {
	static const bool is = true;
};
template <> struct is_float<_Float16> {
	static const bool is = true;
};

/* Widths and signs of results. */
template <int W1, bool S1, int W2, bool S2> struct result {
	static const int wide = max(W1 + (S2 && !S1), W2 + (S1 && !S2));
	typedef ap_int_base<wide + 1, S1 || S2> plus;
	typedef ap_int_base<wide + 1, true> minus;
	typedef ap_int_base<W1 + W2, S1 || S2> mult;
	typedef ap_int_base<W1 + S2, S1 || S2> div;
	typedef ap_int_base<min(W1, W2 + (!S2 && S1)), S1> mod;
	typedef ap_int_base<wide, S1 || S2> logic;
	/* Holds both operands with their signs, and a sum of them. */
	typedef _BitInt(wide + 2) exact;
	typedef _BitInt(W1 + W2 + 2) product;
};

/* A value of any width out of a double: the fraction is cut off, bits that do not fit wrap. */
template <typename V> V from_double(double value)
{
	int exponent;
	double fraction = __builtin_frexp(value, &exponent);
	long long mantissa;
	V bits;

	if (!(value - value == 0)) /* infinite or not a number */
		return 0;
	if (exponent < 63)
		return (V)(long long)value;
	mantissa = (long long)__builtin_ldexp(fraction, 53);
	exponent -= 53;
	bits = (V)mantissa;
	return exponent >= (int)(sizeof(V) * 8) ? V(0) : V(bits << exponent);
}

template <typename V> double to_double(V value)
{
	double sum = 0, weight = 1;
	bool negative = value < 0;
	V rest = negative ? V(-value) : value;

	for (size_t i = 0; i < (sizeof(V) + 7) / 8; i++) {
		sum += (double)(unsigned long long)rest * weight;
		weight *= 18446744073709551616.0;
		rest = sizeof(V) > 8 ? V(rest >> (sizeof(V) > 8 ? 63 : 0) >> 1) : V(0);
	}
	return negative ? -sum : sum;
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

template <typename V> V from_text(const char *text, int radix)
{
	bool negative = *text == '-';
	V value = 0;

	if (*text == '-' || *text == '+')
		text++;
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && (!radix || radix == 16)) {
		radix = 16;
		text += 2;
	} else if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B') && (!radix || radix == 2)) {
		radix = 2;
		text += 2;
	} else if (text[0] == '0' && (text[1] == 'o' || text[1] == 'O') && (!radix || radix == 8)) {
		radix = 8;
		text += 2;
	}
	if (!radix)
		radix = 10;
	for (; *text; text++)
		if (digit(*text) < radix)
			value = V(value * V(radix) + V(digit(*text)));
	return negative ? V(0 - value) : value;
}

} // namespace fpgacl_ap

#endif
