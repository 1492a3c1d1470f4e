/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_int.h>
#include <hls_stream.h>

extern "C" {
void drain(hls::stream<ap_int<48>> &in, long long *out, int size)
{
	for (int i = 0; i < size; i++)
		out[i] = in.read().to_int64();
}
}
