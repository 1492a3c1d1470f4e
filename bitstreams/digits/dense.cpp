/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The last two layers: 256 -> 48 with ReLU and requantisation to int8, then 48 -> 10 logits.
 *
 * All 13 KB of weights stay on chip for the whole batch. As in conv, reading, computing and writing
 * overlap (DATAFLOW). The hidden layer takes one feature a clock cycle and adds it, weighted, to
 * all 48 sums at once; that is why its weights are kept feature by feature.
 */
#include <stdint.h>

#include "digits.h"
#include "requantise.h"

struct dense_parameters {
	int8_t hidden[DIGITS_FEATURES][DIGITS_HIDDEN];
	int8_t output[DIGITS_HIDDEN][DIGITS_CLASSES];
	int32_t hidden_bias[DIGITS_HIDDEN];
	int32_t output_bias[DIGITS_CLASSES];
};

static void load_weights(const int8_t *hidden, const int8_t *output, dense_parameters &parameters)
{
load_hidden:
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
		for (int j = 0; j < DIGITS_FEATURES; j++) {
#pragma HLS PIPELINE II = 1
			parameters.hidden[j][i] = hidden[i * DIGITS_FEATURES + j];
		}
	}
load_output:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
		for (int j = 0; j < DIGITS_HIDDEN; j++) {
#pragma HLS PIPELINE II = 1
			parameters.output[j][i] = output[i * DIGITS_HIDDEN + j];
		}
	}
}

static void load_bias(const int32_t *hidden_bias, const int32_t *output_bias,
		      dense_parameters &parameters)
{
load_hidden_bias:
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS PIPELINE II = 1
		parameters.hidden_bias[i] = hidden_bias[i];
	}
load_output_bias:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
		parameters.output_bias[i] = output_bias[i];
	}
}

static void read_features(const int8_t *all, int index, int8_t features[DIGITS_FEATURES])
{
read_feature:
	for (int i = 0; i < DIGITS_FEATURES; i++) {
#pragma HLS PIPELINE II = 1
		features[i] = all[index * DIGITS_FEATURES + i];
	}
}

static void hidden_layer(const int8_t features[DIGITS_FEATURES], const dense_parameters &parameters,
			 int32_t multiplier, int8_t hidden[DIGITS_HIDDEN])
{
	int32_t sums[DIGITS_HIDDEN];
#pragma HLS ARRAY_PARTITION variable = sums complete

	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS UNROLL
		sums[i] = parameters.hidden_bias[i];
	}
every_feature:
	for (int j = 0; j < DIGITS_FEATURES; j++) {
#pragma HLS PIPELINE II = 1
		for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS UNROLL
			sums[i] += parameters.hidden[j][i] * features[j];
		}
	}
every_hidden:
	for (int i = 0; i < DIGITS_HIDDEN; i++) {
#pragma HLS PIPELINE II = 1
		hidden[i] = requantise(sums[i], multiplier);
	}
}

static void output_layer(const int8_t hidden[DIGITS_HIDDEN], const dense_parameters &parameters,
			 int32_t scores[DIGITS_CLASSES])
{
	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS UNROLL
		scores[i] = parameters.output_bias[i];
	}
every_hidden:
	for (int j = 0; j < DIGITS_HIDDEN; j++) {
#pragma HLS PIPELINE II = 1
		for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS UNROLL
			scores[i] += parameters.output[j][i] * hidden[j];
		}
	}
}

static void write_scores(const int32_t scores[DIGITS_CLASSES], int index, int32_t *logits)
{
write_score:
	for (int i = 0; i < DIGITS_CLASSES; i++) {
#pragma HLS PIPELINE II = 1
		logits[index * DIGITS_CLASSES + i] = scores[i];
	}
}

extern "C" void dense(const int8_t *features,                              /* [count][256] */
		      const int8_t *hidden_weights,                        /* [48][256] */
		      const int32_t *hidden_bias,                          /* [48] */
		      int hidden_multiplier, const int8_t *output_weights, /* [10][48] */
		      const int32_t *output_bias,                          /* [10] */
		      int32_t *logits,                                     /* [count][10] */
		      int count)
{
#pragma HLS INTERFACE m_axi port = features offset = slave bundle = gmem0
#pragma HLS INTERFACE m_axi port = hidden_weights offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = hidden_bias offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = output_weights offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = output_bias offset = slave bundle = gmem1
#pragma HLS INTERFACE m_axi port = logits offset = slave bundle = gmem2
#pragma HLS INTERFACE s_axilite port = hidden_multiplier
#pragma HLS INTERFACE s_axilite port = count
#pragma HLS INTERFACE s_axilite port = return
	dense_parameters parameters;
#pragma HLS ARRAY_PARTITION variable = parameters.hidden complete dim = 2
#pragma HLS ARRAY_PARTITION variable = parameters.output complete dim = 2
#pragma HLS ARRAY_PARTITION variable = parameters.output_bias complete
#pragma HLS ARRAY_PARTITION variable = parameters.hidden_bias complete

	load_weights(hidden_weights, output_weights, parameters);
	load_bias(hidden_bias, output_bias, parameters);
every_image:
	for (int index = 0; index < count; index++) {
#pragma HLS DATAFLOW
		int8_t input[DIGITS_FEATURES];
		int8_t hidden[DIGITS_HIDDEN];
		int32_t scores[DIGITS_CLASSES];
#pragma HLS ARRAY_PARTITION variable = scores complete

		read_features(features, index, input);
		hidden_layer(input, parameters, hidden_multiplier, hidden);
		output_layer(hidden, parameters, scores);
		write_scores(scores, index, logits);
	}
}
