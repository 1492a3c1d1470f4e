/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_axi_sdata.h>
#include <hls_stream.h>

typedef ap_axiu<32, 0, 0, 0> packet;

extern "C" {
void send(const int *in, hls::stream<packet> &out, int size)
{
	for (int i = 0; i < size; i++) {
#pragma HLS PIPELINE II = 1
		packet p;

		p.data = in[i];
		p.keep = -1;
		p.last = i + 1 == size;
		out.write(p);
	}
}
}
