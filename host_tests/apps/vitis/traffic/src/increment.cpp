/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_axi_sdata.h>
#include <hls_stream.h>

extern "C" {
void increment(hls::stream<ap_axis<32, 0, 0, 0>> &a, hls::stream<ap_axis<32, 0, 0, 0>> &output)
{
#pragma HLS interface ap_ctrl_none port = return
#pragma HLS interface axis port = a
#pragma HLS interface axis port = output
	ap_axis<32, 0, 0, 0> v = a.read();

	v.data += 1;
	output.write(v);
}
}
