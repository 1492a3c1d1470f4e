/* SPDX-License-Identifier: Apache-2.0 */
/* Every check that fails stores its line in `failed`; counts[1] is their number. */
#include <ap_fixed.h>
#include <math.h>

#define CHECK(condition) note(failed, condition, __LINE__)

static int checked, bad;

static void note(int *failed, bool good, int line)
{
	checked++;
	if (!good && bad < 16)
		failed[bad++] = line;
}

/*
 * The value that a double is converted to, computed in doubles: the numbers are small enough for
 * exact results.
 */
static double rounded(double scaled, ap_q_mode mode)
{
	switch (mode) {
	case AP_TRN_ZERO:
		return trunc(scaled);
	case AP_RND:
		return floor(scaled + 0.5);
	case AP_RND_INF:
		return round(scaled);
	case AP_RND_ZERO:
		return scaled > 0 ? ceil(scaled - 0.5) : floor(scaled + 0.5);
	case AP_RND_MIN_INF:
		return ceil(scaled - 0.5);
	case AP_RND_CONV:
		return nearbyint(scaled);
	default:
		return floor(scaled);
	}
}

static double limited(double whole, int width, bool is_signed, ap_o_mode mode)
{
	double period = ldexp(1, width), most = is_signed ? period / 2 - 1 : period - 1;
	double least = !is_signed ? 0 : mode == AP_SAT_SYM ? -most : -period / 2;

	if (whole >= least && whole <= most)
		return whole;
	if (mode == AP_SAT || mode == AP_SAT_SYM)
		return whole > most ? most : least;
	if (mode == AP_SAT_ZERO)
		return 0;
	whole -= floor(whole / period) * period;
	return is_signed && whole > most ? whole - period : whole;
}

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O> static void convert(int *failed, int line)
{
	unsigned state = 12345;

	for (int i = 0; i < 200; i++) {
		state = state * 1103515245u + 12345u;
		double value = ((int)(state >> 8) % 20001 - 10000) / (double)(1 << (state >> 28));
		ap_fixed_base<40, 20, true> exact = value;
		ap_fixed_base<W, I, S, Q, O> direct = value, indirect = exact;
		double scaled = ldexp(value, W - I), less = ldexp(exact.to_double(), W - I);

		note(failed,
		     direct.to_double() == ldexp(limited(rounded(scaled, Q), W, S, O), I - W),
		     line);
		note(failed,
		     indirect.to_double() == ldexp(limited(rounded(less, Q), W, S, O), I - W),
		     line);
	}
}

template <int W, int I, bool S> static void convert_all(int *failed, int line)
{
	convert<W, I, S, AP_TRN, AP_WRAP>(failed, line);
	convert<W, I, S, AP_TRN_ZERO, AP_SAT>(failed, line);
	convert<W, I, S, AP_RND, AP_SAT>(failed, line);
	convert<W, I, S, AP_RND_INF, AP_SAT_ZERO>(failed, line);
	convert<W, I, S, AP_RND_ZERO, AP_SAT_SYM>(failed, line);
	convert<W, I, S, AP_RND_MIN_INF, AP_WRAP>(failed, line);
	convert<W, I, S, AP_RND_CONV, AP_SAT>(failed, line);
}

static void arithmetic(int *failed)
{
	ap_fixed<16, 8> a = 1.5, b = -2.25;
	ap_ufixed<8, 4> u = 3.75;
	ap_fixed<32, 16> sum = 0;
	typedef ap_fixed<16, 8> element;
	element list[4] = {1, 2.5, -1};

	CHECK(a + b == -0.75 && (a + b).length() == 17);
	CHECK(a - b == 3.75 && a * b == -3.375 && (a * b).length() == 32);
	CHECK(fabs((a / b).to_double() + 2.0 / 3) < 1e-2);
	CHECK(a > b && b < 0 && a >= 1.5 && a != 2 && a == 1.5f);
	CHECK(a + 1 == 2.5 && 2 * a == 3 && u - a == 2.25 && a * 0.5 == 0.75);
	CHECK(-b == 2.25 && (a << 1) == 3 && (a >> 1) == 0.75);
	a += 1;
	a *= 2;
	CHECK(a == 5);
	a /= 2;
	a -= b;
	CHECK(a == 4.75 && a++ == 4.75 && a == 5.75);
	for (int i = 0; i < 4; i++)
		sum += list[i] * list[i];
	CHECK(sum == 8.25 && sum && !(sum == 8));
}

static void conversions(int *failed)
{
	ap_fixed<16, 8> a = 4.75, b = -2.25;
	ap_fixed<8, 4, AP_RND, AP_SAT> saturated = 100;
	ap_int<16> whole = a;
	ap_uint<8> small = 7;
	int i = a, j = b;
	float f = b;
	unsigned char c = a;

	CHECK(i == 4 && j == -2 && f == -2.25f && c == 4 && whole == 4);
	CHECK(a + small == 11.75 && small * b == -15.75);
	a = small;
	CHECK(a == 7 && a(15, 8) == 7);
	a(7, 0) = 0x80;
	CHECK(a == 7.5);
	ap_uint<16> raw = a.range();
	b.range() = raw;
	CHECK(raw == 0x780 && b == 7.5);
	CHECK(saturated == 7.9375);
	saturated = -1e30;
	CHECK(saturated == -8);
	saturated = 1e-30;
	CHECK(saturated == 0);
	ap_fixed<8, 4> down = -1e-30;
	CHECK(down == -0.0625 && sizeof(a) == 2);
}

extern "C" void check(int *counts, int *failed)
{
	checked = bad = 0;
	convert_all<12, 4, false>(failed, __LINE__);
	convert_all<8, 12, true>(failed, __LINE__);
	convert_all<10, -2, true>(failed, __LINE__);
	arithmetic(failed);
	conversions(failed);
	counts[0] = checked;
	counts[1] = bad;
}
