/* SPDX-License-Identifier: Apache-2.0 */
/* ap_fixed and ap_ufixed compared with GMP: rounding, overflow, operators, doubles, text. */
#include "ap_reference.h"

#include <ap_fixed.h>

#include <cmath>
#include <iomanip>
#include <sstream>
#include <type_traits>

enum { ROUNDS = 25 };

/* x / 2^shift, rounded according to each mode in UG1399 "Quantization Modes". */
static mpz_class rounded(const mpz_class &x, int shift, ap_q_mode mode)
{
	mpz_class down, up, twice;

	if (shift <= 0)
		return x << -shift;
	down = shifted(x, shift);
	up = (down << shift) == x ? down : down + 1;
	/* Whether the midpoint of the two is above x, at x or below it. */
	twice = 2 * x - ((down + up) << shift);
	if (down == up || (sgn(twice) < 0 && mode < AP_TRN))
		return down;
	if (sgn(twice) > 0 && mode < AP_TRN)
		return up;
	switch (mode) {
	case AP_RND:
		return up;
	case AP_RND_ZERO:
		return sgn(x) < 0 ? up : down;
	case AP_RND_INF:
		return sgn(x) < 0 ? down : up;
	case AP_RND_CONV:
		return mpz_even_p(down.get_mpz_t()) ? down : up;
	case AP_TRN_ZERO:
		return sgn(x) < 0 ? up : down;
	default:
		return down;
	}
}

static bool bit(const mpz_class &x, int i)
{
	return mpz_tstbit(x.get_mpz_t(), (mp_bitcnt_t)i);
}

static void put(mpz_class *x, int i, bool on)
{
	if (on)
		mpz_setbit(x->get_mpz_t(), (mp_bitcnt_t)i);
	else
		mpz_clrbit(x->get_mpz_t(), (mp_bitcnt_t)i);
}

/* The wrapping modes bit by bit, as in the figures of IEEE 1666 7.10.9. */
static mpz_class wrapped(const mpz_class &x, int width, bool is_signed, ap_o_mode mode, int n)
{
	mpz_class r = wrap(x, width, false);
	bool sign = sgn(x) < 0, turn = false;

	if (mode == AP_WRAP_SM && n == 0)
		turn = bit(x, width) != bit(x, width - 1);
	else if (mode == AP_WRAP_SM && n == 1)
		turn = sign != bit(x, width - 1);
	else if (mode == AP_WRAP_SM)
		turn = sign == bit(x, width - n);
	for (int i = 0; turn && i < width; i++)
		put(&r, i, !bit(x, i));
	if (!is_signed && mode == AP_WRAP)
		for (int i = 0; i < n; i++)
			put(&r, width - 1 - i, true);
	if (is_signed && n > 0) {
		put(&r, width - 1, sign);
		for (int i = 1; i < n; i++)
			put(&r, width - 1 - i, !sign);
	}
	return wrap(r, width, is_signed);
}

static mpz_class limited(const mpz_class &x, int width, bool is_signed, ap_o_mode mode, int n)
{
	mpz_class most = (mpz_class(1) << (width - is_signed)) - 1;
	mpz_class least = !is_signed ? mpz_class(0) : mpz_class(-most - (mode != AP_SAT_SYM));

	if (x >= least && x <= most)
		return x;
	if (mode == AP_SAT_ZERO)
		return 0;
	if (mode == AP_SAT || mode == AP_SAT_SYM)
		return x > most ? most : least;
	return wrapped(x, width, is_signed, mode, n);
}

/* A number, and its bits as an integer. */
template <int W, int I, bool S, ap_q_mode Q = AP_TRN, ap_o_mode O = AP_WRAP, int N = 0>
struct number {
	typedef ap_fixed_base<W, I, S, Q, O, N> type;
	type v;
	mpz_class x;

	number() : x(wrap(random_bits(W), W, S))
	{
		set_memory(&v, x, W);
	}
};

#define SAME(WHAT, RESULT, WIDTH, WHOLE, SIGN, EXPECTED)                                           \
	do {                                                                                       \
		auto result = (RESULT);                                                            \
		static_assert(decltype(result)::width == (WIDTH), "width of " WHAT);               \
		static_assert(decltype(result)::iwidth == (WHOLE), "whole bits of " WHAT);         \
		static_assert(decltype(result)::sign_flag == (SIGN), "sign of " WHAT);             \
		mpz_class found = memory_of(result, WIDTH, SIGN);                                  \
		mpz_class expected = wrap(EXPECTED, WIDTH, SIGN);                                  \
		check(found == expected, WHAT, __LINE__, a.x, b.x, found, expected);               \
	} while (0)

template <int W1, int I1, bool S1, int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
static void convert(const number<W1, I1, S1> &a)
{
	typedef ap_fixed_base<W, I, S, Q, O, N> T;
	const number<W1, I1, S1> &b = a;
	double d = W1 > 53 ? nearest_double(a.x, W1 - I1) : std::ldexp(a.x.get_d(), I1 - W1);
	mpz_class whole = W1 > 53 ? mpz_class(std::ldexp(d, W1 - I1)) : a.x;
	int shift = (W1 - I1) - (W - I), n = (int)wrap(a.x, 32, true).get_si();

	SAME("conversion", T(a.v), W, I, S, limited(rounded(a.x, shift, Q), W, S, O, N));
	SAME("from double", T(d), W, I, S, limited(rounded(whole, shift, Q), W, S, O, N));
	SAME("from int", T(n), W, I, S, limited(rounded(n, I - W, Q), W, S, O, N));
}

template <int W1, int I1, bool S1, int W, int I, bool S, ap_q_mode Q>
static void overflows(const number<W1, I1, S1> &a)
{
	const ap_o_mode SM = S ? AP_WRAP_SM : AP_WRAP;

	convert<W1, I1, S1, W, I, S, Q, AP_SAT, 0>(a);
	convert<W1, I1, S1, W, I, S, Q, AP_SAT_ZERO, 0>(a);
	convert<W1, I1, S1, W, I, S, Q, AP_SAT_SYM, 0>(a);
	convert<W1, I1, S1, W, I, S, Q, AP_WRAP, 0>(a);
	convert<W1, I1, S1, W, I, S, Q, AP_WRAP, 1>(a);
	convert<W1, I1, S1, W, I, S, Q, AP_WRAP, 3>(a);
	convert<W1, I1, S1, W, I, S, Q, SM, 0>(a);
	convert<W1, I1, S1, W, I, S, Q, SM, 1>(a);
	convert<W1, I1, S1, W, I, S, Q, SM, 3>(a);
}

template <int W1, int I1, bool S1, int W, int I, bool S> static void modes()
{
	for (int i = 0; i < 4 * ROUNDS; i++) {
		number<W1, I1, S1> a;

		overflows<W1, I1, S1, W, I, S, AP_RND>(a);
		overflows<W1, I1, S1, W, I, S, AP_TRN>(a);
		convert<W1, I1, S1, W, I, S, AP_RND_ZERO, AP_SAT, 0>(a);
		convert<W1, I1, S1, W, I, S, AP_RND_MIN_INF, AP_WRAP, 0>(a);
		convert<W1, I1, S1, W, I, S, AP_RND_INF, AP_SAT_SYM, 0>(a);
		convert<W1, I1, S1, W, I, S, AP_RND_CONV, AP_SAT_ZERO, 0>(a);
		convert<W1, I1, S1, W, I, S, AP_TRN_ZERO, S ? AP_WRAP_SM : AP_WRAP, 0>(a);
	}
}

/*
 * Comparisons are the vendor's of two integers of W1 and W2 bits: a negative one counts as a large
 * one if the other one is unsigned and at least as wide.
 */
template <int W1, bool S1, int W2, bool S2> struct ordered {
	static const int widest = larger(larger(W1, W2), 32);
	static const bool huge = S1 != S2 && larger(W1, W2) >= 32 && (S1 ? W2 >= W1 : W1 >= W2);
	mpz_class x, y;
	bool equal;

	ordered(const mpz_class &a, const mpz_class &b)
	    : x(huge ? wrap(a, widest + 1, false) : a), y(huge ? wrap(b, widest + 1, false) : b),
	      equal(wrap(a, widest, false) == wrap(b, widest, false))
	{
	}
};

template <int W1, int I1, bool S1, int W2, int I2, bool S2>
static void arithmetic(const number<W1, I1, S1> &a, const number<W2, I2, S2> &b)
{
	const int F1 = W1 - I1, F2 = W2 - I2, F = larger(F1, F2);
	const int whole = larger(I1 + (S2 && !S1), I2 + (S1 && !S2));
	const bool sign = S1 || S2;
	/* The vendor's quotients have no more bits: the least number / -1 is itself. */
	const int quotient = larger(W1 + larger(F2, 0) + (S2 && !S1), W2 + (S1 && !S2));
	mpz_class x = a.x << (F - F1), y = b.x << (F - F2);

	SAME("+", a.v + b.v, whole + 1 + F, whole + 1, sign, x + y);
	SAME("-", a.v - b.v, whole + 1 + F, whole + 1, true, x - y);
	SAME("*", a.v * b.v, W1 + W2, I1 + I2, sign, a.x * b.x);
	if (b.x != 0)
		SAME("/", a.v / b.v, W1 + larger(F2, 0) + S2, I1 + F2 + S2, sign,
		     wrap((a.x << larger(F2, 0)) / b.x, quotient, sign));
	SAME("&", a.v & b.v, whole + F, whole, sign, x & y);
	SAME("|", a.v | b.v, whole + F, whole, sign, x | y);
	SAME("^", a.v ^ b.v, whole + F, whole, sign, x ^ y);
	const int L = W1 + (F2 > F1 ? F2 - F1 + 1 : 0), R = W2 + larger(F1 - F2, 0);
	ordered<L, S1, R, S2> in(x, y);
	TRUE("<", (a.v < b.v) == (in.x < in.y) && (a.v >= b.v) == (in.x >= in.y));
	TRUE(">", (a.v > b.v) == (in.x > in.y) && (a.v <= b.v) == (in.x <= in.y));
	TRUE("==", (a.v == b.v) == in.equal && (a.v != b.v) != in.equal);
}

/* With integers, and unary operators. */
template <int W, int I, bool S> static void alone(const number<W, I, S> &a)
{
	const number<W, I, S> &b = a;
	const int F = W - I, D = larger(F, 0);
	typedef ap_fixed_base<W, I, S> T;
	int n = int(random_number(W + 2)), k = int(random_number(2000)) - 1000;
	ap_int<13> wide = k;
	mpz_class x = a.x << (D - F), whole = a.x / (mpz_class(1) << D) * 1;
	T c = a.v;

	SAME("+ int", a.v + k, larger(I + !S, 32) + 1 + D, larger(I + !S, 32) + 1, true,
	     x + (mpz_class(k) << D));
	SAME("ap_int *", wide * a.v, W + 13, I + 13, true, a.x * k);
	ordered<W + (F < 0 ? 1 - F : 0), S, 32 + D, true> in(x, mpz_class(k) << D);
	TRUE("< int", (a.v < k) == (in.x < in.y));
	SAME("<<", a.v << n, W, I, S, a.x << n);
	SAME(">>", a.v >> n, W, I, S, shifted(a.x, n));
	SAME(">> negative", a.v >> -n, W, I, S, a.x << n);
	SAME("unary -", -a.v, W + 1, I + 1, true, -a.x);
	SAME("~", ~a.v, W, I, S, ~a.x);
	SAME("++", ++c, W, I, S, shifted(x + (mpz_class(1) << D), D - F));
	c = a.v;
	SAME("+= ", c += a.v, W, I, S, 2 * a.x);
	SAME("*=", c *= 3, W, I, S, 6 * a.x);
	TRUE("to_double", a.v.to_double() == nearest_double(a.x, F));
	TRUE("to_float", W > 100 || a.v.to_float() == (float)nearest_double(a.x, F, 24));
	if (F >= 0)
		SAME("raw bits", T(a.v), W, I, S, a.x);
	if (F > 0) {
		/* In the vendor's headers, -0.25 without integer bits has the integer part -1. */
		int no_bits = I == 0 && a.x < 0 ? -1 : 0;
		TRUE("to_int64", a.v.to_int64() == (I > 0 ? whole.get_si() : no_bits) || I > 63);
		TRUE("to_int", a.v.to_int() == int(a.v.to_int64()) && int(a.v) == a.v.to_int());
		TRUE("decimal text", T(a.v.to_string(10).c_str()) == a.v || W > 53);
		TRUE("hexadecimal text", T(a.v.to_string(16).c_str(), 16) == a.v);
	}
	c = 0;
	c.range() = a.v.range();
	TRUE("range", c == a.v && c[W - 1] == a.v[W - 1]);
	c(W - 1, W / 2) = 0;
	TRUE("range =", memory_of(c, W, false) == wrap(a.x, W / 2, false));
}

template <int W1, int I1, bool S1, int W2, int I2, bool S2> static void pair()
{
	for (int i = 0; i < 4 * ROUNDS; i++) {
		number<W1, I1, S1> a;
		number<W2, I2, S2> b;

		arithmetic(a, b);
		arithmetic(b, a);
		alone(a);
		alone(b);
	}
	modes<W1, I1, S1, W2, I2, S2>();
	modes<W2, I2, S2, W1, I1, S1>();
}

template <typename A, typename B> static bool is_same(const A &, const B &)
{
	return std::is_same<A, B>::value;
}

/* Bits of a fixed-point number are C numbers in arithmetic, and operands of concatenations. */
static void bits()
{
	const int W = 24;
	ap_fixed<W, 8> x, y = 0;
	ap_uint<16> c;
	ap_fixed<40, 20> f;

	x.range() = 0xabcdef;
	HOLDS("range <<", (x.range(23, 0) << 4) == 0xabcdef0 && (x.range(7, 0) - 0xf0) > 1000);
	HOLDS("type of range", is_same(x.range(23, 0) + 1, 1ull) && is_same(x[3] + 1, 1));
	HOLDS("bits ==",
	      x.range(7, 4) == 14 && x[0] == 1 && !x[4] && x.range(3, 0) > y.range(3, 0));
	c = (x.range(7, 0), x.range(23, 16));
	HOLDS("concatenation of ranges", c == 0xefab);
	c = (x[3], x.range(7, 4), y[0]);
	HOLDS("concatenation of bits", c == 0x3c);
	f = (x.range(7, 0), x.range(23, 20));
	HOLDS("fixed = concatenation", f == 0xefa);
	(y.range(7, 0), c) = x.range();
	HOLDS("concatenation =", y.range(7, 0) == 0xab && c == 0xcdef);
	y.range(3, 0) = x.range(11, 8);
	y[23] = x[0];
	HOLDS("range = range", y.range() == 0x8000ad);
	y[20] = 6;
	y[0] = f * 0;
	HOLDS("bit = number", y.range() == 0x9000ac);
	y.setBits(0x12345678);
	HOLDS("setBits", y.range() == 0x345678 && y.bits_to_uint64() == 0x345678);
	x = ap_fixed<W, 8>::bitsToFixed(0x028000);
	HOLDS("bitsToFixed", x == 2.5);
}

static void printing()
{
	std::ostringstream out;

	/* Digits in any notation; the stream's settings are preserved. */
	out << std::fixed << std::setprecision(5) << ap_fixed<30, 10>(12.5) << ' ' << 1.5 << ' ';
	out << std::setprecision(3) << ap_fixed<30, 10>(-2.34375) << std::setw(6)
	    << ap_ufixed<8, 4>(1);
	/* A width applies to the first fill character too. */
	HOLDS("<<", out.str() == "12.5 1.50000 -2.34          1");
}

/* Tables of weights are data. A constant is rounded and limited as at run time. */
static void constants()
{
	typedef ap_fixed<16, 6, AP_RND, AP_SAT> rounded;
	static constexpr ap_fixed<16, 6> table[] = {1.5, -0.0001, 40.25f, 5e-324, 7};
	static constexpr rounded limits[] = {1e300, -__builtin_inf(), 0.00049, -0.00049, 31.9999};

	HOLDS("constants", table[0].V == 1536 && table[1].V == -1 && table[2].V == -24320 &&
				   table[3].V == 0 && table[4].V == 7168);
	HOLDS("limited constants", limits[0].V == 32767 && limits[1].V == -32768 &&
					   limits[2].V == 1 && limits[3].V == -1 &&
					   limits[4].V == 32767);
	for (double d : {1e300, -1e300, 0.00049, -0.00049, 2.5e-310, 31.9999, -__builtin_inf()}) {
		volatile double same = d;

		HOLDS("values at run time", rounded(d).V == rounded(double(same)).V);
	}
}

/* As with the vendor's types, volatile numbers can be read and assigned, but have no operators. */
static void volatiles()
{
	typedef ap_fixed<16, 8> signed_number;
	typedef ap_ufixed<8, 4> number;
	volatile ap_uint<12> x;
	volatile ap_int<100> wide;
	volatile number y;
	volatile signed_number z;

	x = 4097;
	wide = x;
	HOLDS("volatile integers", x.read() == 1 && wide.read() == 1);
	x = ap_uint<5>(9);
	wide = ap_int<70>(-3);
	HOLDS("volatile integers", x.read() == 9 && wide.read() == -3);
	y = 1.53125;
	z = y;
	HOLDS("volatile fixed point", signed_number(z) == 1.5);
	z = wide;
	y = signed_number(-0.5);
	HOLDS("volatile fixed point", signed_number(z) == -3 && number(y) == 15.5);
	z = x;
	HOLDS("volatile fixed point", signed_number(z) == 9);
}

template <int W, int I, bool S>
static void prints(const char *expected, double value, int precision)
{
	std::ostringstream out;
	typedef typename fpgacl_ap::fixed_type<W, I, S>::type T;

	out << std::setprecision(precision) << T(value);
	if (out.str() != expected)
		printf("expected %s, found %s\n", expected, out.str().c_str());
	HOLDS(expected, out.str() == expected);
}

/* Each expected text is what the vendor's open headers print. */
static void vendor_texts()
{
	prints<32, 16, true>("0", 0, 6);
	prints<32, 16, true>("-3.25", -3.25, 6);
	prints<32, 16, true>("1234.5", 1234.5, 6);
	prints<32, 16, true>("1.23e+03", 1234.5, 3);
	prints<40, 24, true>("1.23457e+06", 1234567, 6);
	prints<40, 24, true>("1.23456e+06", 1234567.5, 6); /* not rounded */
	prints<40, 3, true>("9.31323e-10", 0.000000000931322574615478515625, 6);
	prints<32, 1, true>("0.000976563", 0.0009765625, 6);
	prints<32, 1, true>("9.76562e-05", 0.00009765623, 6);
	prints<40, 8, false>("100", 99.9999999, 6);
	std::ostringstream out;
	out << ap_fixed<16, 8>(-3.25).range(11, 4);
	HOLDS("range", out.str() == "0b011001100");
	ap_fixed<16, 8> three = 3;
	std::ostringstream bits;
	bits << std::hex << std::showbase << std::showpos << three[8] << three[10];
	HOLDS("bits", bits.str() == "10");
	HOLDS("radix 2", (ap_fixed<8, 4>(-3.25).to_string(2) == "0b11100.1100"));
	HOLDS("radix 8", (ap_fixed<8, 4>(3.25).to_string(8) == "0o3.20"));
	HOLDS("radix 16", (ap_ufixed<8, 4>(9.5).to_string(16) == "0x09.8p0"));
	HOLDS("no integer bits", (ap_ufixed<8, -3>(0.0625).to_string(16) == "0x0.100p0"));
	HOLDS("no fraction", (ap_fixed<8, 4>(5).to_string(2) == "0b0101"));
}

/* Types and values that the vendor's open headers give. */
static void mixed()
{
	ap_fixed<8, 4> half = 0.5, small = -0.0625, least = -8;
	ap_fixed<8, 4, AP_RND, AP_SAT> rounded = 1.5;
	ap_fixed<8, 0> fraction = -0.25;
	ap_fixed<8, 12> large = 32;
	ap_int<8> i = 100;
	ap_uint<16> u;

	/* A C integer's quotient has the type that it would have behind the operator. */
	static_assert(decltype(1 / half)::width == 9 && decltype(1 / half)::iwidth == 5, "int /");
	static_assert(decltype(true / half)::iwidth == 4, "bool /");
	static_assert(decltype(i / half)::iwidth == 13, "ap_int /");
	HOLDS("int /", 1 / half == 2 && 20 / half == 8 && i / half == 200);
	HOLDS("least / -1", (least / ap_fixed<8, 12>(-16)) == -0.5);
	HOLDS("negative < unsigned", !(small < 3u) && small < 3 && small >= 3ull);
	/* Compound operators of integers take the integer part. */
	i += half;
	HOLDS("ap_int += fixed", i == 100);
	i *= ap_fixed<8, 4>(1.75);
	HOLDS("ap_int *= fixed", i == 100);
	i -= small;
	HOLDS("-0.0625 has the integer part 0", i == 100);
	u = fraction;
	HOLDS("no integer bits", u == 0xffff && int(fraction) == -1 && fraction.to_int() == -1);
	HOLDS("getNeg", half.getNeg() == -0.5 && large.getNeg() == -32);
	/* Shifts by a fixed-point number, and the modes of what they give. */
	HOLDS("fixed <<", (small << ap_fixed<8, 4>(2.5)) == -0.25 && (half >> 1ll) == 0.25);
	HOLDS("modes", is_same(rounded << 1, ap_fixed_base<8, 4, true, AP_RND, AP_SAT>()) &&
			       is_same(rounded << 1ll, ap_fixed_base<8, 4, true>()) &&
			       is_same(~rounded, ap_fixed_base<8, 4, true>()));
}

int main()
{
	mixed();
	vendor_texts();
	bits();
	volatiles();
	constants();
	printing();
	pair<16, 8, true, 12, 4, false>();
	pair<8, 12, true, 10, -3, true>();
	pair<9, 0, true, 7, 8, true>();
	pair<32, 16, false, 9, 9, true>();
	pair<64, 20, true, 33, 1, false>();
	pair<100, 40, true, 70, 60, true>();
	pair<24, 3, true, 200, 90, false>();
	pair<40, 40, false, 600, 300, true>();
	return report("ap_fixed", 100000);
}
