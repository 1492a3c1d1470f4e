/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A task of a single work-item, which the bench also calls as a function of C (task.c), and two
 * kernels with a pipe between them.
 */
#include "task.h"

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void mix_task(global const uint *restrict in,
							       global uint *restrict out, int count)
{
	MIX(in, out, count)
}

pipe uint packets __attribute__((xcl_reqd_pipe_depth(16)));

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void generate(int n)
{
	for (uint i = 0; i < (uint)n; i++)
		write_pipe_block(packets, &i);
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void total(global uint *sum, int n)
{
	uint s = 0, value;

	for (int i = 0; i < n; i++) {
		read_pipe_block(packets, &value);
		s += value ^ 1;
	}
	*sum = s;
}
