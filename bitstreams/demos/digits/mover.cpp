/* SPDX-License-Identifier: Apache-2.0 */
/* Both ends of the pipeline: images from memory, and logits to memory, in long bursts. */
#include <hls_stream.h>

#include "bytes.h"
#include "digits.h"

extern "C" void load(const eight_bytes *images, /* [count][8], a word for each row */
		     hls::stream<eight_bytes> &rows, int count)
{
#pragma HLS INTERFACE m_axi port = images offset = slave bundle = gmem0
#pragma HLS INTERFACE axis port = rows
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
every_row:
	for (int i = 0; i < count * DIGITS_SIDE; i++) {
#pragma HLS PIPELINE II = 1
		rows.write(images[i]);
	}
}

extern "C" void store(hls::stream<int32_t> &scores, int32_t *logits, /* [count][10] */
		      int count)
{
#pragma HLS INTERFACE axis port = scores
#pragma HLS INTERFACE m_axi port = logits offset = slave bundle = gmem0
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
every_score:
	for (int i = 0; i < count * DIGITS_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
		logits[i] = scores.read();
	}
}
