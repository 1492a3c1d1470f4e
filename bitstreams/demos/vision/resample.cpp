/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that read the source at a position computed for each output pixel. */
#include "vision.h"

/*
 * An image that is read at arbitrary positions; its pixels are a separate argument (see vision.h).
 */
struct source {
	int stride, width, height, border;
	uint8_t value;
	int left, top, right, bottom; /* the valid region; outside is the border */
	bool bits;                    /* U1: uses the functions below with <true> */
	int grow; /* the value of a set bit, 1 or 2: with 2, truncating a mean rounds it to nearest */

	template <bool BITS> uint8_t in_row(const uint8_t *plane, int64_t row, int x) const
	{
#pragma HLS INLINE
		return BITS ? uint8_t((plane[row + x / 8] >> x % 8 & 1) << grow) : plane[row + x];
	}

	template <bool BITS> uint8_t at(const uint8_t *plane, int x, int y) const
	{
#pragma HLS INLINE
		if (x < left || y < top || x >= right || y >= bottom) {
			if (border == VISION_BORDER_CONSTANT)
				return value;
			x = x < left ? left : x < right ? x : right - 1;
			y = y < top ? top : y < bottom ? y : bottom - 1;
		}
		return in_row<BITS>(plane, int64_t(y) * stride, x);
	}
};

/*
 * The position of row or column i of `to` in an image with `from` (Scale Image): in pixels, and in
 * units of which 2 * to make a pixel. Centres map to centres, so pixel i is at ((2i + 1) from - to)
 * / (2 to).
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

/* The pixel whose centre is nearest; in case of a tie, the second. */
static int nearest_place(int i, int from, int to)
{
	return int((2 * int64_t(i) + 1) * from / (2 * int64_t(to)));
}

template <bool BITS>
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
				pixels[k] = src.in_row<BITS>(plane, row, columns[x + k]);
			out.write(pixels);
		}
	}
}

/* The weighted mean of four pixels, computed exactly and then truncated. */
template <bool BITS>
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
					left * src.at<BITS>(plane, column.pixel, line.pixel) +
					right * src.at<BITS>(plane, column.pixel + 1, line.pixel);
				const int64_t lower = left * src.at<BITS>(plane, column.pixel,
									  line.pixel + 1) +
						      right * src.at<BITS>(plane, column.pixel + 1,
									   line.pixel + 1);

				pixels[k] = uint8_t(uint64_t(above * upper + below * lower) / area);
			}
			out.write(pixels);
		}
	}
}

/*
 * The sum of one row's pixels that overlap [begin, end), where each pixel has the length `pixel`.
 */
template <bool BITS>
static int64_t sum_of_row(const uint8_t *plane, const source &src, int64_t row, int64_t begin,
			  int64_t end, int64_t pixel)
{
	int64_t sum = 0;

	for (int64_t x = begin / pixel; x * pixel < end; x++) {
#pragma HLS PIPELINE II = 1
		const int64_t from = x * pixel, to = from + pixel;

		sum += ((to < end ? to : end) - (from > begin ? from : begin)) *
		       src.in_row<BITS>(plane, row, int(x));
	}
	return sum;
}

/*
 * The mean of the source area that an output pixel covers, computed exactly and then rounded to
 * nearest. In units here, a source pixel is `width` wide and `height` high, and an output pixel is
 * as large as the source's dimensions in pixels.
 */
template <bool BITS>
static uint8_t mean_of(const uint8_t *plane, const source &src, int x, int y, int width, int height)
{
#pragma HLS INLINE
	const int64_t left = int64_t(x) * src.width, top = int64_t(y) * src.height;
	const int64_t end = top + src.height, area = int64_t(src.width) * src.height;
	int64_t sum = 0;

	for (int64_t line = top / height; line * height < end; line++) {
		const int64_t from = line * height, to = from + height;

		sum += ((to < end ? to : end) - (from > top ? from : top)) *
		       sum_of_row<BITS>(plane, src, line * src.stride, left, left + src.width,
					width);
	}
	return uint8_t((sum + area / 2) / area);
}

template <bool BITS>
static void scale_area(const uint8_t *plane, const source &src, int width, int height,
		       hls::stream<beat<uint8_t>> &out)
{
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS && x + k < width; k++)
				pixels[k] = mean_of<BITS>(plane, src, x + k, y, width, height);
			out.write(pixels);
		}
	}
}

/* An empty valid region means the whole image; `right` and `bottom` are exclusive. */
static source source_of(int stride, int width, int height, int border, int value, int left, int top,
			int right, int bottom, int format, bool grown)
{
	const bool empty = left >= right || top >= bottom, bits = format == VISION_U1;

	assert(left >= 0 && top >= 0 && right <= width && bottom <= height);
	if (bits)
		value = (value != 0) << grown;
	return {stride,
		width,
		height,
		border,
		uint8_t(value),
		empty ? 0 : left,
		empty ? 0 : top,
		empty ? width : right,
		empty ? height : bottom,
		bits,
		grown};
}

template <bool BITS>
static void scale_as(const uint8_t *plane, const source &src, int width, int height, int type,
		     hls::stream<beat<uint8_t>> &out)
{
	if (type == VISION_NEAREST)
		scale_nearest<BITS>(plane, src, width, height, out);
	else if (type == VISION_AREA)
		scale_area<BITS>(plane, src, width, height, out);
	else
		scale_bilinear<BITS>(plane, src, width, height, out);
}

static void scale(const uint8_t *plane, const source &src, int width, int height, int type,
		  hls::stream<beat<uint8_t>> &out)
{
	if (src.bits)
		scale_as<true>(plane, src, width, height, type, out);
	else
		scale_as<false>(plane, src, width, height, type, out);
}

extern "C" void scale_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    int src_width, int src_height, int dst_width, int dst_height, int type,
			    int border, int border_value, int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = source_of(src_stride, src_width, src_height, border, border_value, 0, 0,
				      src_width, src_height, format,
				      format == VISION_U1 && type == VISION_BILINEAR);

	check_bytes(src_width, src_height, src_stride, format);
	check_bytes(dst_width, dst_height, dst_stride, format);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR || type == VISION_AREA);
	scale(src, from, dst_width, dst_height, type, out);
	store_bytes(out, dst, dst_stride, format, dst_width, dst_height);
}

/* Rounds a coordinate to the nearest integer in [-1, limit]; NaN becomes -1. */
static int rounded_within(double at, int limit)
{
#pragma HLS INLINE
	double nearest = __builtin_floor(at + 0.5);

	return nearest >= 0 ? nearest < limit ? int(nearest) : limit : -1;
}

/*
 * The integer part of a coordinate in [-1, limit], and the fraction; positions far outside become
 * the border.
 */
static int whole_within(double at, int limit, double *ret_rest)
{
#pragma HLS INLINE
	double whole = __builtin_floor(at);

	*ret_rest = whole >= -1 && whole < limit ? at - whole : 0;
	return whole >= -1 ? whole < limit ? int(whole) : limit : -1;
}

/* Interpolates between two values; exact if they are equal. */
static double interpolate(double from, double to, double part)
{
#pragma HLS INLINE
	return from + part * (to - from);
}

/* Interpolates four pixels at (x, y), in double precision, truncated. */
template <bool BITS>
static uint8_t between(const uint8_t *plane, const source &src, double x, double y)
{
#pragma HLS INLINE
	double s, t;
	const int left = whole_within(x, src.width, &s), top = whole_within(y, src.height, &t);
	const double upper = interpolate(src.at<BITS>(plane, left, top),
					 src.at<BITS>(plane, left + 1, top), s);
	const double lower = interpolate(src.at<BITS>(plane, left, top + 1),
					 src.at<BITS>(plane, left + 1, top + 1), s);

	return uint8_t(interpolate(upper, lower, t));
}

/* The pixel at any position, by the given interpolation. */
template <bool BITS>
static uint8_t pixel_near(const uint8_t *plane, const source &src, double x, double y, int type)
{
#pragma HLS INLINE
	return type == VISION_NEAREST ? src.at<BITS>(plane, rounded_within(x, src.width),
						     rounded_within(y, src.height))
				      : between<BITS>(plane, src, x, y);
}

/* Warp Affine: output pixel (x, y) is the source at (a x + b y + c, d x + e y + f). */
template <bool BITS>
static void warp_as(const uint8_t *plane, const source &src, const float *matrix, int width,
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

				pixels[k] = pixel_near<BITS>(plane, src, from_x, from_y, type);
			}
			out.write(pixels);
		}
	}
}

static void warp(const uint8_t *plane, const source &src, const float *matrix, int width,
		 int height, int type, hls::stream<beat<uint8_t>> &out)
{
	if (src.bits)
		warp_as<true>(plane, src, matrix, width, height, type, out);
	else
		warp_as<false>(plane, src, matrix, width, height, type, out);
}

/*
 * `matrix` is OpenVX's, 2 x 3: a, d, b, e, c, f. Pixels outside of the source's valid region count
 * as border; `right` and `bottom` are exclusive, and an empty region means the whole image.
 */
extern "C" void warp_affine(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			    const float *matrix, int src_width, int src_height, int dst_width,
			    int dst_height, int type, int border, int border_value, int left,
			    int top, int right, int bottom, int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = matrix bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = source_of(src_stride, src_width, src_height, border, border_value, left,
				      top, right, bottom, format,
				      format == VISION_U1 && type == VISION_BILINEAR);

	check_bytes(src_width, src_height, src_stride, format);
	check_bytes(dst_width, dst_height, dst_stride, format);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR);
	warp(src, from, matrix, dst_width, dst_height, type, out);
	store_bytes(out, dst, dst_stride, format, dst_width, dst_height);
}

/*
 * Warp Perspective: output pixel (x, y) is the source at (a x + b y + c, d x + e y + f), divided by
 * g x + h y + i. If the divisor is 0, it is the border.
 */
static void warp_perspective_all(const uint8_t *plane, const source &src, const float *matrix,
				 int width, int height, int type, hls::stream<beat<uint8_t>> &out)
{
	double m[9];

	for (int i = 0; i < 9; i++)
		m[i] = matrix[i];
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS PIPELINE II = 1
				const double from_x = m[0] * (x + k) + m[3] * y + m[6];
				const double from_y = m[1] * (x + k) + m[4] * y + m[7];
				const double far = m[2] * (x + k) + m[5] * y + m[8];

				pixels[k] = pixel_near<false>(plane, src, from_x / far,
							      from_y / far, type);
			}
			out.write(pixels);
		}
	}
}

/*
 * `matrix` is OpenVX's, 3 x 3: a, d, g, b, e, h, c, f, i. The other arguments are as in
 * warp_affine().
 */
extern "C" void warp_perspective(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
				 const float *matrix, int src_width, int src_height, int dst_width,
				 int dst_height, int type, int border, int border_value, int left,
				 int top, int right, int bottom)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = matrix bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = source_of(src_stride, src_width, src_height, border, border_value, left,
				      top, right, bottom, VISION_U8, false);

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR);
	warp_perspective_all(src, from, matrix, dst_width, dst_height, type, out);
	store(out, dst, dst_stride, dst_width, dst_height);
}

/* Remap: output pixel (x, y) is the source at the table's position for it, a pair of x and y. */
static void remap_all(const uint8_t *plane, const source &src, const float *table, int width,
		      int height, int type, hls::stream<beat<uint8_t>> &out)
{
	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels;

			for (int k = 0; k < PIXELS && x + k < width; k++) {
#pragma HLS PIPELINE II = 1
				const int64_t at = 2 * (int64_t(y) * width + x + k);

				pixels[k] = pixel_near<false>(plane, src, table[at], table[at + 1],
							      type);
			}
			out.write(pixels);
		}
	}
}

extern "C" void remap(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
		      const float *table, int src_width, int src_height, int dst_width,
		      int dst_height, int type, int border, int border_value, int left, int top,
		      int right, int bottom)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS INTERFACE m_axi port = table bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> out;
	const source from = source_of(src_stride, src_width, src_height, border, border_value, left,
				      top, right, bottom, VISION_U8, false);

	check_image(src_width, src_height, src_stride, 1);
	check_image(dst_width, dst_height, dst_stride, 1);
	check_border(border);
	assert(type == VISION_NEAREST || type == VISION_BILINEAR);
	remap_all(src, from, table, dst_width, dst_height, type, out);
	store(out, dst, dst_stride, dst_width, dst_height);
}
