/* SPDX-License-Identifier: Apache-2.0 */
/* DATAFLOW regions with loops, which are processes like calls. */
#include <ap_int.h>
#include <hls_stream.h>

typedef hls::stream<int> ints;

static void twice(ints &in, ints &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(2 * in.read());
}

static void add_five(int x, int &ret_y)
{
	ret_y = x + 5;
}

extern "C" {

/* Each loop needs the results of the other one, one at a time; both use one index. */
void echo(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints there, back;
	int i;

	for (i = 0; i < n; i++) {
		there.write(in[i]);
		out[i] = back.read();
	}
	for (i = 0; i < n; i++) {
		int y, x = there.read();

		add_five(x, y);
		back.write(y);
	}
}

void echo_of_call(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	static ints there("there"), back[2];

	for (ap_uint<10> i = 0; i < n; i++) {
		there.write(in[i]);
		out[i] = back[1].read();
	}
	twice(there, back[1], n);
}

/* The second loop would need a depth of n for `right`. */
void diamond(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints left, right;

	for (int k = 0; k < 2; k++)
		for (int i = 0; i < n; i++)
			if (k)
				left.write(in[i]);
			else
				right.write(in[i]);
	for (int i = 0; i < n; i++)
		out[i] = left.read() + right.read();
}

/* Values that loops leave, for each other and for the statements between them. */
void results(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s;
	int i, sum = 0, squares[64];

	for (i = 0; i < n && in[i] != 20; i++)
		s.write(in[i]);
	out[0] = i;
	int count = i;
	for (int k = 0; k < count; k++) {
		int x = s.read();

		squares[k] = x * x;
		sum += x;
	}
	sum += 1000;
	for (int k = 0; k < count; k++)
		squares[k] += sum;
	for (int k = 0; k < count; k++) {
		if (k == 12)
			break;
		out[1 + k] = squares[k];
	}
}

/* Several loops that write or read one stream keep the order of the source. */
void in_turn(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s, t;

	s.write(n);
	for (int i = 0; i < n; i++)
		s.write(in[i]);
	for (int i = 0; i < n; i++)
		s.write(-in[i]);
	s.write(99);
	int count = s.read();
	for (int i = 0; i < 2 * count; i++)
		t.write(s.read());
	t.write(s.read());
	for (int i = 0; i < 2 * count + 1; i++)
		out[i] = t.read();
}

/* One buffer, in which each loop sees what the previous loops wrote. */
void one_buffer(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s;

	for (int i = 0; i < n; i++)
		out[i] = in[i] * 2;
	for (int i = 0; i < n; i++)
		s.write(out[i]);
	for (int i = 0; i < n; i++)
		out[n - 1 - i] += 7;
	for (int i = 0; i < n; i++)
		out[n + i] = s.read();
}

/*
 * `return` and `goto` leave the region; a variable that is not set keeps its value from iteration
 * to iteration.
 */
void left_early(const int *in, int *out, int n)
{
	int kept = 0;

	for (int round = 0; round < 3; round++) {
#pragma HLS DATAFLOW
		ints s;

		for (int i = 0; i < n; i++) {
			if (round == 2 && i == 5) {
				out[2 * n] = kept;
				return;
			}
			s.write(in[i]);
		}
		for (int i = 0; i < n; i++) {
			kept += s.read();
			out[round * n + i] = kept;
			if (i == n - 1)
				goto done;
		}
	done:;
	}
}

struct links {
	ints there, back;
	int n;
};

void members(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	links link;

	link.n = n;
	for (int i = 0; i < link.n; i++) {
		link.there.write(in[i]);
		out[i] = link.back.read();
	}
	for (int i = 0; i < link.n; i++)
		link.back.write(link.there.read() * 3);
}
}

/*
 * The statements after the region wait for one of its streams, although they need not wait for the
 * buffer.
 */
static void deal(const int *in, ints way[2], int n)
{
	for (int i = 0; i < n; i++)
		way[i & 1].write(in[i]);
}

static void gather(ints way[2], int *out, int n)
{
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < n / 2; i++)
			*out++ = way[k].read();
}

extern "C" void destroyed(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints way[2];

	deal(in, way, n);
	gather(way, out, n);
}

/* Members of one object: streams, arrays and scalars that the analysis distinguishes. */
struct engine {
	ints forth, back;
	int buffer[64], bias, n;

	void echo(const int *in, int *out)
	{
#pragma HLS DATAFLOW
		for (int i = 0; i < n; i++) {
			forth.write(in[i]);
			out[i] = back.read();
		}
		for (int i = 0; i < n; i++)
			back.write(forth.read() + bias);
	}
	void turn(const int *in, int *out)
	{
#pragma HLS DATAFLOW
		for (int i = 0; i < n; i++)
			buffer[i] = in[i] * 2;
		for (int i = 0; i < n; i++)
			forth.write(buffer[n - 1 - i]);
		for (int i = 0; i < n; i++) {
			out[i] += forth.read();
			buffer[i] = i;
		}
		for (int i = 0; i < n; i++)
			out[i] += buffer[i];
	}
};

extern "C" void object(const int *in, int *out, int n)
{
	engine e;

	e.n = n;
	e.bias = 5;
	e.echo(in, out);
	e.turn(in, out);
}

/* A pointer that may point to either object. */
extern "C" void either(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	int a[64], b[64], *p = n & 1 ? a : b;
	ints s;

	for (int i = 0; i < n; i++) {
		a[i] = in[i];
		b[i] = -in[i];
	}
	for (int i = 0; i < n; i++)
		s.write(p[i]);
	for (int i = 0; i < n; i++)
		*p++ = 7;
	for (int i = 0; i < n; i++)
		out[i] = s.read() + a[i] + b[i];
}

static void pass_one(ints &in, ints &out, int more)
{
	out.write(in.read() + more);
}

/* A call that moves one packet is part of the loop. */
extern "C" void helpers(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints a, b;

	for (int i = 0; i < n; i++)
		a.write(in[i]);
	for (int i = 0; i < n; i++)
		pass_one(a, b, i);
	for (int i = 0; i < n; i++)
		out[i] = b.read();
}

/*
 * Memory that a loop changes through a pointer in a lambda, a structure, a reference or a module
 * variable.
 */
struct span {
	int *begin;
	int *end;
};

struct noted {
	const int *from;
	int *to;

	noted(const int *from_, int *to_) : from(from_), to(to_)
	{
	}
	~noted()
	{
		*to = from[5];
	}
};

static int *kept_pointer;

extern "C" void kept(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints a, b, c, d, e;
	int sum = 0, last = 3, first[64], second[64], third[64];
	int &same = last;
	span all = {first, first + n};
	auto add = [&](int x) { sum += x; };

	kept_pointer = second;
	for (int i = 0; i < n; i++) {
		a.write(in[i]);
		b.write(in[i] + 1);
		c.write(in[i] + 2);
		d.write(in[i] + 3);
		e.write(in[i] + 4);
	}
	for (int i = 0; i < n; i++)
		add(a.read());
	for (int *at = all.begin; at != all.end; at++)
		*at = b.read();
	for (int i = 0; i < n; i++)
		kept_pointer[i] = c.read();
	for (int i = 0; i < n; i++)
		same = d.read();
	out[0] = sum;
	out[1] = first[5];
	out[2] = second[5];
	out[3] = last;
	{
		noted at_end(third, out + 4);

		for (int i = 0; i < n; i++)
			third[i] = e.read();
	}
}

/* A constructor reads what a loop has computed. */
struct total {
	int value = 0;

	total(const int *array, int n)
	{
		for (int i = 0; i < n; i++)
			value += array[i];
	}
};

extern "C" void constructed(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s;
	ap_int<20> sum = 0;
	int array[64];

	for (int i = 0; i < n; i++)
		s.write(in[i]);
	for (int i = 0; i < n; i++) {
		array[i] = s.read();
		sum += array[i];
	}
	ap_uint<32> wide = sum;
	total all(array, n);
	out[0] = wide;
	out[1] = all.value;
}

/*
 * The trip count of the second loop is known when the first loop has ended, so the stream must be
 * longer.
 */
extern "C" void counted(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s;
	int i, count = 0;

	for (i = 0; i < n; i++)
		if (in[i] % 3) {
			s.write(in[i]);
			count++;
		}
	for (int k = 0; k < count; k++)
		out[k] = s.read();
	out[n] = i;
	for (i = 0; i < 3; i++)
		out[n + 1 + i] = count;
}

static void pass_on(ints &in, ints &out, int n)
{
	for (ap_uint<10> i = 0; i < n; i++)
		out.write(in.read() + 1);
}

/* Both processes have the checks of the same operators, and they wait for each other. */
extern "C" void checked(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints there, back;

	pass_on(there, back, n);
	for (ap_uint<10> i = 0; i < n; i++) {
		there.write(in[i]);
		out[i] = back.read();
	}
}

/* The calls use memory behind the pointers in lambdas and in an object. */
struct writer {
	ints &to;
	void put(int value)
	{
		to.write(value);
	}
};

extern "C" void captured(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s, t;
	auto put = [&](int value) { s.write(value); };
	auto move = [&] { t.write(s.read() + 1); };

	for (int i = 0; i < n; i++)
		put(in[i]);
	for (int i = 0; i < n; i++)
		move();
	for (int i = 0; i < n; i++)
		out[i] = t.read();
}

extern "C" void member(const int *in, int *out, int n)
{
#pragma HLS DATAFLOW
	ints s;
	writer w = {s};

	for (int i = 0; i < n; i++)
		w.put(in[i]);
	for (int i = 0; i < n; i++)
		out[i] = s.read();
}
