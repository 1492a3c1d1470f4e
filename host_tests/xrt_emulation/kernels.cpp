/* SPDX-License-Identifier: Apache-2.0 */
#include <hls_stream.h>

extern "C" {

void vadd(const int *a, const int *b, int *sum, int n)
{
	for (int i = 0; i < n; i++)
		sum[i] = a[i] + b[i];
}

/* Its executions overlap and take a while. */
void scale(const int *from, int *to, int factor, int n)
{
#pragma HLS interface ap_ctrl_chain port = return
	for (int i = 0; i < n; i++)
		to[i] = from[i] * factor;
}

int count(const int *values, int wanted, int n)
{
	int found = 0;

	for (int i = 0; i < n; i++)
		found += values[i] == wanted;
	return found;
}

void send(const int *from, hls::stream<int> &out, int n)
{
	for (int i = 0; i < n; i++)
		out.write(from[i]);
}

void relay(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS interface ap_ctrl_none port = return
	out.write(in.read() + 1000);
}

void receive(hls::stream<int> &in, int *to, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = in.read();
}

void wild(int *where, int n)
{
	*(volatile int *)(where + (1l << 40)) = n;
}
}
