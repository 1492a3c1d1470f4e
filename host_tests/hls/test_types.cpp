/* SPDX-License-Identifier: Apache-2.0 */
/* What kind of C++ types the HLS types are: layout, triviality, constants, conversions. */
#include "reference.h"

#include <ap_axi_sdata.h>
#include <ap_fixed.h>
#include <ap_int.h>
#include <complex>
#include <hls_half.h>
#include <hls_vector.h>
#include <hls_x_complex.h>
#include <type_traits>
#include <utils/std_complex_utils.h>

template <typename T> static void row(const char *name, size_t size, size_t alignment)
{
	check(sizeof(T) == size, name, __LINE__, 0, 0, sizeof(T), size);
	check(alignof(T) == alignment, name, __LINE__, 0, 0, alignof(T), alignment);
	HOLDS(name, std::is_standard_layout<T>::value);
	HOLDS(name, std::is_trivially_copyable<T>::value);
	HOLDS(name, std::is_trivially_destructible<T>::value);
	HOLDS(name, std::is_default_constructible<T>::value);
}

/*
 * Which types convert to T (upper case) and from T (lower case) without a cast: bool, char, int,
 * unsigned, long long, unsigned long long, float, double, half, const char *, ap_Int, ap_uint (N),
 * ap_fiXed, std::complex<float> (Z).
 */
template <typename T> static void converts(const char *name, const char *expected)
{
	typedef ap_fixed<8, 4> fixed;
	char found[32], *to = found;

#define ONE(UPPER, LOWER, OTHER)                                                                   \
	if (std::is_convertible<OTHER, T>::value)                                                  \
		*to++ = UPPER;                                                                     \
	if (std::is_convertible<T, OTHER>::value)                                                  \
		*to++ = LOWER;
	ONE('B', 'b', bool)
	ONE('C', 'c', char)
	ONE('J', 'j', int)
	ONE('U', 'u', unsigned)
	ONE('L', 'l', long long)
	ONE('V', 'v', unsigned long long)
	ONE('F', 'f', float)
	ONE('D', 'd', double)
	ONE('H', 'h', half)
	ONE('S', 's', const char *)
	ONE('I', 'i', ap_int<8>)
	ONE('N', 'n', ap_uint<70>)
	ONE('X', 'x', fixed)
	ONE('Z', 'z', std::complex<float>)
#undef ONE
	*to = '\0';
	if (strcmp(found, expected))
		printf("%s: expected %s, found %s\n", name, expected, found);
	HOLDS(name, !strcmp(found, expected));
}

/* These are trivial on the host too, as the vendor declares them. */
template <typename T> static void trivial(const char *name)
{
	HOLDS(name, std::is_trivial<T>::value);
}

union words {
	hls::vector<float, 3> vector;
	hls::x_complex<float> complex;
	unsigned bits[3];
};

int main()
{
	typedef ap_fixed<16, 8> fixed;
	union words both;

#define ROW(SIZE, ALIGNMENT, ...) row<__VA_ARGS__>(#__VA_ARGS__, SIZE, ALIGNMENT);
#include "types.inc"
#undef ROW

	converts<half>("half", "BbCcJjUuLlVvFfDdHhIiNnXx");
	converts<ap_int<9>>("ap_int", "BbCcJjUuLlVvFfDdHhSIiNnXx");
	converts<ap_uint<300>>("ap_uint", "BbCcJjUuLlVvFfDdHhSIiNnXx");
	converts<fixed>("ap_fixed", "BbCcJjUuLlVvFfDdHhSIiNnXx");
	converts<hls::vector<float, 3>>("vector", "BCJULVFD");
	converts<hls::vector<half, 3>>("vector of half", "H");
	converts<ap_axiu<32, 0, 0, 0>>("ap_axiu", "");
	converts<hls::axis<float, 0, 0, 0>>("axis", "");
	converts<hls::x_complex<float>>("x_complex", "BCJULVFDZz");

	trivial<hls::vector<float, 3>>("vector");
	trivial<hls::vector<hls::vector<char, 2>, 5>>("vector of vectors");
	trivial<hls::x_complex<float>>("x_complex");
	both.vector = hls::vector<float, 3>(1.0f);
	HOLDS("union", both.bits[2] == 0x3f800000);

	constexpr half third = half(1) / 3, sum = -(third + 1.5f);
	static_assert(third.get_bits() == 0x3555 && half(true).get_bits() == 0x3c00 &&
			      half(65520.0).get_bits() == 0x7c00 &&
			      half(-3e-8).get_bits() == 0x8000,
		      "halves are constants");
	HOLDS("constant", float(sum) == -1.8330078125f);
	hls::x_complex<fixed> z;
	z = fixed(2.5);
	HOLDS("assignment", z.real() == 2.5 && z.imag() == 0);
	return report("types", 200);
}
