/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that wait for each other, in ways that a greater depth resolves, or does not. */
#pragma OPENCL EXTENSION cl_intel_channels : enable

channel int numbers __attribute__((depth(4)));
channel int offset __attribute__((depth(4)));
channel int sums __attribute__((depth(64)));
channel int more __attribute__((depth(2)));

__kernel void feed(int n)
{
	for (int i = 0; i < n; i++)
		write_channel_intel(numbers, i);
	write_channel_intel(offset, 100);
}

__kernel void add(int n)
{
	int from = read_channel_intel(offset);

	for (int i = 0; i < n; i++)
		write_channel_intel(sums, from + read_channel_intel(numbers));
}

__kernel void collect(__global int *restrict out, int n)
{
	for (int i = 0; i < n; i++)
		out[i] = read_channel_intel(sums);
}

/* Writes until it has a number. */
channel int endless __attribute__((depth(4)));
channel int stop __attribute__((depth(1)));

__kernel void flood(int n)
{
	for (int i = 0; i != -1; i = (i + 1) & 0xffff)
		write_channel_intel(endless, i);
	write_channel_intel(stop, n);
}

__kernel void drain(int n)
{
	int from = read_channel_intel(stop);

	for (int i = 0; i < n; i++)
		from += read_channel_intel(endless);
	write_channel_intel(more, from);
}

/* Each reads first. */
channel int left __attribute__((depth(4)));
channel int right __attribute__((depth(4)));

__kernel void tick(int n)
{
	write_channel_intel(left, n + read_channel_intel(right));
}

__kernel void tock(int n)
{
	write_channel_intel(right, n + read_channel_intel(left));
}

/* When it has written enough, it waits for a kernel that is not started. */
channel int first __attribute__((depth(2)));
channel int second __attribute__((depth(2)));
channel int late __attribute__((depth(2)));
channel int rest __attribute__((depth(2)));

__kernel void before(int n)
{
	for (int i = 0; i < n; i++)
		write_channel_intel(first, i);
	n += read_channel_intel(late);
	write_channel_intel(second, n);
}

__kernel void after(int n)
{
	int from = read_channel_intel(second);

	for (int i = 0; i < n; i++)
		from += read_channel_intel(first);
	write_channel_intel(rest, from);
}

__kernel void unstarted(int n)
{
	write_channel_intel(late, n);
	n = read_channel_intel(more) + read_channel_intel(rest);
}
