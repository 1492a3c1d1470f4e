/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first layer: 3 x 3 convolution, 2 x 2 maximum, ReLU, requantisation to int8.
 *
 * The weights stay on chip for the whole batch. Images then flow through three stages that overlap
 * (DATAFLOW): read one by burst, compute, write its features by burst. The middle stage starts a
 * pooled cell, 36 multiplications, every clock cycle: 256 cycles for an image.
 */
#include <stdint.h>

#include "digits.h"
#include "requantise.h"

/* With its margin of zeros. */
static const int PADDED = DIGITS_SIDE + 2;

struct conv_parameters {
	int8_t weights[DIGITS_CHANNELS][DIGITS_TAPS];
	int32_t bias[DIGITS_CHANNELS];
	int32_t multiplier[DIGITS_CHANNELS];
};

static void load_parameters(const int8_t *weights, const int32_t *bias, const int32_t *multiplier,
			    conv_parameters &parameters)
{
load_weights:
	for (int i = 0; i < DIGITS_CHANNELS * DIGITS_TAPS; i++) {
#pragma HLS PIPELINE II = 1
		parameters.weights[i / DIGITS_TAPS][i % DIGITS_TAPS] = weights[i];
	}
load_bias:
	for (int i = 0; i < DIGITS_CHANNELS; i++) {
#pragma HLS PIPELINE II = 1
		parameters.bias[i] = bias[i];
	}
load_multiplier:
	for (int i = 0; i < DIGITS_CHANNELS; i++) {
#pragma HLS PIPELINE II = 1
		parameters.multiplier[i] = multiplier[i];
	}
}

static void read_image(const uint8_t *images, int index, uint8_t image[PADDED][PADDED])
{
clear_margin:
	for (int i = 0; i < PADDED; i++) {
#pragma HLS UNROLL
		image[0][i] = 0;
		image[PADDED - 1][i] = 0;
		image[i][0] = 0;
		image[i][PADDED - 1] = 0;
	}
read_pixels:
	for (int i = 0; i < DIGITS_PIXELS; i++) {
#pragma HLS PIPELINE II = 1
		image[1 + i / DIGITS_SIDE][1 + i % DIGITS_SIDE] = images[index * DIGITS_PIXELS + i];
	}
}

/* The convolution at one pixel, without the bias. */
static int32_t window_sum(const uint8_t image[PADDED][PADDED], const int8_t weights[DIGITS_TAPS],
			  int row, int column)
{
#pragma HLS INLINE
	int32_t sum = 0;

	for (int tap = 0; tap < DIGITS_TAPS; tap++) {
#pragma HLS UNROLL
		sum += weights[tap] * image[row + tap / 3][column + tap % 3];
	}
	return sum;
}

static void convolve(const uint8_t image[PADDED][PADDED], const conv_parameters &parameters,
		     int8_t features[DIGITS_FEATURES])
{
every_channel:
	for (int channel = 0; channel < DIGITS_CHANNELS; channel++) {
	every_cell:
		for (int cell = 0; cell < DIGITS_CELLS; cell++) {
#pragma HLS PIPELINE II = 1
			int row = cell / DIGITS_POOLED * 2;
			int column = cell % DIGITS_POOLED * 2;
			int32_t best = INT32_MIN;

			for (int corner = 0; corner < 4; corner++) {
#pragma HLS UNROLL
				int32_t sum = window_sum(image, parameters.weights[channel],
							 row + corner / 2, column + corner % 2);
				best = sum > best ? sum : best;
			}
			features[channel * DIGITS_CELLS + cell] = requantise(
				best + parameters.bias[channel], parameters.multiplier[channel]);
		}
	}
}

static void write_features(const int8_t features[DIGITS_FEATURES], int index, int8_t *all)
{
write_feature:
	for (int i = 0; i < DIGITS_FEATURES; i++) {
#pragma HLS PIPELINE II = 1
		all[index * DIGITS_FEATURES + i] = features[i];
	}
}

extern "C" void conv(const uint8_t *images,     /* [count][8][8] */
		     const int8_t *weights,     /* [16][3][3] */
		     const int32_t *bias,       /* [16] */
		     const int32_t *multiplier, /* [16] */
		     int8_t *features,          /* [count][16][4][4] */
		     int count)
{
#pragma HLS INTERFACE m_axi port = images offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = weights offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = bias offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = multiplier offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = features offset = slave bundle = gmem2
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
	conv_parameters parameters;
#pragma HLS ARRAY_PARTITION variable = parameters.weights complete dim = 2

	load_parameters(weights, bias, multiplier, parameters);
every_image:
	for (int index = 0; index < count; index++) {
#pragma HLS DATAFLOW
		uint8_t image[PADDED][PADDED];
		int8_t result[DIGITS_FEATURES];
#pragma HLS ARRAY_PARTITION variable = image complete dim = 0

		read_image(images, index, image);
		convolve(image, parameters, result);
		write_features(result, index, features);
	}
}
