// SPDX-License-Identifier: Apache-2.0
// Arrays and values at AXI4-Stream ports. Their directions must be found in helpers, in the methods
// of a class, and in rows of an array.
#include <ap_int.h>

#define N 4
const int M = 3;

struct item {
	short c;
	int i;
};

static void copy(item *to, const item *from)
{
	for (int i = 0; i < N; i++) {
		to[i].c = short(from[i].c + 1);
		to[i].i = from[i].i * 2;
	}
}

void sequences(item in[N], item out[N], ap_uint<24> w[2][M], ap_uint<24> (&x)[2][M], int n,
	       int &one, const short c)
{
#pragma HLS interface axis port = in
#pragma HLS interface axis port = out
#pragma HLS interface mode = axis port = w
#pragma HLS interface mode = axis port = x
#pragma HLS interface mode = axis port = one
#pragma HLS interface mode = axis port = c
	copy(out, in);
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < M; j++)
			x[i][j] = w[i][j] + n;
	one = n + c;
}
