/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include "weights.h"

static int pixel(const uint8_t *image, int row, int column)
{
	if (row < 0 || row >= DIGITS_SIDE || column < 0 || column >= DIGITS_SIDE)
		return 0;
	return image[row * DIGITS_SIDE + column];
}

static int64_t conv_at(const uint8_t *image, int channel, int row, int column)
{
	int64_t sum = conv_bias[channel];

	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
			sum += conv_weights[channel * 9 + (y + 1) * 3 + (x + 1)] *
			       pixel(image, row + y, column + x);
	return sum;
}

/*
 * Rounds to the nearest integer, halves up, using a division, as negative numbers are not shifted.
 */
static int reference_activation(int64_t sum, int64_t multiplier)
{
	int64_t scaled = sum * multiplier * 2 + 65536;

	if (scaled < 0)
		return 0;
	return scaled / 131072 > 127 ? 127 : (int)(scaled / 131072);
}

static int feature(const uint8_t *image, int channel, int row, int column)
{
	int best = 0;

	for (int y = 2 * row; y < 2 * row + 2; y++) {
		for (int x = 2 * column; x < 2 * column + 2; x++) {
			int value = reference_activation(conv_at(image, channel, y, x),
							 conv_multiplier[channel]);

			best = value > best ? value : best;
		}
	}
	return best;
}

static int hidden(const int *features, int unit)
{
	int64_t sum = hidden_bias[unit];

	for (int i = 0; i < DIGITS_FEATURES; i++)
		sum += hidden_weights[unit * DIGITS_FEATURES + i] * features[i];
	return reference_activation(sum, hidden_multiplier[0]);
}

void reference_logits(const uint8_t image[DIGITS_PIXELS], int32_t ret_logits[DIGITS_CLASSES])
{
	int features[DIGITS_FEATURES];
	int units[DIGITS_HIDDEN];
	int64_t sum;

	for (int i = 0; i < DIGITS_FEATURES; i++)
		features[i] = feature(image, i / 16, i / 4 % 4, i % 4);
	for (int i = 0; i < DIGITS_HIDDEN; i++)
		units[i] = hidden(features, i);
	for (int digit = 0; digit < DIGITS_CLASSES; digit++) {
		sum = output_bias[digit];
		for (int i = 0; i < DIGITS_HIDDEN; i++)
			sum += output_weights[digit * DIGITS_HIDDEN + i] * units[i];
		ret_logits[digit] = (int32_t)sum;
	}
}
