// SPDX-License-Identifier: Apache-2.0
// Kernels at both ends of links between boards.
#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

typedef ap_uint<512> word;
typedef ap_axiu<512, 0, 0, 0> framed;

extern "C" {

void issue(const word *in, hls::stream<word> &out, int words)
{
	for (int i = 0; i < words; i++)
		out.write(in[i]);
}

void dump(hls::stream<word> &in, word *out, int words)
{
	for (int i = 0; i < words; i++)
		out[i] = in.read();
}

// Packets of `length` words, the last of which has only `bytes` valid ones.
void issue_packets(const word *in, hls::stream<framed> &out, int words, int length, int bytes)
{
	for (int i = 0; i < words; i++) {
		framed packet;

		packet.data = in[i];
		packet.last = (i + 1) % length == 0;
		packet.keep = -1;
		if (packet.last)
			packet.keep = packet.keep >> (64 - bytes);
		out.write(packet);
	}
}

// Writes the data, and behind it, for each word, 1000 if it ends a packet and how many bytes it has.
void dump_packets(hls::stream<framed> &in, word *out, int words)
{
	for (int i = 0; i < words; i++) {
		framed packet = in.read();
		int bytes = 0;

		for (int j = 0; j < 64; j++)
			bytes += packet.keep[j];
		out[i] = packet.data;
		out[words + i] = (packet.last ? 1000 : 0) + bytes;
	}
}
}
