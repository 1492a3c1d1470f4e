/* SPDX-License-Identifier: Apache-2.0 */
/* Tasks of tapa.h. */
#include <cstdint>

#include <tapa.h>

/* --- vadd: nested tasks, over arrays of memories and streams --- */

enum { WAYS = 3 };

static void load(tapa::mmap<const int> from, int n, tapa::ostream<int> &to)
{
	[[tapa::pipeline(1)]] for (int i = 0; i < n; i++) to << from[i];
}

static void add(tapa::istream<int> &a, tapa::istream<int> &b, tapa::ostream<int> &c, int n)
{
	for (int i = 0; i < n; i++)
		c << a.read() + b.read();
}

static void store(tapa::istream<int> &from, tapa::mmap<int> to, int n, int by)
{
	for (int i = 0; i < n; i++)
		to[i] = from.read() + by;
}

static void compute(tapa::istreams<int, WAYS> &a, tapa::istreams<int, WAYS> &b,
		    tapa::ostreams<int, WAYS> &c, int n)
{
	tapa::task().invoke<tapa::join, WAYS>(add, a, b, c, n);
}

void vadd(tapa::mmaps<const int, WAYS> a, tapa::mmap<const int> b, tapa::mmaps<int, WAYS> c, int n)
{
	tapa::streams<int, WAYS> a_q("a"), b_q("b"), c_q("c");

	tapa::task()
		.invoke<tapa::join, WAYS>(load, a, n, a_q)
		.invoke<tapa::join, WAYS>(load, b, n, b_q)
		.invoke(compute, a_q, b_q, c_q, n)
		.invoke<tapa::join, WAYS>(store, c_q, c, n, tapa::seq());
}

/* --- network: detached tasks, in detached ones, sort by a bit each --- */

enum { LANES = 4, STAGES = 2 };

static void feed(tapa::mmap<int> in, int n, tapa::ostreams<int, LANES> to)
{
	for (int i = 0; i < n; i++)
		to[i % LANES].write(in[i]);
}

static void exchange(int stage, tapa::istream<int> &a, tapa::istream<int> &b,
		     tapa::ostreams<int, 2> &to)
{
	const int bit = STAGES - 1 - stage;

	for (bool has_a, has_b;;) {
		const int value_a = a.peek(has_a), value_b = b.peek(has_b);

		if (has_a && to[value_a >> bit & 1].try_write(value_a))
			a.read(nullptr);
		if (has_b && to[value_b >> bit & 1].try_write(value_b))
			b.read(nullptr);
	}
}

static void stage_inner(int stage, tapa::istreams<int, LANES / 2> &a,
			tapa::istreams<int, LANES / 2> &b, tapa::ostreams<int, LANES> to)
{
	tapa::task().invoke<tapa::detach, LANES / 2>(exchange, stage, a, b, to);
}

static void stage(int number, tapa::istreams<int, LANES> &from, tapa::ostreams<int, LANES> to)
{
	tapa::task().invoke<tapa::detach>(stage_inner, number, from, from, to);
}

static void collect(tapa::istreams<int, LANES> from, int n, tapa::mmap<int> counts)
{
	int wrong = 0;

	for (int i = 0; i < n;)
		for (int lane = 0; lane < LANES; lane++) {
			int value;

			if (!from[lane].try_read(value))
				continue;
			wrong += value % LANES != lane;
			counts[lane]++;
			i++;
		}
	counts[LANES] = wrong;
}

void network(tapa::mmap<int> in, tapa::mmap<int> counts, int n)
{
	tapa::streams<int, LANES *(STAGES + 1), 4> q("q");

	tapa::task()
		.invoke(feed, in, n, q)
		.invoke<tapa::join, STAGES>(stage, tapa::seq(), q, q)
		.invoke(collect, q, n, counts);
}

/* --- gather: asynchronous reads and writes --- */

static void gather_reads(tapa::async_mmap<const long> &from, tapa::istream<int> &indices,
			 tapa::ostream<long> &to, int n)
{
	for (int asked = 0, got = 0; got < n;) {
		int index;
		long value;

		if (asked < n && !from.read_addr.full() && indices.try_read(index)) {
			from.read_addr.try_write(index);
			asked++;
		}
		if (!to.full() && from.read_data.try_read(value)) {
			to.try_write(value);
			got++;
		}
	}
}

static void gather_writes(tapa::istream<long> &from, tapa::async_mmap<long> &to, int n,
			  tapa::ostream<int> &bursts)
{
	int count = 0;

	for (int i = 0, done = 0; done < n;) {
		uint8_t more;
		long value;

		if (i < n && !to.write_addr.full() && !to.write_data.full() &&
		    from.try_read(value)) {
			to.write_addr.write(i < n / 2 ? i : 2 * i);
			to.write_data.write(value);
			i++;
		}
		/* They are written whether or not the task asks. */
		if (i == n && to.write_resp.try_read(more)) {
			done += more + 1;
			count++;
		}
	}
	bursts.write(count);
}

static void say(tapa::istream<int> &bursts, tapa::mmap<int> out)
{
	out[0] = bursts.read();
}

void gather(tapa::mmap<const long> from, tapa::mmap<const int> indices, tapa::mmap<long> to,
	    tapa::mmap<int> bursts, int n)
{
	tapa::stream<int> index_q("indices"), burst_q("bursts");
	tapa::stream<long, 5> q("values");

	tapa::task()
		.invoke(load, indices, n, index_q)
		.invoke(gather_reads, from, index_q, q, n)
		.invoke(gather_writes, q, to, n, burst_q)
		.invoke(say, burst_q, bursts);
}

/* A channel that nobody empties. */
static void ask_only(tapa::async_mmap<int> &from, int n)
{
	for (int i = 0; i < n; i++)
		from.read_addr.write(i);
}

void asks(tapa::mmap<int> from, int n)
{
	tapa::task().invoke(ask_only, from, n);
}

/* --- transactions: rows of 0, 1, 2, ... elements, each with an EoT --- */

static void rows(tapa::ostream<int> &to, int n)
{
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < i; j++)
			to.write(j + 1);
		to.close();
	}
}

static void sums(tapa::istream<int> &from, tapa::mmap<int> to, int n)
{
	for (int i = 0; i < n; i++) {
		int sum = 0;

		TAPA_WHILE_NOT_EOT(from)
		{
			sum += from.read();
		}
		from.open();
		to[i] = sum;
	}
}

void transactions(tapa::mmap<int> to, int n)
{
	tapa::stream<int> q("q");

	tapa::task().invoke(rows, q, n).invoke(sums, q, to, n);
}

static void sums_careless(tapa::istream<int> &from, tapa::mmap<int> to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from.read();
}

static void opens_early(tapa::istream<int> &from, tapa::mmap<int>, int)
{
	from.open();
	from.open();
}

void careless(tapa::mmap<int> to, int n)
{
	tapa::stream<int> q("q");

	tapa::task().invoke(rows, q, n).invoke(n < 4 ? sums_careless : opens_early, q, to, n);
}

/* --- a deadlock that a longer stream resolves, with a detached task in it --- */

static void in_turn(tapa::ostream<int> &a, tapa::ostream<int> &b, int n)
{
	for (int i = 0; i < n; i++)
		a.write(i);
	for (int i = 0; i < n; i++)
		b.write(i);
}

static void forward(tapa::istream<int> &from, tapa::ostream<int> &to)
{
	for (;;)
		to.write(from.read());
}

void deadlock(tapa::mmap<int> to, int n)
{
	tapa::stream<int, 4> a("a");
	tapa::stream<int> b("b"), c("c"), sum("sum");

	tapa::task()
		.invoke(in_turn, a, b, n)
		.invoke<tapa::detach>(forward, b, c)
		.invoke(add, a, c, sum, n)
		.invoke(store, sum, to, n, 0);
}

/* Nobody reads: neither a region's end nor a growing queue lets it go on. */
void unread(int n)
{
	tapa::stream<int> a("a"), b("b");

	tapa::task().invoke(in_turn, a, b, n);
}

/* Nobody writes. */
void unwritten(tapa::mmap<int> to)
{
	tapa::stream<int> a("a");

	tapa::task().invoke(store, a, to, 1, 0);
}

/* A top-level task without others: its stream has its depth, too. */
void alone(tapa::mmap<int> to)
{
	tapa::stream<int, 3> q("q");
	int value;

	while (to[0] < 100 && q.try_write(to[0]))
		to[0]++;
	to[1] = q.full();
	while (q.try_read(value))
		to[2] += value;
}

/* Responses that nobody takes: more of them than their stream holds. */
static void write_only(tapa::async_mmap<int> &to, int n)
{
	for (int i = 0; i < n; i++) {
		to.write_addr.write(2 * i);
		to.write_data.write(i + 1);
	}
}

void unanswered(tapa::mmap<int> to, int n)
{
	tapa::task().invoke(write_only, to, n);
}

/* --- ports --- */

static void increment(tapa::istream<short> &in, tapa::ostream<short> &out, int by)
{
	bool has;

	while (!in.eot(has) || !has) {
		short value;

		if (in.try_peek(value) && out.try_write(short(value + by)))
			in.read(nullptr);
	}
	in.open();
	out.close();
}

void ports(tapa::istreams<short, 2> &in, tapa::ostream<short> &first, tapa::ostream<short> &second,
	   int by)
{
	tapa::task().invoke(increment, in, first, by).invoke(increment, in, second, by + 1);
}

/* --- vectors and helpers --- */

void vectors(tapa::mmap<int> out)
{
	tapa::vec_t<int, 4> a{1, 2, 3, 4}, b;
	tapa::stream<tapa::vec_t<int, 4>> q("q");

	b = 10;
	q.write(a * 2 + b);
	b = q.read();
	for (int i = 0; i < 4; i++)
		out[i] = b[i];
	b.shift(7);
	out[4] = tapa::sum(b);
	out[5] = tapa::truncated<1, 3>(b)[1];
	out[6] = tapa::cat(b, 9)[4];
	out[7] = tapa::widthof<tapa::vec_t<short, 3>>();
	out[8] = int(tapa::round_up<64>(65));
	out[9] = tapa::bit_cast<int>(1.0f);
	out[10] = tapa::max(a, b)[0] + tapa::product(a);
	CHECK_EQ(out[10], 38) << "of the product";
}
