/* SPDX-License-Identifier: Apache-2.0 */

/* Schedules of functions whose figures follow from how often loops run; check.py says what the comments mean. */

extern "C" {

/* A loop that is none: 10 times its iteration, and the pipeline in it as a call. */
/* LOOP steps/outer: trip_count 10, pipelined false, asked off */
/* LOOP steps/inner: trip_count 100, ii 1, outlined true */
void steps(int data[100])
{
outer:
	for (int t = 0; t < 10; t++) {
#pragma HLS PIPELINE off
	inner:
		for (int i = 0; i < 100; i++) {
#pragma HLS LOOP_FLATTEN off
			data[i] = data[i] * 3 + t;
		}
	}
}

/* Numbers that no reader of JSON has. */
/* SCHEDULE long_ago: latency more than 2^53 */
/* LOOP long_ago/years_days: trip_count more than 2^53, latency more than 2^53 */
void long_ago(int data[8])
{
years:
	for (long i = 0; i < 4000000000L; i++)
	days:
		for (long j = 0; j < 4000000000L; j++)
			data[(i + j) & 7]++;
}

/* How often it runs is only known if the source says so. */
/* SCHEDULE unknown: latency depends on data */
void unknown(int data[100], int n)
{
	for (int i = 0; i < n; i++)
		data[i]++;
}

/* Nor if only the data know when it ends. */
/* SCHEDULE search: latency depends on data */
int search(const int data[100], int key)
{
	int i = 0;

	while (data[i] != key)
		i++;
	return i;
}

/* From none to 39, as the loop around it says. */
/* LOOP triangle/inner: trip_count 0~39, ii 1 */
void triangle(int data[40][40])
{
	for (int i = 39; i >= 0; i--)
	inner:
		for (int j = i + 1; j < 40; j++) {
#pragma HLS LOOP_FLATTEN off
			data[i][j] += j;
		}
}

/* LOOP told/each: trip_count 10~20, ii 1 */
void told(int data[100], int n)
{
each:
	for (int i = 0; i < n; i++) {
#pragma HLS LOOP_TRIPCOUNT min = 10 max = 20
		data[i]++;
	}
}

/* The loop inside has as many iterations for each row, and what it needs of the row is one load: one loop. */
/* LOOP lower/columns_terms: trip_count 0~1560, asked auto */
void lower(float data[40][40])
{
	for (int i = 0; i < 40; i++)
	columns:
		for (int j = i; j < 40; j++)
		terms:
			for (int k = 0; k < i; k++)
				data[i][j] -= data[i][k] * data[k][j];
}

/* With code of its own around the loop inside, a row is no part of it. */
/* LOOP lower_scaled/terms: trip_count 0~39, asked auto */
void lower_scaled(float data[40][40], float by[40])
{
	for (int i = 0; i < 40; i++)
		for (int j = i; j < 40; j++) {
		terms:
			for (int k = 0; k < i; k++)
				data[i][j] -= data[i][k] * data[k][j];
			by[j] *= data[i][j];
		}
}

/* A loop behind a condition is a way of its own, and none runs at once with it: its 8 + 2 states are part of the most, and not of the least. */
/* SCHEDULE if_asked: latency 52~63 */
void if_asked(const int from[8], int kept[8], int sums[16], int ask)
{
	int total[16] = {0};

#pragma HLS ARRAY_PARTITION variable = total complete
	if (ask % 2 == 0)
		for (int i = 0; i < 8; i++)
			kept[i] = from[i];
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 16; j++)
			total[j] += kept[i] * j;
	for (int i = 0; i < 16; i++)
		sums[i] = total[i];
}

/* A loop that has no iteration is entered, too: in two states. */
/* SCHEDULE may_skip: latency 2~102 bound */
void may_skip(int data[100], int n)
{
	for (int i = 0; i < n; i++) {
#pragma HLS LOOP_TRIPCOUNT min = 0 max = 100
		data[i] += 5;
	}
}

/* What is too much to unroll is said, not left out. */
/* SCHEDULE huge: latency UNROLL of 'VITIS_LOOP */
void huge(int data[100000])
{
	for (int i = 0; i < 100000; i++) {
#pragma HLS UNROLL
		data[i] *= 3;
	}
}

/* LOOP slow/each: iteration_latency 10, ii 1 */
void slow(int data[100])
{
each:
	for (int i = 0; i < 100; i++) {
#pragma HLS LATENCY min = 10
		data[i]++;
	}
}

/* With `rewind`, the next execution's first iteration is right behind this one's last: 1023 + 1, and none or one. */
/* SCHEDULE rewinds: latency 1024~1025, interval 1024 */
void rewinds(const int from[1024], int to[1024])
{
	for (int i = 0; i < 1024; i++) {
#pragma HLS PIPELINE rewind
		to[i] = from[i] + 1;
	}
}

} // extern "C"
