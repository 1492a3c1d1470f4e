/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels whose streams other processes feed and read. */
#include <ap_axi_sdata.h>
#include <ap_int.h>
#include <hls_stream.h>

typedef hls::axis<ap_uint<512>, 20, 0, 0> wide_packet;

extern "C" {
/* Packets with TLAST. */
void increment(hls::stream<ap_axis<32, 0, 0, 0>> &in, hls::stream<ap_axis<32, 0, 0, 0>> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	for (;;) {
		ap_axis<32, 0, 0, 0> packet = in.read();

		packet.data += 1;
		out.write(packet);
	}
}

/* Numbers without side channels. */
void forward(hls::stream<ap_uint<64>> &in, hls::stream<ap_uint<64>> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	for (;;)
		out.write(in.read());
}

/* TUSER too. */
void wide(hls::stream<wide_packet> &in, hls::stream<wide_packet> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	for (;;) {
		wide_packet packet = in.read();

		packet.user += 1;
		out.write(packet);
	}
}

/* A kernel that the host starts: adds up so many bytes. */
void collect(hls::stream<ap_uint<8>> &in, int *sum, int count)
{
	int total = 0;

	for (int i = 0; i < count; i++)
		total += in.read();
	*sum = total;
}
}
