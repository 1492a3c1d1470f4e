/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generates the kernel's constants from weights.bin: `pack weights.bin network.h`. Run by the
 * build. layer.h defines the order of weights in the output, train.py the order in the input.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "resnet8.h"

enum { LANES = 16, TAPS = 4, MAX_VALUES = 1 << 20 };

struct input {
	const char *path;
	uint8_t bytes[MAX_VALUES];
	size_t size, at;
};

static _Noreturn void pack_fail(const char *path, const char *why)
{
	fprintf(stderr, "pack: %s: %s\n", path, why);
	exit(1);
}

static const int8_t *pack_take(struct input *input, size_t count)
{
	const uint8_t *taken = input->bytes + input->at;

	if (count > input->size - input->at)
		pack_fail(input->path, "is shorter than the layers of resnet8.h");
	input->at += count;
	return (const int8_t *)taken;
}

static int32_t pack_number_at(const int8_t *bytes, int index)
{
	const uint8_t *at = (const uint8_t *)bytes + (size_t)index * 4;

	return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
			 (uint32_t)at[3] << 24);
}

/*
 * For 16 outputs, whose weights are `stride` apart: groups of four of the first `count` weights of
 * each.
 */
static void write_groups(FILE *file, const int8_t *weights, size_t stride, int count)
{
	for (int first = 0; first < count; first += TAPS) {
		fputs("\t{", file);
		for (int i = 0; i < LANES * TAPS; i++) {
			int tap = first + i % TAPS;

			fprintf(file, "%d,", tap < count ? weights[i / TAPS * stride + tap] : 0);
		}
		fputs("},\n", file);
	}
}

/* Writes numbers of one or four bytes in braces. */
static void write_numbers(FILE *file, const int8_t *numbers, int count, int width, const char *end)
{
	fputs("\t{", file);
	for (int i = 0; i < count; i++)
		fprintf(file, "%d,", width == 1 ? numbers[i] : pack_number_at(numbers, i));
	fputs(end, file);
}

static void write_layer(FILE *file, struct input *input, const char *name, int inputs, int outputs,
			int beside)
{
	const int8_t *weights = pack_take(input, (size_t)outputs * 9 * inputs);
	const int8_t *more = pack_take(input, (size_t)outputs * beside);

	fprintf(file, "static const layer<%d, %d, %d> %s = {{\n", inputs, outputs, beside, name);
	for (int block = 0; block < outputs; block += LANES) {
		fputs("\t{\n", file);
		for (int row = 0; row < 3; row++)
			write_groups(file, weights + (block * 3 + row) * 3 * inputs,
				     (size_t)9 * inputs, 3 * inputs);
		write_groups(file, more + (size_t)block * beside, beside, beside);
		fputs("\t},\n", file);
	}
	fputs("\t},\n", file);
	write_numbers(file, pack_take(input, (size_t)outputs * 4), outputs, 4, "},\n");
	write_numbers(file, pack_take(input, outputs), outputs, 1, "},\n");
	fputs("};\n\n", file);
}

static void write_dense(FILE *file, struct input *input)
{
	fprintf(file, "static const int8_t dense_weights[%d][%d] = {\n", RESNET8_CLASSES,
		RESNET8_FEATURES);
	for (int i = 0; i < RESNET8_CLASSES; i++)
		write_numbers(file, pack_take(input, RESNET8_FEATURES), RESNET8_FEATURES, 1,
			      "},\n");
	fprintf(file, "};\n\nstatic const int32_t dense_bias[%d] =\n", RESNET8_CLASSES);
	write_numbers(file, pack_take(input, RESNET8_CLASSES * 4), RESNET8_CLASSES, 4, "};\n");
}

static void pack_read_input(struct input *input, const char *path)
{
	FILE *file = fopen(path, "rb");

	input->path = path;
	if (!file)
		pack_fail(path, "cannot be opened");
	input->size = fread(input->bytes, 1, MAX_VALUES, file);
	fclose(file);
}

int main(int argc, char **argv)
{
	static struct input input;
	FILE *file;

	if (argc != 3) {
		fprintf(stderr, "usage: %s weights.bin network.h\n", argv[0]);
		return 2;
	}
	pack_read_input(&input, argv[1]);
	file = fopen(argv[2], "w");
	if (!file)
		pack_fail(argv[2], "cannot be created");
	fputs("/* Made by pack.c from weights.bin; layer.h comes before it. */\n\n", file);
#define WRITE(name, inputs, outputs, side, stride, beside)                                         \
	write_layer(file, &input, #name, inputs, outputs, beside);
	RESNET8_LAYERS(WRITE)
#undef WRITE
	write_dense(file, &input);
	if (input.at != input.size)
		pack_fail(input.path, "is longer than the layers of resnet8.h");
	if (fclose(file))
		pack_fail(argv[2], "cannot be written completely");
	return 0;
}
