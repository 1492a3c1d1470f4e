/* SPDX-License-Identifier: Apache-2.0 */
#include <hls_stream.h>

struct packet {
	int data;
	short keep;
	bool last;
};

static void twice(hls::stream<packet> &in, int count, hls::stream<packet> &out)
{
	for (int i = 0; i < count; i++) {
		packet p = in.read();

		p.data *= 2;
		p.last = i == count - 1;
		out << p;
	}
}

/* Reads and writes happen in other functions, through another reference and a local queue. */
extern "C" void pipeline(hls::stream<packet, 8> &in, int count, hls::stream<packet> &out)
{
#pragma HLS INTERFACE axis port = in
	hls::stream<packet> middle("middle");
	hls::stream<packet> &alias = out;

	for (int i = 0; i < count; i++)
		middle.write(in.read());
	twice(middle, count, alias);
}

extern "C" void polling(hls::stream<int> &in, hls::stream<long> &out)
{
#pragma HLS INTERFACE ap_ctrl_none port = return
	int value;
	long kept = 0;

	while (!in.empty()) {
		in >> value;
		if (!out.full() && out.write_nb(value + 1))
			kept++;
	}
	if (!in.read_nb(value))
		out.write(-kept);
}

/* A queue that outlives the execution, like function statics on a board. */
extern "C" void history(hls::stream<int> &in, int *out)
{
	static hls::stream<int> last;

	last.write(in.read());
	*out = last.size();
	if (last.size() == 3)
		*out = last.read() * 100 + last.read() * 10 + last.read();
}

extern "C" void starving(int *out)
{
	hls::stream<int> nothing("nothing");

	*out = nothing.read();
}

/* A stream behind a pointer to an object cannot be tracked: stream_connect gives its direction. */
struct holder {
	hls::stream<int> &stream;
};

extern "C" void hidden(hls::stream<int> &in, int *out)
{
	holder h = {in}, *p = &h;

	*out = p->stream.read();
}

/* Either of two streams, through a pointer. */
extern "C" void choose(hls::stream<int> &left, hls::stream<int> &right, int *out, int which)
{
	hls::stream<int> *chosen = which ? &left : &right;

	*out = chosen->read();
}

/* A queue that grows while its first element is in the middle of the ring, and large objects. */
struct row {
	int values[40];
};

extern "C" void wraps(int *out)
{
	hls::stream<row> rows;
	int next = 0, number = 0;
	row r = {};

	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < 15 + 10 * turn; i++) {
			r.values[39] = number++;
			rows.write(r);
		}
		for (int i = 0; i < 12; i++)
			out[next++] = rows.read().values[39];
	}
	while (!rows.empty())
		out[next++] = rows.read().values[39];
}
