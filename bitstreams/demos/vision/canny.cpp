/* SPDX-License-Identifier: Apache-2.0 */
/* Canny Edge Detector. */
#include "gradients.h"

static const int LINES = 3;
static const uint8_t NOTHING = 0, WEAK = 1, STRONG = 2, EDGE = 255;

/*
 * Three rows of gradients and their magnitudes. For an L2 norm these stay squared, which is exact.
 */
struct lengths {
	int32_t gx[LINES][VISION_MOST_WIDTH], gy[LINES][VISION_MOST_WIDTH];
	uint64_t length[LINES][VISION_MOST_WIDTH];
};

static uint32_t size_of(int32_t value)
{
#pragma HLS INLINE
	return uint32_t(value < 0 ? -value : value);
}

static void length_row(lengths &rows, int line, int from, int to, bool squared)
{
	for (int x = from; x < to; x++) {
#pragma HLS PIPELINE II = 1
		const uint64_t gx = size_of(rows.gx[line][x]), gy = size_of(rows.gy[line][x]);

		rows.length[line][x] = squared ? gx * gx + gy * gy : gx + gy;
	}
}

/*
 * Whether a pixel's gradient is at least as long as its two neighbours' along the gradient's
 * direction, which is one of four. Sectors end at pi / 8, whose tangent is sqrt(2) - 1, so |y| <
 * |x| tan(pi / 8) is equivalent to (|x| + |y|)^2 < 2 x^2.
 */
static bool is_ridge(const lengths &rows, int above, int own, int below, int x)
{
#pragma HLS INLINE
	const int32_t gx = rows.gx[own][x], gy = rows.gy[own][x];
	const uint64_t wide = size_of(gx), high = size_of(gy), sum = wide + high;
	const uint64_t length = rows.length[own][x];
	const int step = (gx < 0) == (gy < 0) ? 1 : -1;

	if (sum * sum < 2 * wide * wide)
		return length >= rows.length[own][x - 1] && length >= rows.length[own][x + 1];
	if (sum * sum < 2 * high * high)
		return length >= rows.length[above][x] && length >= rows.length[below][x];
	return length >= rows.length[above][x - step] && length >= rows.length[below][x + step];
}

/*
 * Classifies pixels before edges are traced. There are no ridges where a kernel leaves the image.
 */
static void find_ridges(const uint8_t *plane, int stride, uint8_t *states, int row_bytes, int width,
			int height, const sobel_taps &taps, bool squared, uint64_t lower,
			uint64_t upper)
{
	const int reach = taps.reach, from = reach, to = width - reach;
	int32_t smooth[VISION_MOST_WIDTH], slope[VISION_MOST_WIDTH];
	lengths rows;

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			states[int64_t(y) * row_bytes + x] = NOTHING;
every_row:
	for (int y = reach; y < height - reach; y++) {
		const int above = (y + 1) % LINES, own = (y + 2) % LINES, below = y % LINES;
		const int64_t row = int64_t(y - 1) * row_bytes;

		gradient_row(plane, stride, width, y, taps, smooth, slope, rows.gx[below],
			     rows.gy[below]);
		length_row(rows, below, from, to, squared);
		if (y < reach + 2)
			continue;
		for (int x = from + 1; x < to - 1; x++) {
#pragma HLS PIPELINE II = 1
			const uint64_t length = rows.length[own][x];

			if (length > lower && is_ridge(rows, above, own, below, x))
				states[row + x] = length > upper ? STRONG : WEAK;
		}
	}
}

/* Weak pixels adjacent to an edge pixel become edge pixels; each pixel is pushed at most once. */
static void trace_from(uint8_t *states, int row_bytes, int width, int x, int y, int32_t *stack)
{
	int64_t depth = 0;

	states[int64_t(y) * row_bytes + x] = EDGE;
	stack[depth++] = y * width + x;
	while (depth) {
		const int32_t place = stack[--depth];
		const int at_x = place % width, at_y = place / width;

		for (int i = 0; i < 9; i++) { /* no ridge is at the border of the image */
			const int to_x = at_x + i % 3 - 1, to_y = at_y + i / 3 - 1;
			const int64_t to = int64_t(to_y) * row_bytes + to_x;

			if (states[to] != WEAK && states[to] != STRONG)
				continue;
			states[to] = EDGE;
			stack[depth++] = to_y * width + to_x;
		}
	}
}

static void put_edges(const uint8_t *states, uint8_t *dst, int dst_stride, int dst_format,
		      int width, int height)
{
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * dst_stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<uint8_t> pixels = take(states + int64_t(y) * width + x, width - x);

			for (int k = 0; k < PIXELS; k++)
				pixels[k] = pixels[k] == EDGE ? 255 : 0;
			if (dst_format == VISION_U1)
				put_bits(dst + row, x, width - x, pixels);
			else
				put(dst + row + x, width - x, pixels);
		}
	}
}

/*
 * Writes U8 or U1. `upper` and `lower` are the bounds of a threshold of type `kind`. `scratch` has
 * 5 bytes per pixel: a stack of positions, and the state of each pixel.
 */
extern "C" void canny(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
		      int dst_format, int width, int height, int kind, int lower, int upper,
		      int gradient_size, int norm, int32_t *scratch)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = scratch bundle = gmem2
	const sobel_taps taps = sobel_of(gradient_size);
	const bool squared = norm == VISION_NORM_L2;
	uint8_t *states = (uint8_t *)(scratch + int64_t(width) * height);
	const uint64_t low = uint64_t(lower), high = uint64_t(upper);

	check_image(width, height, src_stride, 1);
	check_bytes(width, height, dst_stride, dst_format);
	assert(width <= VISION_MOST_WIDTH && int64_t(width) * height <= 0x7fffffff);
	assert(kind == VISION_RANGE && lower >= 0 && lower <= upper);
	assert(squared || norm == VISION_NORM_L1);
	find_ridges(src, src_stride, states, width, width, height, taps, squared,
		    squared ? low * low : low, squared ? high * high : high);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			if (states[int64_t(y) * width + x] == STRONG)
				trace_from(states, width, width, x, y, scratch);
	put_edges(states, dst, dst_stride, dst_format, width, height);
}
