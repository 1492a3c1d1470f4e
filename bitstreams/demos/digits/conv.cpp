/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first layer: 3 x 3 convolution, 2 x 2 max pooling, ReLU, requantisation to int8.
 *
 * The weights stay on chip for the whole batch. Images arrive through one FIFO, one row per word,
 * and features leave through another; three stages in between overlap (DATAFLOW). The middle one
 * starts a pooled cell, 36 multiplications, every clock cycle: 256 cycles per image.
 */
#include <hls_stream.h>

#include "bytes.h"
#include "digits.h"
#include "requantise.h"

/* Including the zero padding. */
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

static void read_image(hls::stream<eight_bytes> &rows, uint8_t image[PADDED][PADDED])
{
clear_margin:
	for (int i = 0; i < PADDED; i++) {
#pragma HLS UNROLL
		image[0][i] = 0;
		image[PADDED - 1][i] = 0;
		image[i][0] = 0;
		image[i][PADDED - 1] = 0;
	}
read_rows:
	for (int row = 0; row < DIGITS_SIDE; row++) {
#pragma HLS PIPELINE II = 1
		eight_bytes pixels = rows.read();

		for (int column = 0; column < DIGITS_SIDE; column++) {
#pragma HLS UNROLL
			image[1 + row][1 + column] = byte_of(pixels, column);
		}
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

static void write_features(const int8_t features[DIGITS_FEATURES], hls::stream<eight_bytes> &all)
{
write_words:
	for (int i = 0; i < DIGITS_FEATURES; i += BYTES) {
#pragma HLS PIPELINE II = 1
		eight_bytes word = 0;

		for (int k = 0; k < BYTES; k++) {
#pragma HLS UNROLL
			word = with_byte(word, k, features[i + k]);
		}
		all.write(word);
	}
}

extern "C" void conv(hls::stream<eight_bytes> &rows,     /* 8 an image */
		     const int8_t *weights,              /* [16][3][3] */
		     const int32_t *bias,                /* [16] */
		     const int32_t *multiplier,          /* [16] */
		     hls::stream<eight_bytes> &features, /* 32 an image: [16][4][4] bytes */
		     int count)
{
#pragma HLS INTERFACE axis port = rows
#pragma HLS INTERFACE m_axi port = weights offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = bias offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = multiplier offset = slave bundle = gmem0
#pragma HLS INTERFACE axis port = features
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
#pragma HLS ARRAY_PARTITION variable = result cyclic factor = 8

		read_image(rows, image);
		convolve(image, parameters, result);
		write_features(result, features);
	}
}
