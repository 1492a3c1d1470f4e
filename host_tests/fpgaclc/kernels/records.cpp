// SPDX-License-Identifier: Apache-2.0
// A class with streams next to other members: in an array, in a nested class, and private.
#include <hls_stream.h>

struct base {
	int first;
};

class data : public base
{
	hls::stream<int> pair[2];
	struct {
		hls::stream<long> out;
		short scale;
	} inner;

      public:
	int count;

	void step()
	{
		inner.out.write(long(pair[0].read() + pair[1].read() + first) * inner.scale);
		count++;
	}
};

void records(data &d)
{
#pragma HLS INTERFACE axis port = d
#pragma HLS INTERFACE axis port = d.inner.out
#pragma HLS INTERFACE s_axilite port = d
	d.step();
	d.step();
}

void feed(hls::stream<int> &out, hls::stream<int> &more)
{
	out.write(1);
	more.write(2);
}

void take(hls::stream<long> &in)
{
	in.read();
}
