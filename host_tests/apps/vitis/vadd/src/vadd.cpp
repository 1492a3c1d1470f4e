/* SPDX-License-Identifier: Apache-2.0 */
#include <hls_stream.h>

/* Reading, adding and writing as three processes, with streams between them. */

static void load(const int *in, hls::stream<int> &out, int size)
{
	for (int i = 0; i < size; i++)
		out << in[i];
}

static void add(hls::stream<int> &a, hls::stream<int> &b, hls::stream<int> &out, int size)
{
	for (int i = 0; i < size; i++)
		out << a.read() + b.read();
}

static void store(int *out, hls::stream<int> &in, int size)
{
	for (int i = 0; i < size; i++)
		out[i] = in.read();
}

extern "C" {
void vadd(const int *in1, const int *in2, int *out, int size)
{
#pragma HLS INTERFACE m_axi port = in1 bundle = gmem0
#pragma HLS INTERFACE m_axi port = in2 bundle = gmem1
#pragma HLS INTERFACE m_axi port = out bundle = gmem0
	static hls::stream<int> a("a"), b("b"), sum("sum");

#pragma HLS dataflow
	load(in1, a, size);
	load(in2, b, size);
	add(a, b, sum, size);
	store(out, sum, size);
}
}
