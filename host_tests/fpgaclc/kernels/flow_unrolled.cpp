/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unrolled loops in processes of a DATAFLOW region: the memory that their calls share decides which
 * of them run concurrently.
 */
#include <hls_stream.h>

typedef hls::stream<int> ints;

enum { LANES = 4 };

static void deal(ints (&to)[LANES], int n)
{
	for (int i = 0; i < n; i++)
		to[i % LANES].write(i);
}

static void collect(ints (&from)[LANES], int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = from[i % LANES].read();
}

static void add(ints &from, ints &to, int n, int add)
{
	for (int i = 0; i < n; i++)
		to.write(from.read() + add);
}

/* One packet per lane in turn: no lane can end before the others. */
static void add_to_each(ints (&from)[LANES], ints (&to)[LANES], int n)
{
	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		add(from[lane], to[lane], n / LANES, 100 * lane);
	}
}

extern "C" void lanes(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];

	deal(in, n);
	add_to_each(in, done, n);
	collect(done, out, n);
}

static void add_to_each_plain(ints (&from)[LANES], ints (&to)[LANES], int n)
{
	for (int lane = 0; lane < LANES; lane++)
#pragma HLS UNROLL
		add(from[lane], to[lane], n / LANES, 100 * lane);
}

extern "C" void plain(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];

	deal(in, n);
	add_to_each_plain(in, done, n);
	collect(done, out, n);
}

/* In hardware, the loop stays a loop. */
static void add_in_turn(ints (&from)[LANES], ints (&to)[LANES], int n)
{
	for (int lane = 0; lane < LANES; lane++)
		add(from[lane], to[lane], n / LANES, 100 * lane);
}

extern "C" void rolled(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];

	deal(in, n);
	add_in_turn(in, done, n);
	collect(done, out, n);
}

/* Arrays of streams, and nested loops. */
static void swap(ints from[2], ints to[2], int n)
{
	for (int i = 0; i < n; i++) {
		to[1].write(from[0].read());
		to[0].write(from[1].read());
	}
}

static void swap_all(ints from[2][2][2], ints to[2][2][2], int n)
{
	for (int i = 0; i < 2; i++) {
#pragma HLS unroll
		for (int k = 0; k < 2; k++) {
#pragma HLS unroll
			swap(from[i][k], to[i][k], n / 8);
		}
	}
}

static void deal_nested(ints to[2][2][2], int n)
{
	for (int i = 0; i < n; i++)
		to[i / 4 % 2][i / 2 % 2][i % 2].write(i);
}

static void collect_nested(ints from[2][2][2], int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = from[i / 4 % 2][i / 2 % 2][i % 2].read();
}

extern "C" void nested(int *out, int n)
{
#pragma HLS dataflow
	ints in[2][2][2], done[2][2][2];

	deal_nested(in, n);
	swap_all(in, done, n);
	collect_nested(done, out, n);
}

static void pass(ints &in, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(in.read());
}

static void count(ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(i);
}

/* Sums until the stream is empty for the moment; the calls keep the order of the source. */
static void sum(ints &in, int n, int &total, int *out)
{
	for (int i = 0; i < n; i++)
		total = 3 * total + in.read();
	*out = total;
}

/* Each call of count() fills a stream that the next call reads; all calls of sum() use one variable. */
static void work_in_turn(ints &done, int n)
{
	ints way[LANES];
	int total = 1, last[LANES];

	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		count(way[lane], n + lane);
		sum(way[lane], n + lane, total, &last[lane]);
		last[lane] += lane;
	}
	for (int lane = 0; lane < LANES; lane++)
		done.write(last[lane]);
}

static void store(ints &in, int *out)
{
	for (int lane = 0; lane < LANES; lane++)
		out[lane] = in.read();
}

extern "C" void in_turn(int *out, int n)
{
#pragma HLS dataflow
	ints done;

	work_in_turn(done, n);
	store(done, out);
}

/* One stream for all calls, which is read after the loop. */
static void work_on_one(ints &in, ints &done, int n)
{
	ints all;

	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		pass(in, all, n);
	}
	for (int i = 0; i < LANES * n; i++)
		done.write(all.read());
}

extern "C" void one(int *out, int n)
{
#pragma HLS dataflow
	ints in, done;

	count(in, LANES * n);
	work_on_one(in, done, n);
	for (int i = 0; i < LANES * n; i++)
		out[i] = done.read();
}

/*
 * Processes that are regions themselves. Not static, so that the compiler emits them before their
 * caller.
 */
void add_one(ints &in, ints &out, int n)
{
#pragma HLS dataflow
	int row[LANES];

	for (int i = 0; i < n; i++) {
		row[i % LANES] = in.read();
		out.write(row[i % LANES] + 1);
	}
}

void add_two(ints &in, ints &out, int n)
{
#pragma HLS dataflow
	int row[LANES];

	for (int i = 0; i < n; i++) {
		row[i % LANES] = in.read();
		out.write(row[i % LANES] + 2);
	}
}

extern "C" void regions(int *out, int n)
{
#pragma HLS dataflow
	ints in, once, twice;

	count(in, n);
	add_one(in, once, n);
	add_two(once, twice, n);
	for (int i = 0; i < n; i++)
		out[i] = twice.read();
}

/*
 * A running sum: each call leaves it in the element after its own, from which the next call
 * continues.
 */
static void sum(ints &in, ints &done, int *carry, int n)
{
	int total = carry[0];

	for (int i = 0; i < n; i++) {
		total += in.read();
		done.write(total);
	}
	carry[1] = total;
}

static void sum_lanes(ints (&in)[LANES], ints (&done)[LANES], int n)
{
	int carry[LANES + 1] = {0};

	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		sum(in[lane], done[lane], &carry[lane], n);
	}
}

extern "C" void carried(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];

	for (int i = 0; i < LANES * n; i++)
		in[i / n].write(i);
	sum_lanes(in, done, n);
	for (int i = 0; i < LANES * n; i++)
		out[i] = done[i / n].read();
}

/* An inner loop stays a loop: it has more calls than there can be processes. */
static void add_frames(ints (&in)[LANES], ints (&done)[LANES], int frames)
{
	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		pass(in[lane], done[lane], 1);
		for (int frame = 1; frame < frames; frame++)
			pass(in[lane], done[lane], 1);
	}
}

extern "C" void frames(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];
	int sum = 0;

	for (int i = 0; i < LANES * n; i++)
		in[i / n].write(1);
	add_frames(in, done, n);
	for (int i = 0; i < LANES * n; i++)
		sum += done[i / n].read();
	out[0] = sum;
}

/* The unrolled calls have regions of their own. */
static void work_on_regions(ints (&in)[LANES], ints (&done)[LANES], int n)
{
	for (int lane = 0; lane < LANES; lane++) {
#pragma HLS UNROLL
		add_one(in[lane], done[lane], n);
	}
}

extern "C" void lanes_of_regions(int *out, int n)
{
#pragma HLS dataflow
	ints in[LANES], done[LANES];

	for (int i = 0; i < n; i++)
		in[i % LANES].write(i);
	work_on_regions(in, done, n / LANES);
	for (int i = 0; i < n; i++)
		out[i] = done[i % LANES].read();
}
