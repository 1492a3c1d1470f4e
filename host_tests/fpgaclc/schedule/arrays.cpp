/* SPDX-License-Identifier: Apache-2.0 */

/* Schedules of functions whose figures follow from what becomes of their arrays; check.py says what the comments mean. */

#include <hls_stream.h>
#include <string.h>

/* A bus is asked anew in each iteration, also for what is always the same. */
/* LOOP asks/again: trip_count 100, ii 2, why ports 2 reads */
extern "C" void asks(const int *a, int *b)
{
#pragma HLS INTERFACE m_axi port = a bundle = one
#pragma HLS INTERFACE m_axi port = b bundle = two
again:
	for (int i = 0; i < 100; i++)
		b[i] = a[0] + a[1];
}

/* Each element passes in a state of its own; a memory would take two at once. */
/* SCHEDULE in_order: latency 7 */
extern "C" void in_order(const int a[8], int b[8])
{
#pragma HLS INTERFACE ap_fifo port = a
#pragma HLS INTERFACE ap_fifo port = b
	for (int i = 0; i < 8; i++) {
#pragma HLS UNROLL
		b[i] = a[i];
	}
}

/* FIFOs of their own. */
/* LOOP cut_in_order/cut: trip_count 8, ii 1 */
extern "C" void cut_in_order(const int a[64], int b[64])
{
#pragma HLS INTERFACE axis port = a
#pragma HLS INTERFACE axis port = b
#pragma HLS ARRAY_PARTITION variable = a cyclic factor = 8
#pragma HLS ARRAY_PARTITION variable = b cyclic factor = 8
cut:
	for (int i = 0; i < 64; i++) {
#pragma HLS UNROLL factor = 8
#pragma HLS PIPELINE
		b[i] = a[i] + 1;
	}
}

static void fill(const int a[1000], int t[1000])
{
	for (int i = 0; i < 1000; i++)
		t[i] = a[i];
}

static void drain(const int t[1000], int b[1000])
{
	for (int i = 0; i < 1000; i++)
		b[i] = t[i];
}

/* Processes run at once if the array between them is a FIFO, */
/* SCHEDULE streamed: latency 1001~1020 bound */
/* MISSING streamed: waiting for streams */
extern "C" void streamed(const int a[1000], int b[1000])
{
#pragma HLS DATAFLOW
	int t[1000];
#pragma HLS STREAM variable = t depth = 4
	fill(a, t);
	drain(t, b);
}

/* one after the other if not. */
/* SCHEDULE buffered: latency 2001~2020 */
extern "C" void buffered(const int a[1000], int b[1000])
{
#pragma HLS DATAFLOW
	int t[1000];
	fill(a, t);
	drain(t, b);
}

/* MISSING no_region: follows only in part: not as an array outside of DATAFLOW */
extern "C" void no_region(const int a[1000], int b[1000])
{
	int t[1000];
#pragma HLS STREAM variable = t depth = 4
	fill(a, t);
	drain(t, b);
}

/* Known places are registers. */
/* LOOP sums/lanes: trip_count 8, ii 1 */
extern "C" void sums(const int a[64], int b[64])
{
#pragma HLS ARRAY_PARTITION variable = a cyclic factor = 8
#pragma HLS ARRAY_PARTITION variable = b cyclic factor = 8
	static int sum[8];
lanes:
	for (int i = 0; i < 64; i++) {
#pragma HLS UNROLL factor = 8
#pragma HLS PIPELINE
		sum[i % 8] += a[i];
		b[i] = sum[i % 8];
	}
}

static const int table[8][8] = {{1, 5, 2}, {7, 3, 9, 4}, {6, 8, 1, 2, 3}, {4, 4, 5},
				{2, 7},    {9},          {5, 6, 7, 8},    {3, 1}};

/* Each column of the table is a memory. */
/* LOOP columns/rows: trip_count 8, ii 1 */
extern "C" void columns(const int a[8], int b[8])
{
#pragma HLS ARRAY_PARTITION variable = a complete
rows:
	for (int i = 0; i < 8; i++) {
#pragma HLS PIPELINE
		int sum = 0;

		for (int j = 0; j < 8; j++)
			sum += a[j] * table[i][j];
		b[i] = sum;
	}
}

/* A pipeline that PIPELINE asks for has a bank for each of its reads, */
/* LOOP wide/told: trip_count 16, ii 1, asked pragma */
extern "C" void wide(const int a[16][32], int b[16])
{
	int t[16][32];

	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 32; j++)
			t[i][j] = a[i][j];
told:
	for (int i = 0; i < 16; i++) {
#pragma HLS PIPELINE II = 1
		int sum = 0;

		for (int j = 0; j < 32; j++)
			sum += t[i][j];
		b[i] = sum;
	}
}

/* one that nobody asks for has the copies that there are. */
/* LOOP narrow/unasked: trip_count 16, ii 2, asked auto */
extern "C" void narrow(const int a[16][32], int b[16])
{
	int t[16][32];

	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 32; j++)
			t[i][j] = a[i][j];
unasked:
	for (int i = 0; i < 16; i++) {
		int sum = 0;

		for (int j = 0; j < 32; j++)
			sum += t[i][j];
		b[i] = sum;
	}
}

/* What is loaded for each row is no code of the row's own; a stream takes one element at a time anyway. */
/* LOOP scale/row_column: trip_count 512, ii 1 */
extern "C" void scale(const int a[16][32], const int by[16], hls::stream<int> &to)
{
row:
	for (int i = 0; i < 16; i++)
	column:
		for (int j = 0; j < 32; j++)
			to.write(a[i][j] * by[i]);
}

/* A copy into bytes goes byte by byte. */
/* SCHEDULE bytes: latency 6~9 */
extern "C" void bytes(unsigned word, unsigned char to[4])
{
	memcpy(to, &word, 4);
}

/* Elements of one array or the other, as a condition says: each is read by itself, and takes its port alone. */
/* LOOP chosen/each: trip_count 512, ii 1 */
extern "C" void chosen(const short first[512], const short second[512], short to[1024])
{
#pragma HLS INTERFACE ap_fifo port = first
#pragma HLS INTERFACE ap_fifo port = second
#pragma HLS ARRAY_PARTITION variable = first cyclic factor = 2
#pragma HLS ARRAY_PARTITION variable = second cyclic factor = 2
#pragma HLS ARRAY_PARTITION variable = to cyclic factor = 2
each:
	for (int i = 0; i < 1024; i++) {
#pragma HLS UNROLL factor = 2
#pragma HLS PIPELINE
		short value;

		if (i < 512)
			value = first[i];
		else
			value = second[i % 512];
		to[i] = value;
	}
}

struct pair {
	short real, imaginary;
};

/* A memory of each field: two reads of both are two of each, for two ports. */
/* LOOP folded/sums: trip_count 64, ii 1 */
/* LOOP folded/wholes: trip_count 64, ii 2, why ports */
extern "C" void folded(const struct pair from[64], int to[64], struct pair back[64])
{
	struct pair kept[64];

	for (int i = 0; i < 64; i++)
		kept[i] = from[i];
	for (int i = 0; i < 32; i++) {
		kept[(i * 5) & 63].real = i;
		kept[(i * 3) & 63].real = i;
	}
sums:
	for (int i = 0; i < 64; i++)
		to[i] = kept[i].real * kept[63 - i].real -
			kept[i].imaginary * kept[63 - i].imaginary;
wholes:
	for (int i = 0; i < 64; i++)
		to[i] += kept[i].real + kept[63 - i].real + kept[(i * 3) & 63].real;
}

/* The source says where blocks of rows end: four reads in one, four in another, one write in the third. */
/* LOOP three_blocks/rows_columns: trip_count 16, ii 4, why ports */
extern "C" void three_blocks(int data[12][4])
{
#pragma HLS BIND_STORAGE variable = data type = ram_1p
#pragma HLS ARRAY_PARTITION variable = data block factor = 3
rows:
	for (int i = 0; i < 4; i++)
	columns:
		for (int j = 0; j < 4; j++) {
#pragma HLS PIPELINE
			int sum = 0;

			for (int k = 0; k < 4; k++)
				sum += data[i][k] * data[k + 4][j];
			data[i + 8][j] = sum;
		}
}

/* Rows that may be in either of two blocks take a port of both, and of no other. */
/* LOOP six_blocks/rows_columns: trip_count 16, ii 4, why ports */
extern "C" void six_blocks(int data[12][4])
{
#pragma HLS BIND_STORAGE variable = data type = ram_1p
#pragma HLS ARRAY_PARTITION variable = data block factor = 6
rows:
	for (int i = 0; i < 4; i++)
	columns:
		for (int j = 0; j < 4; j++) {
#pragma HLS PIPELINE
			int sum = 0;

			for (int k = 0; k < 4; k++)
				sum += data[i][k] * data[k + 4][j];
			data[i + 8][j] = sum;
		}
}
