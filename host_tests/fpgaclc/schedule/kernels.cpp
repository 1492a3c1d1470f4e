/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Small kernels whose schedules follow by hand. Comments say what check.py looks for, for a U55C at
 * 5 ns less 1.35: a float adder takes 5 states, a multiplier 4, a load 2; addition and store fit into
 * the load's second.
 *
 *   SCHEDULE function: latency 1027
 *   LOOP function/label: ii 1, ...
 */

#include <hls_stream.h>
#include <hls_vector.h>

extern "C" {

/* Load in states 0 and 1, store in 1: 1023 * 1 + max(1, 1) = 1024, and 2 around it. */
/* SCHEDULE copy: latency 1026 */
/* LOOP copy/each: trip_count 1024, iteration_latency 2, ii 1, latency 1024 */
void copy(const int from[1024], int to[1024])
{
each:
	for (int i = 0; i < 1024; i++)
		to[i] = from[i];
}

/* Each sum needs the one before: 5 states, of which the last is the next one's first. */
/* LOOP total/each: trip_count 1000, ii 4, why recurrence adds a float */
float total(const float from[1000])
{
	float sum = 0;

each:
	for (int i = 0; i < 1000; i++)
		sum += from[i];
	return sum;
}

/* Eight products at once; each matrix has four banks of two ports. Both loops around it are one with it. */
/* LOOP product/rows_columns: trip_count 4096, ii 4, asked pragma */
void product(const int a[64][64], const int b[64][64], int c[64][64])
{
#pragma HLS ARRAY_PARTITION variable = a cyclic factor = 8 dim = 2
#pragma HLS ARRAY_PARTITION variable = b cyclic factor = 8 dim = 1
rows:
	for (int i = 0; i < 64; i++)
	columns:
		for (int j = 0; j < 64; j++) {
#pragma HLS PIPELINE
			int sum = 0;

			for (int k = 0; k < 64; k++)
				sum += a[i][k] * b[k][j];
			c[i][j] = sum;
		}
}

/* Each access of `kept` has a constant second index: 32 banks, and all of a row at once. */
/* LOOP rows/sums: trip_count 64, ii 1, asked auto */
/* LOOP rows/fill: trip_count 64, ii 16, why ports */
void rows(const int from[64][32], int to[64])
{
	int kept[64][32];

fill:
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 32; j++) {
#pragma HLS UNROLL
			kept[i][j] = from[i][j];
		}
sums:
	for (int i = 0; i < 64; i++) {
		int sum = 0;

		for (int j = 0; j < 32; j++) {
#pragma HLS UNROLL
			sum += kept[i][j];
		}
		to[i] = sum;
	}
}

/* No iteration writes `kept` twice, and it is read along both dimensions: copies, for 16 reads a cycle. */
/* LOOP crossed/fill_row_fill: trip_count 2048, ii 1 */
/* LOOP crossed/sums: trip_count 32, ii 4, why ports */
void crossed(const int from[64][32], int to[32])
{
	int kept[64][32];

fill_row:
	for (int i = 0; i < 64; i++)
	fill:
		for (int j = 0; j < 32; j++)
			kept[i][j] = from[i][j];
clear:
	for (int i = 0; i < 64; i++)
		kept[i][i & 31] = 0;
sums:
	for (int i = 0; i < 32; i++) {
		int sum = 0;

		for (int j = 0; j < 64; j++) {
#pragma HLS UNROLL
			sum += j < 32 ? kept[i][j] : kept[j][i];
		}
		to[i] = sum;
	}
}

/* An iteration writes `kept` twice: one memory with two ports. */
/* LOOP twice/sums: trip_count 32, ii 32, why ports */
void twice(const int from[64][32], int to[32])
{
	int kept[64][32];

fill:
	for (int i = 0; i < 64; i++)
		for (int j = 0; j < 32; j += 2) {
			kept[i][j] = from[i][j];
			kept[i][j + 1] = -from[i][j + 1];
		}
sums:
	for (int i = 0; i < 32; i++) {
		int sum = 0;

		for (int j = 0; j < 64; j++) {
#pragma HLS UNROLL
			sum += j < 32 ? kept[i][j] : kept[j][i];
		}
		to[i] = sum;
	}
}

/* After a float adder's last state the memory has no time left to be written. */
/* LOOP scaled/each: trip_count 1024, iteration_latency 8, ii 1 */
void scaled(const float from[1024], float to[1024])
{
each:
	for (int i = 0; i < 1024; i++)
		to[i] = from[i] + 1.5f;
}

/* A pointer to one value is a port, not a memory: all in one state. */
/* SCHEDULE product_of: latency 0 */
void product_of(int a, int b, int *to)
{
	*to = a * b;
}

/* Four words are registers: each is read and written in one state. */
/* LOOP delays/each: trip_count 4, ii 1 */
int delays(int sample, const int factors[4])
{
	static int line[4];
	int sum = 0;

each:
	for (int i = 3; i >= 0; i--) {
		int next = i ? line[i - 1] : sample;

		line[i] = next;
		sum += next * factors[i];
	}
	return sum;
}

/* Banks that a pragma makes may have copies, too: four reads of each in a cycle. */
/* LOOP banked/sums: trip_count 16, ii 1 */
void banked(const int from[256], int to[8])
{
	int kept[256];
#pragma HLS ARRAY_PARTITION variable = kept cyclic factor = 4

fill:
	for (int i = 0; i < 256; i++)
		kept[i] = from[i];
sums:
	for (int i = 0; i < 16; i++) {
		int sum = 0;

		for (int j = 0; j < 16; j++) {
#pragma HLS UNROLL
			sum += kept[i * 16 + j];
		}
		to[i] = sum;
	}
}

/* Filling an array is a loop over its elements, as copying is. */
/* SCHEDULE filled: latency 132~140 */
void filled(const int from[64], int to[64], int at)
{
	int kept[64] = {0};

	kept[at] = from[at];
copy:
	for (int i = 0; i < 64; i++)
		to[i] = kept[(i * 7) & 63];
}

/* SCHEDULE copied: latency 132~140 */
void copied(const int from[64], int to[64])
{
	int kept[64];

	__builtin_memcpy(kept, from, sizeof(kept));
back:
	for (int i = 0; i < 64; i++)
		to[i] = kept[63 - i];
}

/*
 * What is known at compile time and only read later is a table that needs no loop: 63 * 1 + 1, and 2
 * around it, as in copy().
 */
/* SCHEDULE tabled: latency 66 */
void tabled(const int at[64], int to[64])
{
	int table[64];

	for (int i = 0; i < 64; i++)
		table[i] = (int)(__builtin_cos(i * 0.1) * 1000);
	for (int i = 0; i < 64; i++)
		to[i] = table[i] + at[i];
}

/* What is written again is none, */
/* SCHEDULE refilled: latency 132~140 */
void refilled(const int at[64], int to[64])
{
	int table[64];

	for (int i = 0; i < 64; i++)
		table[i] = i * 7;
	table[at[0] & 63] = 5;
	for (int i = 0; i < 64; i++)
		to[i] = table[63 - i];
}

/* nor what depends on an argument. */
/* SCHEDULE scaled_table: latency 132~150 */
void scaled_table(int scale, int to[64])
{
	int table[64];

	for (int i = 0; i < 64; i++)
		table[i] = i * scale;
	for (int i = 0; i < 64; i++)
		to[i] = table[63 - i];
}

/* What was written last is kept beside the memory. */
/* LOOP histogram/each: trip_count 1024, ii 1 */
void histogram(const int from[1024], int counts[256])
{
each:
	for (int i = 0; i < 1024; i++)
		counts[from[i] & 255]++;
}

/* Three reads, two ports. */
/* LOOP stencil/each: trip_count 64, ii 2, why ports 3 reads of 'from' */
void stencil(const int from[66], int to[64])
{
each:
	for (int i = 0; i < 64; i++)
		to[i] = from[i] + from[i + 1] + from[i + 2];
}

/* With three banks, each read has its own. */
/* LOOP banks/each: trip_count 22, ii 2 */
void banks(const int from[66], int to[66])
{
#pragma HLS ARRAY_PARTITION variable = from cyclic factor = 3
each:
	for (int i = 0; i < 64; i += 3) {
#pragma HLS PIPELINE
		to[i] = from[i] + from[i + 1] + from[i + 2];
		to[i + 1] = from[i] * 3;
		to[i + 2] = from[i + 2] * 5;
	}
}

/* LOOP single/each: trip_count 64, ii 3, why ports 1 port */
void single(const int from[66], int to[64])
{
#pragma HLS BIND_STORAGE variable = from type = ram_1p
each:
	for (int i = 0; i < 64; i++)
		to[i] = from[i] + from[i + 1] + from[i + 2];
}

/* Two loads, one behind the other, and a store in the second's last state. */
/* LOOP gather/each: trip_count 1024, iteration_latency 3, ii 1, latency 1025 */
void gather(const int index[1024], const int from[4096], int to[1024])
{
each:
	for (int i = 0; i < 1024; i++)
		to[i] = from[index[i] & 4095];
}

/* Division makes it slow, unless the source says that no index comes twice. */
/* LOOP meets/each: trip_count 100, why recurrence divides an integer */
void meets(const int index[100], const int by[100], int data[100])
{
each:
	for (int i = 0; i < 100; i++)
		if (by[i])
			data[index[i]] = data[index[i] ^ 1] / by[i];
}

/*
 * What may be another element is kept as well: the sum of 5 states goes to the next one's. From the
 * iteration after that on, it is in the memory.
 */
/* LOOP meets_later/each: trip_count 100, ii 5, why recurrence */
void meets_later(const int index[100], float data[100])
{
each:
	for (int i = 0; i < 100; i++)
		data[index[i]] = data[index[i] ^ 1] + 1.5f;
}

/*
 * Unless the code before the loop stores to the same place: load in states 0 and 1, product in 2 to 5,
 * sum in 6 to 10, and the next load is behind the store of it.
 */
/* LOOP solves/each: ii 11, why recurrence */
void solves(const float by[64], float x[64], const float from[64])
{
	for (int i = 0; i < 64; i++) {
		x[i] = from[i];
	each:
		for (int j = 0; j < i; j++)
			x[i] -= by[j] * x[j];
	}
}

/* Row by row, an element is written so many iterations before it is read: 32 at least. */
/* LOOP rows_before/row_each: trip_count 1984, ii 1 */
void rows_before(float data[63][32])
{
row:
	for (int i = 1; i < 63; i++)
	each:
		for (int j = 0; j < 32; j++)
			data[i][j] = data[i - 1][j] * 0.5f;
}

/* A load waits for the state in which it is known to be needed: 0 and 1, 1 and 2, 2 and 3, the next behind the store. */
/* LOOP only_if/each: ii 3, why recurrence */
void only_if(const int index[100], char level[100], int n)
{
each:
	for (int i = 0; i < 100; i++)
		if (level[index[i]] == 127)
			level[index[i]] = level[n] + 1;
}

/* LOOP apart/each: trip_count 100, ii 1 */
void apart(const int index[100], const int by[100], int data[100])
{
each:
	for (int i = 0; i < 100; i++) {
#pragma HLS DEPENDENCE variable = data inter false
		if (by[i])
			data[index[i]] = data[index[i] ^ 1] / by[i];
	}
}

/* What the schedule does not follow is named. */
/* MISSING limited: OCCURRENCE of a loop in 'limited' */
void limited(int data[100])
{
	for (int i = 0; i < 100; i++) {
#pragma HLS OCCURRENCE cycle = 4
		data[i]++;
	}
}

/* One multiplier for two products. */
/* LOOP one_unit/each: ii 2, why ports */
void one_unit(const int a[100], const int b[100], int to[100])
{
#pragma HLS ALLOCATION operation instances = mul limit = 1
each:
	for (int i = 0; i < 100; i++)
		to[i] = (a[i] * b[i]) ^ (b[i] * b[i]);
}

/* RESOURCE is what BIND_STORAGE was called: one port for two reads, or one of two for two writes. */
/* LOOP one_port/each: ii 2, why ports */
void one_port(const int from[128], int to[64])
{
#pragma HLS RESOURCE variable = from core = RAM_1P_BRAM
each:
	for (int i = 0; i < 64; i++)
		to[i] = from[i] + from[i + 64];
}

/* LOOP one_writes/each: ii 2, why ports 2 writes */
void one_writes(const int from[64], int to[128])
{
#pragma HLS BIND_STORAGE variable = to type = ram_2p
each:
	for (int i = 0; i < 64; i++) {
		to[i] = from[i];
		to[i + 64] = from[i];
	}
}

/* A figure that it would change is a bound, and so are those that it is part of. */
static void held(int data[100])
{
#pragma HLS OCCURRENCE cycle = 4
	for (int i = 0; i < 100; i++)
		data[i] *= data[i] * 5;
}

/* SCHEDULE holder: latency 90~130 bound */
/* MISSING holder: OCCURRENCE of */
void holder(int data[100])
{
	held(data);
}

/* Without such a pragma, it is as sure as its operators: 99 * 1 + max(1, 1), and 2 around it. */
/* SCHEDULE surely: latency 102 interpolated */
void surely(int data[100])
{
	for (int i = 0; i < 100; i++)
		data[i] += 5;
}

/* MISSING reaches: DEPENDENCE of 'data' in 'reaches', which the schedule follows only in part: with a distance */
/* LOOP reaches/each: ii_sure bound */
void reaches(int data[200], int n)
{
#pragma HLS DEPENDENCE variable = data inter true distance = 4
each:
	for (int i = 4; i < 100; i++)
		data[i * n] = data[i * n - 4] / 3;
}

static void cut_inside(int data[64])
{
#pragma HLS ARRAY_PARTITION variable = data cyclic factor = 2
	for (int i = 0; i < 64; i++) {
#pragma HLS UNROLL factor = 4
		data[i] += 3;
	}
}

/* What is passed for a parameter is cut as it is, here and in other functions: II 2 for four elements. */
/* SCHEDULE around_cut: latency 34 interpolated */
void around_cut(int data[64])
{
	cut_inside(data);
}

static int sums_of(const int row[4][32])
{
#pragma HLS INLINE off
	int sum = 0;

each:
	for (int i = 0; i < 32; i++)
		sum += row[0][i] + row[1][i] + row[2][i] + row[3][i];
	return sum;
}

/* SCHEDULE cut_outside: latency 36~38 interpolated */
int cut_outside(const int data[4][32])
{
#pragma HLS ARRAY_PARTITION variable = data complete dim = 1
	return sums_of(data);
}

/* Two loops that write one stream run one after the other: 8 + 2 states each, and 2 around both. */
/* SCHEDULE in_turn: latency 21~24 */
void in_turn(const int from[8], const int other[8], hls::stream<int> &to)
{
	for (int i = 0; i < 8; i++)
		to.write(from[i]);
	for (int i = 0; i < 8; i++)
		to.write(other[i]);
}

/* A product of short numbers and the sum behind it are in one DSP, with its three registers. */
/* SCHEDULE in_dsp: latency 3 */
short in_dsp(short a, short b, short c)
{
	return a * b + c;
}

/* MISSING wide: ARRAY_RESHAPE of */
/* LOOP wide/each: ii_sure bound */
void wide(int from[64], int to[64])
{
#pragma HLS ARRAY_RESHAPE variable = from cyclic factor = 2
each:
	for (int i = 0; i < 64; i++)
		to[i] = from[i];
}

/* All of it in one pipeline. */
/* SCHEDULE parallel: kind pipeline, ii 2 */
void parallel(const int from[8], int to[8])
{
#pragma HLS PIPELINE II = 2
#pragma HLS ARRAY_PARTITION variable = from complete
#pragma HLS ARRAY_PARTITION variable = to complete
	for (int i = 0; i < 8; i++)
		to[i] = from[i] + 1;
}

static int twice(int x)
{
#pragma HLS INLINE off
	return x * 2 + 1;
}

/* SCHEDULE caller: latency 1~100 */
/* CALLS caller: twice */
int caller(int x)
{
	return twice(x) + 3;
}

/* One element in a state: two of one stream take two. */
/* LOOP pairs/each: trip_count 100, ii 2, why ports 2 reads of 'from' */
void pairs(hls::stream<int> &from, hls::stream<int> &to)
{
each:
	for (int i = 0; i < 100; i++)
		to.write(from.read() + from.read());
}

/* Which stream it is has to be known for each. */
/* LOOP merge/each: trip_count 100, ii 1 */
void merge(hls::stream<int> from[4], hls::stream<int> &to)
{
each:
	for (int i = 0; i < 100; i++) {
#pragma HLS PIPELINE
		int sum = 0;

		for (int j = 0; j < 4; j++)
			sum += from[j].read();
		to.write(sum);
	}
}

static void scale(const int from[64], int to[64])
{
	for (int i = 0; i < 64; i++)
		to[i] = from[i] * 3;
}

/* Each process takes 63 + 1 and 2; the second starts when the first has ended. */
/* SCHEDULE blocks: kind dataflow, latency 133, interval 67 */
void blocks(const int from[64], int to[64])
{
#pragma HLS DATAFLOW
	int between[64];

	scale(from, between);
	scale(between, to);
}

static void give(const int from[64], hls::stream<int> &to)
{
	for (int i = 0; i < 64; i++)
		to.write(from[i]);
}

static void take(hls::stream<int> &from, int to[64])
{
	for (int i = 0; i < 64; i++)
		to[i] = from.read();
}

/* Over a stream, both run at once: no more than the slower and what is between their ends. */
/* SCHEDULE flow: kind dataflow, latency 66~70 bound, interval 67 bound */
/* MISSING flow: waiting for streams between the processes of */
void flow(const int from[64], int to[64])
{
#pragma HLS DATAFLOW
	hls::stream<int> between;

	give(from, between);
	take(between, to);
}

/*
 * One request for each array before the loop, 8 states; a state for each element, 3 in an iteration:
 * condition, read, write; one response behind it, 5.
 */
/* SCHEDULE bus: latency 1035~1045 */
/* LOOP bus/each: trip_count 1024, iteration_latency 3, ii 1, latency 1025 */
void bus(const int *from, int *to)
{
#pragma HLS INTERFACE mode = m_axi port = from bundle = in
#pragma HLS INTERFACE mode = m_axi port = to bundle = out
each:
	for (int i = 0; i < 1024; i++)
		to[i] = from[i];
}

/* Two reads of one bundle; those of `from` have a request each. */
/* LOOP far/each: trip_count 1024, ii 2, why ports 1 port of the bundle 'gmem' */
void far(const int *index, const int *from, int to[1024])
{
#pragma HLS INTERFACE mode = m_axi port = index
#pragma HLS INTERFACE mode = m_axi port = from
each:
	for (int i = 0; i < 1024; i++)
		to[i] = from[index[i]];
}

static void scale_row(const short from[8], short to[8])
{
	for (int i = 0; i < 8; i++)
		to[i] = (short)(from[i] * 3);
}

/* What a pipeline calls has no loops left, also where it is called from no pipeline: 8 accesses for 2 ports. */
/* LOOP called/first: trip_count 8, ii 4, asked auto, why ports */
/* LOOP called/second: trip_count 8, ii 4, asked pragma, why ports */
void called(const short from[8][8], short to[8][8])
{
	short between[8][8];

first:
	for (int i = 0; i < 8; i++)
		scale_row(from[i], between[i]);
second:
	for (int i = 0; i < 8; i++) {
#pragma HLS PIPELINE
		scale_row(between[i], to[i]);
	}
}

/* A table that is never written takes the pragmas of the array that it is the value of: a register for each word. */
/* LOOP weigh/each: trip_count 64, ii 1 */
/* LOOP weigh/whole: trip_count 64, ii 4, why ports 8 reads of 'shared' */
void weigh(const int from[64], int to[64], int more[64])
{
	const int weights[8] = {3, 5, 7, 11, 13, 17, 19, 23};
	const int shared[8] = {29, 31, 37, 41, 43, 47, 53, 59};
#pragma HLS ARRAY_PARTITION variable = weights
each:
	for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE
		int sum = 0;

		for (int j = 0; j < 8; j++)
			sum += weights[(i + j) & 7] ^ (from[i] + j);
		to[i] = sum;
	}
whole:
	for (int i = 0; i < 64; i++) {
#pragma HLS PIPELINE
		int sum = 0;

		for (int j = 0; j < 8; j++)
			sum += shared[(i + j) & 7] ^ (from[i] + j);
		more[i] = sum;
	}
}

static void count_each(int to[64], int counts[64], const int from[64])
{
	for (int i = 0; i < 64; i++) {
		to[counts[from[i] & 63] & 63] = i;
		counts[from[i] & 63]++;
	}
}

/* Arrays of the caller are different ones in a function that it calls twice, so that each is read once. */
/* CALLS forth_and_back: count_each */
/* SCHEDULE forth_and_back: latency 130~150 */
void forth_and_back(int a[64], int b[64], int counts[64])
{
	count_each(a, counts, b);
	count_each(b, counts, a);
}

/* All indices of a read are in one block, also where they depend on a loop: 4 banks, each read 2 times. */
/* LOOP by_blocks/each: trip_count 8, ii 1 */
void by_blocks(const int from[64], int to[8])
{
	int kept[64];
#pragma HLS ARRAY_PARTITION variable = kept block factor = 4
fill:
	for (int i = 0; i < 32; i++) {
		kept[i] = from[i];
		kept[63 - i] = from[63 - i];
	}
each:
	for (int i = 0; i < 8; i++) {
#pragma HLS PIPELINE
		int sum = 0;

		for (int j = 0; j < 8; j++)
			sum += kept[8 * j + i];
		to[i] = sum;
	}
}

/* Each of two ports is in use in each state: 8 loads and 8 stores, of which one is what the next iteration loads. */
/* LOOP full/rows_steps: trip_count 512, ii 8 */
void full(const double by[8], const double from[8][8], double sums[64][8])
{
rows:
	for (int i = 0; i < 64; i++)
	steps:
		for (int k = 0; k < 8; k++) {
#pragma HLS PIPELINE
			for (int j = 0; j < 8; j++)
				sums[i][j] += by[k] * from[k][j];
		}
}

/* All that share a bus are named. */
/* LOOP shared/each: trip_count 64, ii 2, why ports 2 reads of 'a' and 'b' an iteration */
void shared(const int *a, const int *b, int to[64])
{
#pragma HLS INTERFACE m_axi port = a bundle = one
#pragma HLS INTERFACE m_axi port = b bundle = one
each:
	for (int i = 0; i < 64; i++)
		to[i] = a[i] + b[i];
}

/* Pointers that move are into the arrays that they started in: no store is to what is loaded. */
/* LOOP moving/each: trip_count 64, ii 1 */
void moving(const float *from, float *to)
{
#pragma HLS INTERFACE ap_memory port = from
#pragma HLS INTERFACE ap_memory port = to
each:
	for (int i = 0; i < 64; i++)
		*to++ = *from++ * 3 + 1;
}

struct both {
	hls::stream<int> in, out;
};

static void pass_on(both &streams)
{
each:
	for (int i = 0; i < 64; i++)
		streams.out.write(streams.in.read() + 1);
}

/* Streams in a structure are scheduled as others are. */
/* SCHEDULE within: latency 195~205 */
void within(const int from[64], int to[64])
{
	both streams;

	for (int i = 0; i < 64; i++)
		streams.in.write(from[i]);
	pass_on(streams);
	for (int i = 0; i < 64; i++)
		to[i] = streams.out.read();
}

/* A vector is one word at a port, and its elements are added at once. */
/* LOOP words/each: trip_count 1024, ii 1 */
void words(const hls::vector<float, 16> *from, hls::vector<float, 16> *to)
{
#pragma HLS INTERFACE m_axi port = from bundle = one
#pragma HLS INTERFACE m_axi port = to bundle = two
each:
	for (int i = 0; i < 1024; i++)
		to[i] = (from[i] + from[i]) * 0.5f;
}

/* Only loops without a label are counted. */
/* LOOP named/VITIS_LOOP_1005_1: trip_count 8 */
#line 1000
void named(int to[8], int more[8])
{
first:
	for (int i = 0; i < 8; i++)
		to[i] = i;
	for (int i = 0; i < 8; i++)
		more[i] = i;
}
}
