/* SPDX-License-Identifier: Apache-2.0 */
#include <ap_axi_sdata.h>
#include <hls_stream.h>

typedef ap_axiu<64, 0, 0, 0> packet;

/* Reads up to the last packet. Bytes that its TKEEP excludes stay unchanged. */
extern "C" void receive(hls::stream<packet> &in, ap_uint<64> *to, int *count)
{
	int i = 0;

	for (bool last = false; !last; i++) {
		packet p = in.read();

		last = p.last;
		if (p.keep == 0xff)
			to[i] = p.data;
		else
			to[i].range(31, 0) = p.data.range(31, 0);
	}
	*count = i;
}
