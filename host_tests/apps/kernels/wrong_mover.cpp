/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The last kernel of the digits demo with the smallest possible error: one logit of one image is
 * off by one.
 */
#define store right_store
#include "bitstreams/demos/digits/mover.cpp"
#undef store

extern "C" void store(hls::stream<int32_t> &scores, int32_t *logits, int count)
{
#pragma HLS INTERFACE axis port = scores
#pragma HLS INTERFACE m_axi port = logits
	right_store(scores, logits, count);
	logits[1234 * DIGITS_CLASSES + 7]++;
}
