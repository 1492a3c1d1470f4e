/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_int and ap_uint compared with GMP: operators, conversions, bits, ranges, text; random widths.
 */
#include "ap_reference.h"

#include <ap_int.h>

#include <cmath>
#include <sstream>

enum { ROUNDS = 24 };

template <int W, bool S> struct number {
	typedef typename fpgacl_ap::ap_type<W, S>::type type;
	type v;
	mpz_class x;

	number() : x(wrap(random_bits(W), W, S))
	{
		set_memory(&v, x, W);
	}
};

/* Checks the type and the value of a result. */
#define SAME(WHAT, RESULT, WIDTH, SIGN, EXPECTED)                                                  \
	do {                                                                                       \
		auto result = (RESULT);                                                            \
		static_assert(decltype(result)::width == (WIDTH), "width of " WHAT);               \
		static_assert(decltype(result)::sign_flag == (SIGN), "sign of " WHAT);             \
		mpz_class found = memory_of(result, WIDTH, SIGN);                                  \
		mpz_class expected = wrap(EXPECTED, WIDTH, SIGN);                                  \
		check(found == expected, WHAT, __LINE__, a.x, b.x, found, expected);               \
	} while (0)

template <int W1, bool S1, int W2, bool S2>
static void arithmetic(const number<W1, S1> &a, const number<W2, S2> &b)
{
	const int both = larger(W1 + (S2 && !S1), W2 + (S1 && !S2));
	const bool sign = S1 || S2;
	typename number<W1, S1>::type c;

	SAME("+", a.v + b.v, both + 1, sign, a.x + b.x);
	SAME("-", a.v - b.v, both + 1, true, a.x - b.x);
	SAME("*", a.v * b.v, W1 + W2, sign, a.x * b.x);
	if (b.x != 0) {
		/* The wider operand's sign is that of the division. */
		const int width = larger(W1, W2) + sign;
		const bool div_s = W1 > W2 ? S1 : W2 > W1 ? S2 : sign;
		mpz_class n = wrap(a.x, width, div_s), d = wrap(b.x, width, div_s);
		SAME("/", a.v / b.v, W1 + S2, sign, n / d);
		n = wrap(a.x, width, div_s && S1);
		d = wrap(b.x, width, div_s && S1);
		SAME("%", a.v % b.v, smaller(W1, W2 + (!S2 && S1)), S1, n % d);
	}
	SAME("&", a.v & b.v, both, sign, a.x & b.x);
	SAME("|", a.v | b.v, both, sign, a.x | b.x);
	SAME("^", a.v ^ b.v, both, sign, a.x ^ b.x);
	/* As in C, the sign of a number counts beside an unsigned one if it is the wider one. */
	const int widest = larger(larger(W1, W2), 32);
	const bool huge = S1 != S2 && widest > 32 - (W1 == 32 || W2 == 32) &&
			  (S1 ? W2 >= W1 : W1 >= W2);
	mpz_class l = huge ? wrap(a.x, widest + 1, false) : a.x;
	mpz_class r = huge ? wrap(b.x, widest + 1, false) : b.x;
	const bool equal = wrap(a.x, widest, false) == wrap(b.x, widest, false);
	TRUE("==", (a.v == b.v) == equal);
	TRUE("!=", (a.v != b.v) != equal);
	TRUE("<", (a.v < b.v) == (l < r));
	TRUE("<=", (a.v <= b.v) == (l <= r));
	TRUE(">", (a.v > b.v) == (l > r));
	TRUE(">=", (a.v >= b.v) == (l >= r));
	SAME("assignment", c = b.v, W1, S1, b.x);
	c = a.v;
	SAME("+=", c += b.v, W1, S1, a.x + b.x);
	SAME("*=", c *= b.v, W1, S1, (a.x + b.x) * b.x);
	SAME("-=", c -= 7, W1, S1, (a.x + b.x) * b.x - 7);
	SAME("^=", c ^= a.v, W1, S1, wrap((a.x + b.x) * b.x - 7, W1, S1) ^ a.x);
}

/* With C types. */
template <int W, bool S, int W2, bool S2>
static void mixed(const number<W, S> &a, const number<W2, S2> &b)
{
	int i = (int)wrap(b.x, 32, true).get_si();
	unsigned long u = wrap(b.x, 64, false).get_ui();
	unsigned char c = (unsigned char)u;
	bool t = u & 1;

	SAME("+ int", a.v + i, larger(W + !S, 32) + 1, true, a.x + i);
	SAME("int -", i - a.v, larger(W + !S, 32) + 1, true, i - a.x);
	SAME("* unsigned long", a.v * u, W + 64, S, a.x * mpz_class(u));
	SAME("unsigned char |", c | a.v, larger(W, 8 + S), S, a.x | mpz_class(c));
	SAME("+ bool", a.v + t, larger(W, 1 + S) + 1, S, a.x + int(t));
	TRUE("< int", (a.v < i) == (a.x < (S || W < 32 ? mpz_class(i) : wrap(i, W + 1, false))));
	TRUE("unsigned long >=",
	     (u >= a.v) == (mpz_class(u) >= (S && W <= 64 ? wrap(a.x, 65, false) : a.x)));
	TRUE("== long",
	     (a.v == long(i)) == (wrap(a.x, larger(W, 64), S) == wrap(i, larger(W, 64), S)));
	TRUE("< double", (a.v < 0.5) == (nearest_double(a.x, 0) < 0.5));
	TRUE("to_double", a.v.to_double() == nearest_double(a.x, 0));
	TRUE("to_float", W > 120 || a.v.to_float() == (float)nearest_double(a.x, 0, 24));
	TRUE("to_int", a.v.to_int() == (int)wrap(a.x, 32, true).get_si());
	TRUE("to_uint64", a.v.to_uint64() == wrap(a.x, 64, false).get_ui());
	TRUE("long long", (long long)a.v == wrap(a.x, 64, true).get_si());
	SAME("from unsigned long", decltype(a.v)(u), W, S, mpz_class(u));
	SAME("from int", decltype(a.v)(i), W, S, i);
	double d = std::ldexp(double(i), int(u % 90) - 45);
	SAME("from double", decltype(a.v)(d), W, S, mpz_class(d));
}

template <int W, bool S, int W2, bool S2>
static void shifts(const number<W, S> &a, const number<W2, S2> &b)
{
	int n = int(random_number(W + W / 4 + 2)), back = -n;
	unsigned char c = (unsigned char)n;
	ap_int<40> wide_n = n;
	typename number<W, S>::type d;

	SAME("<<", a.v << n, W, S, a.x << n);
	SAME(">>", a.v >> n, W, S, shifted(a.x, n));
	SAME("<< negative", a.v << back, W, S, shifted(a.x, n));
	SAME(">> negative", a.v >> back, W, S, a.x << n);
	SAME("<< unsigned char", a.v << c, W, S, a.x << c);
	SAME(">> ap_int", a.v >> wide_n, W, S, shifted(a.x, n));
	SAME("<< ap_int", a.v << -wide_n, W, S, shifted(a.x, n));
	if (b.x > 0 && wrap(b.x, 32, false) >= W) /* distances have 32 bits */
		SAME("<< far", a.v << b.v, W, S, 0);
	d = a.v;
	SAME("<<=", d <<= n, W, S, a.x << n);
	SAME(">>=", d >>= n, W, S, shifted(wrap(a.x << n, W, S), n));
	SAME("~", ~a.v, W, S, -a.x - 1);
	SAME("unary -", -a.v, larger(W, 1 + S) + 1, true, -a.x);
	SAME("unary +", +a.v, W, S, a.x);
	d = a.v;
	SAME("++", ++d, W, S, a.x + 1);
	SAME("-- behind", d--, W, S, a.x + 1);
	SAME("--", --d, W, S, a.x - 1);
	TRUE("!", !a.v == (a.x == 0));
}

static mpz_class reversed(const mpz_class &x, int width)
{
	mpz_class r = 0;

	for (int i = 0; i < width; i++)
		if (mpz_tstbit(x.get_mpz_t(), (mp_bitcnt_t)i))
			mpz_setbit(r.get_mpz_t(), (mp_bitcnt_t)(width - 1 - i));
	return r;
}

/* `x` with bits hi ... lo replaced. */
static mpz_class replaced(const mpz_class &x, int hi, int lo, const mpz_class &with)
{
	mpz_class mask = ((mpz_class(1) << (hi - lo + 1)) - 1) << lo;

	return (x & ~mask) | ((with << lo) & mask);
}

template <int W, bool S, int W2, bool S2>
static void ranges(const number<W, S> &a, const number<W2, S2> &b)
{
	int p = int(random_number(W)), q = int(random_number(W));
	int hi = larger(p, q), lo = smaller(p, q), size = hi - lo + 1;
	mpz_class bits = wrap(a.x, W, false), part = wrap(shifted(bits, lo), size, false);
	typename number<W, S>::type c = a.v;

	SAME("range", ap_uint<W>(a.v.range(hi, lo)), W, false, part);
	SAME("(hi, lo)", a.v(hi, lo) + 0, larger(W + 1, 32) + 1, true, part);
	SAME("range + range", a.v(hi, lo) + a.v(hi, lo), W + 1, false, 2 * part);
	/* Beside an ap_int, the sign of the number counts for the type, but not for the value. */
	const int both = larger(W + (S2 && !S), W2 + (S && !S2));
	SAME("range + ap_int", a.v(hi, lo) + b.v, both + 1, S || S2, part + b.x);
	SAME("ap_int ^ range", b.v ^ a.v(hi, lo), both, S || S2, b.x ^ part);
	SAME("range <<", a.v(hi, lo) << 1, W, false, part << 1);
	SAME("range << ap_int", a.v(hi, lo) << ap_uint<2>(1), W, S, part << 1);
	SAME("range backwards", ap_uint<W>(a.v(lo, hi)), W, false, reversed(part, size));
	SAME("range to ap_uint<20>", ap_uint<20>(a.v(hi, lo)), 20, false, part);
	TRUE("range to_int", a.v(hi, lo).to_int() == (int)wrap(part, 32, true).get_si());
	TRUE("range ==", a.v(hi, lo) == ap_uint<W>(a.v.range(hi, lo)));
	TRUE("range length", a.v(hi, lo).length() == size);
	c(hi, lo) = b.v;
	SAME("range =", c, W, S, replaced(bits, hi, lo, b.x));
	c = a.v;
	c.range(lo, hi) = b.v;
	SAME("range backwards =", c, W, S,
	     replaced(bits, hi, lo, reversed(wrap(b.x, size, false), size)));
	c = a.v;
	c.range(hi, lo) = 5;
	SAME("range = int", c, W, S, replaced(bits, hi, lo, 5));
	c = a.v;
	c(hi, lo) = c(W - 1, W - size);
	SAME("range = range", c, W, S, replaced(bits, hi, lo, shifted(bits, W - size)));
	c = a.v;
	c(hi, lo) += 3;
	SAME("range +=", c, W, S, replaced(bits, hi, lo, part + 3));
	/* The vendor's reductions of a range leave out its highest bit. */
	mpz_class below = wrap(part, size - 1, false);
	TRUE("and_reduce", a.v(hi, lo).and_reduce() == (below == (mpz_class(1) << (size - 1)) - 1));
	TRUE("or_reduce", a.v(lo, hi).or_reduce() == (below != 0));
	TRUE("xor_reduce", a.v(hi, lo).xor_reduce() == (mpz_popcount(below.get_mpz_t()) % 2 == 1));
	TRUE("! range", !a.v(hi, lo) == (wrap(part, 64, false) == 0));
}

template <int W, bool S, int W2, bool S2>
static void bits(const number<W, S> &a, const number<W2, S2> &b)
{
	int i = int(random_number(W)), n = int(random_number(W));
	mpz_class u = wrap(a.x, W, false), all = (mpz_class(1) << W) - 1;
	typename number<W, S>::type c = a.v;
	bool on = mpz_tstbit(u.get_mpz_t(), (mp_bitcnt_t)i);

	TRUE("[]", a.v[i] == on && c[i] == on && c.bit(i) == on && c.test(i) == on);
	c[i] = !c[i];
	SAME("[] =", c, W, S, u ^ (mpz_class(1) << i));
	/* The bit becomes 1 if the value is not 0; it does not take the value's lowest bit. */
	mpz_class with = u | (mpz_class(1) << i), without = with ^ (mpz_class(1) << i);
	c[i] = 0x80 << n % 20;
	SAME("[] = int", c, W, S, with);
	c[i] = 0.0F;
	SAME("[] = 0.0", c, W, S, without);
	c[i] = 0.25;
	SAME("[] = 0.25", c, W, S, with);
	c[i] = b.v;
	SAME("[] = ap_int", c, W, S, b.x == 0 ? without : with);
	c[i] = b.v(W2 - 1, W2 / 2);
	SAME("[] = range", c, W, S, b.v(W2 - 1, W2 / 2) == 0 ? without : with);
	c[i] = (ap_uint<3>(0), a.v); /* its lowest 64 bits count */
	SAME("[] = concat", c, W, S, wrap(a.x, 64, false) == 0 ? without : with);
	c = a.v;
	c[i] = !on;
	c.invert(i);
	SAME("invert", c, W, S, u);
	c.set(i);
	SAME("set", c, W, S, u | (mpz_class(1) << i));
	c.clear(i);
	SAME("clear", c, W, S, u & ~(mpz_class(1) << i));
	c = a.v;
	SAME("reverse", c.reverse(), W, S, reversed(u, W));
	c = a.v;
	/* Beyond 64 bits, the vendor's headers fill with the sign. */
	mpz_class filled = S && W > 64 ? a.x : u;
	SAME("lrotate", c.lrotate(n), W, S, n ? (u << n) | shifted(filled, W - n) : u);
	c = a.v;
	SAME("rrotate", c.rrotate(n), W, S, n ? shifted(filled, n) | (u << (W - n)) : u);
	c = a.v;
	c.b_not();
	SAME("b_not", c, W, S, ~u);
	TRUE("reduce", a.v.and_reduce() == (u == all) && a.v.or_reduce() == (u != 0) &&
			       a.v.xor_reduce() == (mpz_popcount(u.get_mpz_t()) % 2 == 1) &&
			       a.v.nand_reduce() != a.v.and_reduce() &&
			       a.v.nor_reduce() != a.v.or_reduce() &&
			       a.v.xnor_reduce() != a.v.xor_reduce());
	TRUE("countLeadingZeros",
	     a.v.countLeadingZeros() == W - (u == 0 ? 0 : int(mpz_sizeinbase(u.get_mpz_t(), 2))));
	ap_uint<W + W2> joined = (a.v, b.v);
	SAME("concatenation", joined, W + W2, false, (u << W2) + wrap(b.x, W2, false));
	typename number<W2, S2>::type low;
	(c, low) = joined;
	TRUE("concatenation =", c == a.v && low == b.v);
	const auto high = a.v;
	ap_uint<W + W2> by_member = c.concat(low), of_const = high.concat(low);
	TRUE("concat()", by_member == joined && of_const == joined);
	c = 0;
	low = 0;
	c.concat(low) = joined;
	TRUE("concat() =", c == a.v && low == b.v);
	(c, c[0]) = ap_uint<W + 1>(1);
	TRUE("concatenation = of parts of one number", c == 1 || (W == 1 && S));
	ap_uint<W + 2> ends = (a.v[0], a.v, a.v[W - 1]);
	SAME("bits joined", ends, W + 2, false,
	     (mpz_class(int(a.v[0])) << (W + 1)) + (u << 1) + int(a.v[W - 1]));
}

/*
 * The vendor's digits of a number of W bits in a radix of 2^step. Its leading zero: above 64 bits
 * wherever there is room, otherwise only before a digit whose highest bit is set.
 */
static std::string vendor_text(const mpz_class &v, int width, int step, bool leading_zero)
{
	const char *const prefix = step == 4 ? "0x" : step == 3 ? "0o" : "0b";
	/* A negative radix means upper case. */
	std::string digits = v.get_str(width > 64 ? -(1 << step) : 1 << step);

	if (v == 0)
		return width > 64 ? "0" : prefix + digits;
	leading_zero &= int(digits.size()) * step < width;
	leading_zero &= width > 64 || mpz_sizeinbase(v.get_mpz_t(), 2) % step == 0;
	return std::string(prefix) + (leading_zero ? "0" : "") + digits;
}

template <int W, bool S, int W2, bool S2>
static void text(const number<W, S> &a, const number<W2, S2> &b)
{
	typedef typename number<W, S>::type T;
	mpz_class u = wrap(a.x, W, false);
	std::ostringstream out;
	std::istringstream in(a.x.get_str(10) + " " + a.x.get_str(16));
	T c, d;

	TRUE("to_string(10)", a.v.to_string(10) == a.x.get_str(10));
	TRUE("to_string(10, false)", a.v.to_string(10, false) == a.x.get_str(10));
	TRUE("to_string(16)",
	     a.v.to_string(16) == (a.x < 0 ? "-" : "") + vendor_text(abs(a.x), W, 4, a.x >= 0));
	TRUE("to_string(8, false)", a.v.to_string(8, false) == vendor_text(u, W, 3, true));
	TRUE("to_string(2)", a.v.to_string(2) == vendor_text(u, W, 1, true));
	SAME("from decimal", T(a.x.get_str(10).c_str()), W, S, a.x);
	SAME("from 0x", T(("0x" + u.get_str(16)).c_str()), W, S, a.x);
	SAME("from hexadecimal", T(a.x.get_str(16).c_str(), 16), W, S, a.x);
	SAME("from 0b", T(("0b" + u.get_str(2)).c_str()), W, S, a.x);
	SAME("from -0o", T(("-0o" + u.get_str(8)).c_str()), W, S, -a.x);
	/* The vendor's operator looks at the flags of std::cout. */
	out << std::hex << a.v << ' ';
	std::cout << std::oct;
	out << a.v << ' ' << std::dec;
	std::cout << std::hex;
	out << std::setfill('*') << std::left << std::setw(W + 9) << a.v;
	std::cout << std::dec;
	std::string wide = a.v.to_string(16);
	wide.resize(W + 9, '*');
	TRUE("<<", out.str() == a.v.to_string(10) + ' ' + a.v.to_string(8) + ' ' + wide);
	in >> c >> std::hex >> d;
	TRUE(">>", c == a.v && d == a.v);
}

template <int W1, bool S1, int W2, bool S2> static void pair()
{
	for (int i = 0; i < ROUNDS; i++) {
		number<W1, S1> a;
		number<W2, S2> b;

		static_assert(sizeof(a.v) * 8 >= W1 && (W1 <= 8 || sizeof(a.v) * 4 < W1) &&
				      alignof(decltype(a.v)) == sizeof(a.v),
			      "a power of two of bytes");
		static_assert(__is_trivially_copyable(typename number<W1, S1>::type),
			      "packets and buffers are copied as bytes");
		arithmetic(a, b);
		arithmetic(b, a);
		mixed(a, b);
		shifts(a, b);
		ranges(a, b);
		bits(a, b);
		text(a, b);
	}
}

/* A concatenation is as wide as its parts; its target may be narrower or wider. */
static void concatenations()
{
	const int W = 24;
	ap_uint<W> a = 0xabcdef;
	ap_int<W> b = 0x123456;
	ap_uint<16> c = (a.range(7, 0), b.range(23, 16));
	ap_int<9> n;
	int whole = (a.range(3, 0), b.range(3, 0));

	HOLDS("= concatenation", c == 0xef12 && whole == 0xf6);
	c = (a.range(7, 0), a.range(23, 16));
	n = (a[0], b.range(3, 0));
	HOLDS("narrower", c == 0xefab && n == 0x16);
	c += (a.range(3, 0), b.range(3, 0));
	HOLDS("+= concatenation", c == 0xf0a1 && ap_uint<100>((a, b)) == 0xabcdef123456);
}

/* Single bits are bool in expressions with C numbers, ranges and concatenations a C integer. */
static void operands_of_c()
{
	ap_uint<16> w = 0x8085, one = 1;
	ap_int<16> s = -1;
	ap_fixed<16, 8> f = -1;
	ap_uint<40> high = 0x12345678aa, low = 1;

	static_assert(std::is_same<decltype(w[7] + w[2]), int>::value, "bit + bit");
	static_assert(std::is_same<decltype(s[7] - 1u), unsigned>::value, "bit - unsigned");
	static_assert(std::is_same<decltype(f[3] << 3), int>::value, "bit << int");
	static_assert(std::is_same<decltype(-w[7]), int>::value, "- bit");
	static_assert(std::is_same<decltype((w, s) - 50), ap_ulong>::value, "concatenation - int");
	static_assert(std::is_same<decltype(w[0] & w), decltype(w & w)>::value, "bit & ap_uint");
	HOLDS("bit << distance", (w[0] << (31 - 7)) == 1 << 24);
	HOLDS("(bit + bit) << 3", ((w[7] + w[2]) << 3) == 16 && ((w[7] & int(w[2])) << 3) == 8);
	HOLDS("bit << 3 << 2", w[7] << 3 << 2 == 32 && (s[7] << w[2]) == 2);
	HOLDS("bit - 1u", (w[5] - 1u) == 4294967295u && w[5] - 1u > 3);
	HOLDS("concatenation - 50", ((high, low) - 50) == 0x5678aa0000000001ull - 50);
	HOLDS("int, ap_uint", (1, one) == 0x10001 && decltype((w[0], 5))::width == 33);
}

/* Types and values that the vendor's open headers give. */
static void compound()
{
	ap_uint<70> w = 1, v = 1;
	ap_uint<100> low = 3;
	ap_uint<8> x = 0x5a, y = 0x0f;

	/* The lowest 64 bits of a concatenation and of a range; a range with a name counts whole. */
	w |= (y, low);
	HOLDS("|= concatenation", w == 3);
	low(99, 0) = (y, low);
	HOLDS("range = concatenation", low == 3);
	low = ap_uint<100>(5) << 64;
	w |= low(69, 0);
	HOLDS("|= range", w == 3);
	auto part = low(69, 0);
	v |= part;
	HOLDS("|= named range", v == (ap_uint<70>(5) << 64 | 1));
	HOLDS("! range", !low(99, 0) && low(99, 0) != 0);
	/* &=, |= and ^= on a range change the whole number, and take whole numbers. */
	x(3, 0) &= y;
	HOLDS("range &= number", x == 0x0a);
	x(1, 0) |= y(7, 4);
	HOLDS("range |= range", x == 0x0f);
	x(7, 4) ^= ap_uint<8>(0x81);
	HOLDS("range ^= number", x == 0x8e);
	x[7] = (y, low) = 0;
	HOLDS("chain", x == 0x0e && y == 0 && low == 0);
	x[0] = x[1] = 1;
	HOLDS("bits in a chain", x == 0x0f);
}

/* Tables of constants are data, also for objects that are initialised before the table's file. */
static void constants()
{
	static constexpr ap_uint<13> table[] = {5, 8191, 8192, -1};
	constexpr ap_int<7> less(64ull), wide(-3);

	HOLDS("constants", table[0] == 5 && table[1] == 8191 && table[2] == 0 && table[3] == 8191);
	HOLDS("wrapped constants", less == -64 && wide == -3);
}

/* Up to 64 bits, texts are read as by strtoull(), as the vendor's open headers do. */
static void texts()
{
	HOLDS("up to a character that is no digit",
	      ap_int<8>("1.5") == 1 && ap_int<8>("12 3") == 12);
	HOLDS("and above 64 bits", ap_uint<70>("1e2") == 1 && ap_int<70>("-7x") == -7);
	HOLDS("beyond 64 bits", ap_uint<64>("18446744073709551616") == ~0ull &&
					ap_int<8>("99999999999999999999") == -1 &&
					ap_int<8>("-0x10000000000000000") == 1);
	HOLDS("just below",
	      ap_uint<8>("18446744073709551615") == 255 && ap_int<8>("0xffffffffffffff80") == -128);
	HOLDS("not above 64 bits", ap_uint<65>("18446744073709551616") == ap_uint<65>(1) << 64);
	HOLDS("spaces", ap_int<20>("  -7 ", 10) == -7 && ap_uint<26>("  7", 8) == 7);
	HOLDS("a prefix beside a radix", ap_uint<33>("0b101", 16) == 0x101);
}

int main()
{
	concatenations();
	texts();
	operands_of_c();
	compound();
	constants();
	pair<1, false, 1, true>();
	pair<3, true, 8, false>();
	pair<8, true, 8, true>();
	pair<12, false, 7, true>();
	pair<16, false, 31, false>();
	pair<24, true, 32, false>();
	pair<32, true, 33, true>();
	pair<63, false, 64, true>();
	pair<64, false, 64, false>();
	pair<65, true, 5, false>();
	pair<100, false, 128, true>();
	pair<128, false, 127, false>();
	pair<129, true, 200, true>();
	pair<512, false, 48, true>();
	pair<511, true, 512, false>();
	pair<1000, false, 777, true>();
	pair<1024, false, 1025, true>();
	pair<4096, true, 2049, false>();
	return report("ap_int", 45000);
}
