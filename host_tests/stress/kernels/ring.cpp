/* SPDX-License-Identifier: Apache-2.0 */
#include <hls_stream.h>

/* Sends its input around the ring, and writes back what arrives. */
extern "C" void head(hls::stream<int> &in, hls::stream<int> &out, int *data, int n)
{
	for (int i = 0; i < n; i++)
		out.write(data[i]);
	for (int i = 0; i < n; i++)
		data[i] = in.read();
}

/* One CU of the ring. It is free-running. */
extern "C" void relay(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	for (;;)
		out.write(in.read() + 1);
}
