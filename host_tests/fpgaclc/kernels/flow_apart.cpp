/* SPDX-License-Identifier: Apache-2.0 */
/* A DATAFLOW region whose processes are INLINE functions of another source. */
#include "flow_apart.h"

/* The other source also has variables and functions of these names. */
static int offset = 100;
static void move(ints &from, ints &to, int n)
{
	for (int i = 0; i < n; i++)
		to.write(from.read() + offset);
}

extern "C" void apart(const int *from, int *to, int n)
{
#pragma HLS dataflow
	ints first, second;

	rounds++;
	read_apart(from, first, n);
	move(first, second, 2 * n);
	write_apart(second, to, n);
}

extern "C" void count_rounds(int *to)
{
	*to = rounds;
}
