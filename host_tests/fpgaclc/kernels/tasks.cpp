/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that run concurrently with the kernel's body. */
#include <ap_int.h>
#include <hls_np_channel.h>
#include <hls_stream.h>
#include <hls_task.h>

static void read_in(const int *in, int n, hls::stream<int> &out)
{
	for (int i = 0; i < n; i++)
		out.write(in[i]);
}

static void write_out(hls::stream<int> &in, int *out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = in.read();
}

static void add_one(hls::stream<int> &in, hls::stream<int> &out)
{
	out.write(in.read() + 1);
}

/* Keeps a number from one execution of the kernel to the next. */
static void count(hls::stream<int> &in, hls::stream<int> &out)
{
	int seen = 0;

	while (true)
		out.write(in.read() + 100 * seen++);
}

/* Two tasks between the two halves of the body. */
extern "C" void chain(const int *in, int *out, int n)
{
	hls_thread_local hls::stream<int, 4> a, b;
	hls_thread_local hls::stream<int> c;
	hls_thread_local hls::task first(add_one, a, b);
	hls_thread_local hls::task second(count, b, c);

	read_in(in, n, a);
	write_out(c, out, n);
}

/* Waits for one element more than will arrive. */
extern "C" void starved(const int *in, int *out, int n)
{
	hls_thread_local hls::stream<int> a, b;
	hls_thread_local hls::task only(add_one, a, b);

	read_in(in, n, a);
	write_out(b, out, n + 1);
}

/* Three workers in parallel, served in turn; one of them sees every third element. */
extern "C" void workers(const int *in, int *out, int n)
{
	hls_thread_local hls::split::round_robin<int, 3> split;
	hls_thread_local hls::merge::round_robin<int, 3> merge;
	hls_thread_local hls::task worker[3];

	read_in(in, n, split.in);
	for (int i = 0; i < 3; i++)
		worker[i](i == 1 ? count : add_one, split.out[i], merge.in[i]);
	write_out(merge.out, out, n);
}

/* Without hls_thread_local: the tasks belong to one execution. */
extern "C" void balanced(const int *in, int *out, int n)
{
	hls::split::load_balance<int, 2> split;
	hls::merge::load_balance<int, 2> merge;
	hls::task left(add_one, split.out[0], merge.in[0]);
	hls::task right(add_one, split.out[1], merge.in[1]);

	read_in(in, n, split.in);
	write_out(merge.out, out, n);
}

static void sort_out(hls::stream<int> &in, hls::stream<int> &odd, hls::stream<int> &even)
{
	int value = in.read();

	(value % 2 ? odd : even).write(value);
}

/* Polls instead of waiting. */
static void peek(hls::stream<int> &in, hls::stream<int> &out)
{
	int value;

	if (in.read_nb(value))
		out.write(value * 2);
}

/* Only tasks. */
extern "C" void ports(hls::stream<int> &in, hls::stream<int> &odd, hls::stream<int> &even)
{
	hls_thread_local hls::stream<int> a, b;
	hls_thread_local hls::task sort(sort_out, in, a, b);
	hls_thread_local hls::task left(add_one, a, odd);
	hls_thread_local hls::task right(peek, b, even);
}

/* Polls and never returns. */
static void forward(hls::stream<int> &in, hls::stream<int> &out)
{
	for (;;) {
		int value;

		if (in.read_nb(value))
			out.write_nb(value + 1);
	}
}

/* The body waits for what tasks find by polling. */
extern "C" void polled(const int *in, int *out, int n)
{
	hls_thread_local hls::stream<int> a, b, c;
	hls_thread_local hls::task first(forward, a, b), second(forward, b, c);

	read_in(in, n, a);
	write_out(c, out, n);
}

/* Holds each element for 100 polls of the input. */
static void delay(hls::stream<int> &in, hls::stream<int> &out)
{
	for (;;) {
		int value = in.read();

		for (int i = 0; i < 100; i++)
			in.empty();
		out.write(value);
	}
}

static void collect(hls::stream<int> &in, int *out)
{
	int value;

	if (in.read_nb(value))
		out[value / 2 - 1] = value;
}

/* Tasks that poll store all data before the execution ends. */
extern "C" void collected(const int *in, int *out, int n)
{
	hls::stream<int> a, b, c;
	hls::task first(delay, a, b), second(peek, b, c), third(collect, c, out);

	read_in(in, n, a);
}

static void store(hls::stream<int> &in, hls::stream<int> &out, int *memory, int offset,
		  ap_uint<20> n)
{
	int value = in.read();

	memory[value] = value + offset + n;
	out.write(value);
}

/* The body returns at once, which ends the lifetime of its parameters. */
extern "C" void late(hls::stream<int> &in, hls::stream<int> &out, int *memory, const int offset,
		     ap_uint<20> n)
{
	hls_thread_local hls::task task(store, in, out, memory, offset, n);
}

/* The same, with tasks that each execution starts. */
extern "C" void late_each(hls::stream<int> &in, hls::stream<int> &out, int *memory, int offset,
			  ap_uint<20> n)
{
	hls_thread_local hls::task task[2];
	hls_thread_local hls::stream<int> between;

	for (int i = 0; i < 2; i++)
		task[i](store, i ? between : in, i ? out : between, memory + 4 * i, offset, n);
}

static void store_all(hls::stream<int> &in, hls::stream<int> &out, int *memory)
{
	for (;;) {
		int value = in.read();

		memory[value] = value;
		out.write(value);
	}
}

/* Its task never returns. */
extern "C" void stays(hls::stream<int> &in, hls::stream<int> &out, int *memory)
{
	hls_thread_local hls::task task(store_all, in, out, memory);
}
