/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The last two layers, one compute unit each: 256 -> 48 with ReLU and requantisation to int8, then
 * 48 -> 10 logits. Their weights stay on chip for the whole batch.
 */
#include <hls_stream.h>

#include "bytes.h"
#include "digits.h"
#include "requantise.h"

struct hidden_parameters {
	int8_t weights[DIGITS_FEATURES][DIGITS_HIDDEN];
	int32_t bias[DIGITS_HIDDEN];
};

static void load_hidden(const int8_t *weights, const int32_t *bias, hidden_parameters &parameters)
{
load_weights:
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
		for (int j = 0; j < DIGITS_FEATURES; j++) {
#pragma HLS PIPELINE II = 1
			parameters.weights[j][i] = weights[i * DIGITS_FEATURES + j];
		}
	}
load_bias:
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS PIPELINE II = 1
		parameters.bias[i] = bias[i];
	}
}

/*
 * Adds a weighted feature to all sums at the same time, for which the weights are stored by
 * feature.
 */
static void add_feature(int8_t feature, const int8_t weights[DIGITS_HIDDEN],
			int32_t sums[DIGITS_HIDDEN])
{
#pragma HLS INLINE
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS UNROLL
		sums[i] += weights[i] * feature;
	}
}

static void hidden_image(hls::stream<eight_bytes> &features, const hidden_parameters &parameters,
			 int32_t multiplier, hls::stream<eight_bytes> &units)
{
	int32_t sums[DIGITS_HIDDEN];
#pragma HLS ARRAY_PARTITION variable = sums complete

	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS UNROLL
		sums[i] = parameters.bias[i];
	}
every_word:
	for (int j = 0; j < DIGITS_FEATURES; j += BYTES) {
		eight_bytes word = features.read();

	every_feature:
		for (int k = 0; k < BYTES; k++) {
#pragma HLS PIPELINE II = 1
			add_feature((int8_t)byte_of(word, k), parameters.weights[j + k], sums);
		}
	}
write_words:
	for (int i = 0; i < DIGITS_HIDDEN; i += BYTES) {
#pragma HLS PIPELINE II = 1
		eight_bytes word = 0;

		for (int k = 0; k < BYTES; k++) {
#pragma HLS UNROLL
			word = with_byte(word, k, requantise(sums[i + k], multiplier));
		}
		units.write(word);
	}
}

extern "C" void hidden(hls::stream<eight_bytes> &features,              /* 32 an image */
		       const int8_t *weights,                           /* [48][256] */
		       const int32_t *bias,                             /* [48] */
		       int multiplier, hls::stream<eight_bytes> &units, /* 6 an image */
		       int count)
{
#pragma HLS INTERFACE axis port = features
#pragma HLS INTERFACE m_axi port = weights offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = bias offset = slave bundle = gmem0
#pragma HLS INTERFACE axis port = units
#pragma HLS INTERFACE s_axilite port = multiplier
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
	hidden_parameters parameters;
#pragma HLS ARRAY_PARTITION variable = parameters.weights complete dim = 2
#pragma HLS ARRAY_PARTITION variable = parameters.bias complete

	load_hidden(weights, bias, parameters);
every_image:
	for (int index = 0; index < count; index++)
		hidden_image(features, parameters, multiplier, units);
}

struct output_parameters {
	int8_t weights[DIGITS_HIDDEN][DIGITS_CLASSES];
	int32_t bias[DIGITS_CLASSES];
};

static void load_output(const int8_t *weights, const int32_t *bias, output_parameters &parameters)
{
load_weights:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
		for (int j = 0; j < DIGITS_HIDDEN; j++) {
#pragma HLS PIPELINE II = 1
			parameters.weights[j][i] = weights[i * DIGITS_HIDDEN + j];
		}
	}
load_bias:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
		parameters.bias[i] = bias[i];
	}
}

static void output_image(hls::stream<eight_bytes> &units, const output_parameters &parameters,
			 hls::stream<int32_t> &scores)
{
	int32_t sums[DIGITS_CLASSES];
#pragma HLS ARRAY_PARTITION variable = sums complete

	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS UNROLL
		sums[i] = parameters.bias[i];
	}
every_word:
	for (int j = 0; j < DIGITS_HIDDEN; j += BYTES) {
		eight_bytes word = units.read();

	every_unit:
		for (int k = 0; k < BYTES; k++) {
#pragma HLS PIPELINE II = 1
			for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS UNROLL
				sums[i] += parameters.weights[j + k][i] * (int8_t)byte_of(word, k);
			}
		}
	}
write_scores:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
		scores.write(sums[i]);
	}
}

extern "C" void output(hls::stream<eight_bytes> &units, /* 6 an image */
		       const int8_t *weights,           /* [10][48] */
		       const int32_t *bias,             /* [10] */
		       hls::stream<int32_t> &scores,    /* 10 an image */
		       int count)
{
#pragma HLS INTERFACE axis port = units
#pragma HLS INTERFACE m_axi port = weights offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = bias offset = slave bundle = gmem0
#pragma HLS INTERFACE axis port = scores
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
	output_parameters parameters;
#pragma HLS ARRAY_PARTITION variable = parameters.weights complete dim = 2
#pragma HLS ARRAY_PARTITION variable = parameters.bias complete

	load_output(weights, bias, parameters);
every_image:
	for (int index = 0; index < count; index++)
		output_image(units, parameters, scores);
}
