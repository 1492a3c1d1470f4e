/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_int.h>
#include <hls_stream.h>

extern "C" {
void feed(const int *in, hls::stream<ap_int<48>> &out, int size)
{
	for (int i = 0; i < size; i++)
		out << ap_int<48>(in[i]);
}
}
