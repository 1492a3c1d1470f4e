/* SPDX-License-Identifier: Apache-2.0 */
__kernel void range(__global int *to)
{
	to[get_global_id(0)] = 7;
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void item(__global int *to)
{
	to[0] = 5;
}
