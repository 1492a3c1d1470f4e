/* SPDX-License-Identifier: Apache-2.0 */
/* Pipes of program scope with the host at one end. */
pipe int numbers __attribute__((xcl_reqd_pipe_depth(8))) __attribute__((intel_host_accessible));
__attribute__((intel_host_accessible)) channel int results __attribute__((depth(8)));
channel long4 lanes[2] __attribute__((depth(4), intel_host_accessible));
channel ulong ticks __attribute__((depth(4))) __attribute__((intel_host_accessible));
channel ulong tocks __attribute__((depth(4))) __attribute__((intel_host_accessible));

__kernel void scale(int factor, int count)
{
	for (int i = 0; i < count; i++) {
		int value;

		read_pipe_block(numbers, &value);
		write_channel_intel(results, value * factor);
	}
}

__kernel void cross(int count)
{
	for (int i = 0; i < count; i++)
		write_channel_intel(lanes[1], read_channel_intel(lanes[0]).wzyx);
}

__attribute__((max_global_work_dim(0))) __attribute__((autorun)) __kernel void echo(void)
{
	for (;;)
		write_channel_intel(tocks, read_channel_intel(ticks) + 1);
}
