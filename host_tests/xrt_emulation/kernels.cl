/* SPDX-License-Identifier: Apache-2.0 */
__kernel void range(__global int *to)
{
	to[get_global_id(0)] = 7;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void item(__global int *to)
{
	to[get_global_id(0)] = 5 + get_group_id(0);
}

/* Its place in the range, in every way that it can be asked for. */
__kernel void grid(__global int *to, int factor)
{
	size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);

	to[at] = factor * (get_group_id(1) * get_num_groups(0) + get_group_id(0)) +
		 get_local_id(1) * get_local_size(0) + get_local_id(0);
}
