/* SPDX-License-Identifier: Apache-2.0 */
/* Two kernels that a FIFO connects. */
#include <hls_stream.h>

extern "C" void feed(hls::stream<int> &out, int first, int count)
{
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < count; i++)
		out.write(first + i);
}

extern "C" void drain(hls::stream<int> &in, int *numbers, int count)
{
#pragma HLS INTERFACE axis port = in
	for (int i = 0; i < count; i++)
		numbers[i] = in.read();
}
