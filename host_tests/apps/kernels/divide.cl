/* SPDX-License-Identifier: Apache-2.0 */
/* Integer division of all types, by divisors that the host passes. */

#define DIVIDE(TYPE)                                                                               \
	__kernel void divide_##TYPE(__global const TYPE *a, __global const TYPE *b,                \
				    __global TYPE *quotient, __global TYPE *remainder)             \
	{                                                                                          \
		size_t i = get_global_id(0);                                                       \
                                                                                                   \
		quotient[i] = a[i] / b[i];                                                         \
		remainder[i] = a[i] % b[i];                                                        \
	}

DIVIDE(char)
DIVIDE(ushort)
DIVIDE(int)
DIVIDE(uint4)
DIVIDE(long)

int share(int a, int b);

/* Not inlined into the work-items' loop. */
__attribute__((noinline)) int share(int a, int b)
{
	return a / b;
}

/* The same divisor for all work-items, known before their loop. */
__kernel void divide_all(__global int *a, int b)
{
	size_t i = get_global_id(0);

	if (i % 2)
		a[i] = a[i] / b + a[i] % b;
	else
		a[i] = share(a[i], b);
}
