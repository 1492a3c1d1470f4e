/* SPDX-License-Identifier: Apache-2.0 */
/* Every CHECK that fails stores its line in `failed`; *count is their number. */
#include <ap_int.h>
#include <iostream>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		checked++;                                                                         \
		if (!(condition) && bad < 16)                                                      \
			failed[bad++] = __LINE__;                                                  \
	} while (0)

static int checked, bad;

static void arithmetic(int *failed)
{
	ap_uint<8> a = 200, b = 100;
	ap_int<8> s = -5;
	ap_uint<4> wrapped = 20;
	std::array<ap_int<9>, 2> pair = {{a, s}}; /* ap_int.h includes the header */

	CHECK(pair[0] + pair[1] == 195);

	CHECK(wrapped == 4);
	CHECK(a + b == 300 && (a + b).length() == 9);
	CHECK(a - 250 == -50);
	CHECK(b - a == -100);
	CHECK(a * b == 20000 && (a * b).length() == 16);
	CHECK(s * a == -1000);
	CHECK(s / 2 == -2 && s % 3 == -2);
	CHECK((a & 0xf) == 8 && (s | 1) == -5 && (a ^ 0xff) == 55);
	CHECK(s < a && a > s && !(s < 0u) && !(s >= 0)); /* 0u is unsigned, as beside an int */
	CHECK(ap_int<3>(-1) == -1 && ap_int<1>(1) == -1);
	CHECK((a << 1) == 144 && (s >> 1) == -3);
	CHECK((a >> 100) == 0 && (s >> 100) == -1 && (a << 8) == 0);
	CHECK((a << -1) == 100);
	CHECK(~a == 55 && (~a).length() == 8 && -a == -200 && !a == false);
	a += 100;
	CHECK(a == 44);
	CHECK(a++ == 44 && a == 45 && --a == 44);
	a <<= 1;
	CHECK(a == 88);
	a = s;
	CHECK(a == 251);
	CHECK(a * 0.5 == 125.5 && 1.5f + s == -3.5f && a > 250.5);
	CHECK(ap_int<16>(-3.9) == -3 && ap_uint<100>(1e25).to_double() == 1e25);
	CHECK((float)ap_int<16>(-300) == -300.0f);
	CHECK(ap_uint<64>(ap_int<5>(-1)) == ~0ull);
	CHECK((long long)(ap_uint<64>(5) - ap_uint<64>(6)) == -1);
	CHECK((ap_int<40>(1) << 39) < 0);
	ap_int<32> sum = 0;
	for (ap_uint<4> i = 0; i < 10; i++)
		sum += i * 3;
	CHECK(sum == 135 && sum >= 135l && sum <= 135ull);
}

static void bits(int *failed)
{
	ap_uint<32> w = 0x12345678;
	const ap_uint<8> k = 9;

	CHECK(w.range(15, 8) == 0x56 && w(31, 28) == 1);
	w(7, 0) = 0xff;
	w.range(15, 8) = w.range(7, 0);
	CHECK(w == 0x1234ffff);
	w[0] = 0;
	w[31] = w[1];
	w[3] = w[3] ^ 1;
	CHECK(w == 0x9234fff6u);
	CHECK(w.range(7, 4) + 1 == 16 && w.range(7, 0) == ap_uint<8>(0xf6));
	CHECK(w.range(0, 7) == 0x6f); /* reversed */
	w.set(0, true);
	w.clear(1);
	CHECK(w(1, 0) == 1 && w.test(0) && !w.get_bit(1));
	CHECK(k[0] == 1 && k(3, 0) == 9);
	ap_uint<8> r = 0xfb;
	r.reverse();
	CHECK(r == 0xdf && r.xor_reduce() && r.or_reduce() && !r.and_reduce());
	r = 0x81;
	r.lrotate(1);
	CHECK(r == 3);
	r.rrotate(2);
	CHECK(r == 0xc0 && r.countLeadingZeros() == 0);
	ap_uint<4> high = 0xa, low = 5;
	ap_uint<8> both = (high, low);
	CHECK(both == 0xa5);
	(high, low) = both + 1;
	CHECK(high == 0xa && low == 6);
	ap_uint<12> three = (high, low, high);
	CHECK(three == 0xa6a);
	ap_uint<6> pieces = (w.range(3, 0), high(1, 0));
	CHECK(pieces == (5 << 2 | 2));
	ap_uint<5> with_bit = (high, w[0]);
	CHECK(with_bit == 0x15);
}

static void wide(int *failed)
{
	ap_uint<512> big = 1;
	unsigned sum = 0;

	big <<= 500;
	CHECK(big.test(500) && (big >> 500) == 1);
	CHECK((big * 3 + 7) / 3 - big == 2);
	for (int i = 0; i < 16; i++)
		big.range(32 * i + 31, 32 * i) = i * 1000;
	for (int i = 0; i < 16; i++) {
		unsigned word = big.range(32 * i + 31, 32 * i);

		sum += word + big(32 * i + 31, 32 * i).to_int();
	}
	CHECK(sum == 240000);
	CHECK(sizeof(big) == 64 && sizeof(ap_uint<24>) == 4 && sizeof(ap_uint<8>) == 1);
}

static void text(int *failed)
{
	ap_int<8> s = -5;

	CHECK(ap_uint<70>("123456789012345678901").to_string(10) == "123456789012345678901");
	CHECK(ap_int<8>(-128).to_string(10) == "-128");
	CHECK(ap_uint<16>("0xBEEF") == 0xbeef && ap_uint<16>("beef", 16) == 0xbeef);
	CHECK(ap_uint<8>(10).to_string(2) == "0b01010");
	std::cout << s << ' ' << ap_uint<8>(65) << std::endl;
}

extern "C" void check(int *counts, int *failed)
{
	checked = bad = 0;
	arithmetic(failed);
	bits(failed);
	wide(failed);
	text(failed);
	counts[0] = checked;
	counts[1] = bad;
}

extern "C" void wide_add(const ap_uint<512> *a, ap_uint<512> *out, ap_uint<24> bias, ap_int<3> sign)
{
	for (int i = 0; i < 16; i++)
		out->range(32 * i + 31, 32 * i) = a->range(32 * i + 31, 32 * i).to_int() +
						  bias * sign;
}
