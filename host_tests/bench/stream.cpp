/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two pipelines of three compute units with different element widths, and two kernels of two
 * processes with different depths of the stream between them.
 */
#include <ap_int.h>
#include <hls_stream.h>
#include <tapa.h>

typedef ap_uint<512> wide;

extern "C" void generate(hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(i);
}

extern "C" void relay(hls::stream<int> &in, hls::stream<int> &out, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(in.read() ^ 1);
}

extern "C" void total(hls::stream<int> &in, int *sum, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = sum
	int s = 0;

	for (int i = 0; i < n; i++)
		s += in.read();
	*sum = s;
}

extern "C" void generate_wide(hls::stream<wide> &out, int n)
{
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(wide(i));
}

extern "C" void relay_wide(hls::stream<wide> &in, hls::stream<wide> &out, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < n; i++)
		out.write(in.read() ^ wide(1));
}

extern "C" void total_wide(hls::stream<wide> &in, int *sum, int n)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = sum
	int s = 0;

	for (int i = 0; i < n; i++)
		s += in.read().to_int();
	*sum = s;
}

static void give(hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(i);
}

static void take(hls::stream<int> &in, int *sum, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += in.read() ^ 1;
	*sum = s;
}

/* Of tapa.h. */
static void tapa_give(tapa::ostream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(i);
}

static void tapa_take(tapa::istream<int> &in, tapa::mmap<int> sum, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += in.read() ^ 1;
	sum[0] = s;
}

extern "C" void tapa_2(tapa::mmap<int> sum, int n)
{
	tapa::stream<int> line("line");

	tapa::task().invoke(tapa_give, line, n).invoke(tapa_take, line, sum, n);
}

extern "C" void tapa_64(tapa::mmap<int> sum, int n)
{
	tapa::stream<int, 64> line("line");

	tapa::task().invoke(tapa_give, line, n).invoke(tapa_take, line, sum, n);
}

extern "C" void flow_2(int *sum, int n)
{
#pragma HLS INTERFACE m_axi port = sum
#pragma HLS DATAFLOW
	hls::stream<int> line("line");

	give(line, n);
	take(line, sum, n);
}

extern "C" void flow_64(int *sum, int n)
{
#pragma HLS INTERFACE m_axi port = sum
#pragma HLS DATAFLOW
	hls::stream<int> line("line");
#pragma HLS STREAM variable = line depth = 64

	give(line, n);
	take(line, sum, n);
}
