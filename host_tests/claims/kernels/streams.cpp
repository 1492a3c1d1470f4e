/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_streams.c. */
#include <hls_stream.h>

extern "C" {

/* Blocks once `out` is full; it would write to `more` afterwards. */
void fill(hls::stream<int> &out, hls::stream<int> &more, int n)
{
#pragma HLS INTERFACE axis port = out
#pragma HLS INTERFACE axis port = more
	for (int i = 0; i < n; i++)
		out.write(i);
	more.write(n);
}

/* Polls `more` before it reads from `in`. */
void ask(hls::stream<int> &in, hls::stream<int> &more, int *result)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = more
	int n = 0, sum = 0;

	while (!more.read_nb(n))
		;
	for (int i = 0; i < n; i++)
		sum += in.read();
	*result = sum;
}

/* Runs as long as its image is loaded. */
void relay(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	out.write(in.read());
}

void drain(hls::stream<int> &in, int *result)
{
#pragma HLS INTERFACE axis port = in
	*result = in.read();
}

void feed(hls::stream<int> &out, int value)
{
#pragma HLS INTERFACE axis port = out
	out.write(value);
}
}
