/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_int.h>
#include <hls_stream.h>

extern "C" {
void twice(hls::stream<ap_int<48>> &in, hls::stream<ap_int<48>> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	out << in.read() * 2;
}
}
