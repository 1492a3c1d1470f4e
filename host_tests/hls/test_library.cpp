/* SPDX-License-Identifier: Apache-2.0 */
/* The other HLS headers, as included by a host program: half, mathematics, vectors, streams. */
#include "reference.h"

#include <array>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <string>

/* Kernels define such names before they include anything. */
#define A 1
#define B 1
#define C 1
#define D 1
#define E 1
#define F 1
#define G 1
#define H 1
#define I 1
#define J 1
#define K 1
#define L 1
#define M 1
#define N 1
#define O 1
#define P 1
#define Q 1
#define R 1
#define S 1
#define T 1
#define U 1
#define W 1
#define X 1
#define Y 1
#define Z 1
#define W1 1
#define W2 1
#define I1 1
#define I2 1
#define F1 1
#define F2 1
#define S1 1
#define S2 1
#define N2 1
#define K2 1
#define LO 1
#define HI 1
#define DEPTH 1
#define WIDTH 1
#define SIZE 1
#define LENGTH 1
#define BITS 1
#define BYTES 1
#define BLOCK 1
#define MODE 1
#define NAME 1
#define OP 1
#define MASK 1
#define ARGS 1
#define RESULT 1
#define TYPE 1
#define ZERO 1
#include <ap_axi_sdata.h>
#include <ap_common.h>
#include <ap_fixed.h>
#include <ap_float.h>
#include <ap_int.h>
#include <ap_shift_reg.h>
#include <ap_utils.h>
#include <hls/utils/x_hls_utils.h>
#include <hls_array_partition.h>
#include <hls_burst_maxi.h>
#include <hls_directio.h>
#include <hls_dsp_builtins.h>
#include <hls_fence.h>
#include <hls_half.h>
#include <hls_math.h>
#include <hls_np_channel.h>
#include <hls_print.h>
#include <hls_stream.h>
#include <hls_streamofblocks.h>
#include <hls_task.h>
#include <hls_vector.h>
#include <hls_video.h>
#include <hls_x_complex.h>
#include <utils/std_complex_utils.h>
#include <utils/x_hls_defines.h>
#include <utils/x_hls_traits.h>
#undef A
#undef B
#undef C
#undef D
#undef E
#undef F
#undef G
#undef H
#undef I
#undef J
#undef K
#undef L
#undef M
#undef N
#undef O
#undef P
#undef Q
#undef R
#undef S
#undef T
#undef U
#undef W
#undef X
#undef Y
#undef Z
#undef W1
#undef W2
#undef I1
#undef I2
#undef F1
#undef F2
#undef S1
#undef S2
#undef N2
#undef K2
#undef LO
#undef HI
#undef DEPTH
#undef WIDTH
#undef SIZE
#undef LENGTH
#undef BITS
#undef BYTES
#undef BLOCK
#undef MODE
#undef NAME
#undef OP
#undef MASK
#undef ARGS
#undef RESULT
#undef TYPE
#undef ZERO

#define TRUE(CONDITION)                                                                            \
	do {                                                                                       \
		bool good = (CONDITION);                                                           \
		check(good, #CONDITION, __LINE__, 0, 0, int(good), mpz_class(1));                  \
	} while (0)

static half of_bits(unsigned bits)
{
	half h;

	h.set_bits((unsigned short)bits);
	return h;
}

/* The nearest binary16 number, by definition: multiples of a power of two. Subnormal ones are 0. */
static double nearest_half(double x)
{
	int exponent;

	if (x == 0 || !std::isfinite(x))
		return x;
	std::frexp(x, &exponent);
	double unit = std::ldexp(1.0, exponent - 11);
	double r = std::nearbyint(x / unit) * unit;
	if (std::fabs(r) < std::ldexp(1.0, -14))
		return std::copysign(0.0, x);
	return std::fabs(r) > 65504 ? std::copysign(INFINITY, x) : r;
}

static bool is(half h, double expected)
{
	unsigned short bits = h.get_bits();
	double found = float(h);

	if (!std::isnan(found)) /* the compiler may choose its sign */
		digest(&bits, sizeof(bits));
	return found == expected ? std::signbit(found) == std::signbit(expected)
				 : std::isnan(found) && std::isnan(expected);
}

static void halves()
{
	for (unsigned bits = 0; bits < 0x10000; bits++) {
		half h = of_bits(bits);
		unsigned exponent = bits >> 10 & 31, mantissa = bits & 1023;
		double value = exponent == 31 ? (mantissa ? NAN : INFINITY)
			       : exponent     ? std::ldexp(1024 + mantissa, int(exponent) - 25)
					      : 0;

		value = bits & 0x8000 ? -value : value;
		TRUE(is(h, value) || (std::isnan(value) && std::isnan(float(h))));
		TRUE(half(float(h)).get_bits() == (exponent ? bits : bits & 0x8000) ||
		     (std::isnan(value) && mantissa < 512));
		TRUE((-h).get_bits() == (bits ^ 0x8000));
	}
	for (int i = 0; i < 40000; i++) {
		half a = of_bits(random_number(0x10000)), b = of_bits(random_number(0x10000)),
		     c = a;
		double x = float(a), y = float(b);
		int n = int(random_number(200000)) - 100000;
		double d = double(n) + random_number(1000) / 1000.0;

		d = std::ldexp(d, -int(random_number(50)));

		TRUE(is(a + b, nearest_half(x + y)) && is(a - b, nearest_half(x - y)));
		TRUE(is(a * b, nearest_half(x * y)) && is(a / b, nearest_half(x / y)));
		TRUE(is(hls::sqrt(a), nearest_half(std::sqrt(x))));
		TRUE(is(half(d), nearest_half(d)) && is(half(n), nearest_half(n)));
		TRUE((a < b) == (x < y) && (a == b) == (x == y) && (a >= b) == (x >= y));
		c *= b;
		c += 1;
		TRUE(is(c, nearest_half(nearest_half(x * y) + 1)));
	}
	TRUE(is(std::numeric_limits<half>::max(), 65504));
	TRUE(half(1) + 0.25f == 1.25f && 2 * half(3) == 6 && half(1) / 3.0 == 1 / 3.0);
	TRUE(half(2048) + 1 == 2048.0f && half(2048) == 2049 && 2049 == half(2048));
	TRUE(half(0.1f) * ap_int<9>(3) == half(0.1f) * half(3) && ap_uint<70>(4) > half(3));
	TRUE(sizeof(half) == 2 && ap_int<9>(half(-3.5)) == -3 && half(ap_fixed<8, 4>(1.5)) == 1.5f);
}

/* Rounding functions are exact; all others are as precise as the type. */
static void mathematics()
{
	for (int i = 0; i < 2000; i++) {
		ap_fixed<20, 6> x;

		set_memory(&x, random_bits(20), 20);
		double d = x.to_double(), p = std::fabs(d) + 0.25, unit = std::ldexp(1.0, -14);
		TRUE(hls::abs(x) == std::fabs(d) || d == -32);
		TRUE(hls::floor(x) == std::floor(d) && hls::trunc(x) == std::trunc(d));
		TRUE(d >= 31 || (hls::ceil(x) == std::ceil(d) && hls::round(x) == std::round(d) &&
				 hls::rint(x) == std::nearbyint(d)));
		TRUE(hls::lrint(x) == std::lrint(d) && hls::llround(x) == std::llround(d));
		TRUE(hls::signbit(x) == (d < 0) && hls::isfinite(x) && !hls::isnan(x) &&
		     !hls::isinf(x) && hls::isnormal(x) == (d != 0));
		TRUE(hls::isless(x, decltype(x)(0.5)) == (d < 0.5) && !hls::islessgreater(x, x));
		TRUE(std::fabs(hls::sin(x).to_double() - std::sin(d)) <= unit);
		ap_ufixed<20, 6> q = p;
		TRUE(std::fabs(hls::sqrt(q).to_double() - std::sqrt(p)) <= 2 * unit);
		TRUE(std::fabs(hls::log(q).to_double() - std::log(p)) <= 2 * unit || p < 1);
		TRUE(std::fabs(hls::atan2(x, x).to_double() - std::atan2(d, d)) <= unit);
	}
	float s, c;
	hls::sincos(0.5f, &s, &c);
	TRUE(s == std::sin(0.5f) && c == hls::cosf(0.5f) && hls::powf(2, 10) == 1024);
	TRUE(hls::rsqrt(4.0) == 0.5 && hls::recip(4.0f) == 0.25f && hls::max(2, 3) == 3);
	TRUE(hls::isnan(half(NAN)) && !hls::isinf(half(1)) && hls::signbit(half(-1)));
	TRUE(hls::abs(-3) == 3 && hls::fabs(-2.5) == 2.5 && hls::rootn(-27.0, 3) < -2.99);
	TRUE(hls::signbit(ap_int<5>(-1)) && !hls::signbit(ap_uint<5>(31)));
	TRUE(AP_MIN(2, 3) == 2 && AP_MAX(2, 3) == 3 && AP_ABS(-2) == 2);
	TRUE(hls::fma(half(3), half(5), half(0.5)) == 15.5f && hls::half_exp(half(0)) == 1);
	TRUE(hls::pow(half(3), 2) == 9 && hls::pow(2.5f, half(2)) == 6.25f && hls::pow(2, 3) == 8);
	TRUE(hls::sqrt(80) == 9 && hls::exp(ap_int<8>(9)) == 127 &&
	     hls::ilogb(ap_uint<9>(80)) == 6);
	TRUE((hls::exp(ap_fixed<10, 5>(3)) == 15.96875 && hls::exp(ap_fixed<10, 5>(2)) == 7.375));
	TRUE((hls::nextafter(ap_fixed<8, 4>(1), ap_fixed<8, 4>(2)) == 1.0625));
	TRUE((hls::ldexp(ap_fixed<8, 4>(1.5), 2) == 6 &&
	      hls::scalbn(ap_ufixed<8, 4>(3), -1) == 1.5));
	TRUE((hls::ldexp(ap_fixed<8, 4>(1.5), 8) == 0 && hls::divide(7, 2) == 3));
	TRUE(hls::bitselect(0xf0u, 0x3cu, 0xffu) == 0x3c && hls::all(ap_int<5>(-1)) &&
	     !hls::all(ap_uint<5>(30)) && hls::any(ap_uint<5>(4)));
	half whole;
	TRUE(hls::modf(half(-2.5), &whole) == -0.5f && whole == -2 && hls::fract(2.25) == 0.25);
	TRUE(hls::cordic::sin(0.5f) == hls::sin(0.5f) && hls::isequal(2.0, 2.0) == 1);
}

/* The nearest to sqrt(raw / 2^f) * 2^f, from GMP's integer square root. */
template <typename T_> static void roots(int width, int f)
{
	for (int i = 0; i < 300; i++) {
		mpz_class bits = random_bits(width);
		T_ x;

		if (i == 0)
			bits = (mpz_class(1) << width) - 1;
		set_memory(&x, bits, width);
		mpz_class scaled = f >= 0 ? mpz_class(bits << f) : bits;
		mpz_class expected = (sqrt(mpz_class(scaled << 2)) + 1) >> 1;
		T_ found = hls::sqrt(x);

		check(memory_of(found, width, false) == expected, "sqrt", __LINE__, bits, f,
		      memory_of(found, width, false), expected);
	}
}

/* Numbers with more bits than a double; the constants come from the literature. */
static void precision()
{
	typedef ap_fixed<64, 8> wide;
	const wide one = 1, two = 2;

	roots<ap_uint<64>>(64, 0);
	roots<ap_uint<7>>(7, 0);
	roots<ap_uint<200>>(200, 0);
	roots<ap_ufixed<64, 32>>(64, 32);
	roots<ap_ufixed<33, 20>>(33, 13);
	roots<ap_ufixed<16, 1>>(16, 15);
	roots<ap_ufixed<130, 3>>(130, 127);
	TRUE(hls::sqrt(ap_uint<64>(18446744065119617024ull)) == 4294967295u);
	TRUE(hls::sqrt(ap_fixed<16, 8>(-4)) == 0);
	TRUE((hls::sqrt(ap_fixed<16, 8, AP_RND, AP_SAT>(2)) == 1.4140625));
	TRUE(hls::sqrt(ap_uint<9>(80)) == 9 && hls::sqrt(ap_uint<9>(72)) == 8 &&
	     hls::sqrt(ap_int<9>(81)) == 9);
	TRUE(hls::exp(one).range().to_uint64() == 0x02b7e151628aed2a);
	TRUE(hls::sin(one).range().to_uint64() == 0x00d76aa478486770);
	TRUE(hls::cos(one).range().to_uint64() == 0x008a51407da8345c);
	TRUE(hls::log(two).range().to_uint64() == 0x00b17217f7d1cf79);
	TRUE(hls::pow(two, wide(0.5)).range().to_uint64() == 0x016a09e667f3bcc9);
	TRUE(hls::pown(wide(1.5), 3) == 3.375);
	wide fine;
	fine.range() = 0x0123456789abcdef;
	TRUE(hls::fmax(fine, wide(0)) == fine && hls::fmin(wide(100), fine) == fine);
	TRUE(hls::fdim(fine, wide(0)) == fine && hls::copysign(fine, wide(-1)) == -fine);
	TRUE(wide(fine.to_long_double()) == fine && wide(-fine.to_long_double()) == -fine);
	TRUE(ap_uint<64>(18446744073709551615.0L) == ~0ull && ap_int<64>(-5.75L) == -5);
}

/* Infinity saturates like any number that is too large, NaN like a positive one. */
static void infinities()
{
	typedef ap_fixed<16, 8, AP_RND, AP_SAT> saturating;
	const float infinity = INFINITY, none = NAN;

	TRUE(saturating(infinity).range() == 0x7fff && saturating(-infinity).range() == 0x8000);
	TRUE(saturating(none).range() == 0x7fff && saturating(double(none)).range() == 0x7fff);
	TRUE(saturating((long double)(-infinity)).range() == 0x8000);
	TRUE(saturating(half(infinity)).range() == 0x7fff);
	TRUE(saturating(hls::expf(89)).range() == 0x7fff);
	TRUE(saturating(hls::exp(1000.0)).range() == 0x7fff);
	TRUE(saturating(hls::log(0.0)).range() == 0x8000);
	TRUE((hls::log(ap_fixed<40, 8, AP_TRN, AP_SAT>(0)) == -128));
	TRUE((ap_ufixed<8, 8, AP_TRN, AP_SAT>(infinity) == 255));
	TRUE((ap_ufixed<8, 8, AP_TRN, AP_SAT>(-infinity) == 0));
	TRUE((ap_fixed<8, 8, AP_TRN, AP_SAT_SYM>(-infinity) == -127));
	TRUE((ap_fixed<8, 8, AP_TRN, AP_SAT_ZERO>(infinity) == 0));
	TRUE((ap_fixed<8, 8>(infinity) == 0 && ap_fixed<70, 8>(none) == 0));
}

static void vectors()
{
	hls::vector<int, 4> a = {1, -2, 3, 4}, b = 2, c = a * b + 1;
	hls::vector<ap_uint<12>, 3> u = {5, 6, 7};
	hls::vector<float, 2> f(std::array<float, 2>{{1.5f, 2.5f}});

	TRUE(c[0] == 3 && c[1] == -3 && c[3] == 9 && (10 - a)[2] == 7);
	TRUE((-a)[1] == 2 && (~a)[0] == -2 && a.reduce_add() == 6 && a.reduce_mult() == -24);
	TRUE(a.reduce_and() == 0 && u.reduce_or() == 7 && u.reduce_xor() == 4);
	TRUE(a < c && c > a && a <= a && !(a < a) && a != c && a == a);
	TRUE((a++)[0] == 1 && a[0] == 2 && (--a)[0] == 1 && (a << 1)[2] == 6);
	c -= a;
	c %= 3;
	TRUE(c[0] == 2 && c[1] == -1 && f.reduce_add() == 4 && f.size() == 2);

	float from[] = {1, 2, 4, 8, 16, 32};
	size_t at = f.size();
	TRUE((hls::gather<float, 3>(from, {at, at + 3, 0}).reduce_add() == 37));
	TRUE(sizeof(a) == 16 && sizeof(hls::vector<char, 3>) == 3);
	u *= u;
	TRUE(u[2] == 49);
	/* 0 is a value, although it could convert to an address. */
	hls::vector<float, 2> none(0), values(from + 1);
	hls::vector<ap_fixed<16, 6>, 4> fixed = hls::vector<ap_fixed<16, 6>, 4>(0);
	hls::vector<float *, 2> addresses(from);
	TRUE(none.reduce_add() == 0 && values[0] == 2 && values[1] == 4 && fixed.reduce_add() == 0);
	TRUE(addresses[1] == from);
	a = {-3, 1, -1, 0};
	a <<= 2;
	TRUE(a[0] == -12 && a[1] == 4 && (a << 1)[2] == -8);
}

template <typename T> struct same_as {
	template <typename U> static bool is()
	{
		return std::is_same<T, U>::value;
	}
};

/* Result types, as requested by linear algebra libraries. */
static void traits()
{
	typedef ap_fixed<16, 4> a;
	typedef ap_fixed<12, 6, AP_RND, AP_SAT> b;
	typedef hls::x_complex<a> c;

	TRUE((same_as<hls::x_traits<a, b>::ADD_T>::is<ap_fixed<19, 7>>()));
	TRUE((same_as<hls::x_traits<a, b>::MULT_T>::is<ap_fixed<28, 10>>()));
	TRUE((same_as<hls::x_traits<a, a>::MADD_T>::is<ap_fixed<33, 9>>()));
	TRUE((same_as<hls::x_traits<a, a>::SAT_T>::is<ap_fixed<16, 4, AP_RND, AP_SAT>>()));
	TRUE((same_as<hls::x_traits<ap_uint<5>, ap_uint<7>>::SUB_T>::is<ap_int<8>>()));
	TRUE((same_as<hls::x_traits<ap_int<5>, ap_int<7>>::MADD_T>::is<ap_int<7>>()));
	TRUE((same_as<hls::x_traits<float, double>::MULT_T>::is<double>()));
	TRUE((same_as<hls::x_traits<half, half>::ADD_T>::is<half>()));
	TRUE((same_as<hls::x_traits_d<a, 8>::ACCUM_T>::is<ap_fixed<21, 9>>()));
	TRUE((same_as<hls::x_traits_d<b, 8>::ACCUM_T>::is<ap_fixed<17, 11, AP_RND, AP_SAT>>()));
	TRUE((same_as<hls::x_traits_d<float, 8>::ACCUM_T>::is<float>()));
	TRUE((same_as<hls::x_traits<c, c>::MULT_T>::is<hls::x_complex<ap_fixed<33, 9>>>()));
	TRUE((same_as<hls::x_traits<std::complex<float>, std::complex<float>>::MULT_T>::is<
		std::complex<float>>()));
	TRUE((same_as<hls::x_traits_d<c, 3>::ACCUM_T>::is<hls::x_complex<ap_fixed<19, 7>>>()));
}

static void helpers()
{
	typedef ap_fixed<9, 3> fixed;
	typedef hls::x_complex<ap_fixed<24, 12>> number;
	number a(1.5, -2), b(0.25, 4), q;

	TRUE(hls::numeric_limits<fixed>::min() == -4 && hls::numeric_limits<fixed>::max() < 4);
	TRUE(hls::numeric_limits<fixed>::max() + hls::numeric_limits<fixed>::epsilon() == 4);
	TRUE(hls::numeric_limits<ap_uint<70>>::min() == 0);
	TRUE(hls::numeric_limits<ap_uint<70>>::max() + 1 == ap_uint<71>(1) << 70);
	TRUE(hls::numeric_limits<ap_int<5>>::lowest() == -16 &&
	     hls::numeric_limits<int>::max() == 2147483647);
	TRUE((Power<3, 4>::Value == 81) && Type_BitWidth<fixed>::Value == 9 &&
	     hls::Type_BitWidth<ap_uint<70>>::Value == 70 && Type_BitWidth<short>::Value == 16);
	/*
	 * A signed number of this width can hold the constant; the other is for unsigned numbers.
	 */
	TRUE(BitWidth<0>::Value == 2 && BitWidth<1>::Value == 2 && BitWidth<255>::Value == 9);
	TRUE(hls::BitWidth<256>::Value == 10 && UnsignedBitWidth<0>::Value == 1);
	TRUE(UnsignedBitWidth<255>::Value == 8 && hls::UnsignedBitWidth<256>::Value == 9);
	TRUE(hls::reg(7) == 7 && reg(a) == a);
	TRUE(detail::isnan(std::numeric_limits<half>::quiet_NaN()) && !detail::isnan(half(1)));
	TRUE(detail::fpclassify(of_bits(1)) == FP_SUBNORMAL &&
	     detail::fpclassify(half(2)) == FP_NORMAL);
	TRUE(detail::fpclassify(half(-1e6)) == FP_INFINITE &&
	     detail::fpclassify(half(0)) == FP_ZERO);
	TRUE(is_fptype<half>::value && is_fptype<float>::value && !is_fptype<fixed>::value);
	TRUE(is_integraltype<ap_uint<70>>::value && is_integraltype<short>::value);
	TRUE(is_fixedtype<fixed>::value && !is_integraltype<fixed>::value &&
	     !is_fixedtype<int>::value);
	TRUE(a + b == number(1.75, 2) && a - b == number(1.25, -6) && -a == number(-1.5, 2));
	TRUE(a * b == number(8.375, 5.5) && a * 2 == number(3, -4) && a != b);
	q = a * b;
	q /= b;
	TRUE(q == a && a.conj() == number(1.5, 2) && hls::x_norm(a) == 6.25);
	TRUE(hls::x_abs(number(3, 4)) == 5 && hls::x_complex<float>(a).imag() == -2);
	q.real(7);
	q.imag() = 8;
	TRUE(hls::x_real(q) == 7 && hls::x_imag(q) == 8);
	TRUE(hls::x_conj(std::complex<float>(1, 2)).imag() == -2);
	TRUE(hls::x_conj(fixed(-1.5)) == -1.5 && hls::x_real(3.5) == 3.5 && hls::x_imag(2) == 0);
	TRUE(hls::x_conj_sq(fixed(-1.5)) == 2.25 && hls::x_conj_sq(number(3, 4)) == 25);
	TRUE(hls::x_conj_sq(std::complex<float>(3, 4)) == 25);
	TRUE(hls::half_rsqrt(half(4)) == 0.5f && hls::half_recip(half(4)) == 0.25f);
}

/* Converts itself, and only where that is allowed. */
struct wide {
	int value;
	operator const ap_uint<64>()
	{
		return value;
	}
};

/* -6.5 is -1.101 * 2^2. */
static void fields()
{
	fp_struct<float> f = -6.5f;
	fp_struct<double> d = 6.5;
	fp_struct<half> h = half(-6.5);
	single_cast bits;

	bits.f = -6.5f;
	TRUE(f.__signbit() && f.expv() == 2 && f.sig == 5 << 20 && f.data() == bits.i);
	TRUE(!d.__signbit() && d.expv() == 2 && d.sig == ap_uint<52>(5) << 49);
	TRUE(h.__signbit() && h.expv() == 2 && h.sig == 5 << 7 && h.to_ieee() == -6.5f);
	f.exp -= 1;
	TRUE(f.to_ieee() == -3.25f && fp_struct<double>(d.data()).to_ieee() == 6.5);
	TRUE(f.to_float() == -3.25f && d.to_double() == 6.5 && h.to_half() == half(-6.5));
	TRUE(d.to_int() == 0x401a000000000000 && fp_struct<float>(0x40400000u).to_float() == 3);
	TRUE(d.mantissa() == 1.625 && fp_struct<float>::EXP_INFNAN == 255);
	d.set_mantissa(1.25);
	TRUE(d.to_double() == 5 && fp_struct<float>::infinity() == INFINITY &&
	     fp_struct<double>::minus_infinity() == -INFINITY);
	/* A pointer is a truth value. */
	TRUE(ap_uint<24>((ap_uint<24> *)0) == 0 && (f.exp ? ap_int<9>(7) : (int *)0) == 7);
	TRUE(ap_int<4>(true) == 1 && ap_uint<1>(true) == 1);
	wide changing = {77};
	ap_uint<64> number;
	number = changing;
	TRUE(number == 77);
}

typedef int block[2];

/*
 * A 3 x 3 window over an image, fed by a line buffer as in filters, compared with the image itself.
 */
static void video()
{
	hls::LineBuffer<3, 8, int> lines;
	hls::Window<3, 3, int> window;
	int image[6][8], column[3], row[3] = {1, 2, 3};

	for (int i = 0; i < 6 * 8; i++) {
		int y = i / 8, x = i % 8;

		image[y][x] = int(random_number(1000));
		lines.shift_pixels_up(x);
		lines.insert_bottom_row(image[y][x], x);
		lines.get_col(column, x);
		window.shift_pixels_left();
		window.insert_right_col(column);
		for (int j = 0; j < 9 && x >= 2 && y >= 2; j++) {
			TRUE(window.getval(j / 3, j % 3) == image[y - 2 + j / 3][x - 2 + j % 3]);
			TRUE(lines.getval(j / 3, x) == image[y - 2 + j / 3][x]);
		}
	}
	window.insert_bottom_row(row);
	window.shift_pixels_up();
	TRUE(window(1, 0) == 1 && window(1, 2) == 3 && window(2, 1) == 2);
	window.insert_left_col(row);
	window.shift_pixels_right();
	TRUE(window(0, 1) == 1 && window(2, 1) == 3 && window(1, 0) == 2);
	window.insert_top_row(row);
	window.shift_pixels_down();
	window.insert_pixel(9, 0, 0);
	TRUE(window(1, 0) == 1 && window(1, 2) == 3 && window(0, 0) == 9 && window(0, 1) == 2);
	lines.insert_top_row(-1, 5);
	lines.shift_pixels_down(5);
	TRUE(lines(1, 5) == -1 && lines(0, 5) == -1);
}

static void streams()
{
	hls::stream<int> numbers("numbers");
	hls::stream<ap_axiu<32, 2, 5, 6>, 8> packets;
	hls::stream<int> several[3];
	hls::stream_of_blocks<block> blocks;
	ap_axiu<32, 2, 5, 6> out, in;
	hls::axis_user<13, AXIS_ENABLE_USER | AXIS_ENABLE_LAST> user;
	hls::axis<float> plain;
	int x = 0;

	TRUE(numbers.empty() && !numbers.full() && !numbers.read_nb(x));
	numbers << 4;
	numbers.write(5);
	TRUE(numbers.size() == 2 && numbers.read() == 4);
	numbers >> x;
	TRUE(x == 5 && numbers.write_nb(6) && numbers.read_nb(x) && x == 6);
	several[2].write(9);
	TRUE(several[0].empty() && several[2].read() == 9);
	out.data = 0xdeadbeef;
	out.keep = -1;
	out.set_last(1);
	out.dest = 100;
	packets.write(out);
	in = packets.read();
	TRUE(in.data == 0xdeadbeef && in.keep == 15 && in.get_last() == 1 && in.dest == 36);
	TRUE(in.user.length() == 2 && in.id.length() == 5 && in.strb == 0);
	user.set_user(8195);
	plain.set_data(1.5f);
	TRUE(user.get_user() == 3 && plain.data == 1.5f && plain.keep.length() == 4);
	{
		hls::write_lock<block> lock(blocks);

		lock[1] = 7;
	}
	hls::read_lock<block> lock(blocks);
	TRUE(lock[1] == 7);
}

/* The bits of a fixed-point value as an integer, with the names in the vendor's headers. */
static void raw_bits()
{
	ap_fixed<9, 3> fixed = -1.5;
	const ap_ufixed<80, 8> wide = 1.5;
	ap_uint<9> bits = fixed.range().to_ap_int_base();

	TRUE(bits == 0x1a0 && ap_uint<4>(bits.range(8, 5).to_ap_int_base()) == 13);
	TRUE(ap_uint<80>(wide.range().to_ap_int_base()) == ap_uint<80>(3) << 71);
}

/* In a host, a wire returns the values written to it in order, and keeps the last one. */
static void wires()
{
	hls::ap_hs<int> handshake;
	hls::ap_none<short> plain;
	int x = 0;

	TRUE(!handshake.valid() && !handshake.read_nb(x));
	handshake.write(1);
	handshake.write(2);
	TRUE(handshake.valid() && handshake.read() == 1);
	handshake.read(x);
	TRUE(x == 2 && !handshake.valid() && handshake.read() == 2);
	plain = 3;
	plain.write(4);
	TRUE(plain == 3 && plain.read() == 4 && plain == 4);
}

/* The value of the low `width` bits, in two's complement. */
static int64_t cut(int64_t value, int width)
{
	return int64_t(uint64_t(value) << (64 - width)) >> (64 - width);
}

/* Operands wider than the ports of a DSP block are cut to them, and results to its P register. */
static void dsp_blocks()
{
	using namespace hls::dsp48e2;
	acc<REG_M | REG_P> accumulator, with_pre_adder;
	int64_t total = 0, pre_total = 0;

	for (int i = 0; i < 20000; i++) {
		int64_t long_a = int64_t(random_number(1u << 31)),
			long_b = int64_t(random_number(1u << 20));
		int64_t c = int64_t(random_number(1u << 31)) << 17,
			d = int64_t(random_number(1u << 27));
		int64_t a = cut(long_a, 27), b = cut(long_b, 18), pre = cut(a + cut(d, 27), 27);
		bool first = i % 100 == 0;

		c = cut(c, 48);
		TRUE((mul_add<REG_A1 | REG_P>(long_a, long_b, c) == cut(a * b + c, 48)));
		TRUE((mul_sub<REG_M>(long_a, long_b, c) == cut(a * b - c, 48)));
		TRUE((mul_rev_sub<REG_M>(long_a, long_b, c) == cut(c - a * b, 48)));
		TRUE((add_mul_add<REG_AD | REG_D>(d, a, b, c) == cut(pre * b + c, 48)));
		TRUE((add_mul_sub<REG_AD>(d, a, b, c) == cut(pre * b - c, 48)));
		TRUE((add_mul_rev_sub<REG_AD>(d, a, b, c) == cut(c - pre * b, 48)));
		TRUE((hls::dsp48e1::mul_add<REG_C>(long_a, long_b, c) ==
		      cut(cut(long_a, 25) * b + c, 48)));
		TRUE((hls::dsp58::mul_add<REG_C>(long_a, long_b, c) ==
		      cut(a * cut(long_b, 24) + c, 58)));
		total = cut((first ? 0 : total) + a * b, 48);
		TRUE(accumulator.mul_acc(a, b, first) == total);
		pre_total = cut((first ? 0 : pre_total) + pre * b, 48);
		TRUE(with_pre_adder.add_mul_acc(d, a, b, first) == pre_total);
	}
}

/* A chain of cascades whose later blocks have both registers of B is a filter: each tap sees the sample before. */
static void dsp_cascades()
{
	using namespace hls::dsp58;
	cascade<REG_A1 | REG_B1 | REG_M | REG_P> head;
	cascade<REG_A1 | REG_B1 | REG_B2 | REG_M | REG_P> tail[4];
	cascade<REG_A1 | REG_A2 | REG_B1 | REG_P> late_a;
	int64_t taps[5], samples[200];

	for (int64_t &tap : taps)
		tap = int64_t(random_number(1000)) - 500;
	for (int i = 0; i < 200; i++) {
		int64_t expected = 7;

		samples[i] = int64_t(random_number(1000)) - 500;
		R_t out = head.mul_add(taps[0], samples[i], 7);
		for (int j = 1; j < 5; j++)
			out = tail[j - 1].mul_add(taps[j], out.bcout, out.pcout);
		for (int j = 0; j < 5 && j <= i; j++)
			expected += taps[j] * samples[i - j];
		TRUE(out.pcout == expected);
		out = late_a.mul_add(samples[i], 3, i);
		TRUE(out.pcout == (i ? samples[i - 1] : 0) * 3 + i);
		TRUE(out.acout == (i ? samples[i - 1] : 0) && out.bcout == 3);
	}
}

static void complex_dsp_blocks()
{
	using namespace hls::dspcplx;
	acc<BALANCED_PIPELINE | REG_M> accumulator;
	cascade<FULL_PIPELINE | REG_P> late;
	C_t total;

	TRUE((mul<NO_PIPELINE>(A_t(1, 2), B_t(3, -4)) == C_t(11, 2)));
	TRUE((mul_add<FULL_PIPELINE>(A_t(1, 2), B_t(3, -4), C_t(10, 20)) == C_t(21, 22)));
	accumulator.mul_acc(A_t(9, 9), B_t(9, 9), true);
	accumulator.mul_acc(A_t(1, 2), B_t(3, -4), true);
	total = accumulator.mul_acc(A_t(0, 1), B_t(0, 1), false);
	TRUE(total == C_t(10, 2));
	late.mul_add(A_t(1, 2), B_t(3, -4), C_t(0, 0));
	TRUE(late.mul_add(A_t(5, 5), B_t(5, 5), C_t(1, 1)).pcout == C_t(12, 3));
}

int main()
{
	raw_bits();
	wires();
	halves();
	mathematics();
	precision();
	infinities();
	vectors();
	helpers();
	traits();
	fields();
	streams();
	video();
	dsp_blocks();
	dsp_cascades();
	complex_dsp_blocks();
	return report("library", 400000);
}
