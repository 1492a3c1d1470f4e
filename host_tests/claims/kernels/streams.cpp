/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels for test_streams.c. */
#include <hls_stream.h>

extern "C" {

/* Blocks once `out` is full; would write to `more` afterwards. */
void fill(hls::stream<int> &out, hls::stream<int> &more, int n)
{
#pragma HLS INTERFACE axis port = out
#pragma HLS INTERFACE axis port = more
	for (int i = 0; i < n; i++)
		out.write(i);
	more.write(n);
}

/* Polls `more` before it reads from `in`. */
void ask(hls::stream<int> &in, hls::stream<int> &more, int *result)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = more
	int n = 0, sum = 0;

	while (!more.read_nb(n))
		;
	for (int i = 0; i < n; i++)
		sum += in.read();
	*result = sum;
}

/* Runs while its image is loaded, or until it reads a negative number. */
void relay(hls::stream<int> &in, hls::stream<int> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	int value = in.read();

	if (value < 0)
		__builtin_trap();
	out.write(value);
}

void drain(hls::stream<int> &in, int *result)
{
#pragma HLS INTERFACE axis port = in
	*result = in.read();
}

void feed(hls::stream<int> &out, int value)
{
#pragma HLS INTERFACE axis port = out
	out.write(value);
}
}

/* The widest packet that a pipe may have. */
struct packet {
	unsigned char bytes[65536];
};

extern "C" {

void send_wide(hls::stream<packet> &out)
{
#pragma HLS INTERFACE axis port = out
	static packet p;

	for (int i = 0; i < 65536; i++)
		p.bytes[i] = (unsigned char)(i * 7);
	out.write(p);
}

void receive_wide(hls::stream<packet> &in, unsigned *sum)
{
#pragma HLS INTERFACE axis port = in
	static packet p;

	p = in.read();
	*sum = 0;
	for (int i = 0; i < 65536; i++)
		*sum += p.bytes[i];
}

/* The arrays arrive before the body runs, in any order, because their ports are polled. */
void unwired(int a[2], int b[2], int *sum)
{
#pragma HLS INTERFACE axis port = a
#pragma HLS INTERFACE axis port = b
	*sum = a[0] + a[1] + b[0] + b[1];
}

/* The maximum number of pipes of a kernel. */
void send_many(hls::stream<int> (&out)[128])
{
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < 128; i++)
		out[i].write(i);
}

void receive_many(hls::stream<int> (&in)[128], int *sum)
{
#pragma HLS INTERFACE axis port = in
	*sum = 0;
	for (int i = 0; i < 128; i++)
		*sum += i * in[i].read();
}
}
