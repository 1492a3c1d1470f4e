/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients with 3, 5 and 7 taps, a row at a time, for Harris Corners and Canny. */
#ifndef VISION_GRADIENTS_H
#define VISION_GRADIENTS_H

#include "vision.h"

static const int MAX_TAPS = 7;

/* Sobel kernels smooth across and differentiate along. */
struct sobel_taps {
	int smooth[MAX_TAPS], slope[MAX_TAPS], reach;
};

static inline sobel_taps sobel_of(int size)
{
	assert(size == 3 || size == 5 || size == 7);
	if (size == 3)
		return {{1, 2, 1}, {-1, 0, 1}, 1};
	if (size == 5)
		return {{1, 4, 6, 4, 1}, {-1, -2, 0, 2, 1}, 2};
	return {{1, 6, 15, 20, 15, 6, 1}, {-1, -4, -5, 0, 5, 4, 1}, 3};
}

/*
 * Both gradients of row y, for pixels whose kernel is within the image, from `reach` to width -
 * reach; the same must hold for row y. `smooth` and `slope` are buffers of one row each.
 */
static void gradient_row(const uint8_t *plane, int stride, int width, int y, const sobel_taps &taps,
			 int32_t smooth[VISION_MOST_WIDTH], int32_t slope[VISION_MOST_WIDTH],
			 int32_t gx[VISION_MOST_WIDTH], int32_t gy[VISION_MOST_WIDTH])
{
	const int reach = taps.reach;

	for (int x = 0; x < width; x++)
		smooth[x] = slope[x] = 0;
	for (int r = 0; r <= 2 * reach; r++) {
		const int64_t row = int64_t(y + r - reach) * stride;
		const int weight = taps.smooth[r], step = taps.slope[r];

		for (int x = 0; x < width; x++) {
#pragma HLS PIPELINE II = 1
			smooth[x] += weight * plane[row + x];
			slope[x] += step * plane[row + x];
		}
	}
	for (int x = reach; x < width - reach; x++)
		gx[x] = gy[x] = 0;
	for (int c = 0; c <= 2 * reach; c++) {
		const int weight = taps.smooth[c], step = taps.slope[c];

		for (int x = reach; x < width - reach; x++) {
#pragma HLS PIPELINE II = 1
			gx[x] += step * smooth[x + c - reach];
			gy[x] += weight * slope[x + c - reach];
		}
	}
}

#endif
