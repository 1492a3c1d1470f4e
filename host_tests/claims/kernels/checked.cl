/* SPDX-License-Identifier: Apache-2.0 */
/* Like checked.cpp, but with OpenCL C's address spaces. */

__kernel void item_put(__global const int *in, __global int *out, long at)
{
	__local int kept[4];

	kept[get_local_id(0) % 4] = in[0];
	barrier(CLK_LOCAL_MEM_FENCE);
	out[at] = kept[0];
}

__kernel void item_get(__constant int4 *in, __global int4 *out, long at)
{
	out[0] = in[at];
}

struct row {
	int cells[6];
};

__kernel void item_row(__global const struct row *in, __global struct row *out, long at)
{
	out[0] = in[at];
}

__kernel void item_add(__global const int *in, __global int *out, long at)
{
	atomic_add(out + at, in[0]);
}

__kernel void item_load(__global const float *in, __global float *out, long at)
{
	vstore4(vload4(at, in), 0, out);
}
