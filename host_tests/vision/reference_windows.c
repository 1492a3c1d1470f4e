/* SPDX-License-Identifier: Apache-2.0 */
/* Filters with windows of any size, and statistics of an image. */
#include <math.h>

#include "reference.h"

static int16_t s16_at(const struct picture *picture, int x, int y)
{
	return ((const int16_t *)(const void *)row_of(picture, y))[x];
}

static int any_at(const struct picture *picture, int x, int y)
{
	return picture->pixel == 2 ? s16_at(picture, x, y) : row_of(picture, y)[x];
}

static int limited(int value, int low, int high)
{
	return value < low ? low : value > high ? high : value;
}

void reference_convolve(const struct picture *src, struct picture *dst, const int16_t *coefficients,
			int rows, int columns, int scale, int border, int value)
{
	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int sum = 0;

			for (int l = 0; l < rows; l++)
				for (int k = 0; k < columns; k++)
					sum += pixel_at(src, x + columns / 2 - k, y + rows / 2 - l,
							border, value) *
					       coefficients[l * columns + k];
			sum /= scale;
			if (dst->pixel == 1)
				row_of(dst, y)[x] = (uint8_t)limited(sum, 0, 255);
			else
				((int16_t *)(void *)row_of(dst, y))[x] =
					(int16_t)limited(sum, -32768, 32767);
		}
	}
}

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void reference_non_linear(const struct picture *src, struct picture *dst, const uint8_t *mask,
			  int rows, int columns, int origin_x, int origin_y, int function,
			  int border, int value)
{
	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int values[81], count = 0;

			for (int i = 0; i < rows * columns; i++)
				if (mask[i])
					values[count++] = pixel_at(src, x + i % columns - origin_x,
								   y + i / columns - origin_y,
								   border, value);
			qsort(values, (size_t)count, sizeof(int), by_value);
			row_of(dst,
			       y)[x] = (uint8_t)values[function == VISION_FILTER_MIN   ? 0
						       : function == VISION_FILTER_MAX ? count - 1
										       : count / 2];
		}
	}
}

void reference_mean(const struct picture *src, float *mean, float *deviation)
{
	double number = (double)src->width * src->height, sum = 0;
	long double squares = 0;

	for (int y = 0; y < src->height; y++)
		for (int x = 0; x < src->width; x++)
			sum += row_of(src, y)[x];
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			long double away = row_of(src, y)[x] - (long double)sum / number;

			squares += away * away;
		}
	}
	*mean = (float)(sum / number);
	*deviation = (float)sqrtl(squares / number);
}

void reference_ends(const struct picture *src, struct ends *least, struct ends *most, int room)
{
	least->value = 32767;
	most->value = -32768;
	for (int i = 0; i < src->width * src->height; i++) {
		int value = any_at(src, i % src->width, i / src->width);

		least->value = value < least->value ? value : least->value;
		most->value = value > most->value ? value : most->value;
	}
	least->number = most->number = 0;
	for (int i = 0; i < src->width * src->height; i++) {
		int x = i % src->width, y = i / src->width;

		for (int k = 0; k < 2; k++) {
			struct ends *ends = k ? most : least;

			if (any_at(src, x, y) != ends->value)
				continue;
			if (ends->number < (uint64_t)room) {
				ends->places[ends->number][0] = (uint32_t)x;
				ends->places[ends->number][1] = (uint32_t)y;
			}
			ends->number++;
		}
	}
}
