/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ap_float compared with the processor's types of the same widths; where there are none, with GMP.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <gmpxx.h>

#include "ap_float.h"

static unsigned long long state = 1, digest = 14695981039346656037ull;
static int failures;

static unsigned long long next()
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return state >> 11 ^ state << 42;
}

static void see(unsigned long long value)
{
	digest = (digest ^ value) * 1099511628211ull;
}

static void expect(bool right, const char *what, double a, double b)
{
	if (right || ++failures > 20)
		return;
	printf("%s: wrong for %a and %a\n", what, a, b);
}

/* Flushes subnormal numbers, as on the board. */
template <typename T> static T flushed(T value)
{
	return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(T(0), value) : value;
}

template <typename T> static bool same(T a, T b)
{
	return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/* Mostly exponents near each other, sometimes arbitrary ones. */
template <typename T, typename bits_> static T some(int fraction, int top)
{
	bits_ bits = (bits_)next();
	T value;

	if (next() % 8) {
		const bits_ mask = (bits_)top << fraction;

		bits = (bits & ~mask) | (bits_)(top / 2 + int(next() % 64) - 32) << fraction;
	}
	std::memcpy(&value, &bits, sizeof(value));
	return flushed(value);
}

template <typename T, typename bits_, int W, int E> static void native()
{
	typedef ap_float<W, E> F;

	for (int i = 0; i < 20000; i++) {
		const T a = some<T, bits_>(W - E - 1, (1 << E) - 1);
		const T b = some<T, bits_>(W - E - 1, (1 << E) - 1);
		const F x = a, y = b;

		expect(same(T(x), a), "conversion", a, b);
		expect(same(T(x + y), flushed(T(a + b))), "+", a, b);
		expect(same(T(x - y), flushed(T(a - b))), "-", a, b);
		/* A product that only becomes normal by rounding. */
		if (std::fabs(T(a * b)) != std::numeric_limits<T>::min())
			expect(same(T(x * y), flushed(T(a * b))), "*", a, b);
		if (std::fabs(T(a / b)) != std::numeric_limits<T>::min())
			expect(same(T(x / y), flushed(T(a / b))), "/", a, b);
		expect((x < y) == (a < b) && (x <= y) == (a <= b) && (x == y) == (a == b) &&
			       (x > y) == (a > b) && (x >= y) == (a >= b) && (x != y) == (a != b),
		       "comparison", a, b);
		see((x + y).bits_.to_uint64());
	}
}

/* The number nearest to an exact one. */
template <int W, int E> static double nearest(const mpq_class &exact)
{
	const int bits = W - E;
	mpq_class scaled = abs(exact), half(1, 2);
	int exp = 0;

	if (exact == 0)
		return 0;
	while (scaled >= mpq_class(mpz_class(1) << bits)) {
		scaled /= 2;
		exp++;
	}
	while (scaled < mpq_class(mpz_class(1) << (bits - 1))) {
		scaled *= 2;
		exp--;
	}
	mpz_class whole = scaled.get_num() / scaled.get_den();
	const mpq_class rest = scaled - whole;

	if (rest > half || (rest == half && mpz_odd_p(whole.get_mpz_t())))
		whole++;
	return std::ldexp(sgn(exact) * whole.get_d(), exp);
}

/* Values whose products and quotients fit in five exponent bits. */
static double within_range()
{
	const double value = double(next() >> 11) / (1ull << 53) + 1;
	const int exp = int(next() % 8) - 4;

	return std::ldexp(next() % 2 ? value : -value, exp);
}

template <int W, int E> static void exact()
{
	typedef ap_float<W, E> F;

	for (int i = 0; i < 4000; i++) {
		const F x = within_range(), y = within_range();
		const mpq_class a = x.to_double(), b = y.to_double();

		expect((x + y).to_double() == nearest<W, E>(a + b), "exact +", a.get_d(),
		       b.get_d());
		expect((x - y).to_double() == nearest<W, E>(a - b), "exact -", a.get_d(),
		       b.get_d());
		expect((x * y).to_double() == nearest<W, E>(a * b), "exact *", a.get_d(),
		       b.get_d());
		expect((x / y).to_double() == nearest<W, E>(a / b), "exact /", a.get_d(),
		       b.get_d());
		see((x / y).bits_.to_uint64());
	}
}

static void convert()
{
	typedef ap_float<18, 5> F;
	typedef ap_float<64, 11> D;
	const float infinity = std::numeric_limits<float>::infinity();
	const ap_fixed<16, 8> fixed = -3.40625;
	const ap_float<79, 15> wide = 1.0;
	ap_float_acc<F, ap_fixed<32, 16>> sum;

	expect(F(fixed).to_double() == -3.40625, "from ap_fixed", 0, 0);
	expect(ap_fixed<16, 8>(F(-3.40625)) == fixed, "to ap_fixed", 0, 0);
	expect((ap_int<8>)F(-3.75) == -3 && ap_int<8>(F(200)) == -56 && (ap_uint<8>)F(-1) == 255 &&
		       (ap_uint<1>)F(3) == 1 && (ap_int<70>)D(-0x1p69) == (ap_int<70>)(1) << 69 &&
		       (ap_uint<200>)D(0x1.8p180) == ap_uint<200>(3) << 179 &&
		       (ap_int<8>)D(0x1p60) == 0 && (ap_int<8>)F(infinity) == 0 &&
		       (ap_int<8>)F(infinity - infinity) == 0 && (ap_int<8>)D(0x1p-1000) == 0,
	       "to ap_int", 0, 0);
	expect(int(F(-3.75)) == -3 && int(F(1000)) == 1000 && F(ap_int<9>(-200)) == -200, "integer",
	       0, 0);
	expect(F(1e6f).to_float() == infinity && F(1e-6f).to_float() == 0, "range", 0, 0);
	expect(ap_float<16, 8>(1.00390625f).bits_ == 0x3f80 && F(half(0.5f)) == 0.5, "bfloat16", 0,
	       0);
	expect((wide / 3 * 3 == wide) && (ap_float<79, 15>(1) / 3).to_double() == 1. / 3, "79 bits",
	       0, 0);
	for (int i = 1; i <= 4; i++)
		expect(sum.accumulate(F(0.25f), i == 4) == F(0.25f * i), "sum", i, 0);
	expect(sum.accumulate(F(2), true) == 2, "next sum", 0, 0);
}

int main()
{
	native<float, unsigned, 32, 8>();
	native<double, unsigned long long, 64, 11>();
	exact<18, 5>();
	exact<16, 8>();
	exact<24, 9>();
	exact<45, 11>();
	convert();
	printf("%llx\n", digest);
	return failures ? 1 : 0;
}
