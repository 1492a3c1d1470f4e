/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that each wait for ports of their own. */
#include <hls_stream.h>

static void pass(hls::stream<int> &from, hls::stream<int> &to)
{
	for (int i = 0; i < 100; i++)
		to.write(from.read());
}

static void count(hls::stream<int> &to)
{
	for (int i = 0; i < 100; i++)
		to.write(i);
}

extern "C" {

void two(hls::stream<int> &first, hls::stream<int> &second)
{
#pragma HLS DATAFLOW
	count(first);
	count(second);
}

/* All of the second one, which the FIFO of the first one must not hold up. */
void sum(hls::stream<int> &first, hls::stream<int> &second, int *out)
{
	int all = 0;

	for (int i = 0; i < 100; i++)
		all += second.read();
	for (int i = 0; i < 100; i++)
		all += first.read();
	*out = all;
}

void relay(hls::stream<int> &a, hls::stream<int> &b, hls::stream<int> &c, hls::stream<int> &d)
{
#pragma HLS DATAFLOW
	pass(a, c);
	pass(b, d);
}

/* Reads before it has written anything that could come back. */
void reads_first(hls::stream<int> &c, hls::stream<int> &d, hls::stream<int> &a, hls::stream<int> &b)
{
	int value = c.read() + d.read();

	a.write(value);
	b.write(value);
}
}
