/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that read the source where each pixel of the output comes from. */
#include "vision.h"

/* An image that is read at any place; where its pixels are is an argument of its own (see vision.h). */
struct source {
	int stride, width, height, border;
	uint8_t value;

	uint8_t at(const uint8_t *plane, int x, int y) const
	{
#pragma HLS INLINE
		if (x < 0 || y < 0 || x >= width || y >= height) {
			if (border == VISION_BORDER_CONSTANT)
				return value;
			x = x < 0 ? 0 : x < width ? x : width - 1;
			y = y < 0 ? 0 : y < height ? y : height - 1;
		}
		return plane[int64_t(y) * stride + x];
	}
};

/*
 * Where a row or column of `to` pixels lies in one of `from` pixels (Scale Image): in pixels, and in parts of a
 * pixel of which 2 * to are a whole one. Centres map to centres, so pixel i is at ((2i + 1) from - to) / (2 to).
 */
struct place {
	int pixel, parts;
};

static place lower_place(int i, int from, int to)
{
#pragma HLS INLINE
	int64_t whole = 2 * int64_t(to), at = (2 * int64_t(i) + 1) * from - to;
	int64_t pixel = at < 0 ? -1 : at / whole; /* never below -1/2 */

	return {int(pixel), int(at - pixel * whole)};
}

/* The pixel whose centre is nearest; of two, the one behind. */
static int nearest_place(int i, int from, int to)
{
	return int((2 * int64_t(i) + 1) * from / (2 * int64_t(to)));
}

static void scale_nearest(const uint8_t *plane, const source &src, int width, int height,
			  hls::stream<beat<uint8_t>> &out)
{
	int columns[VISION_MOST_WIDTH];

	assert(width <= VISION_MOST_WIDTH);
	for (int x = 0; x < beats_of(width) * PIXELS; x++)
		columns[x] = nearest_place(x < width ? x : width - 1, src.width, width);
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(nearest_place(y, src.height, height)) * src.stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS; k++)
				pixels[k] = plane[row + columns[x + k]];
			out.write(pixels);
		}
	}
}

/* The weighted mean of four pixels, exact and then truncated. */
static void scale_bilinear(const uint8_t *plane, const source &src, int width, int height,
			   hls::stream<beat<uint8_t>> &out)
{
	place columns[VISION_MOST_WIDTH];
	const uint64_t area = uint64_t(2) * width * 2 * height;

	assert(width <= VISION_MOST_WIDTH);
	for (int x = 0; x < beats_of(width) * PIXELS; x++)
		columns[x] = lower_place(x < width ? x : width - 1, src.width, width);
	for (int y = 0; y < height; y++) {
		const place line = lower_place(y, src.height, height);

		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS PIPELINE II = 1
				const place column = columns[x + k];
				const int64_t right = column.parts,
					      left = 2 * int64_t(width) - right;
				const int64_t below = line.parts,
					      above = 2 * int64_t(height) - below;
				const int64_t upper =
					left * src.at(plane, column.pixel, line.pixel) +
					right * src.at(plane, column.pixel + 1, line.pixel);
				const int64_t lower =
					left * src.at(plane, column.pixel, line.pixel + 1) +
					right * src.at(plane, column.pixel + 1, line.pixel + 1);

				pixels[k] = uint8_t(uint64_t(above * upper + below * lower) / area);
			}
			out.write(pixels);
		}
	}
}

static void scale(const uint8_t *plane, const source &src, int width, int height, int type,
		  hls::stream<beat<uint8_t>> &out)
{
	if (type == VISION_NEAREST)
		scale_nearest(plane, src, width, height, out);
	else
		scale_bilinear(plane, src, width, height, out);
}

extern "C" void scale_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    int src_width, int src_height, int dst_width, int dst_height, int type,
			    int border, int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = {src_stride, src_width, src_height, border, uint8_t(border_value)};

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR);
	scale(src, from, dst_width, dst_height, type, out);
	store(out, dst, dst_stride, dst_width, dst_height);
}

/* A coordinate's nearest integer in [-1, limit]; not a number counts as -1. */
static int rounded_within(double at, int limit)
{
#pragma HLS INLINE
	double nearest = __builtin_floor(at + 0.5);

	return nearest >= 0 ? nearest < limit ? int(nearest) : limit : -1;
}

/* Warp Affine: output pixel (x, y) is the source pixel nearest to (a x + b y + c, d x + e y + f). */
static void warp(const uint8_t *plane, const source &src, const float *matrix, int width,
		 int height, hls::stream<beat<uint8_t>> &out)
{
	double m[6];

	for (int i = 0; i < 6; i++)
		m[i] = matrix[i];
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS PIPELINE II = 1
				pixels[k] = src.at(
					plane,
					rounded_within(m[0] * (x + k) + m[2] * y + m[4], src.width),
					rounded_within(m[1] * (x + k) + m[3] * y + m[5],
						       src.height));
			}
			out.write(pixels);
		}
	}
}

/* `matrix` is OpenVX's, 2 x 3: a, d, b, e, c, f. */
extern "C" void warp_affine(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    const float *matrix, int src_width, int src_height, int dst_width,
			    int dst_height, int type, int border, int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = matrix bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = {src_stride, src_width, src_height, border, uint8_t(border_value)};

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST);
	warp(src, from, matrix, dst_width, dst_height, out);
	store(out, dst, dst_stride, dst_width, dst_height);
}
