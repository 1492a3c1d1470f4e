/* SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include <stddef.h>
#include <string.h>

/* weights.bin, written by train.py. */
extern const unsigned char resnet8_weights[];

enum { MAX_ACTIVATIONS = RESNET8_PIXELS * 16 }; /* maximum number of activations after a layer */

struct shape {
	int inputs, outputs, side, stride, beside;
};

#define SHAPE(name, inputs, outputs, side, stride, beside) {inputs, outputs, side, stride, beside},
static const struct shape shapes[] = {RESNET8_LAYERS(SHAPE)};
#undef SHAPE

enum { STEM, FIRST_ONE, FIRST_TWO, SECOND_ONE, SECOND_TWO, THIRD_ONE, THIRD_TWO, LAYERS };

/* A layer's data in weights.bin. */
struct layer {
	const int8_t *weights;     /* [outputs][3][3][inputs] */
	const int8_t *beside;      /* [outputs][beside] */
	const unsigned char *bias; /* [outputs], int32, little-endian */
	const int8_t *shift;       /* [outputs] */
};

static int32_t reference_number_at(const unsigned char *bytes, int index)
{
	const unsigned char *at = bytes + (size_t)index * 4;

	return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			 (uint32_t)at[3] << 24);
}

/* Reads the layer at `*at`, and advances `*at` past it. */
static struct layer next_layer(const struct shape *shape, const unsigned char **at)
{
	struct layer layer = {.weights = (const int8_t *)*at};

	*at += (size_t)shape->outputs * 9 * shape->inputs;
	layer.beside = (const int8_t *)*at;
	*at += (size_t)shape->outputs * shape->beside;
	layer.bias = *at;
	*at += (size_t)shape->outputs * 4;
	layer.shift = (const int8_t *)*at;
	*at += shape->outputs;
	return layer;
}

static int32_t products(const int8_t *weights, const uint8_t *values, int count)
{
	int32_t sum = 0;

	for (int i = 0; i < count; i++)
		sum += weights[i] * values[i];
	return sum;
}

/* The 3 x 3 sum of one output at one position; values outside of the maps are zero. */
static int32_t window_sum(const struct shape *shape, const int8_t *weights, const uint8_t *from,
			  int row, int column)
{
	int32_t sum = 0;

	for (int tap = 0; tap < 9; tap++) {
		int y = row * shape->stride + tap / 3 - 1;
		int x = column * shape->stride + tap % 3 - 1;

		if (y < 0 || y >= shape->side || x < 0 || x >= shape->side)
			continue;
		sum += products(weights + (size_t)tap * shape->inputs,
				from + ((size_t)y * shape->side + x) * shape->inputs,
				shape->inputs);
	}
	return sum;
}

static uint8_t resnet8_reference_activation(int32_t sum, int shift)
{
	int32_t value = sum >> shift;

	return (uint8_t)(value < 0 ? 0 : value > 127 ? 127 : value);
}

/*
 * One layer, from maps [side][side][inputs] to maps whose side is divided by the stride. `input` is
 * the block's input, to be added, or NULL.
 */
static void convolve(const struct shape *shape, const struct layer *layer, const uint8_t *from,
		     const uint8_t *input, uint8_t *to)
{
	int side = shape->side / shape->stride;

	for (int place = 0; place < side * side; place++) {
		int row = place / side, column = place % side;

		for (int out = 0; out < shape->outputs; out++) {
			int32_t sum = reference_number_at(layer->bias, out) +
				      window_sum(shape,
						 layer->weights + (size_t)out * 9 * shape->inputs,
						 from, row, column);

			if (shape->beside) /* 1 x 1 with stride 2, from maps twice as wide */
				sum += products(layer->beside + (size_t)out * shape->beside,
						input + (size_t)(row * 4 * side + column * 2) *
								shape->beside,
						shape->beside);
			else if (input)
				sum += input[place * shape->outputs + out] << layer->shift[out];
			to[place * shape->outputs + out] =
				resnet8_reference_activation(sum, layer->shift[out]);
		}
	}
}

static void classify(const unsigned char *dense, const uint8_t *maps,
		     int32_t ret_logits[RESNET8_CLASSES])
{
	enum { PLACES = RESNET8_LAST_SIDE * RESNET8_LAST_SIDE };
	const unsigned char *bias = dense + RESNET8_CLASSES * RESNET8_FEATURES;
	uint8_t mean[RESNET8_FEATURES];

	for (int i = 0; i < RESNET8_FEATURES; i++) {
		int sum = PLACES / 2;

		for (int place = 0; place < PLACES; place++)
			sum += maps[place * RESNET8_FEATURES + i];
		mean[i] = (uint8_t)(sum / PLACES);
	}
	for (int i = 0; i < RESNET8_CLASSES; i++)
		ret_logits[i] = reference_number_at(bias, i) +
				products((const int8_t *)dense + i * RESNET8_FEATURES, mean,
					 RESNET8_FEATURES);
}

void resnet8_reference(const uint8_t picture[RESNET8_PIXELS], int32_t ret_logits[RESNET8_CLASSES])
{
	static const int8_t adds_input[LAYERS] = {
		[FIRST_TWO] = 1, [SECOND_TWO] = 1, [THIRD_TWO] = 1};
	uint8_t maps[2][MAX_ACTIVATIONS], input[MAX_ACTIVATIONS];
	const unsigned char *at = resnet8_weights;

	for (int i = 0; i < RESNET8_PIXELS; i++)
		maps[0][i] = picture[i] >> 1;
	for (int i = 0; i < LAYERS; i++) {
		struct layer layer = next_layer(&shapes[i], &at);

		convolve(&shapes[i], &layer, maps[i % 2], adds_input[i] ? input : NULL,
			 maps[(i + 1) % 2]);
		/* The maps between blocks, which the next block adds. */
		if (i % 2 == 0)
			memcpy(input, maps[(i + 1) % 2], MAX_ACTIVATIONS);
	}
	classify(at, maps[LAYERS % 2], ret_logits);
}
