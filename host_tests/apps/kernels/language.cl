/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C 3.0: what the device reports, work-group functions, strided copies. */

/* Stores 1 for each macro that is defined, in the order of test_language.c. */
__kernel void macros(__global int *defined)
{
	for (int i = 0; i < 34; i++)
		defined[i] = 0;
#ifdef __opencl_c_atomic_order_acq_rel
	defined[0] = 1;
#endif
#ifdef __opencl_c_atomic_order_seq_cst
	defined[1] = 1;
#endif
#ifdef __opencl_c_atomic_scope_device
	defined[2] = 1;
#endif
#ifdef __opencl_c_atomic_scope_all_devices
	defined[3] = 1;
#endif
#ifdef __opencl_c_device_enqueue
	defined[4] = 1;
#endif
#ifdef __opencl_c_generic_address_space
	defined[5] = 1;
#endif
#ifdef __opencl_c_fp64
	defined[6] = 1;
#endif
#ifdef __opencl_c_images
	defined[7] = 1;
#endif
#ifdef __opencl_c_int64
	defined[8] = 1;
#endif
#ifdef __opencl_c_pipes
	defined[9] = 1;
#endif
#ifdef __opencl_c_program_scope_global_variables
	defined[10] = 1;
#endif
#ifdef __opencl_c_read_write_images
	defined[11] = 1;
#endif
#ifdef __opencl_c_3d_image_writes
	defined[12] = 1;
#endif
#ifdef __opencl_c_subgroups
	defined[13] = 1;
#endif
#ifdef __opencl_c_work_group_collective_functions
	defined[14] = 1;
#endif
#ifdef cl_khr_fp64
	defined[15] = 1;
#endif
#ifdef cl_khr_fp16
	defined[16] = 1;
#endif
#ifdef cl_khr_byte_addressable_store
	defined[17] = 1;
#endif
#ifdef cl_khr_global_int32_base_atomics
	defined[18] = 1;
#endif
#ifdef cl_khr_global_int32_extended_atomics
	defined[19] = 1;
#endif
#ifdef cl_khr_local_int32_base_atomics
	defined[20] = 1;
#endif
#ifdef cl_khr_local_int32_extended_atomics
	defined[21] = 1;
#endif
#ifdef cl_khr_int64_base_atomics
	defined[22] = 1;
#endif
#ifdef cl_khr_int64_extended_atomics
	defined[23] = 1;
#endif
#ifdef cl_khr_3d_image_writes
	defined[24] = 1;
#endif
#ifdef cl_khr_depth_images
	defined[25] = 1;
#endif
#ifdef cl_khr_gl_msaa_sharing
	defined[26] = 1;
#endif
#ifdef cl_khr_mipmap_image
	defined[27] = 1;
#endif
#ifdef cl_khr_mipmap_image_writes
	defined[28] = 1;
#endif
#ifdef cl_khr_srgb_image_writes
	defined[29] = 1;
#endif
#ifdef cl_khr_subgroups
	defined[30] = 1;
#endif
#ifdef cl_intel_subgroups
	defined[31] = 1;
#endif
#ifdef cl_intel_subgroups_short
	defined[32] = 1;
#endif
#ifdef cles_khr_int64
	defined[33] = 1;
#endif
	defined[34] = __EMBEDDED_PROFILE__;
}

/* Each of the functions once, for groups of any shape; `n` values per row of `out`. */
__kernel void together(__global const int *in, __global int *out, uint n, uint x, uint y)
{
	size_t i = get_global_linear_id();
	int value = in[i];

	out[i] = work_group_reduce_add(value);
	out[n + i] = work_group_reduce_min(value);
	out[2 * n + i] = work_group_reduce_max(value);
	out[3 * n + i] = work_group_scan_inclusive_add(value);
	out[4 * n + i] = work_group_scan_inclusive_min(value);
	out[5 * n + i] = work_group_scan_inclusive_max(value);
	out[6 * n + i] = work_group_scan_exclusive_add(value);
	out[7 * n + i] = work_group_scan_exclusive_min(value);
	out[8 * n + i] = work_group_scan_exclusive_max(value);
	out[9 * n + i] = work_group_all(value > 0) != 0;
	out[10 * n + i] = work_group_any(value > 90) != 0;
	out[11 * n + i] = work_group_broadcast(value, x, y);
}

/* In a loop and under a uniform branch, and for the other types. */
__kernel void types_together(__global ulong *out, __global double *reals)
{
	size_t i = get_local_linear_id();
	ulong sum = 0;
	uint least = work_group_reduce_min(0xfffffff0u + (uint)i);
	long most = work_group_scan_inclusive_max(-1 - (long)i);

	for (int round = 0; round < 3; round++)
		sum += work_group_scan_exclusive_add((ulong)1 << 40);
	if (work_group_any(i == 3))
		sum += work_group_reduce_max(i);
	out[3 * i] = sum;
	out[3 * i + 1] = least;
	out[3 * i + 2] = (ulong)most;
	reals[2 * i] = work_group_scan_inclusive_add(0.25f * (float)i);
	reals[2 * i + 1] = work_group_scan_exclusive_min(-(double)i);
}

__kernel void strided(__global const int *in, __global int *out, __local int *values, uint count,
		      uint stride)
{
	event_t event = async_work_group_strided_copy(values, in, count, stride, 0);

	wait_group_events(1, &event);
	for (uint i = get_local_id(0); i < count; i += get_local_size(0))
		values[i] += 1000;
	barrier(CLK_LOCAL_MEM_FENCE);
	event = async_work_group_strided_copy(out, values, count, stride + 1, 0);
	wait_group_events(1, &event);
}

__kernel void long_atomics(__global long *values, __global ulong *positive)
{
	long step = (long)1 << 33;

	atom_add(&values[0], step);
	atom_sub(&values[1], step);
	atom_inc(&values[2]);
	atom_dec(&values[3]);
	atom_min(&values[4], -(long)get_global_id(0) - step);
	atom_max(&positive[0], ((ulong)1 << 63) + get_global_id(0));
	atom_or(&positive[1], (ulong)1 << get_global_id(0));
	atom_xor(&positive[2], (ulong)1 << get_global_id(0));
	atom_and(&positive[3], ~((ulong)1 << get_global_id(0)));
	if (atom_cmpxchg(&values[5], step, 1 + (long)get_global_id(0)) == step)
		atom_xchg(&values[6], step + 5);
}

#ifdef __opencl_c_program_scope_global_variables
__global int executions = 6;
#endif

/* Counts its executions, starting with 6; -1 if the version of OpenCL C has no such variables. */
__kernel void shared_count(__global int *out)
{
#ifdef __opencl_c_program_scope_global_variables
	out[0] = ++executions;
#else
	out[0] = -1;
#endif
}

/* The name of a built-in function. */
__kernel void mix(__global int *out)
{
	__local int count;

	if (get_local_id(0) == 0)
		count = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_inc(&count);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = max(count, 3);
}

/* The longest possible name: 63 characters with that of the CU, ":k8_1". */
__kernel void a_name_of_fifty_eight_characters_which_no_kernel_exceeds_x(__global int *out)
{
	out[get_global_id(0)] = 58 + get_global_id(0);
}

typedef struct {
	int of;
} pair;

/*
 * Declares local arrays, which OpenCL C allows only in kernels; Intel's compiler allows them in all
 * functions.
 */
static int mirrored(int value, int add)
{
	__local int row[64], grid[4][16] __attribute__((bank_bits(2)));
	const int item = get_local_id(0);
	pair row_of = {.of = 3};
	__local int *first = row;

	row[item] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	grid[item / 16][item % 16] = first[63 - item] + add * row_of.of;
	barrier(CLK_LOCAL_MEM_FENCE);
	{
		int row = sizeof(grid[0]) / sizeof(int);

		return grid[3 - item / row][item % row] + (&grid[0][0] == grid[0] ? 0 : 100);
	}
}

static void count_to(int value, __global int *out)
{
	__local int counts[1];

	if (get_local_id(0) == 0)
		counts[0] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&counts[0], value);
	barrier(CLK_LOCAL_MEM_FENCE);
	*out = counts[0];
}

/*
 * Two calls without a barrier between the last use of an array in the first call and the first use
 * in the second: each call has its own arrays. The pragma belongs to no loop.
 */
__kernel void local_in_functions(__global int *out)
{
	int item = get_local_id(0), sum;

#pragma unroll
	sum = mirrored(item, 0);
	sum += 1000 * mirrored(100 + item, 1);
	count_to(item, &out[64 * get_num_groups(0) + get_global_id(0)]);
	out[get_global_id(0)] = sum;
}

/* Library names with other parameters: a kernel, its arguments, and functions. */
__attribute__((overloadable)) float4 rint(float4 x, float step)
{
	return rint(x / step) * step;
}

__attribute__((overloadable)) float4 max(float4 a, float4 b, float4 c)
{
	return max(max(a, b), c);
}

__attribute__((overloadable)) float2 floor(float2 a, float2 b)
{
	return floor(a) + 100 * floor(b);
}

/* Library functions that kernels of the same name call. */
__kernel void distance(__global float4 *out)
{
	size_t i = get_global_id(0);

	out[i].x = distance((float4)(i), (float4)(0)) + lgamma(1.0f);
}

__kernel void lgamma(__global float *out)
{
	out[get_global_id(0)] = lgamma(3.0f + get_global_id(0));
}

__kernel void normalize(__global float *out, int length, int distance)
{
	float x = get_global_id(0) + length;

	out[3 * get_global_id(0)] = rint((float4)(x + 0.25f), 4.0f).x;
	out[3 * get_global_id(0) + 1] = max((float4)(1), (float4)(x), (float4)(distance)).y;
	out[3 * get_global_id(0) + 2] = floor((float2)(x + 0.5f), (float2)(2.5f)).x;
}
