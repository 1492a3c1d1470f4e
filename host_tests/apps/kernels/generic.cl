/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C 2.0: a function for pointers to any address space, atomics, program-scope variables. */

global int executions = 100;

static void twice(int *values, int count)
{
	for (int i = 0; i < count; i++)
		values[i] *= 2;
}

__kernel void generic_pointers(__global int *numbers, __global float *reals, __local int *scratch)
{
	int mine[4] = {1, 2, 3, 4}, exponent;
	int *any = scratch;
	float cosine;
	float4 whole;

	twice(mine, 4);
	twice(numbers, 4);
	vstore4(vload4(0, mine) + vload4(0, numbers), 0, any);
	vstore4(vload4(0, any), 1, numbers);
	reals[1] = sincos(reals[0], &cosine);
	reals[2] = cosine;
	reals[3] = frexp(48.0f, &exponent);
	numbers[8] = exponent;
	vstore4(modf((float4)(1.5f, -2.25f, 3.0f, 0.125f), &whole), 1, reals);
	vstore4(whole, 2, reals);
	numbers[9] = executions++;
}

/* Atomics on counters that all work-items share. */
__kernel void count_together(__global atomic_int *counters, __global int *old)
{
	int expected = 7, id = (int)get_global_linear_id();

	atomic_fetch_add(&counters[0], 3);
	atomic_fetch_max_explicit(&counters[1], id, memory_order_relaxed);
	atomic_fetch_or_explicit(&counters[2], 1 << id, memory_order_acq_rel, memory_scope_device);
	old[id] = atomic_compare_exchange_strong(&counters[3], &expected, 70 + id) ? -1 : expected;
	work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
	atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
	if (!id)
		atomic_store(&counters[4],
			     atomic_load_explicit(&counters[0], memory_order_relaxed) +
				     atomic_exchange(&counters[1], 9));
}

/* The work-group as each work-item sees it, and the column of the group's last work-item. */
__kernel void edges(__global int *out)
{
	__local int columns[64];
	size_t items = get_local_size(0) * get_local_size(1);

	columns[get_local_linear_id()] = (int)get_global_id(0);
	work_group_barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_linear_id()] =
		(int)(get_local_size(0) + 10 * get_local_size(1) +
		      100 * get_enqueued_local_size(0) + 1000 * get_enqueued_local_size(1) +
		      10000 * columns[items - 1]);
}

/* The same code for a required work-group size. */
__attribute__((reqd_work_group_size(8, 4, 1)))
__kernel void edges_of_32(__global int *out)
{
	__local int columns[64];
	size_t items = get_local_size(0) * get_local_size(1);

	columns[get_local_linear_id()] = (int)get_global_id(0);
	work_group_barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_linear_id()] =
		(int)(get_local_size(0) + 10 * get_local_size(1) +
		      100 * get_enqueued_local_size(0) + 1000 * get_enqueued_local_size(1) +
		      10000 * columns[items - 1]);
}
