// SPDX-License-Identifier: Apache-2.0
// Both ends of links between boards: frames over Ethernet, and words over a serial link.
#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

typedef ap_uint<512> word;
typedef ap_axiu<512, 0, 0, 0> framed;

extern "C" {

void flood(hls::stream<framed> &out, int frames, int words)
{
	for (int i = 0; i < frames; i++)
		for (int j = 0; j < words; j++) {
			framed packet;

			packet.data = i;
			packet.keep = -1;
			packet.last = j + 1 == words;
			out.write(packet);
		}
}

void drain(hls::stream<framed> &in, int *wrong, int frames, int words)
{
	int bad = 0;

	for (int i = 0; i < frames; i++)
		for (int j = 0; j < words; j++) {
			framed packet = in.read();

			bad += packet.data.range(31, 0) != i || packet.last != (j + 1 == words);
		}
	*wrong = bad;
}

void pour(hls::stream<word> &out, int words)
{
	for (int i = 0; i < words; i++)
		out.write(i);
}

void soak(hls::stream<word> &in, int *wrong, int words)
{
	int bad = 0;

	for (int i = 0; i < words; i++)
		bad += in.read().range(31, 0) != i;
	*wrong = bad;
}
}
