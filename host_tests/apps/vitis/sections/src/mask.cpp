/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_int.h>

#ifndef MASK
#error "compile.cfg gives the mask"
#endif

extern "C" {
void mask(ap_uint<512> *data, int size)
{
#pragma HLS INTERFACE m_axi port = data
	ap_uint<512> pattern;

	for (int i = 0; i < 64; i++)
		pattern.range(8 * i + 7, 8 * i) = MASK;
	for (int i = 0; i < size; i++)
		data[i] ^= pattern;
}
}
