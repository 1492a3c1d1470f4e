/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for run.sh: what arguments there are, seen from the kernel. */

__kernel void scale(__global const float4 *in, __global float4 *out, float4 factor)
{
	out[get_global_id(0)] = in[get_global_id(0)] * factor;
}

__kernel void invert(__global const uchar *in, __global uchar *out)
{
	out[get_global_id(0)] = 255 - in[get_global_id(0)];
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void
limits(__global long *out, char c, uchar u, short s, ushort w, long l, ulong m, double d,
       __global int *absent)
{
	out[0] = c;
	out[1] = u;
	out[2] = s;
	out[3] = w;
	out[4] = l;
	out[5] = (long)(m >> 1);
	out[6] = (long)(d * 1000);
	out[7] = absent == 0;
}

/* Where the groups are: work-items that share local memory. */
__kernel void groups(__global int *out, __local int *shared)
{
	shared[get_local_id(0)] = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = shared[0] + 1000 * get_local_size(0);
}
