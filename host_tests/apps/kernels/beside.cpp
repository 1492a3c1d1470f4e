/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of a kernel without DATAFLOW, one for each of its streams: a board starts those at once that share nothing. */
#include <hls_stream.h>

enum { MOST = 64 };

static void send(const int *in, hls::stream<int> &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(in[i]);
}

static void receive(hls::stream<int> &from, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = from.read();
}

/* What comes back fills the streams long before the last packet has been sent. */
extern "C" void both(const int *in, int *out, int n, hls::stream<int> &to, hls::stream<int> &from)
{
	send(in, to, n);
	receive(from, out, n);
}

static void send_and_note(const int *in, hls::stream<int> &to, int (&note)[MOST], int n)
{
	for (int i = 0; i < n; i++)
		to.write(in[i]);
	for (int i = 0; i < n; i++)
		note[i] = 3 * in[i];
}

static void receive_and_add(hls::stream<int> &from, const int (&note)[MOST], int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = from.read() + note[i];
}

/* The second call needs all of what the first one notes. */
extern "C" void noted(const int *in, int *out, int n, hls::stream<int> &to, hls::stream<int> &from)
{
	int note[MOST];

	send_and_note(in, to, note, n);
	receive_and_add(from, note, out, n);
}

static void inlined_send(const int *in, hls::stream<int> &to, int n)
{
#pragma HLS INLINE
	for (int i = 0; i < n; i++)
		to.write(in[i]);
}

static void inlined_receive(hls::stream<int> &from, int *out, int n)
{
#pragma HLS INLINE
	for (int i = 0; i < n; i++)
		out[i] = from.read();
}

/* These are loops of the kernel, which run one after the other. */
extern "C" void in_turn(const int *in, int *out, int n, hls::stream<int> &to,
			hls::stream<int> &from)
{
	inlined_send(in, to, n);
	inlined_receive(from, out, n);
}

extern "C" void echo(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	out.write(in.read() + 1);
}
