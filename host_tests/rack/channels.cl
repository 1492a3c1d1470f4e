// SPDX-License-Identifier: Apache-2.0
// Four io channels of a board: what is sent at one board's end arrives at the next one's, or at that of the one below.
#pragma OPENCL EXTENSION cl_intel_channels : enable

channel int4 to_next __attribute__((depth(8))) __attribute__((io("kernel_output_ch0")));
channel int4 from_last __attribute__((depth(8))) __attribute__((io("kernel_input_ch1")));

__kernel void emit(__global const int4 *in, int count)
{
	for (int i = 0; i < count; i++)
		write_channel_intel(to_next, in[i]);
}

__kernel void absorb(__global int4 *out, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = read_channel_intel(from_last);
}

channel int4 to_below __attribute__((depth(8))) __attribute__((io("kernel_output_ch2")));
channel int4 from_above __attribute__((depth(8))) __attribute__((io("kernel_input_ch3")));

__kernel void emit_down(__global const int4 *in, int count)
{
	for (int i = 0; i < count; i++)
		write_channel_intel(to_below, in[i]);
}

__kernel void absorb_down(__global int4 *out, int count)
{
	for (int i = 0; i < count; i++)
		out[i] = read_channel_intel(from_above);
}
