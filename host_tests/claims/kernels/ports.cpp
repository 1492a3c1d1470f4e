/* SPDX-License-Identifier: Apache-2.0 */
/* Processes that each wait for their own ports. */
#include <ctime>

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

/* Reads all of the second stream first; the first one's FIFO must not block that. */
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

/* Starts after a pause in which the other CU can only wait. */
void ask_late(hls::stream<int> &first, hls::stream<int> &second, hls::stream<int> &answers,
	      int *out)
{
	struct timespec start, now;
	int all = 0;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 1500);
	for (int i = 0; i < 100; i++) {
		first.write(i);
		all += answers.read();
	}
	for (int i = 0; i < 100; i++)
		second.write(i);
	*out = all;
}

static void answer(hls::stream<int> &from, hls::stream<int> &to)
{
	for (int i = 0; i < 100; i++)
		to.write(2 * from.read());
}

static void take(hls::stream<int> &from, int *out)
{
	int all = 0;

	for (int i = 0; i < 100; i++)
		all += from.read();
	*out = all;
}

void answer_both(hls::stream<int> &first, hls::stream<int> &second, hls::stream<int> &answers,
		 int *out)
{
#pragma HLS DATAFLOW
	answer(first, answers);
	take(second, out);
}

/* Reads before it has written anything that could be answered. */
void reads_first(hls::stream<int> &c, hls::stream<int> &d, hls::stream<int> &a, hls::stream<int> &b)
{
	int value = c.read() + d.read();

	a.write(value);
	b.write(value);
}
}
