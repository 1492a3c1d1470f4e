/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_limits.c. */

/* Pointers with every qualifier. */
__kernel void qualified(__global int *plain, __global const int *fixed,
			__global volatile int *changing, __global int *restrict alone,
			__global const volatile int *restrict every, __constant int *table,
			__local volatile int *scratch)
{
	*scratch = *plain + *table;
	*alone = *scratch + *fixed + *changing + *every;
}

/* Prints `lines` lines of 64 characters, then one text of `width` characters, and then fails. */
__kernel void speak(__global int *out, int lines, int width, int fails)
{
	for (int i = 0; i < lines; i++)
		printf("line %d of the work-item, with a tail up to its character 63, %d.\n",
		       100000 + i, i % 10);
	if (width == 1000)
		printf("[%1000d]\n", 7);
	if (width == 1 << 20)
		printf("[%1048576d]\n", 7);
	if (width == 1000000)
		printf("[%1000000d]\n", 7);
	if (fails)
		out[-(1l << 44)] = 1;
	*out = lines;
}

/* 4096 bytes of arguments, the device's maximum. */
typedef struct {
	int words[1022];
} parcel;

__kernel void unpack(__global int *out, parcel p)
{
	out[get_global_id(0)] = p.words[get_global_id(0)];
}

#define ONE(n) , __constant int *c##n
#define SIXTEEN(n)                                                                                 \
	ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7)            \
	ONE(n##8) ONE(n##9) ONE(n##a) ONE(n##b) ONE(n##c) ONE(n##d) ONE(n##e) ONE(n##f)
#define ADD_ONE(n) +*c##n
#define ADD_SIXTEEN(n)                                                                             \
	ADD_ONE(n##0) ADD_ONE(n##1) ADD_ONE(n##2) ADD_ONE(n##3) ADD_ONE(n##4) ADD_ONE(n##5)        \
	ADD_ONE(n##6) ADD_ONE(n##7) ADD_ONE(n##8) ADD_ONE(n##9) ADD_ONE(n##a) ADD_ONE(n##b)        \
	ADD_ONE(n##c) ADD_ONE(n##d) ADD_ONE(n##e) ADD_ONE(n##f)
#define ALL(what)                                                                                  \
	what(0) what(1) what(2) what(3) what(4) what(5) what(6) what(7) what(8) what(9) what(a)    \
	what(b) what(c) what(d) what(e) what(f)

/* 256 constant arguments. */
__kernel void constants(__global int *out ALL(SIXTEEN))
{
	*out = 0 ALL(ADD_SIXTEEN);
}

/* Reads the last word of constant memory of any size. */
__kernel void last(__global int *out, __constant int *table, ulong words)
{
	*out = table[words - 1];
}

/* A single-precision denormal is kept: twice the smallest one is not zero. */
__kernel void denormal(__global float *out, float small)
{
	*out = small * 2.0f;
}

/* The position of each work-item of one work-group, after a barrier. */
__kernel void group(__global uint *out, __local uint *scratch)
{
	size_t at = get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) *
							   get_local_id(2));
	size_t count = get_local_size(0) * get_local_size(1) * get_local_size(2);

	scratch[at] = (uint)at;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[at] = scratch[count - 1 - at];
}

/* Fills local memory up to its last byte. */
__kernel void fill(__global uint *out, __local uchar *bytes, uint size)
{
	uint sum = 0;

	for (uint i = 0; i < size; i++)
		bytes[i] = (uchar)i;
	for (uint i = 0; i < size; i++)
		sum += bytes[i];
	*out = sum;
}

/* Double precision: fused, rounded in each direction, with denormals. */
__kernel void doubles(__global double *out, double a, double b, double tiny)
{
	out[0] = fma(a, b, -1.0);
	out[1] = tiny * 2.0;
	out[2] = convert_long_rtz(-a * 1.5);
	out[3] = convert_long_rtp(-a * 1.5);
	out[4] = convert_long_rtn(-a * 1.5);
	out[5] = convert_long_rte(a * 2.5);
	out[6] = a / (b - b);
}

#define EVERY(at)                                                                                  \
	do {                                                                                       \
		atomic_add(&at[0], 2);                                                             \
		atomic_sub(&at[1], 3);                                                             \
		atomic_inc(&at[2]);                                                                \
		atomic_dec(&at[3]);                                                                \
		atomic_min(&at[4], -lid);                                                          \
		atomic_max(&at[5], lid);                                                           \
		atomic_or(&at[6], 1 << lid % 32);                                                  \
		atomic_and(&at[7], ~(1 << lid % 32));                                              \
		atomic_xor(&at[8], 1 << lid % 32);                                                 \
		atomic_cmpxchg(&at[9], lid, lid + 1);                                              \
		atomic_xchg(&at[10], 7);                                                           \
	} while (0)

/* 32-bit atomics in global and in local memory; `out` starts as zeros. */
__kernel void atomics(__global int *out)
{
	__local int there[11];
	int lid = get_local_id(0);

	if (lid < 11)
		there[lid] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	EVERY(out);
	EVERY(there);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 11)
		out[16 + lid] = there[lid];
}

/* Bytes stored one by one. */
__kernel void bytes(__global uchar *out)
{
	out[get_global_id(0)] = (uchar)get_global_id(0);
}
