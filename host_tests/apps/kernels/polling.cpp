/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that poll their inputs instead of blocking. Two that run forever are between `feed` and
 * `collect`; one polls with empty(), the other with read_nb().
 */
#include <hls_stream.h>

extern "C" void feed(const int *in, hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE m_axi port = in
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(in[i]);
}

extern "C" void ask(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	for (;;)
		if (!in.empty())
			out.write(in.read() + 1);
}

extern "C" void attempt(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	int value = 0;
	bool held = false;

	for (;;) {
		if (!held)
			held = in.read_nb(value);
		if (held && out.write_nb(value * 2))
			held = false;
	}
}

extern "C" void collect(hls::stream<int> &in, int *out, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = out
	for (int i = 0; i < n; i++)
		out[i] = in.read();
}

/* Gives up after that many polls of a stream that stays empty. */
extern "C" void patient(hls::stream<int> &in, int *out, int looks)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = out
	int value = 0, seen = 0;

	for (int i = 0; i < looks; i++)
		seen += in.read_nb(value);
	*out = looks - seen;
}

/* The other end of that stream. */
extern "C" void silent(hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(i);
}
