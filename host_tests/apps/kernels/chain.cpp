/* SPDX-License-Identifier: Apache-2.0 */
/* Overlapping executions of one compute unit, each in a different process of the dataflow. */
#include <hls_stream.h>

static void announce(int id, int count, hls::stream<int> &begun, hls::stream<int> &middle)
{
	if (id)
		begun.write(id);
	for (int i = 0; i < count; i++)
		middle.write(1000 * id + i);
}

static void send(hls::stream<int> &middle, int count, hls::stream<int> &out)
{
	for (int i = 0; i < count; i++)
		out.write(middle.read());
}

extern "C" void split(hls::stream<int> &begun, hls::stream<int> &out, int id, int count)
{
#pragma HLS INTERFACE ap_ctrl_chain port = return
#pragma HLS dataflow
	hls::stream<int> middle;

	announce(id, count, begun, middle);
	send(middle, count, out);
}

/* The same without separate parts. */
extern "C" void split_whole(hls::stream<int> &begun, hls::stream<int> &out, int id, int count)
{
#pragma HLS INTERFACE ap_ctrl_chain port = return
	begun.write(id);
	for (int i = 0; i < count; i++)
		out.write(1000 * id + i);
}

/* Only starts to read once all executions have begun. */
extern "C" void gather(hls::stream<int> &begun, hls::stream<int> &out, int *to, int runs, int count)
{
	for (int i = 0; i < runs; i++)
		to[i] = begun.read();
	for (int i = 0; i < runs * count; i++)
		to[runs + i] = out.read();
}

extern "C" void count_up(volatile int *cell, int count)
{
#pragma HLS INTERFACE ap_ctrl_chain port = return
	for (int i = 0; i < count; i++)
		*cell = *cell + 1;
}
