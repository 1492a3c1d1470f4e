/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels with work-items, as items.c measures them on every driver. */

kernel void vadd(global const float *a, global const float *b, global float *out)
{
	size_t i = get_global_id(0);

	out[i] = a[i] + b[i];
}

#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
matrix(global const float *a, global const float *b, global float *out, int n)
{
	local float left[TILE][TILE], right[TILE][TILE];
	int x = get_local_id(0), y = get_local_id(1);
	int column = get_global_id(0), row = get_global_id(1);
	float sum = 0;

	for (int tile = 0; tile < n; tile += TILE) {
		left[y][x] = a[row * n + tile + x];
		right[y][x] = b[(tile + y) * n + column];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < TILE; k++)
			sum += left[y][k] * right[k][x];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[row * n + column] = sum;
}

kernel void histogram(global const uint *values, global uint *counts)
{
	atomic_inc(&counts[values[get_global_id(0)] & 255]);
}

kernel void math(global const float *a, global const float *b, global float *out)
{
	size_t i = get_global_id(0);

	out[i] = sin(a[i]) * exp(b[i]) + pow(b[i], a[i]);
}

kernel void bodies(global const float4 *position, global float4 *out, int n)
{
	float4 here = position[get_global_id(0)], force = 0;

	for (int i = 0; i < n; i++) {
		float4 away = position[i] - here;
		float square = away.x * away.x + away.y * away.y + away.z * away.z + 0.01f;
		float inverse = rsqrt(square);

		force += away * (position[i].w * inverse * inverse * inverse);
	}
	out[get_global_id(0)] = force;
}

kernel void reduce(global const int *in, global int *out, local int *sums)
{
	size_t i = get_local_id(0);

	sums[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t left = get_local_size(0) / 2; left; left /= 2) {
		if (i < left)
			sums[i] += sums[i + left];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (i == 0)
		out[get_group_id(0)] = sums[0];
}
