/* SPDX-License-Identifier: Apache-2.0 */
/* In kernels all number types are trivial, so that unions may contain them. */
#include <ap_axi_sdata.h>
#include <ap_fixed.h>
#include <ap_int.h>
#include <complex>
#include <hls_half.h>
#include <hls_vector.h>
#include <hls_x_complex.h>
#include <type_traits>

#define ROW(SIZE, ALIGNMENT, ...)                                                                  \
	static_assert(sizeof(__VA_ARGS__) == SIZE && alignof(__VA_ARGS__) == ALIGNMENT,            \
		      #__VA_ARGS__);                                                               \
	static_assert(std::is_trivially_copyable<__VA_ARGS__>::value, #__VA_ARGS__);               \
	static_assert(std::is_standard_layout<__VA_ARGS__>::value, #__VA_ARGS__);
#include "../../hls/types.inc"

#define TRIVIAL(...) static_assert(std::is_trivial<__VA_ARGS__>::value, #__VA_ARGS__);
TRIVIAL(half)
TRIVIAL(ap_int<9>)
TRIVIAL(ap_uint<512>)
TRIVIAL(ap_fixed<16, 8>)
TRIVIAL(ap_ufixed<100, 8, AP_RND, AP_SAT>)
TRIVIAL(hls::vector<half, 3>)
TRIVIAL(hls::vector<ap_fixed<16, 8>, 3>)
TRIVIAL(hls::x_complex<half>)

struct pair {
	half low, high;
};
union word {
	pair halves;
	half one;
	hls::vector<half, 2> vector;
	ap_fixed<16, 8> fixed;
	ap_uint<32> bits;
	unsigned number;
};
/* An anonymous union and a struct with a union inside. */
struct tagged {
	int tag;
	union {
		half h;
		unsigned short bits;
	};
};

extern "C" void traits(const unsigned *in, unsigned *out)
{
	union word w;
	tagged t;
	half never, sum = 0;

	w.number = in[0];
	t.h = w.halves.low + w.halves.high;
	out[0] = t.bits;
	w.vector = w.vector * half(2);
	out[1] = w.bits;
	w.fixed = 1.5;
	out[2] = w.number & 0xffff;
	sum += never;
	out[3] = sum.get_bits();
}
