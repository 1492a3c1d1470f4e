/* SPDX-License-Identifier: Apache-2.0 */

/* Pipes and channels that are declared outside of functions. */

#define DEPTH 4

struct pair {
	int a;
	short b;
};

pipe int plain __attribute__((xcl_reqd_pipe_depth(DEPTH * 2)));
pipe struct pair pairs __attribute__((xcl_reqd_pipe_depth(16)));
channel float4 grid[1 << 1][4 >> 1] __attribute((depth(DEPTH))), single;
channel long __attribute__((depth(0))) back;

static void pass(int value)
{
	write_pipe_block(plain, &value);
}

__kernel void source(__global const int *in, int count, __global long *sum)
{
	for (int i = 0; i < count; i++) {
		struct pair pair = {__burst_coalesced_cached_load(&in[i], 1 << 10), (short)i};

		pass(__fpga_reg(in[i]));
		while (write_pipe(pairs, &pair))
			;
		write_channel_intel(grid[i % 2][1], (float4)(in[i], 1, 2, 3));
	}
	while (!write_channel_nb_intel(single, (float4)(1, 2, 3, 4)))
		;
	__pipelined_store(sum, read_channel_intel(back));
}

__kernel void sink(__global int *out, int count)
{
	long sum = 0;
	float4 last;
	bool valid;

	for (int i = 0; i < count; i++) {
		float4 odd, even;
		struct pair pair;
		int value;

		read_pipe_block(plain,
				&value);
		read_pipe_block(pairs, &pair);
		odd = i % 2 ? read_channel_intel(grid[1][1]) : read_channel_intel(grid[0][1]);
		out[i] = value + 2 * pair.a + pair.b + (int)odd.x;
		sum += out[i];
	}
	do
		last = read_channel_nb_intel(single, &valid);
	while (!valid);
	write_channel_intel(back, sum * (long)last.w);
}

/* Four copies of an autorun kernel in a chain. */
#define STAGES 4

channel int stage[STAGES + 1] __attribute__((depth(2)));

__attribute__((max_global_work_dim(0)))
__attribute__((autorun))
__attribute__((num_compute_units((STAGES), 1, 1)))
__kernel void relay(void)
{
	const int id = get_compute_id(0);
	int value = read_channel_intel(stage[id]);

	write_channel_intel(stage[id + 1], value * 10 + get_compute_id(0));
	/* Never true, and out of bounds besides. */
	if (id > STAGES)
		write_channel_intel(stage[id + STAGES + 1], value);
}

__kernel void enter(__global const int *in, int count)
{
	for (int i = 0; i < count; i++)
		write_channel_intel(stage[0], in[i]);
}

__kernel void leave(__global int *out, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = read_channel_intel(stage[STAGES]);
}

/* A chain whose ends differ: a copy is no writer of the channels that its compute ID excludes. */
#define CELLS 4

channel int row[CELLS] __attribute__((depth(2))), row_first, row_last, row_step[CELLS];

static void tell_first(int value)
{
	write_channel_intel(row_first, value);
}

__attribute__((autorun)) __attribute__((num_compute_units(CELLS)))
__kernel void cell(void)
{
	int id = get_compute_id(0);
	int value = read_channel_intel(row[id]) + 1;

	if (!(id != 0))
		tell_first(value);
	if (id == CELLS - 1)
		for (int i = 0; i < 1; i++) {
			if (value)
				write_channel_intel(row_last, 10 * value + id);
			else
				write_channel_intel(row_last, 0);
		}
	else if ((value || id < 9) && (id < 1 || id > 0))
		write_channel_intel(row[id + 1], value);
	else if (id != CELLS)
		write_channel_intel(row_last, value);
	/* A variable that changes has no known value. */
	int step = 0;
	step++;
	if (step == 0)
		value = 0;
	else
		write_channel_intel(row_step[id], step);
}

__kernel void enter_row(__global const int *in, int count)
{
	for (int i = 0; i < count; i++)
		write_channel_intel(row[0], in[i]);
}

__kernel void leave_row(__global int *out, int count)
{
	for (int i = 0; i < count; i++) {
		out[i] = 100000 * read_channel_intel(row_first) + read_channel_intel(row_last);
#pragma unroll
		for (int j = 0; j < CELLS; j++)
			out[i] += 1000000 * read_channel_intel(row_step[j]);
	}
}

/* A grid of copies: each adds its own position to what it passes on. */
__constant char ROWS = 2;
constant int COLUMNS = ROWS + 1;
channel int grid_in[ROWS][COLUMNS], grid_out[2][COLUMNS * (ROWS - 1)];

__attribute__((autorun)) __attribute__((num_compute_units(3, 2)))
__kernel void place(void)
{
	int value = read_channel_intel(grid_in[get_compute_id(1)][get_compute_id(0)]);

	mem_fence(CLK_CHANNEL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
	/* The dimension may be computed, evaluated once, and out of range. */
	for (int d = 0, weight = 1; d < 3; weight *= 10)
		value += weight * get_compute_id(min(d++, 9));
	value += 100 * get_compute_id(value % 2 + 3);
	write_channel_intel(grid_out[get_compute_id(1)][get_compute_id(0)], value);
}

__kernel void ask_grid(__global int *out)
{
#pragma unroll
	for (int i = 0; i < 6; i++) {
		write_channel_intel(grid_in[i / 3][i % 3], 1000 * (i + 1));
		out[i] = read_channel_intel(grid_out[i / 3][i % 3]);
	}
}

/* The last element of an odd range shows whether several CUs ran all of it. */
__attribute__((num_compute_units(3)))
__attribute__((max_global_work_dim(1)))
__kernel void spread(__global int *out)
{
	out[get_global_id(0)] = 7 * (int)get_global_id(0);
}

__attribute__((max_global_work_dim(0)))
__kernel void alone(__global int *out)
{
	out[get_global_id(0)] = 1;
}

/* No kernel reads this one. */
channel int nowhere[3];

__kernel void lost(int index)
{
	write_channel_intel(nowhere[index], 1);
}

channel int silent, unheard;

__kernel void poll(__global int *out)
{
	bool valid = true;

	read_channel_nb_intel(silent, &valid);
	out[0] = valid;
	out[1] = write_channel_nb_intel(unheard, 1);
}
