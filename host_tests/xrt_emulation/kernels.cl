/* SPDX-License-Identifier: Apache-2.0 */
__kernel void range(__global int *to)
{
	to[get_global_id(0)] = 7;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void item(__global int *to)
{
	to[get_global_id(0)] = 5 + get_group_id(0);
}

/* One group of a start by xrt::run. */
__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void group(__global int *to)
{
	__local int places[8];
	size_t at = get_local_id(1) * 4 + get_local_id(0);

	places[at] = get_global_id(1) * 10 + get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	to[at] = 100 * get_num_groups(1) + 1000 * get_work_dim() + places[7 - at];
}

/* Its place in the range, in every way that it can be asked for. */
__kernel void grid(__global int *to, int factor)
{
	size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);

	to[at] = factor * (get_group_id(1) * get_num_groups(0) + get_group_id(0)) +
		 get_local_id(1) * get_local_size(0) + get_local_id(0);
}
