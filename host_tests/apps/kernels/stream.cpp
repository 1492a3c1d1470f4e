/* SPDX-License-Identifier: Apache-2.0 */
/* Two kernels connected by a FIFO: numbers from memory pass through the first to the second. */
#include <hls_stream.h>

extern "C" void triple(const int *in, hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE m_axi port = in
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II = 1
		out.write(3 * in[i]);
	}
}

extern "C" void increment(hls::stream<int> &in, int *out, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = out
	for (int i = 0; i < n; i++) {
#pragma HLS PIPELINE II = 1
		out[i] = in.read() + 1;
	}
}
