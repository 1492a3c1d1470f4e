/* SPDX-License-Identifier: Apache-2.0 */

/* Pipes of OpenCL C 2.0. */

struct sample {
	int value;
	short weight;
};

__kernel void produce(__global const int *in, uint count, __write_only pipe int out)
{
	for (uint i = 0; i < count; i++)
		write_pipe_block(out, &in[i]);
}

__kernel void consume(__read_only pipe int in, __global int *out, uint count)
{
	for (uint i = 0; i < count; i++)
		read_pipe_block(in, &out[i]);
}

/* Every work-item moves one packet; polling, as portable code does. */
__kernel void scale(__attribute__((intel_host_accessible)) read_only pipe int in, int factor,
		    write_only pipe int out __attribute__((intel_host_accessible)))
{
	int value;

	while (read_pipe(in, &value))
		;
	value *= factor;
	while (write_pipe(out, &value))
		;
}

/* Stores the results of the pipe functions, one number each. */
__kernel void look(write_only pipe struct sample out, __global int *results)
{
	struct sample sample = {7, -3};
	reserve_id_t first, second, none;

	results[0] = get_pipe_max_packets(out);
	results[1] = get_pipe_num_packets(out);
	first = reserve_write_pipe(out, 2);
	second = reserve_write_pipe(out, 3);
	none = reserve_write_pipe(out, get_pipe_max_packets(out));
	results[2] = is_valid_reserve_id(first);
	results[3] = is_valid_reserve_id(second);
	results[4] = is_valid_reserve_id(none);
	results[5] = write_pipe(out, &sample);
	for (int i = 0; i < 3; i++) {
		sample.value = 30 + i;
		results[6] = write_pipe(out, second, i, &sample);
	}
	results[7] = write_pipe(out, second, 3, &sample);
	commit_write_pipe(out, second);
	results[8] = get_pipe_num_packets(out);
	for (int i = 1; i >= 0; i--) {
		sample.value = 20 + i;
		write_pipe(out, first, i, &sample);
	}
	commit_write_pipe(out, first);
	results[9] = get_pipe_num_packets(out);
	sample.value = 1;
	results[10] = write_pipe(out, &sample);
	results[11] = write_pipe(out, &sample);
	results[12] = write_pipe(out, &sample);
	results[13] = get_pipe_num_packets(out);
}

__kernel void receive(read_only pipe struct sample in, __global int *values, __global int *results)
{
	struct sample sample;
	reserve_id_t id, none;

	while (get_pipe_num_packets(in) < get_pipe_max_packets(in))
		;
	none = reserve_read_pipe(in, get_pipe_max_packets(in) + 1);
	results[0] = is_valid_reserve_id(none);
	id = reserve_read_pipe(in, 3);
	results[1] = is_valid_reserve_id(id);
	results[2] = get_pipe_num_packets(in);
	for (int i = 3; i < 8; i++) {
		results[3] = read_pipe(in, &sample);
		values[i] = sample.value;
	}
	results[4] = read_pipe(in, &sample);
	for (int i = 2; i >= 0; i--) {
		results[5] = read_pipe(in, id, i, &sample);
		values[i] = sample.value;
	}
	results[6] = read_pipe(in, id, 3, &sample);
	results[7] = sample.weight;
	commit_read_pipe(in, id);
}

/* A work-group reserves as many packets as it has work-items, and fills them in reverse order. */
__kernel void send_groups(__global const int *in, write_only pipe int out)
{
	uint local_id = get_local_id(0), size = get_local_size(0);
	reserve_id_t id;

	do
		id = work_group_reserve_write_pipe(out, size);
	while (!is_valid_reserve_id(id));
	write_pipe(out, id, size - 1 - local_id, &in[get_global_id(0)]);
	work_group_commit_write_pipe(out, id);
}

__kernel void take_groups(read_only pipe int in, __global int *out)
{
	reserve_id_t id;

	do
		id = work_group_reserve_read_pipe(in, get_local_size(0));
	while (!is_valid_reserve_id(id));
	read_pipe(in, id, get_local_id(0), &out[get_global_id(0)]);
	work_group_commit_read_pipe(in, id);
}

/* Two of these kernels, connected in a circle, wait for each other. */
__kernel void bounce(read_only pipe int in, write_only pipe int out)
{
	int value;

	read_pipe_block(in, &value);
	write_pipe_block(out, &value);
}

__kernel void commit_twice(write_only pipe int out)
{
	reserve_id_t id = reserve_write_pipe(out, 1);

	commit_write_pipe(out, id);
	commit_write_pipe(out, id);
}

__kernel void level(read_only pipe int in, __global int *packets)
{
	*packets = get_pipe_num_packets(in);
}
