/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bits of two vectors, merged where a third one is 0. In functions of their own, because the
 * compiler keeps a mask that is used again in a register, where the defect would not show.
 */
typedef int int4 __attribute__((vector_size(16)));

static int4 merged(int4 x, int4 y)
{
	return (x & 0x7fffffff) | (y & (int)0x80000000);
}

__attribute__((noinline)) static int4 or_x(int4 x, int4 y, int4 z)
{
	return z == 0 ? merged(x, y) : x;
}

__attribute__((noinline)) static int4 or_y(int4 x, int4 y, int4 z)
{
	return z == 0 ? merged(x, y) : y;
}

extern "C" void merges(const int4 *a, const int4 *b, int4 *out)
{
	out[0] = or_x(a[0], b[0], a[0] & 1);
	out[1] = or_y(a[0], b[0], a[0] & 1);
}
