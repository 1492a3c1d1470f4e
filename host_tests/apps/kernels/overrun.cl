/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with out-of-bounds accesses, and kernels that use much memory. */

/* Writes word `at` of local memory, which may be out of bounds. */
__kernel void local_argument(__global int *out, __local int *first, __local int *second, int at)
{
	second[get_local_id(0)] = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (!get_local_id(0))
		first[at] = 2;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = second[get_local_id(0)];
}

__kernel void local_variable(__global int *out, int at)
{
	__local int kept[8];

	if (!get_local_id(0))
		kept[at] = 2;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = kept[get_local_id(0) % 8];
}

/* A private array that lives across a barrier. */
__kernel void private_array(__global int *out, int at)
{
	int kept[4] = {1, 2, 3, 4};

	kept[at] = 5;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = kept[get_local_id(0) % 4];
}

/* 64 KiB of stack. */
__kernel void stack(__global int *out, int at)
{
	volatile int kept[1 << 14];

	for (int i = 0; i < 1 << 14; i++)
		kept[i] = i;
	out[get_global_id(0)] = kept[(1 << 14) - 1 - at];
}

int depth_3(int value)
{
	int kept[256];

	for (int i = 0; i < 256; i++)
		kept[i] = value * i;
	barrier(CLK_LOCAL_MEM_FENCE);
	return kept[get_local_id(0) % 256];
}
int depth_2(int value) { return depth_3(value + 1) + depth_3(value); }
int depth_1(int value) { return depth_2(value + 2) - depth_2(value); }

/* Nested calls, with barriers and arrays in the innermost functions. */
__kernel void deep(__global int *out)
{
	out[get_global_id(0)] = depth_1((int)get_global_id(0));
}
