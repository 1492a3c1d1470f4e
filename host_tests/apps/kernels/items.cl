/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels in OpenCL C for test_items.c. */

/* The position of each work-item: ids, sizes, groups and offsets of three dimensions, packed. */
__kernel void number(__global ulong *out)
{
	size_t x = get_global_id(0) - get_global_offset(0);
	size_t y = get_global_id(1) - get_global_offset(1);
	size_t z = get_global_id(2) - get_global_offset(2);
	size_t at = (z * get_global_size(1) + y) * get_global_size(0) + x;

	out[at] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2) +
		  1000000UL * get_local_id(0) + 10000000UL * get_local_id(1) +
		  100000000UL * get_local_id(2) + 1000000000UL * get_group_id(0) +
		  10000000000UL * get_group_id(1) + 100000000000UL * get_group_id(2) +
		  1000000000000UL * get_work_dim() + 10000000000000UL * get_num_groups(0) +
		  100000000000000UL * get_local_size(1);
}

#define GROUP 16

/* Every group reverses its part, in local memory that the kernel declares. */
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reverse(__global const int *in, __global int *out, int rounds)
{
	__local int part[GROUP];
	int lid = get_local_id(0), value = in[get_global_id(0)];

	for (int i = 0; i < rounds; i++) {
		part[lid] = value + 1;
		barrier(CLK_LOCAL_MEM_FENCE);
		value = part[GROUP - 1 - lid];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[get_global_id(0)] = value;
}

typedef struct {
	char tag;
	float4 factor;
	short3 shift;
} recipe;

__constant float table[4] = {0.5f, 1.5f, 2.5f, 3.5f};

/* Arguments of all types: vectors, structs, constant memory; and built-in functions. */
__kernel void blend(__global float4 *data, recipe r, float3 three, char tag, __constant int *more,
		  double8 wide)
{
	size_t i = get_global_id(0);
	float4 value = data[i] * r.factor + convert_float4(r.shift.xyzz);

	value.x += table[i % 4] + sqrt(16.0f) + (float)more[i % 2];
	value.y += dot(three, three) + (float)wide.s7;
	value.z += tag == r.tag ? 1.0f : 0.0f;
	value.w = mad(value.w, 2.0f, clamp(value.w, 0.0f, 1.0f));
	data[i] = value;
}

/* Local memory whose size the host sets. */
__kernel void total(__global const int *in, __global int *out, __local int *sums, uint count)
{
	size_t lid = get_local_id(0), size = get_local_size(0);
	int sum = 0;

	for (uint i = get_global_id(0); i < count; i += get_global_size(0))
		sum += in[i];
	sums[lid] = sum;
	for (size_t step = size / 2; step; step /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lid < step)
			sums[lid] += sums[lid + step];
	}
	if (!lid)
		out[get_group_id(0)] = sums[0];
}

/*
 * Three blocks of local memory, each filled to its end. Counts the wrong values that a neighbour
 * finds. The last word of `out` gets the blocks' misalignment.
 */
__kernel void lockers(__global uint *out, __local uchar *bytes, uint nbytes, __local double16 *wide,
		      uint nwide, __local uint *words, uint nwords)
{
	uint lid = get_local_id(0), size = get_local_size(0), group = get_group_id(0);
	uint next = (lid + 1) % size, wrong = 0;

	for (uint i = lid; i < nbytes; i += size)
		bytes[i] = (uchar)(i * 7 + group);
	for (uint i = lid; i < nwide; i += size)
		wide[i] = (double16)((double)(i + 1000 * group));
	for (uint i = lid; i < nwords; i += size)
		words[i] = ~i - group;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = next; i < nbytes; i += size)
		wrong += bytes[i] != (uchar)(i * 7 + group);
	for (uint i = next; i < nwide; i += size)
		wrong += wide[i].s0 != (double)(i + 1000 * group) || wide[i].sf != wide[i].s0;
	for (uint i = next; i < nwords; i += size)
		wrong += words[i] != ~i - group;
	out[get_global_id(0)] = wrong;
	if (!get_global_id(0))
		out[get_global_size(0)] =
			((size_t)bytes | (size_t)wide | (size_t)words) % sizeof(double16);
}

__kernel void speak(__global int *out)
{
	printf("item %d of %v4hld and %s %.2f\n", (int)get_global_id(0), (int4)(1, 2, 3, 4), "more",
	       1.25f);
	printf("all of %.15e and %-13.1f%%|%d\n", 789456123.0, 4294967297.0, 5);
	printf("integers %d %5u|%-5d|%+d|% d|%05d|%.3d|%o|%x|%#X|%hhd|%hhu|%hd|%ld|%lu\n", -1, 2u, 3, 4, 5,
	       -6, 7, 8, 0xabc, 0xdef, 257 + 127, 511, 65535, LONG_MIN, ULONG_MAX);
	printf("reals %f %.1f %10.3f|%-10.3f|%+e|%g|%G|%a %f %f\n", 0.5f, 0.25, 2.5, -2.5, 1234.5, 1e-10,
	       1e20, 1.0, INFINITY, -INFINITY);
	printf("texts %c|%3c|%-3c|%s|%6s|%-6s|%.2s|%d\n", 'a', 'b', 'c', "text", "six", "left", "cut", 1);
	printf("chars %v2hhd %v3hhu %v4hhx %v8hhd %v16hhd %d\n", (char2)(-1, 2), (uchar3)(3, 4, 255),
	       (uchar4)(5, 6, 7, 0xab), (char8)(8), (char16)(-16), 2);
	printf("shorts %v2hd %v3hu %v4hx %v8hd %v16hd %d\n", (short2)(-1, 2), (ushort3)(3, 4, 65535),
	       (ushort4)(5, 6, 7, 0xabc), (short8)(8), (short16)(-16), 3);
	printf("ints %v2hld %v3hlu %04v4hlx %v8hld %v16hld %d\n", (int2)(-1, 2), (uint3)(3, 4, 5),
	       (uint4)(5, 6, 7, 0xab), (int8)(8), (int16)(-16), 4);
	printf("longs %v2ld %v3lu %v4lx %v8ld %v16ld %d\n", (long2)(-1, LONG_MAX), (ulong3)(3, 4, 5),
	       (ulong4)(5, 6, 7, 0xab), (long8)(8), (long16)(-16), 5);
	printf("floats %v2hlf %.1v3hlf %5.1v4hle|%v8hlg %v16hlg %d\n", (float2)(1, -2), (float3)(3, 4, 5),
	       (float4)(5, 6, 7, 8), (float8)(8), (float16)(-16), 6);
	printf("doubles %.1v2lf %.1v3lf %.1v4le|%v8lg %v16lg %d\n", (double2)(1, -2), (double3)(3, 4, 5),
	       (double4)(5, 6, 7, 8), (double8)(8), (double16)(-16), 7);
	if (printf("good\n") != 0 || printf("until %z\n", 5) != -1 || printf(" and %v5hld\n", 5) != -1 ||
	    printf(" and %*d\n", 5, 6) != -1)
		printf("wrong result of printf\n");
	out[get_global_id(0)] = 1;
}

/* The loop attributes of the vendor's compiler. */
__kernel void forgetful(__global int *out, int count)
{
	int copy[64] __attribute__((xcl_array_partition(complete, 1)));

	__attribute__((xcl_pipeline_loop(1))) __attribute__((opencl_unroll_hint)) first
		: for (int i = 0; i < 64; i++) copy[i] = i;
	__attribute__((xcl_dependence(type = "intra", direction = "RAW", dependent = "false")))
	__attribute__((opencl_unroll_hint(4))) for (int i = 0; i < count; i++)
		out[i] = copy[63 - i % 64];
}

/* Kernels may use megabytes of on-chip memory. */
__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void hoard(__global int *out, int count)
{
	__local int kept[1 << 18];

	for (int i = 0; i < 1 << 18; i++)
		kept[i] = 3 * i;
	for (int i = 0; i < count; i++)
		out[i] = kept[(1 << 18) - 1 - i];
}

/* Kernels in which only some work-items write. */
#define GUARD(name, type, condition)                                                               \
	kernel void guard_##name(global int *out, int n)                                           \
	{                                                                                          \
		type i = get_global_id(0);                                                         \
                                                                                                   \
		if (condition)                                                                     \
			out[get_global_id(0) - get_global_offset(0)] = 1;                          \
	}

GUARD(below, int, i < n)
GUARD(up_to, uint, (uint)n >= i)
GUARD(above, long, !(i <= n))
GUARD(between, int, i >= 70 && n != 63 && i < n)
GUARD(one, size_t, i == n)
GUARD(odd, int, i > n && (i & 1))

/* As after a barrier in a loop: adds 4 for each step in which the work-item takes part. */
kernel void guard_steps(global int *out, int n, local int *mine)
{
	size_t i = get_local_id(0);

	if ((int)get_global_id(0) >= 150)
		return;
	mine[i] = 1;
	for (int step = 64; step > 0; step /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i >= step && (int)i < n)
			mine[i] += 4;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0) - get_global_offset(0)] = mine[i];
}

/* Indices that are sums of ids times constants, on both sides of 0. */
kernel void indices(global const int *in, global int *out, int before)
{
	global const int *at = in + before;
	int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0);
	int place = 4 * ((y - (int)get_global_offset(1)) * (int)get_global_size(0) + x -
			 (int)get_global_offset(0));
	int sum = 0;

	for (int k = -2; k <= 2; k++)
		sum += at[x + k] * (k + 3);
	out[place] = at[3 * x - 2 * y - 5];
	out[place + 1] = at[(x << 1) - (y << 2) + lx];
	out[place + 2] = at[y * 7 - x + (before - 50) * ((lx & 1) ? 1 : -1)];
	out[place + 3] = sum;
}

/* Consecutive work-items are consecutive in y, in z, or, if neither suits, in x. */
kernel void in_rows(global const float *a, global const float *b, global float *c, int n, int m)
{
	int row = get_global_id(0), column = get_global_id(1);
	float sum = 0;

	if (row >= n || column >= m)
		return;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * m + column];
	c[row * m + column] = sum;
}

kernel void in_columns(global uint *out, local uint *mine)
{
	size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
	size_t place = (x * get_global_size(1) + y) * get_global_size(2) + z;
	uint nx = get_local_size(0), ny = get_local_size(1), last = nx * ny * get_local_size(2) - 1;
	uint own = (get_local_id(2) * ny + get_local_id(1)) * nx + get_local_id(0);

	mine[own] = x + 100 * y + 10000 * z;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[place] = mine[last - own] * 3 + get_group_id(0) + get_group_id(1) * 7 + get_group_id(2) * 13;
}

kernel void transposed(global const int *in, global int *out)
{
	size_t x = get_global_id(0), y = get_global_id(1);

	out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}

/* A work-item's accesses to neighbouring elements, with an access between them that may alias. */
kernel void store_between(global uint *a, global const uint *at)
{
	size_t i = get_global_id(0);
	uint x = a[2 * i];

	a[at[i]] = i;
	a[2 * i] = x + a[2 * i + 1];
}

kernel void load_between(global uint *a, global const uint *at)
{
	size_t i = get_global_id(0);
	uint x;

	a[2 * i + 1] = i + 7;
	x = a[at[i]];
	a[2 * i] = x * 3;
}

kernel void member_between(global uint2 *a, global const uint *at)
{
	size_t i = get_global_id(0);
	uint x = a[i].x;

	((global uint *)a)[at[i]] = i;
	a[i].x = x + a[i].y;
}

kernel void part_between(global uint2 *a, global const uint *at)
{
	global uint *parts = (global uint *)&a[get_global_id(0)];
	uint x;

	parts[1] = get_global_id(0) + 7;
	x = ((global uint *)a)[at[get_global_id(0)]];
	parts[0] = x * 3;
}

/* The same with private arrays that live across a barrier. */
kernel void own_array(global uint *a, global const uint *at)
{
	size_t i = get_global_id(0);
	uint p[4] = {at[i], at[i] * 5, i, 9}, x;

	barrier(CLK_LOCAL_MEM_FENCE);
	x = p[0];
	p[at[i] & 3] = 77;
	x += p[1];
	p[2] = x;
	x += p[(at[i] + 1) & 3];
	p[3] = x * 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	a[2 * i] = p[0] + p[1];
	a[2 * i + 1] = p[2] ^ p[3];
}
