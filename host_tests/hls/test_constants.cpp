/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constants of classes as operands. They have no definition, so without optimisation this only
 * links if operators take C numbers by value.
 */
#include "reference.h"

#include <ap_fixed.h>
#include <ap_int.h>
#include <hls_half.h>
#include <hls_math.h>

struct constants {
	enum kind { NONE, SOME };
	static const int N = 3;
	static const long L = 2;
	static const unsigned char C = 5;
	static const bool B = true;
	static const kind K = SOME;
	static constexpr double D = 1.5;
};
typedef constants S;

/* A signal that cannot be copied, but read. */
struct signal {
	ap_uint<8> now;

	explicit signal(int value) : now(value)
	{
	}
	signal(const signal &) = delete;
	operator ap_uint<8>() const
	{
		return now;
	}
};

static void integers()
{
	ap_uint<16> a = 100;
	ap_int<9> b = -7;
	ap_uint<100> wide = 9;

	HOLDS("+", a + S::N == 103 && S::C + b == -2 && wide + S::L == 11);
	HOLDS("-", a - S::N == 97 && S::N - b == 10);
	HOLDS("*", a * S::N == 300 && S::L * b == -14 && wide * S::C == 45);
	HOLDS("/", a / S::N == 33 && ap_int<32>(S::N) / b == 0 && b % S::N == -1);
	HOLDS("&", (a & S::C) == 4 && (S::C & a) == 4);
	HOLDS("|", (a | S::N) == 103 && (S::K | a) == 101);
	HOLDS("^", (a ^ S::C) == 97 && (S::B ^ a) == 101);
	HOLDS("<<", (a << S::N) == 800 && (a >> S::L) == 25 && (wide << S::C) == 288);
	HOLDS("==", !(a == S::N) && a != S::N && S::N != b);
	HOLDS("<", S::N < a && a > S::N && a >= S::N && b <= S::N && b < S::K);
	HOLDS("double", a + S::D == 101.5 && S::D * a == 150 && a > S::D);

	a = S::N;
	a += S::N;
	a *= S::C;
	a -= S::L;
	a <<= S::N;
	a |= S::K;
	HOLDS("+=", a == 225);
	a >>= S::L;
	a ^= S::B;
	a /= S::L;
	a %= S::N;
	a &= S::C;
	HOLDS(">>=", a == 1);
	b = S::K;
	HOLDS("=", b == 1 && (b = S::D) == 1);
}

static void parts()
{
	ap_uint<16> a = 0;
	ap_uint<8> low = 0;

	a(7, 4) = S::C;
	a[0] = S::B;
	HOLDS("range", a == 0x51 && a(7, 4) + S::N == 8 && S::L * a(7, 4) == 10);
	a(7, 4) += S::N;
	a(7, 4) <<= S::K;
	a[1] |= S::B;
	HOLDS("range +=", a == 3);
	HOLDS("bit", a[1] + S::N == 4 && (a[0] == S::B));
	(a, low) = S::N;
	HOLDS("concat", a == 0 && low == 3 && ((a, low) + S::L) == 5);
}

static void fixed()
{
	ap_fixed<16, 8> f = S::D;

	HOLDS("+", f + S::N == 4.5 && S::L - f == 0.5 && f * S::C == 7.5 && f / S::N == 0.5);
	HOLDS("<<", (f << S::N) == 12 && (f >> S::K) == 0.75);
	HOLDS("<", f < S::L && S::N > f && f == S::D && S::D + f == 3);
	f = S::N;
	f += S::D;
	f *= S::L;
	f <<= S::K;
	HOLDS("+=", f == 18);
	f(15, 8) = S::C;
	f[8] = false;
	HOLDS("range", f == S::C - 1);
}

static void others()
{
	half h = half(2.0f);
	ap_uint<70> wide = 5;
	ap_uint<8> byte;
	volatile int now = 4;
	volatile ap_uint<8> kept = 0;

	h += S::N;
	h *= S::D;
	HOLDS("half", float(h) == 7.5f);
	HOLDS("max", hls::max(S::N, 7) == 7 && hls::min(S::N, 7) == 3);
	HOLDS("volatile", (wide << 66) + now == (wide << 66) + 4);
	kept = S::N;
	HOLDS("volatile =", kept.read() == 3);
	byte = signal(6);
	HOLDS("not copied", byte == 6);
	byte(3, 0) = signal(9);
	HOLDS("not copied, range", byte == 9);
}

int main()
{
	integers();
	parts();
	fixed();
	others();
	return report("constants", 29);
}
