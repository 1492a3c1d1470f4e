/* SPDX-License-Identifier: Apache-2.0 */
/* The smaller headers of HLS. Every CHECK that fails stores its line in `failed`. */
#include <ap_int.h>
#include <ap_shift_reg.h>
#include <etc/ap_utils.h>
#include <etc/autopilot_ssdm_op.h>
#include <hls_burst_maxi.h>
#include <hls_directio.h>
#include <hls_fence.h>
#include <hls_print.h>
#include <hls_streamofblocks.h>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		checked++;                                                                         \
		if (!(condition) && bad < 16)                                                      \
			failed[bad++] = __LINE__;                                                  \
	} while (0)

static int checked, bad;

typedef int block[4];

static void fill(hls::stream_of_blocks<block, 3> &out)
{
	for (int i = 0; i < 2; i++) {
		hls::write_lock<block> lock(out);

		for (int j = 0; j < 4; j++)
			lock[j] = 10 * i + j;
	}
}

static int drain(hls::stream_of_blocks<block, 3> &in)
{
	int sum = 0;

	for (int i = 0; i < 2; i++) {
		hls::read_lock<block> lock(in);

		for (int j = 0; j < 4; j++)
			sum = sum * 2 + lock[j];
	}
	return sum;
}

extern "C" void check(int *counts, int *failed)
{
	hls::stream_of_blocks<block, 3> blocks;
	ap_shift_reg<int, 4> taps;
	int x = 0, y = 0;

	checked = bad = 0;
	fill(blocks);
	CHECK(!blocks.empty());
	CHECK(drain(blocks) == 337 && blocks.empty());
	for (int i = 1; i <= 6; i++)
		CHECK(taps.shift(i) == (i > 4 ? i - 4 : 0));
	CHECK(taps.read(0) == 6 && taps.read(3) == 3);
	CHECK(taps.shift(9, 1, false) == 5 && taps.read(0) == 6);
	hls::fence(x, y, counts);
	hls::fence({x, counts}, {y});
	ap_wait_n(2);
	hls::print("%d ", 42);
	hls::print("%.1f ", 2.5);
	hls::print("100%\n");
	counts[0] = checked;
	counts[1] = bad;
}

/* Backwards, in bursts of `length`. */
extern "C" void bursts(hls::burst_maxi<ap_uint<64>> in, hls::burst_maxi<ap_uint<64>> out, int n,
		       int length)
{
	for (int at = 0; at < n; at += length) {
		in.read_request(at, length);
		out.write_request(n - length - at, length);
		for (int i = 0; i < length; i++)
			out.write(in.read() + 1);
		out.write_response();
	}
	out.write_request(0, 1);
	out.write(-1, ap_uint<8>(0x0f));
	if (length == 3)
		in.read();
}

struct totals {
	short least, most;
};

/* The values that it leaves in references stay in their registers. */
extern "C" void registers(const int &add, int &sum, totals &t, hls::ap_hs<ap_uint<12>> &runs)
{
	if (runs.valid())
		runs.write(runs.read() + 1);
	sum += add;
	if (sum < t.least)
		t.least = (short)sum;
	if (sum > t.most)
		t.most = (short)sum;
}
