/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that read the source where each pixel of the output comes from. */
#include "vision.h"

/* An image that is read at any place; where its pixels are is an argument of its own (see vision.h). */
struct source {
	int stride, width, height, border;
	uint8_t value;
	int left, top, right, bottom; /* what counts of it; beyond is the border */

	uint8_t at(const uint8_t *plane, int x, int y) const
	{
#pragma HLS INLINE
		if (x < left || y < top || x >= right || y >= bottom) {
			if (border == VISION_BORDER_CONSTANT)
				return value;
			x = x < left ? left : x < right ? x : right - 1;
			y = y < top ? top : y < bottom ? y : bottom - 1;
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

/* The sum of one row's pixels under [begin, end), of which each is `pixel` long. */
static int64_t sum_of_row(const uint8_t *plane, int64_t row, int64_t begin, int64_t end,
			  int64_t pixel)
{
	int64_t sum = 0;

	for (int64_t x = begin / pixel; x * pixel < end; x++) {
#pragma HLS PIPELINE II = 1
		const int64_t from = x * pixel, to = from + pixel;

		sum += ((to < end ? to : end) - (from > begin ? from : begin)) * plane[row + x];
	}
	return sum;
}

/*
 * The mean of what the output's pixel covers of the source, exact and then to the nearest integer. A pixel of the source is
 * `width` long and `height` high here, one of the output as many units as the source has pixels.
 */
static uint8_t mean_of(const uint8_t *plane, const source &src, int x, int y, int width, int height)
{
#pragma HLS INLINE
	const int64_t left = int64_t(x) * src.width, top = int64_t(y) * src.height;
	const int64_t end = top + src.height, area = int64_t(src.width) * src.height;
	int64_t sum = 0;

	for (int64_t line = top / height; line * height < end; line++) {
		const int64_t from = line * height, to = from + height;

		sum += ((to < end ? to : end) - (from > top ? from : top)) *
		       sum_of_row(plane, line * src.stride, left, left + src.width, width);
	}
	return uint8_t((sum + area / 2) / area);
}

static void scale_area(const uint8_t *plane, const source &src, int width, int height,
		       hls::stream<beat<uint8_t>> &out)
{
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS && x + k < width; k++)
				pixels[k] = mean_of(plane, src, x + k, y, width, height);
			out.write(pixels);
		}
	}
}

static void scale(const uint8_t *plane, const source &src, int width, int height, int type,
		  hls::stream<beat<uint8_t>> &out)
{
	if (type == VISION_NEAREST)
		scale_nearest(plane, src, width, height, out);
	else if (type == VISION_AREA)
		scale_area(plane, src, width, height, out);
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
	const source from = {src_stride, src_width, src_height, border,    uint8_t(border_value),
			     0,          0,         src_width,  src_height};

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR || type == VISION_AREA);
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

/* The whole part of a coordinate in [-1, limit], and the rest of it; far away is the border. */
static int whole_within(double at, int limit, double *ret_rest)
{
#pragma HLS INLINE
	double whole = __builtin_floor(at);

	*ret_rest = whole >= -1 && whole < limit ? at - whole : 0;
	return whole >= -1 ? whole < limit ? int(whole) : limit : -1;
}

/* Between two values; exactly theirs if they are the same. */
static double on_the_way(double from, double to, double part)
{
#pragma HLS INLINE
	return from + part * (to - from);
}

/* Four pixels by their distance from (x, y), in double precision, truncated. */
static uint8_t between(const uint8_t *plane, const source &src, double x, double y)
{
#pragma HLS INLINE
	double s, t;
	const int left = whole_within(x, src.width, &s), top = whole_within(y, src.height, &t);
	const double upper = on_the_way(src.at(plane, left, top), src.at(plane, left + 1, top), s);
	const double lower = on_the_way(src.at(plane, left, top + 1),
					src.at(plane, left + 1, top + 1), s);

	return uint8_t(on_the_way(upper, lower, t));
}

/* Warp Affine: output pixel (x, y) is the source at (a x + b y + c, d x + e y + f). */
static void warp(const uint8_t *plane, const source &src, const float *matrix, int width,
		 int height, int type, hls::stream<beat<uint8_t>> &out)
{
	double m[6];

	for (int i = 0; i < 6; i++)
		m[i] = matrix[i];
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS PIPELINE II = 1
				const double from_x = m[0] * (x + k) + m[2] * y + m[4];
				const double from_y = m[1] * (x + k) + m[3] * y + m[5];

				pixels[k] = type == VISION_NEAREST
						    ? src.at(plane,
							     rounded_within(from_x, src.width),
							     rounded_within(from_y, src.height))
						    : between(plane, src, from_x, from_y);
			}
			out.write(pixels);
		}
	}
}

/*
 * `matrix` is OpenVX's, 2 x 3: a, d, b, e, c, f. What is outside of the source's valid region, up to but without `right` and
 * `bottom`, counts as border; an empty one is the whole image.
 */
extern "C" void warp_affine(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    const float *matrix, int src_width, int src_height, int dst_width,
			    int dst_height, int type, int border, int border_value, int left,
			    int top, int right, int bottom)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = matrix bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const bool empty = left >= right || top >= bottom;
	const source from = {src_stride,
			     src_width,
			     src_height,
			     border,
			     uint8_t(border_value),
			     empty ? 0 : left,
			     empty ? 0 : top,
			     empty ? src_width : right,
			     empty ? src_height : bottom};

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR);
	assert(left >= 0 && top >= 0 && right <= src_width && bottom <= src_height);
	warp(src, from, matrix, dst_width, dst_height, type, out);
	store(out, dst, dst_stride, dst_width, dst_height);
}
