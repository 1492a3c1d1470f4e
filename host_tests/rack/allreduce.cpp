// SPDX-License-Identifier: Apache-2.0
// A ring all-reduce: afterwards each board has the sum of what all boards had.
#include <hls_stream.h>
#include <hls_vector.h>

typedef hls::vector<int, 16> word;

// The part that goes around in this step; the other half of the data goes the other way.
static int place(int rank, int step, int boards, int part)
{
	return (rank - step + 2 * boards) % boards * part;
}

static void take(word *at, hls::stream<word> &from, int part, bool sums)
{
	for (int i = 0; i < part; i++) {
		word value = from.read();

		at[i] = sums ? word(at[i] + value) : value;
	}
}

extern "C" {

// `words` is a multiple of twice the boards. Each step passes a part on: first sums, then results.
void allreduce(word *data, hls::stream<word> &to_next, hls::stream<word> &from_last,
	       hls::stream<word> &to_last, hls::stream<word> &from_next, int rank, int boards,
	       int words)
{
	const int part = words / 2 / boards, half = words / 2;

	for (int step = 0; step < 2 * boards - 2; step++) {
		const bool sums = step < boards - 1;

		for (int i = 0; i < part; i++) {
			to_next.write(data[place(rank, step, boards, part) + i]);
			to_last.write(
				data[half + place(boards - 1 - rank, step, boards, part) + i]);
		}
		take(data + place(rank, step + 1, boards, part), from_last, part, sums);
		take(data + half + place(boards - 1 - rank, step + 1, boards, part), from_next,
		     part, sums);
	}
}
}
