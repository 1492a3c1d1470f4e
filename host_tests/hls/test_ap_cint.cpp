/* SPDX-License-Identifier: Apache-2.0 */
/* Vivado HLS' integers for C sources: widths, promotion to native widths, and the apint functions. */
#include "ap_cint.h"

#include <cstdio>
#include <cstring>

static int failures;

#define SAME(FOUND, EXPECTED)                                                                      \
	do {                                                                                       \
		long long found_ = (long long)(FOUND), expected_ = (long long)(EXPECTED);          \
		if (found_ != expected_) {                                                         \
			std::printf("line %d: %s is %lld, expected %lld\n", __LINE__, #FOUND,      \
				    found_, expected_);                                            \
			failures++;                                                                \
		}                                                                                  \
	} while (0)

struct pixel {
	uint5 r;
	uint6 g;
	uint5 b;
};

union overlaid {
	int18 number;
	unsigned bits;
};

enum color { RED = 3 };

static const int7 table[3] = {1, -2, 100};

static void promotion()
{
	int18 a = 100000, b = 100000;
	uint4 x = 15, y = 15;
	uint9 nine = 500;
	int33 wide = -1;

	/* The product of two int18 has 32 bits, and wraps. */
	SAME(int36(a * b), 1410065408);
	SAME(int36((int36)a * b), 10000000000ll);
	SAME(uint5(x + y), 30);
	SAME(uint4(x + y), 14);
	SAME(x - 16, -1);
	SAME(~x, -16);
	SAME(nine * nine, 250000);
	SAME(wide >> 5, -1);
	SAME(sizeof(wide + 1), 8);
	SAME(sizeof(x + y), 4);
	SAME(a > b, 0);
	SAME(int18(2.9), 2);
	SAME(int18(RED), 3);
}

static void widths()
{
	int1 one = 1;
	int7 seven = 64;
	uint4 four = 15;
	pixel p = {1, 2, 3};
	overlaid u;

	SAME(one, -1);
	SAME(seven, -64);
	seven -= 1;
	SAME(seven, 63);
	SAME(seven++, 63);
	SAME(--seven, 63);
	seven >>= 1;
	SAME(seven, 31);
	four += 3;
	SAME(four, 2);
	four <<= 3;
	SAME(four, 0);
	SAME(table[1], -2);
	SAME(table[2], -28);
	p.r = p.g * 20;
	SAME(p.r, 8);
	SAME(sizeof(p), 3);
	u.bits = 0;
	u.number = 7;
	SAME(u.bits, 7);
	SAME(sizeof(int8) + sizeof(uint16) + sizeof(int32) + sizeof(uint64), 15);
}

static void functions()
{
	uint12 v = 0xabc;
	uint4 x = 8;
	int4 negative = -1;

	SAME(apint_bitwidthof(int18), 18);
	SAME(apint_bitwidthof(v), 12);
	SAME(apint_bitwidthof(int8), 8);
	SAME(apint_get_bit(v, 2), 1);
	SAME(apint_get_bit(v, 0), 0);
	SAME(apint_get_range(v, 7, 4), 0xb);
	SAME(apint_get_range(negative, 3, 0), 15);
	SAME(apint_set_range(v, 3, 0, (uint4)5), 0xab5);
	SAME(apint_set_bit(v, 0, 7), 0xabd);
	SAME(apint_set_bit(negative, 3, 0), 7);
	SAME(apint_concatenate(v, x), 0xabc8);
	SAME(apint_bitwidthof(apint_concatenate(v, x)), 16);
	SAME(apint_concatenate(negative, negative), 0xff);
	SAME(apint_and_reduce(negative), 1);
	SAME(apint_nand_reduce(v), 1);
	SAME(apint_or_reduce(v), 1);
	SAME(apint_nor_reduce(v), 0);
	SAME(apint_xor_reduce(v), 1);
	SAME(apint_xnor_reduce(negative), 1);
	SAME(apint_string2bits_hex("-1f", 20), -31);
	SAME(apint_string2bits("123", 12), 123);
	SAME(apint_string2bits_bin("0b101", 7), 5);
	SAME(apint_string2bits_oct("17", 7), 15);
}

static void check_printed(const char *text, FILE *file)
{
	char found[64] = "";

	std::rewind(file);
	if (!std::fgets(found, sizeof(found), file) || std::strcmp(found, text) != 0) {
		std::printf("printed '%s', expected '%s'\n", found, text);
		failures++;
	}
	std::fclose(file);
}

static void printing()
{
	FILE *file = std::tmpfile();
	uint12 v = 0xabc;
	int4 negative = -1;

	if (!file)
		return;
	apint_fprint(file, v, 16);
	std::fputc(' ', file);
	apint_fprint(file, v, 2);
	std::fputc(' ', file);
	apint_fprint(file, v, 8);
	std::fputc(' ', file);
	apint_fprint(file, negative, 10);
	check_printed("ABC 101010111100 5274 -1", file);
}

/* Only compilers with wide _BitInt have wider types. */
static void wide()
{
#if __BITINT_MAXWIDTH__ >= 1024
	int18 a = 100000;
	uint4 x = 8;
	uint128 w = (uint128)1 << 100;
	uint12 v = 0xabc;

	w += a;
	SAME(apint_get_bit(w, 100), 1);
	w = x + w - x;
	SAME(w >> 100, 1);
	SAME(int33(w), 100000);
	SAME(apint_bitwidthof(uint1000), 1000);
	SAME(apint_bitwidthof(apint_concatenate(w, v)), 140);
	SAME(apint_concatenate(w, v) >> 112, 1);
	SAME(w > a, 1);
#endif
}

int main()
{
	promotion();
	widths();
	functions();
	printing();
	wide();
	std::printf("%d failures\n", failures);
	return failures != 0;
}
