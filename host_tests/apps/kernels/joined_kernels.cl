/* SPDX-License-Identifier: Apache-2.0 */

void give(int value);
int take(void);

__kernel void giver(__global const int *in, int count)
{
	for (int i = 0; i < count; i++)
		give(in[i]);
}

__kernel void taker(__global int *out, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = take();
}
