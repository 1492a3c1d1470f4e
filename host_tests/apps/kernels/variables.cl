/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of OpenCL C 2.0 outside of functions, and static ones. */

#define LARGE (1 << 20)

struct pair {
	int a;
	float b;
};

int counter = 5;
__global struct pair pairs[3] = {{1, 2.5f}, {3, 4.5f}};
__global int *where = &counter;
__global uchar large[LARGE];

/* Stores the values of the variables; counts the calls. */
__kernel void look(__global int *out)
{
	static int calls = 100;

	out[0] = counter;
	out[1] = pairs[1].a + pairs[2].a;
	out[2] = (int)(pairs[1].b * 2);
	out[3] = ++calls;
	out[4] = *where;
	out[5] = large[0] + large[LARGE - 1];
}

__kernel void change(int value)
{
	*where = value;
	pairs[2].a = value;
}

/* Many groups on several compute units. */
__kernel void count(void)
{
	atomic_inc((volatile __global int *)&counter);
}

__kernel void fill(int value)
{
	large[get_global_id(0)] = (uchar)(value + get_global_id(0) / 3);
}

__kernel void copy(__global uchar *out)
{
	out[get_global_id(0)] = large[get_global_id(0)];
}
