/* SPDX-License-Identifier: Apache-2.0 */
extern uchar reverse8(uchar x);
extern uint twice(uint x);
extern uint same(uint x);

__kernel void reverse(__global const uchar *restrict in, __global uint *restrict out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = same(twice(reverse8(in[i])));
}
