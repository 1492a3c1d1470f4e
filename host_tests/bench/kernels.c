/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of fcl_bench in C, none of which does anything. bench.c has them in OpenCL C. */
#define UNUSED(name) (void)(name)

void empty(int *memory, int number)
{
	UNUSED(memory), UNUSED(number);
}

void buffers1(int *a, int number)
{
	UNUSED(a), UNUSED(number);
}

void buffers3(int *a, int *b, int *c, int number)
{
	UNUSED(a), UNUSED(b), UNUSED(c), UNUSED(number);
}

void buffers8(int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h, int number)
{
	UNUSED(a), UNUSED(b), UNUSED(c), UNUSED(d), UNUSED(e), UNUSED(f), UNUSED(g), UNUSED(h);
	UNUSED(number);
}

/* One for each thread. */
#define OWN(name)                                                                                  \
	void name(int *memory, int number)                                                         \
	{                                                                                          \
		UNUSED(memory), UNUSED(number);                                                    \
	}

OWN(own1)
OWN(own2)
OWN(own3)
OWN(own4)
OWN(own5)
OWN(own6)
OWN(own7)
OWN(own8)
