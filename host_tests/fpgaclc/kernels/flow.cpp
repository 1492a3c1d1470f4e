/* SPDX-License-Identifier: Apache-2.0 */
/* DATAFLOW regions, whose processes run concurrently with bounded streams. */
#include <ap_int.h>
#include <hls_stream.h>
#include <stdio.h>

typedef hls::stream<int> ints;

static void produce(ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(i);
}

static void add(ints &in, ints &out, int n, int what)
{
	for (int i = 0; i < n; i++)
		out.write(in.read() + what);
}

static void consume(ints &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read();
}

extern "C" {

void pipeline(int *out, int n)
{
#pragma HLS DATAFLOW
	ints a("a"), b;

	produce(a, n);
	add(a, b, n, 10);
	consume(b, out, n);
}
}

/* A result goes back to the process that needs it for the next result. */
static void step(ints &from, ints &to, int *out, int n)
{
	int value = 1;

	for (int i = 0; i < n; i++) {
		to.write(value);
		value = from.read();
		out[i] = value;
	}
}

static void twice(ints &from, ints &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(2 * from.read());
}

/* Code generators write the pragma twice. */
extern "C" void feedback(int *out, int n)
{
#pragma HLS dataflow
#pragma HLS dataflow disable_start_propagation
	ints there, back;

	step(back, there, out, n);
	twice(there, back, n);
}

static void twice_beside(ints &from, ints &to, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		out[n + i] = 2 * from.read();
		to.write(out[n + i]);
	}
}

/* Both processes use one buffer, and neither can wait for the end of the other. */
extern "C" void racing(int *out, int n)
{
#pragma HLS dataflow
	ints there, back;

	step(back, there, out, n);
	twice_beside(there, back, out, n);
}

/* Each process waits for the other one first. */
extern "C" void circle(int *out, int n)
{
#pragma HLS dataflow
	ints there, back;

	(void)out;
	twice(back, there, n);
	twice(there, back, n);
}

static void split(ints &left, ints &right, int n)
{
	for (int i = 0; i < n; i++)
		left.write(i);
	for (int i = 0; i < n; i++)
		right.write(100 + i);
}

static void join(ints &left, ints &right, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		out[i] = left.read();
		out[i] += right.read();
	}
}

/* `left` needs a depth of n - 1: the last element fits once the first one has been read. */
extern "C" void diamond(int *out, int n)
{
#pragma HLS dataflow
	ints left, right;

	split(left, right, n);
	join(left, right, out, n);
}

#define NEEDED 8
extern "C" void deep_diamond(int *out, int n)
{
#pragma HLS dataflow
	hls::stream<int> left;
	hls::stream<int, 2> right;
#pragma HLS STREAM variable = left depth = (2 * NEEDED)

	split(left, right, n);
	join(left, right, out, n);
}

extern "C" void typed_diamond(int *out, int n)
{
#pragma HLS dataflow
	hls::stream<int, 16> left;
	hls::stream<int, 2> right;

	split(left, right, n);
	join(left, right, out, n);
}

/* The same with an operator, a macro that holds arguments, a list, and a template's argument. */
#define REGION _Pragma("HLS DATAFLOW")
#define QUEUES variable = left, right depth = DEPTH
struct spelt {
	template <int DEPTH> static void run(int *out, int n)
	{
		REGION
		ints left, right;
#pragma HLS STREAM QUEUES

		split(left, right, n);
		join(left, right, out, n);
	}
};

extern "C" void spelt_diamond(int *out, int n)
{
	spelt::run<16>(out, n);
}

static void inner(ints &in, ints &out, int n)
{
#pragma HLS dataflow
	ints middle;

	add(in, middle, n, 1);
	add(middle, out, n, 2);
}

extern "C" void nested(int *out, int n)
{
#pragma HLS dataflow
	ints first, second, third;

	produce(first, n);
	inner(first, second, n);
	inner(second, third, n);
	consume(third, out, n);
}

extern "C" void rounds(int *out, int n)
{
	for (int i = 0; i < 4; i++) {
#pragma HLS dataflow
		ints a, b;

		produce(a, n);
		add(a, b, n, 100 * i);
		consume(b, out + i * n, n);
	}
}

extern "C" void array(int *out, int n)
{
#pragma HLS dataflow
	ints chain[9];

	produce(chain[0], n);
	for (int i = 0; i < 8; i++) {
#pragma HLS unroll
		add(chain[i], chain[i + 1], n, i);
	}
	consume(chain[8], out, n);
}

extern "C" void array_stuck(int *out, int n)
{
#pragma HLS dataflow
	ints chain[3];

	produce(chain[0], n);
	split(chain[1], chain[2], n);
	join(chain[1], chain[2], out, n);
	consume(chain[0], out, n);
}

static void measure(const int *from, int n, int &sum)
{
	sum = 0;
	for (int i = 0; i < n; i++)
		sum += from[i];
}

static void fill(int to[16], int value)
{
	for (int i = 0; i < 16; i++)
		to[i] = value + i;
}

static void copy(const int from[16], int *to)
{
	for (int i = 0; i < 16; i++)
		to[i] = from[i];
}

static void scalar_out(int value, ints &done, int *out)
{
	out[16] = value + done.read();
}

static void say(ints &done)
{
	done.write(1000);
}

/* The scalar and the array are written by one process and read by later ones. */
extern "C" void memory(int *out, int n)
{
#pragma HLS dataflow
	int sum, buffer[16];
	ints done;

	fill(buffer, n);
	measure(buffer, 16, sum);
	copy(buffer, out);
	say(done);
	scalar_out(sum, done, out);
}

static void poll(ints &in, int *out, int n)
{
	int got = 0, idle = 0;

	while (got < n) {
		int value;

		if (in.read_nb(value))
			out[got++] = value;
		else
			idle++;
	}
	out[n] = idle > 0;
}

static void push(ints &out, int n)
{
	for (int i = 0; i < n;)
		if (!out.full() && out.write_nb(i))
			i++;
}

extern "C" void polling(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	push(s, n);
	poll(s, out, n);
}

static void spread(ints out[32], int n)
{
	for (int i = 0; i < n; i++)
		out[n % 32].write(i);
}

static void scan(ints in[32], ints &over, int *out, int n)
{
	for (int got = 0; got < n;)
		for (int i = 0; i < 32; i++) {
			int value;

			if (in[i].read_nb(value))
				out[got++] = value;
		}
	over.write(0);
}

static void count_turns(ints &over, int *turns)
{
	int n = 0;

	for (; over.empty(); n++)
		;
	over.read();
	*turns = n;
}

/*
 * Counts the polls of count_turns() while scan() polls 32 streams for elements that arrive one by
 * one.
 */
extern "C" void scanning(int *out, int n)
{
#pragma HLS dataflow
	ints s[32], over;
	int turns;

	spread(s, n);
	scan(s, over, out, n);
	count_turns(over, &turns);
	out[n] = turns;
}

static void poll_one(ints &in, ints &out)
{
	int polls = 0;

	while (in.empty())
		polls++;
	out.write(in.read());
	out.write(polls);
}

static void keep(int *out, ints &go, int n)
{
	for (int i = 0; i < n - 8; i++)
		out[i] = 1;
	out[n - 8] = go.read();
}

static void give(ints &x, ints &go, const int *in, int n)
{
	go.write(2);
	x.write(in[n - 7] + n);
}

static void put(ints &in, int *out)
{
	out[3] = in.read();
	out[4] = in.read();
}

/* give() may use the memory of keep(), which waits for give(); poll_one() can always run. */
extern "C" void polled_held(int *out, int n)
{
#pragma HLS dataflow
	ints x, go, result;

	poll_one(x, result);
	keep(out, go, n);
	give(x, go, out, n);
	put(result, out);
}

static void fill_up(ints &out, int *counts)
{
	int n = 0;

	while (out.write_nb(n))
		n++;
	counts[0] = n;
	counts[1] = out.full();
	counts[2] = (int)out.size();
}

static void drain(ints &in, int *counts)
{
	while (in.size() < 2)
		;
	counts[3] = in.read();
}

extern "C" void bounds(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	(void)n;
	fill_up(s, out);
	drain(s, out);
}

static void number(ints &out, int n)
{
	static int next;

	for (int i = 0; i < n; i++)
		out.write(next++);
}

extern "C" void statics(int *out, int n)
{
#pragma HLS dataflow
	static ints kept;

	number(kept, n);
	consume(kept, out, n);
}

static void deep(ints &out, int n)
{
	volatile char room[4096];

	for (int i = 0; i < (int)sizeof(room); i++)
		room[i] = (char)n;
	if (n)
		deep(out, n - 1);
	else
		out.write(0);
	room[0] = room[1];
}

extern "C" void overflow(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	deep(s, n);
	consume(s, out, 1);
}

/* Not canonical: a loop between the calls. */
extern "C" void between(int *out, int n)
{
#pragma HLS dataflow
	ints a, b;

	produce(a, n);
	for (int i = 0; i < n; i++)
		b.write(a.read() * 3);
	consume(b, out, n);
}

static void starved(ints &in, int *out, int n)
{
	consume(in, out, n + 1);
}

extern "C" void starving(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	produce(s, n);
	starved(s, out, n);
}

static void local(int *out, int n)
{
	ints own;

	produce(own, n);
	consume(own, out, n);
}

/* A stream inside one process. */
extern "C" void own(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	produce(s, n);
	local(out + n, n);
	consume(s, out, n);
}

struct pair {
	ap_uint<70> wide;
	int plain;
};

static void by_value(pair value, ap_uint<12> other, ints &in, int *out)
{
	in.read();
	*out = (int)value.wide + value.plain + (int)other;
}

/* Arguments are evaluated and copied at the call. */
extern "C" void values(int *out, int n)
{
#pragma HLS dataflow
	ints s[4];

	for (int i = 0; i < 4; i++) {
		pair value = {ap_uint<70>(1000 * i), n};

		by_value(value, ap_uint<12>(i), s[i], out + i);
	}
	for (int i = 0; i < 4; i++)
		say(s[i]);
}

/* --- memory that is no argument of the process, or of unknown origin ------------------------- */

static int table[16];

static void fill_table(int value)
{
	for (int i = 0; i < 16; i++)
		table[i] = value + i;
}

static void clear_table()
{
	for (int &entry : table)
		entry = 0;
}

static void copy_table(int *to)
{
	for (int i = 0; i < 16; i++)
		to[i] = table[i];
}

static int sum_table()
{
	int sum = 0;

	for (int entry : table)
		sum += entry;
	return sum;
}

static void slowly_fill(ints &in, ints &go, int value)
{
	int first = in.read();

	go.write(first);
	fill_table(value + first);
}

/* Globals that processes use, and the code between them. */
extern "C" void globals(int *out, int n)
{
	clear_table();
	{
#pragma HLS dataflow
		ints first, go;

		slowly_fill(first, go, n);
		copy_table(out);
		say(first);
		copy_table(out + 16);
		out[32] = sum_table();
		clear_table();
		consume(go, out + 33, 1);
	}
	copy_table(out + 34);
}

struct view {
	int *data;
	int n;
};

static void fill_view(const view &to, ints &go, int value)
{
	int first = go.read();

	for (int i = 0; i < to.n; i++)
		to.data[i] = value + first + i;
}

static void sum_views(view *const from[2], int *out)
{
	*out = 0;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < from[k]->n; i++)
			*out += from[k]->data[i];
}

/* Memory behind pointers that a process loads. */
extern "C" void pointers(int *out, int n)
{
	int low[8] = {0}, high[8] = {0};
	view views[2] = {{low, 8}, {high, 8}}, *all[2] = {&views[0], &views[1]};
	{
#pragma HLS dataflow
		ints go;

		fill_view(views[0], go, n);
		say(go);
		sum_views(all, out);
	}
}

static void fill_from(ints &go, int *to, int n)
{
	int first = go.read();

	for (int i = 0; i < n; i++)
		to[i] = first + i;
}

/* Parts of the memory behind an argument, for processes and for the code between them. */
static void halves(int *data, int *out, int n)
{
#pragma HLS dataflow
	ints go;

	fill_from(go, data, 2 * n);
	say(go);
	copy(data + n, out);
	out[16] = data[n + 3];
}

extern "C" void parts(int *out, int n)
{
	int data[32] = {0};

	(void)n;
	halves(data, out, 16);
}

static void increase(ints &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read() + 1;
}

static void load(const int *from, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(from[i]);
}

/* In place: the writer would have to wait while the stream has room. */
extern "C" void in_place(int *out, int n)
{
#pragma HLS dataflow
	ints s;

	for (int i = 0; i < n; i++)
		out[i] = i;
	load(out, s, n);
	increase(s, out, n);
}

/*
 * The writer must not start before the reader has ended, unless the stream is deep enough for all
 * elements.
 */
extern "C" void shifted(int *out, int n)
{
	for (int i = 0; i <= n; i++)
		out[i] = i;
	{
#pragma HLS dataflow
		hls::stream<int, 64> s;

		load(out, s, n);
		increase(s, out + 1, n);
	}
}

/* A network of four chains; a seed chooses their order, depths and work. */
static unsigned rolled(unsigned &seed)
{
	return (seed = seed * 1664525 + 1013904223) >> 16;
}

static void fork(ints &in, ints to[4], int n)
{
	for (int i = 0; i < n; i++)
		to[i & 3].write(in.read());
}

static void work(ints &in, ints &out, unsigned seed, int n)
{
	int held[4], count = 0, what = int(seed % 7);

	for (int i = 0; i < n; i++) {
		held[count++] = in.read() * 3 + what;
		if (count == 4 || i == n - 1 || rolled(seed) % 2)
			for (int k = 0; k < count; k++)
				out.write(held[k]);
		else
			continue;
		count = 0;
	}
}

static void merge(ints from[4], int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = from[i & 3].read();
}

extern "C" void network(int *out, int n)
{
	unsigned seed = unsigned(n);
#pragma HLS dataflow
	ints source, chain[4][5], last[4];

	for (int c = 0; c < 4; c++)
		for (int k = 0; k < 5; k++)
			chain[c][k].fclc_set_depth(5 + rolled(seed) % 9);
	produce(source, 200);
	ints head[4];
	for (int c = 0; c < 4; c++)
		head[c].fclc_set_depth(5 + rolled(seed) % 3);
	fork(source, head, 200);
	for (int c = 0; c < 4; c++) {
		work(head[c], chain[c][0], rolled(seed), 50);
		for (int k = 0; k < 4; k++)
			work(chain[c][k], chain[c][k + 1], rolled(seed), 50);
		work(chain[c][4], last[c], rolled(seed), 50);
	}
	merge(last, out, 200);
}
