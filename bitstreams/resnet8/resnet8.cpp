/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole network as one kernel: a process for each layer, all of them at work at the same time on
 * pixels that flow through FIFOs (DATAFLOW). Weights are constants of the kernel, so a launch needs
 * nothing but pictures.
 */
#include <hls_stream.h>
#include <hls_vector.h>

#include "layer.h"
#include "network.h" /* made by pack.c from weights.bin */
#include "resnet8.h"

typedef hls::vector<uint8_t, RESNET8_SIDE> picture_row;

/* The seven upper bits of each grey value. */
static void read_pictures(const picture_row *pictures, pixels<1> &to, int count)
{
every_row:
	for (int i = 0; i < count * RESNET8_SIDE; i++) {
		picture_row row = pictures[i];

	every_pixel:
		for (int column = 0; column < RESNET8_SIDE; column++) {
#pragma HLS PIPELINE II = 1
			to.write(pixel<1>(uint8_t(row[column] >> 1)));
		}
	}
}

/* The mean of each of the last maps, and from these the logits. */
static void classify(pixels<RESNET8_FEATURES> &from, int32_t *logits, int count)
{
	const int PLACES_OF_MAP = RESNET8_LAST_SIDE * RESNET8_LAST_SIDE;

every_picture:
	for (int picture = 0; picture < count; picture++) {
		int32_t sum[RESNET8_FEATURES];

		for (int i = 0; i < RESNET8_FEATURES; i++) {
#pragma HLS UNROLL
			sum[i] = PLACES_OF_MAP / 2;
		}
	every_place:
		for (int place = 0; place < PLACES_OF_MAP; place++) {
#pragma HLS PIPELINE II = 1
			pixel<RESNET8_FEATURES> value = from.read();

			for (int i = 0; i < RESNET8_FEATURES; i++) {
#pragma HLS UNROLL
				sum[i] += value[i];
			}
		}
	every_class:
		for (int i = 0; i < RESNET8_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
			int32_t logit = dense_bias[i];

			for (int j = 0; j < RESNET8_FEATURES; j++) {
#pragma HLS UNROLL
				logit += dense_weights[i][j] * (sum[j] / PLACES_OF_MAP);
			}
			logits[picture * RESNET8_CLASSES + i] = logit;
		}
	}
}

extern "C" void resnet8(const picture_row *pictures, /* [count][32], a word for each row */
			int32_t *logits,             /* [count][10] */
			int count)
{
#pragma HLS INTERFACE m_axi port = pictures offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = logits offset = slave bundle = gmem1
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
	/* Two rows, so that one can be written while the other is read. */
	pixels<1> grey;
	pixels<16> stemmed, first_middle, first;
	pixels<32> second_middle, second;
	pixels<64> third_middle, third;
	/* What blocks add waits until the layer before has two more rows: three rows and more. */
	pixels<16> first_input, second_input;
	pixels<32> third_input;
#pragma HLS STREAM variable = grey depth = 64
#pragma HLS STREAM variable = stemmed depth = 64
#pragma HLS STREAM variable = first_middle depth = 64
#pragma HLS STREAM variable = first depth = 64
#pragma HLS STREAM variable = second_middle depth = 32
#pragma HLS STREAM variable = second depth = 32
#pragma HLS STREAM variable = third_middle depth = 16
#pragma HLS STREAM variable = third depth = 16
#pragma HLS STREAM variable = first_input depth = 128
#pragma HLS STREAM variable = second_input depth = 64
#pragma HLS STREAM variable = third_input depth = 32
#pragma HLS DATAFLOW

	read_pictures(pictures, grey, count);
	convolve<32>(stem, grey, stemmed, count);
	convolve_and_pass<32, 1>(first_one, stemmed, first_middle, first_input, count);
	convolve_and_add<32, same_input<16, 32>>(first_two, first_middle, first_input, first,
						 count);
	convolve_and_pass<32, 2>(second_one, first, second_middle, second_input, count);
	convolve_and_add<16, weighted_input<16, 16>>(second_two, second_middle, second_input,
						     second, count);
	convolve_and_pass<16, 2>(third_one, second, third_middle, third_input, count);
	convolve_and_add<8, weighted_input<32, 8>>(third_two, third_middle, third_input, third,
						   count);
	classify(third, logits, count);
}
