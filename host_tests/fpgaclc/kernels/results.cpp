/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that return a value, and arrays of streams. */
#include <ap_int.h>
#include <hls_stream.h>

#define LANES 2
static const int lanes = 1 + LANES;

template <int N> static void relay(hls::stream<int> (&in)[N], hls::stream<int> out[N])
{
	for (int i = 0; i < N; i++)
		out[i].write(in[i].read() + i);
}

/* The extents: a constant expression, and the extent in a reference's type. */
int spread(hls::stream<int> in[lanes], hls::stream<int> (&out)[3], int n)
{
#pragma HLS interface axis port = in
#pragma HLS interface axis port = out[0]
#pragma HLS interface s_axilite port = return
	int sum = 0;

	for (int i = 0; i < n; i++) {
		hls::stream<int> middle[lanes];

		for (int j = 0; j < lanes; j++) {
			int v = in[j].read();

			sum += v;
			middle[j].write(v);
		}
		relay(middle, out);
	}
	return sum;
}

ap_uint<40> product(ap_uint<20> a, ap_uint<20> b)
{
#pragma HLS interface ap_none port = return
	return a * b;
}

/* Only one element is used; the others are ports nevertheless. */
extern "C" void pick(hls::stream<short> in[4], short *out)
{
	hls::stream<short> *third = &in[2];

	*out = third->read();
}
