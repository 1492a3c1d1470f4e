/* SPDX-License-Identifier: Apache-2.0 */
/* A compute kernel, whose time is compared with a direct call of the same code. */
#include <ap_int.h>

extern "C" void mix(const unsigned *in, unsigned *out, int count)
{
#pragma HLS INTERFACE m_axi port = in
#pragma HLS INTERFACE m_axi port = out
	for (int i = 0; i < count; i++) {
		ap_uint<32> value = in[i];

		for (int round = 0; round < 32; round++) {
			value ^= value << 13;
			value ^= value >> 17;
			value += ap_uint<32>(value.range(15, 0) * round);
		}
		out[i] = value;
	}
}
