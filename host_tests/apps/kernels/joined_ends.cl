/* SPDX-License-Identifier: Apache-2.0 */

/* Channels that kernels of another source reach through functions (joined_kernels.cl). */
#define DEPTH 4

channel int between __attribute__((depth(DEPTH)));

void give(int value)
{
	write_channel_intel(between, value);
}

int take(void)
{
	return read_channel_intel(between);
}
