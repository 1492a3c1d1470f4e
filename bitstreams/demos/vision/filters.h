/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of filters on a window of 3 x 3 pixels, for a beat at a time. */
#ifndef VISION_FILTERS_H
#define VISION_FILTERS_H

#include "vision.h"

/* Gaussian Filter: weights 1 2 1, 2 4 2, 1 2 1, divided by 16; the quotient is truncated. */
struct gaussian {
	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint16_t sum[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++)
			sum[k] = uint16_t(w[0][k] + 2 * w[1][k] + w[2][k]);
		for (int k = 0; k < PIXELS; k++)
			out[k] = uint8_t((sum[k] + 2 * sum[k + 1] + sum[k + 2]) >> 4);
	}
};

/* Box Filter: the mean of nine; the quotient is truncated. */
struct box {
	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint16_t sum[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++)
			sum[k] = uint16_t(w[0][k] + w[1][k] + w[2][k]);
		for (int k = 0; k < PIXELS; k++)
			out[k] = uint8_t(uint16_t(sum[k] + sum[k + 1] + sum[k + 2]) / 9);
	}
};

static inline uint8_t least(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static inline uint8_t most(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static inline uint8_t middle(uint8_t a, uint8_t b, uint8_t c)
{
	return most(least(a, b), least(most(a, b), c));
}

/*
 * Median Filter: the median of the maximum of the columns' minima, the median of their medians, and
 * the minimum of their maxima.
 */
struct median {
	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint8_t low[PIXELS + 2], mid[PIXELS + 2], high[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++) {
			low[k] = least(least(w[0][k], w[1][k]), w[2][k]);
			mid[k] = middle(w[0][k], w[1][k], w[2][k]);
			high[k] = most(most(w[0][k], w[1][k]), w[2][k]);
		}
		for (int k = 0; k < PIXELS; k++)
			out[k] = middle(most(most(low[k], low[k + 1]), low[k + 2]),
					middle(mid[k], mid[k + 1], mid[k + 2]),
					least(least(high[k], high[k + 1]), high[k + 2]));
	}
};

struct erode {
	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint8_t low[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++)
			low[k] = least(least(w[0][k], w[1][k]), w[2][k]);
		for (int k = 0; k < PIXELS; k++)
			out[k] = least(least(low[k], low[k + 1]), low[k + 2]);
	}
};

struct dilate {
	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint8_t high[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++)
			high[k] = most(most(w[0][k], w[1][k]), w[2][k]);
		for (int k = 0; k < PIXELS; k++)
			out[k] = most(most(high[k], high[k + 1]), high[k + 2]);
	}
};

/* Sobel 3x3: both gradients. */
struct gradients {
	beat<int16_t> x, y;
};

struct sobel {
	void operator()(const window_rows<1> &w, gradients &out) const
	{
#pragma HLS INLINE
		int16_t smooth[PIXELS + 2], steep[PIXELS + 2];

		for (int k = 0; k < PIXELS + 2; k++) {
			smooth[k] = int16_t(w[0][k] + 2 * w[1][k] + w[2][k]);
			steep[k] = int16_t(w[2][k] - w[0][k]);
		}
		for (int k = 0; k < PIXELS; k++) {
			out.x[k] = int16_t(smooth[k + 2] - smooth[k]);
			out.y[k] = int16_t(steep[k] + 2 * steep[k + 1] + steep[k + 2]);
		}
	}
};

/*
 * Magnitude: sqrt(x^2 + y^2), rounded to nearest, at most 32767. The estimate of the root is off by
 * at most one: z is right if z (z - 1) < x^2 + y^2 <= z (z + 1), since a root is never halfway
 * between two integers.
 */
static inline int16_t magnitude_of(int x, int y)
{
#pragma HLS INLINE
	uint32_t squares = uint32_t(x * x) + uint32_t(y * y);
	int sum = int(squares < 0x7fffffff ? squares : 0x7fffffff);
	int z = int(__builtin_sqrtf(float(sum)) + 0.5f);

	z -= z * (z - 1) >= sum;
	z += z * (z + 1) < sum;
	z = z < 0 ? 0 : z;
	return int16_t(z < 32767 ? z : 32767);
}

/* Convert Bit Depth, S16 to U8. */
static inline uint8_t to_u8(int16_t value, int policy, int shift)
{
#pragma HLS INLINE
	int shifted = value >> shift;

	return policy == VISION_SATURATE ? saturate_u8(shifted) : uint8_t(shifted);
}

/* Luma of BT.709, as in Color Convert: floor of 0.2126 R + 0.7152 G + 0.0722 B. */
static inline uint8_t luma_of(int red, int green, int blue)
{
#pragma HLS INLINE
	return uint8_t(uint32_t(2126 * red + 7152 * green + 722 * blue) / 10000);
}

#endif
