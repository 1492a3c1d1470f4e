// SPDX-License-Identifier: Apache-2.0
// Kernels above a network stack.
#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

typedef ap_uint<512> word;
typedef ap_axiu<512, 0, 0, 16> datagram;
typedef ap_axiu<512, 96, 0, 16> heard;

extern "C" {

// Datagrams of `length` words, to a socket.
void say(const word *in, hls::stream<datagram> &out, int words, int length, int socket)
{
	for (int i = 0; i < words; i++) {
		datagram packet;

		packet.data = in[i];
		packet.keep = -1;
		packet.dest = socket;
		packet.last = (i + 1) % length == 0;
		out.write(packet);
	}
}

// Writes data, and behind it the socket and the addresses of each word's datagram.
void hear(hls::stream<heard> &in, word *out, int words)
{
	for (int i = 0; i < words; i++) {
		heard packet = in.read();

		out[i] = packet.data;
		out[words + i] = (word(packet.last), packet.dest, packet.user);
	}
}
}
