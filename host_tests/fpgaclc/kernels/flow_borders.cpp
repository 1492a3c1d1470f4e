/* SPDX-License-Identifier: Apache-2.0 */
/* The borders of DATAFLOW regions: streams from outside, memory that is no channel, and no data. */
#include <iomanip>
#include <iostream>

#include <hls_stream.h>
#include <hls_streamofblocks.h>

typedef hls::stream<int> ints;

static void copy(ints &in, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(in.read());
}

/* As a test bench calls a design: it fills the streams before the call and reads them after it. */
static void design(ints &in, ints &out, int n)
{
#pragma HLS dataflow
	ints middle;

	copy(in, middle, n);
	copy(middle, out, n);
}

extern "C" void outside(int *out, int n)
{
	ints in, done;

	for (int i = 0; i < n; i++)
		in.write(i);
	design(in, done, n);
	for (int i = 0; i < n; i++)
		out[i] = done.read();
}

static void count_room(ints &out, int *room)
{
	*room = 0;
	while (out.write_nb(*room))
		++*room;
}

/*
 * Sequential code fills the stream beyond its depth and empties it again; only in a region does the
 * depth apply.
 */
extern "C" void prefilled(int *out, int n)
{
	ints s;

	for (int i = 0; i < n; i++)
		s.write(i);
	for (int i = 0; i < n; i++)
		s.read();
	{
#pragma HLS dataflow
		count_room(s, out);
	}
}

static void take_half(ints &in, int *out, int n)
{
	for (int i = 0; i < n / 2; i++)
		out[i] = in.read();
}

static void make(ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(i);
}

/* The reader in the region ends early, so the writer would hang on a board. */
extern "C" void left_over(int *out, int n)
{
#pragma HLS dataflow
	static ints s;

	make(s, n);
	take_half(s, out, n);
}

static int history[64];

static void remember(ints &out, int n)
{
	for (int i = 0; i < n; i++) {
		history[i] = 10 * i;
		out.write(i);
	}
}

static void recall(ints &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read() + history[n - 1 - i];
}

/*
 * A global is no channel. The reader needs the last element first, so it starts when the writer has
 * ended.
 */
extern "C" void side(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	remember(s, n);
	recall(s, out, n);
}

struct group {
	int value[4];
	int &operator[](int i)
	{
		return value[i];
	}
	const int &operator[](int i) const
	{
		return value[i];
	}
};

struct offset {
	int value;
	offset() : value(1)
	{
	}
};

typedef hls::stream<group> groups;
static int recalled[64];

static int &place(int i)
{
	return recalled[i];
}

static void gather(groups &out, int n)
{
	for (int i = 0; i < n; i++) {
		group g;

		for (int k = 0; k < 4; k++)
			g[k] = 4 * i + k;
		out.write(g);
	}
}

static void add_groups(groups &in, const group &more, groups &out, int n)
{
	for (int i = 0; i < n; i++) {
		static offset offsets[4];
		group g = in.read(), sum;
		const group &larger = g[0] > more[0] ? g : more;

		for (int k = 0; k < 4; k++)
			sum[k] = larger[k] + offsets[k].value;
		out.write(sum);
	}
}

static void spread(groups &in, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		group g = in.read();

		for (int k = 0; k < 4; k++)
			out[4 * i + k] = g[k];
	}
}

/*
 * Each process has its own memory behind the functions that return references, so none has to wait.
 */
extern "C" void referred(int *out, int n)
{
	group more = {{20, 30, 40, 50}};
#pragma HLS dataflow
	groups a, b;

	gather(a, n / 4);
	add_groups(a, more, b, n / 4);
	spread(b, out, n / 4);
}

static void remember_places(ints &out, int n)
{
	for (int i = 0; i < n; i++)
		place(i) = 10 * i;
	for (int i = 0; i < n; i++)
		out.write(i);
}

static void recall_places(ints &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = place(n - 1 - i) + in.read();
}

/* A global behind such a reference keeps the order, like any other global. */
extern "C" void side_referred(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	remember_places(s, n);
	recall_places(s, out, n);
}

static void load(const int *from, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(from[i]);
}

static void reverse(ints &in, int *to, int n)
{
	for (int i = 0; i < n; i++)
		to[n - 1 - i] = in.read();
}

/* The same buffer at both ends: the region reads all of it before it writes any of it. */
extern "C" void reversed(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	load(out, s, n);
	reverse(s, out, n);
}

/* The same through two arguments, at different offsets of one buffer. */
extern "C" void overlapped(const int *from, int *to, int n)
{
#pragma HLS dataflow
	ints s;

	load(from, s, n);
	reverse(s, to, n);
}

static void maybe(ints &in, int *out)
{
	*out = in.read() + 5;
}

static void nothing(ints &out, int n)
{
	if (n)
		out.write(n);
}

extern "C" void optional(int *out, int n)
{
#pragma HLS dataflow
	ints s("optional");

	nothing(s, n);
	maybe(s, out);
}

/* A process waits for blocks; the number of blocks in flight is limited as well. */
static void fill_blocks(hls::stream_of_blocks<int[4]> &to, int n)
{
	for (int i = 0; i < n; i++) {
		hls::write_lock<int[4]> block(to);

		for (int k = 0; k < 4; k++)
			block[k] = i + k;
	}
}

static void sum_blocks(hls::stream_of_blocks<int[4]> &from, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		hls::read_lock<int[4]> block(from);

		out[i] = block[0] + block[3];
	}
}

extern "C" void blocks(int *out, int n)
{
#pragma HLS dataflow
	hls::stream_of_blocks<int[4]> s;

	fill_blocks(s, n);
	sum_blocks(s, out, n);
}

/* The writer waits to write the last block; the reader holds one block until all are written. */
static void fill_three(hls::stream_of_blocks<int[4]> &to, ints &done)
{
	for (int i = 0; i < 3; i++) {
		hls::write_lock<int[4]> block(to);

		block[0] = i + 5;
	}
	done.write(1);
}

static void hold_first(hls::stream_of_blocks<int[4]> &from, ints &done, int *out)
{
	for (int i = 0; i < 3; i++) {
		hls::read_lock<int[4]> block(from);

		if (i == 0)
			out[3] = done.read() + from.empty();
		out[i] = block[0];
	}
}

extern "C" void held_blocks(int *out, int n)
{
#pragma HLS dataflow
	hls::stream_of_blocks<int[4]> two;
	ints done;

	(void)n;
	fill_three(two, done);
	hold_first(two, done, out);
}

extern "C" void three_blocks(int *out, int n)
{
#pragma HLS dataflow
	hls::stream_of_blocks<int[4], 3> three;
	ints done;

	(void)n;
	fill_three(three, done);
	hold_first(three, done, out);
}

/* A full stream also needs a depth if it is polled. */
static void split_polling(ints &left, ints &right, int n)
{
	for (int i = 0; i < n; i++)
		while (!left.write_nb(i))
			;
	for (int i = 0; i < n; i++)
		right.write(100 + i);
}

static void join_two(ints &left, ints &right, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = left.read() + right.read();
}

extern "C" void polled_full(int *out, int n)
{
#pragma HLS dataflow
	ints left, right;

	split_polling(left, right, n);
	join_two(left, right, out, n);
}

/* More streams need a greater depth than a message can name. */
static void split_many(ints (&left)[16], ints &right, int n)
{
	for (int k = 0; k < 16; k++)
		for (int i = 0; i < n; i++)
			left[k].write(i);
	right.write(n);
}

static void join_many(ints (&left)[16], ints &right, int *out, int n)
{
	out[0] = right.read();
	for (int k = 0; k < 16; k++)
		for (int i = 0; i < n; i++)
			out[0] += left[k].read();
}

extern "C" void many_grow(int *out, int n)
{
#pragma HLS dataflow
	ints left[16], right;

	split_many(left, right, n);
	join_many(left, right, out, n);
}

static void doubled(ints &in, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(2 * in.read());
}

/* Loops are processes as well. */
extern "C" void loop_first(int *out, int n)
{
#pragma HLS dataflow
	ints there("there"), back("back");

	for (int i = 0; i < n; i++) {
		there.write(i);
		out[i] = back.read();
	}
	doubled(there, back, n);
}

extern "C" void statement_first(int *out, int n)
{
#pragma HLS dataflow
	ints there("there"), back("back");

	there.write(n);
	out[0] = back.read();
	doubled(there, back, 1);
}

extern "C" void loop_last(int *out, int n)
{
#pragma HLS dataflow
	ints there, back;

	doubled(there, back, n);
	for (int i = 0; i < n; i++) {
		there.write(i);
		out[i] = back.read();
	}
}

/* Three processes use one array of streams: the report must name the one that waits. */
static void deal(ints (&to)[2], int n)
{
	for (int i = 0; i < n; i++)
		to[0].write(i);
	for (int i = 0; i < n; i++)
		to[1].write(i);
}

static void gather(ints (&from)[2], int *out, int n)
{
	for (int i = 0; i < n; i++) {
		out[i] = from[0].read();
		out[i] -= from[1].read();
	}
}

extern "C" void dealt(int *out, int n)
{
#pragma HLS dataflow
	static ints way[2];

	deal(way, n);
	gather(way, out, n);
}

static void tell(ints &out, int n)
{
	for (int i = 0; i < n; i++) {
		/* hls_stream.h includes these headers. */
		std::unique_ptr<int> sent(new int(i));
		std::cout << "sent " << std::setw(2) << *sent << std::endl;
		out.write(i);
	}
}

static void hear(ints &in, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		out[i] = in.read();
		std::cout << "got " << out[i] << std::endl;
	}
}

/*
 * Standard output is not memory that both processes share: they run concurrently, over a stream of
 * depth 2.
 */
extern "C" void spoken(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	tell(s, n);
	hear(s, out, n);
}

static void twice(ints &from, ints &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(2 * from.read());
}

/* Its two calls are processes next to plus_one(), which is connected between them. */
static void around(ints &in, ints &there, ints &back, ints &out, int n)
{
#pragma HLS INLINE
	twice(in, there, n);
	twice(back, out, n);
}

static void plus_one(ints &from, ints &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(from.read() + 1);
}

static void store(ints &from, int *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from.read();
}

extern "C" void inlined(int *out, int n)
{
#pragma HLS dataflow
	ints in, there, back, done;

	make(in, n);
	around(in, there, back, done, n);
	plus_one(there, back, n);
	store(done, out, n);
}

static void uneven(ints &left, ints &right, int n)
{
	for (int i = 0; i < n; i++)
		left.write(i);
	for (int i = 0; i < n; i++)
		right.write(i);
}

static void subtract(ints &left, ints &right, ints &to, int n)
{
	for (int i = 0; i < n; i++) {
		int value = left.read();

		to.write(value - right.read() + 3);
	}
}

/* The function's own stream has a depth on a board, and therefore here. */
static void diamond(ints &to, int n)
{
#pragma HLS INLINE
	ints left, right;
#pragma HLS STREAM variable = left depth = 8

	uneven(left, right, n);
	subtract(left, right, to, n);
}

extern "C" void inlined_stream(int *out, int n)
{
#pragma HLS dataflow
	ints done;

	diamond(done, n);
	store(done, out, n);
}

template <int stages_> static void chained(ints &in, ints &out, int n)
{
#pragma HLS INLINE
	ints next;

	plus_one(in, next, n);
	chained<stages_ - 1>(next, out, n);
}

template <> void chained<1>(ints &in, ints &out, int n)
{
#pragma HLS INLINE
	plus_one(in, out, n);
}

static void in_array(ints &in, ints &out, int n)
{
#pragma HLS inline
	ints part[5];

	chained<3>(in, part[0], n);
	for (int i = 0; i < 4; i++) {
#pragma HLS UNROLL
		plus_one(part[i], part[i + 1], n);
	}
	plus_one(part[4], out, n);
}

/*
 * Each element is read after the previous one was written: everything runs concurrently, or
 * deadlocks.
 */
static void turn(ints &back, ints &to, int *out, int n)
{
	int value = 0;

	for (int i = 0; i < n; i++) {
		to.write(value);
		value = back.read();
		out[i] = value;
	}
}

extern "C" void inlined_nested(int *out, int n)
{
#pragma HLS dataflow
	ints to, back;

	in_array(to, back, n);
	turn(back, to, out, n);
}

/* Two time steps in one buffer: the second one reads what the first one has written. */
static void read_steps(const int *from, ints &out, int n)
{
	for (int step = 0; step < 2; step++)
		for (int i = 0; i < n; i++)
			out.write(from[step * n + i]);
}

static void write_steps(ints &in, int *to, int n)
{
	for (int step = 0; step < 2; step++)
		for (int i = 0; i < n; i++)
			to[(1 - step) * n + i] = in.read();
}

static void read_inlined(const int *from, ints &out, int n)
{
#pragma HLS INLINE
	ints raw;

	read_steps(from, raw, n);
	plus_one(raw, out, 2 * n);
}

extern "C" void steps(const int *from, int *to, int n)
{
#pragma HLS dataflow
	ints s;

	read_inlined(from, s, n);
	write_steps(s, to, n);
}

/* It reads a stream next to its calls, so no region can split it. */
static void mixed(ints &out, int n)
{
#pragma HLS INLINE
	ints first, second;

	make(first, n);
	plus_one(first, second, n);
	for (int i = 0; i < n; i++)
		out.write(second.read());
}

extern "C" void inlined_mixed(int *out, int n)
{
#pragma HLS dataflow
	ints done;

	mixed(done, n);
	store(done, out, n);
}
