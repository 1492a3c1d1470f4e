// SPDX-License-Identifier: Apache-2.0
// Each kernel has a process that reads `from` and one that writes `to`, of which each waits for the
// other, with the pointers in several disguises. If both are the same buffer, that is a race.
#include <hls_stream.h>

typedef hls::stream<int> ints;

struct context {
	long pad;
	const int *from;
	int *to;
};

struct inputs {
	const int *first, *second;
};

static void load(const int *from, ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++)
		there.write(from[i] + (i ? back.read() - i : 0));
}

static void store(int *to, ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++) {
		to[i] = there.read();
		if (i + 1 < n)
			back.write(i + 1);
	}
}

void chosen(const int *from, int *to, int *other, int n)
{
#pragma HLS dataflow
	ints there, back;

	load(n & 1 ? other : from, there, back, n);
	store(n & 2 ? to : other, there, back, n);
}

static int element(const context *c, int i)
{
	return c->from[i];
}

static void load_field(const context &c, ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++)
		there.write(element(&c, i) + (i ? back.read() - i : 0));
}

static void store_field(const context &c, ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++) {
		c.to[i] = there.read();
		if (i + 1 < n)
			back.write(i + 1);
	}
}

void fields(const int *from, int *to, int *other, int n)
{
#pragma HLS dataflow
	ints there, back;
	context c = {0, from, n & 2 ? to : other};

	load_field(c, there, back, n);
	store_field(c, there, back, n);
}

static void load_copy(inputs in, ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++)
		there.write(in.second[i] + (i ? back.read() - i : 0));
}

void copied(const int *from, int *to, int *other, int n)
{
#pragma HLS dataflow
	ints there, back;
	inputs in = {other, from};

	load_copy(in, there, back, n);
	store(to, there, back, n);
}

static void load_any(const int *const in[2], ints &there, ints &back, int n)
{
	for (int i = 0; i < n; i++)
		there.write(in[i & 1][i] + (i ? back.read() - i : 0));
}

void array(const int *from, int *to, int *other, int n)
{
#pragma HLS dataflow
	ints there, back;
	const int *in[2] = {other, from};

	load_any(in, there, back, n);
	store(to, there, back, n);
}

struct engine {
	ints there, back;
	const int *from;
	int *to, n;

	void load()
	{
		for (int i = 0; i < n; i++)
			there.write(from[i] + (i ? back.read() - i : 0));
	}
	void store()
	{
		for (int i = 0; i < n; i++) {
			to[i] = there.read();
			if (i + 1 < n)
				back.write(i + 1);
		}
	}
	void run()
	{
#pragma HLS dataflow
		load();
		store();
	}
};

void object(const int *from, int *to, int *other, int n)
{
	engine e;

	(void)other;
	e.from = from;
	e.to = to;
	e.n = n;
	e.run();
}

static void redirect(context &c, const int *from, ints &ready)
{
	c.from = from;
	ready.write(0);
}

static void load_later(const context &c, ints &ready, ints &there, ints &back, int n)
{
	n += ready.read();
	for (int i = 0; i < n; i++)
		there.write(c.from[i] + (i ? back.read() - i : 0));
}

/* A process writes the pointer, so it is not known when the others start. */
void redirected(const int *from, int *to, int *other, int n)
{
#pragma HLS dataflow
	ints there, back, ready;
	context c = {0, other, other};

	redirect(c, from, ready);
	load_later(c, ready, there, back, n);
	store(to, there, back, n);
}
