/* SPDX-License-Identifier: Apache-2.0 */
#include "flow_apart.h"

int rounds;
static int offset = 1;

static void move(ints &from, ints &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(from.read() + offset);
}

/* The second step reads what the first step has written, in the same buffer. */
static void read_steps(const int *from, ints &out, int n)
{
	for (int step = 0; step < 2; step++)
		for (int i = 0; i < n; i++)
			out.write(from[step * n + i]);
}

void read_apart(const int *from, ints &out, int n)
{
#pragma HLS INLINE
	ints raw;

	read_steps(from, raw, n);
	move(raw, out, 2 * n);
}

static void write_steps(ints &in, int *to, int n)
{
	for (int step = 0; step < 2; step++)
		for (int i = 0; i < n; i++)
			to[(1 - step) * n + i] = in.read();
}

void write_apart(ints &in, int *to, int n)
{
#pragma HLS INLINE
	ints done;

	move(in, done, 2 * n);
	write_steps(done, to, n);
}
