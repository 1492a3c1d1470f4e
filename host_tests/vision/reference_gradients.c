/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels based on gradients of 3, 5 and 7 pixels, and smaller images. */
#include <math.h>

#include "reference.h"

static const int smooth[3][7] = {{1, 2, 1}, {1, 4, 6, 4, 1}, {1, 6, 15, 20, 15, 6, 1}};
static const int slope[3][7] = {{-1, 0, 1}, {-1, -2, 0, 2, 1}, {-1, -4, -5, 0, 5, 4, 1}};

/* Callers do not ask for a window that reaches beyond the image. */
static void gradient_at(const struct picture *src, int x, int y, int size, int64_t *gx, int64_t *gy)
{
	const int *along = slope[size / 2 - 1], *across = smooth[size / 2 - 1];

	*gx = *gy = 0;
	for (int r = 0; r < size; r++) {
		for (int c = 0; c < size; c++) {
			int pixel = row_of(src, y + r - size / 2)[x + c - size / 2];

			*gx += across[r] * along[c] * pixel;
			*gy += along[r] * across[c] * pixel;
		}
	}
}

static float harris_at(const struct picture *src, int x, int y, float threshold, float sensitivity,
		       int gradient, int block)
{
	double scale = 1 / (double)(255 * block * (1 << (gradient - 1))), det, trace;
	int margin = gradient / 2 + block / 2;
	int64_t xx = 0, xy = 0, yy = 0, gx, gy;
	float strength;

	if (x < margin || y < margin || x >= src->width - margin || y >= src->height - margin)
		return 0;
	for (int i = 0; i < block * block; i++) {
		gradient_at(src, x + i % block - block / 2, y + i / block - block / 2, gradient,
			    &gx, &gy);
		xx += gx * gx;
		xy += gx * gy;
		yy += gy * gy;
	}
	det = (double)xx * (double)yy - (double)xy * (double)xy;
	trace = (double)xx + (double)yy;
	strength = (float)((det - (double)sensitivity * trace * trace) *
			   (scale * scale * scale * scale));
	return strength > threshold ? strength : 0;
}

/* Of equal neighbours, the last one is the peak. */
static bool is_peak(const float *strengths, int width, int height, int x, int y)
{
	float own = strengths[y * width + x];

	for (int i = 0; i < 9 && own > 0; i++) {
		int to_x = x + i % 3 - 1, to_y = y + i / 3 - 1;
		bool there = to_x >= 0 && to_y >= 0 && to_x < width && to_y < height;
		float other = there ? strengths[to_y * width + to_x] : 0;

		if (i < 4 ? other > own : i > 4 && other >= own)
			return false;
	}
	return own > 0;
}

/* The strongest remaining peak, or -1. */
static int strongest(const float *strengths, const bool *open, int count)
{
	int best = -1;

	for (int i = 0; i < count; i++)
		if (open[i] && (best < 0 || strengths[i] > strengths[best]))
			best = i;
	return best;
}

uint64_t reference_harris(const struct picture *src, struct keypoint *corners, int capacity,
			  float threshold, float distance, float sensitivity, int gradient,
			  int block)
{
	int count = src->width * src->height, best;
	float *strengths = calloc((size_t)count, sizeof(*strengths));
	bool *open = calloc((size_t)count, sizeof(*open));
	uint64_t found = 0;

	assert_true(strengths && open);
	for (int i = 0; i < count; i++)
		strengths[i] = harris_at(src, i % src->width, i / src->width, threshold,
					 sensitivity, gradient, block);
	for (int i = 0; i < count; i++)
		open[i] = is_peak(strengths, src->width, src->height, i % src->width,
				  i / src->width);
	while ((best = strongest(strengths, open, count)) >= 0) {
		int x = best % src->width, y = best / src->width;

		if (found < (uint64_t)capacity)
			corners[found] = (struct keypoint){
				.x = x, .y = y, .strength = strengths[best], .tracking_status = 1};
		found++;
		open[best] = false;
		for (int i = 0; i < count; i++)
			if (hypot(i % src->width - x, i / src->width - y) < (double)distance)
				open[i] = false;
	}
	free(strengths);
	free(open);
	return found;
}

/* --- Canny ----------------------------------------------------------------------------------------- */

static double length_of(int64_t gx, int64_t gy, int norm)
{
	return norm == VISION_NORM_L1 ? (double)(llabs(gx) + llabs(gy))
				      : sqrt((double)(gx * gx + gy * gy));
}

/* -1: the pixel is suppressed */
static double ridge_at(const struct picture *src, int x, int y, int size, int norm)
{
	static const int steps[4][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}};
	int64_t gx, gy, other_x, other_y;
	double length, angle;
	int sector;

	gradient_at(src, x, y, size, &gx, &gy);
	length = length_of(gx, gy, norm);
	angle = atan2((double)gy, (double)gx) / acos(-1) * 4; /* in eighths of a turn */
	sector = ((int)floor(angle + 0.5) + 8) % 4;
	for (int side = -1; side <= 1; side += 2) {
		gradient_at(src, x + side * steps[sector][0], y + side * steps[sector][1], size,
			    &other_x, &other_y);
		if (length_of(other_x, other_y, norm) > length)
			return -1;
	}
	return length;
}

static bool touches_edge(const struct picture *dst, int x, int y)
{
	for (int i = 0; i < 9; i++)
		if (row_of(dst, y + i / 3 - 1)[x + i % 3 - 1] == 255)
			return true;
	return false;
}

void reference_canny(const struct picture *src, struct picture *dst, int lower, int upper,
		     int gradient, int norm)
{
	int margin = gradient / 2 + 1;
	bool more = true;

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			bool inside = x >= margin && y >= margin && x < dst->width - margin &&
				      y < dst->height - margin;
			double length = inside ? ridge_at(src, x, y, gradient, norm) : -1;

			row_of(dst, y)[x] = length > upper ? 255 : length > lower ? 1 : 0;
		}
	}
	while (more) {
		more = false;
		for (int y = margin; y < dst->height - margin; y++) {
			for (int x = margin; x < dst->width - margin; x++) {
				if (row_of(dst, y)[x] != 1 || !touches_edge(dst, x, y))
					continue;
				row_of(dst, y)[x] = 255;
				more = true;
			}
		}
	}
	for (int y = 0; y < dst->height; y++)
		for (int x = 0; x < dst->width; x++)
			row_of(dst, y)[x] = row_of(dst, y)[x] == 255 ? 255 : 0;
}

/* --- smaller images -------------------------------------------------------------------------------- */

void reference_smaller(const struct picture *src, struct picture *dst, int size, int border,
		       int value)
{
	static const int weights[3][5] = {{0, 0, 1, 0, 0}, {0, 1, 2, 1, 0}, {1, 4, 6, 4, 1}};
	const int *w = weights[size / 2];
	int total = size == 1 ? 1 : size == 3 ? 4 : 16;

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			double from_x = (x + 0.5) * src->width / dst->width - 0.5;
			double from_y = (y + 0.5) * src->height / dst->height - 0.5;
			int at_x = (int)floor(from_x + 0.5), at_y = (int)floor(from_y + 0.5);
			int sum = 0;

			for (int i = 0; i < 25; i++)
				sum += w[i % 5] * w[i / 5] *
				       pixel_at(src, at_x + i % 5 - 2, at_y + i / 5 - 2, border,
						value);
			row_of(dst, y)[x] = (uint8_t)(sum / (total * total));
		}
	}
}

/* Zeros between the pixels; the image continues beyond its edges. */
static int spread_at(const struct picture *src, int x, int y)
{
	int column = x < 0 ? 0 : x / 2 < src->width ? x / 2 : src->width - 1;
	int line = y < 0 ? 0 : y / 2 < src->height ? y / 2 : src->height - 1;

	if (x % 2 || y % 2)
		return 0;
	return src->pixel == 1 ? row_of(src, line)[column]
			       : ((int16_t *)(void *)row_of(src, line))[column];
}

void reference_upsample(const struct picture *src, struct picture *dst)
{
	static const int w[5] = {1, 4, 6, 4, 1};

	for (int y = 0; y < dst->height; y++) {
		for (int x = 0; x < dst->width; x++) {
			int sum = 0;

			for (int i = 0; i < 25; i++)
				sum += w[i % 5] * w[i / 5] *
				       spread_at(src, x + i % 5 - 2, y + i / 5 - 2);
			((int16_t *)(void *)row_of(dst, y))[x] = (int16_t)(sum / 256 * 4);
		}
	}
}
