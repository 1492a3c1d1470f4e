/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code shared by the vision kernels: image rows as beats of 32 pixels, the window of a filter, and
 * the same operation on every pixel.
 *
 * A kernel is a DATAFLOW region: one process reads rows from memory and writes beats, one or more
 * compute, and one writes rows back. Strides are in bytes, and multiples of the pixel size. Widths
 * need not be multiples of 32; nothing beyond the last pixel of a row is read or written. Processes
 * add offsets to the kernel's own pointers where they use them: a pointer in a variable could point
 * anywhere, and processes that may share memory take turns.
 */
#ifndef VISION_H
#define VISION_H

#include <assert.h>
#include <stdint.h>

#include <hls_stream.h>
#include <hls_vector.h>

#include "numbers.h"

static const int PIXELS = 32; /* pixels per beat */
static const int DEPTH = 64;  /* depth of a FIFO inside a kernel, in beats */
static const int MAX_BEATS = VISION_MOST_WIDTH / PIXELS;

template <typename T> using beat = hls::vector<T, PIXELS>;

static inline int beats_of(int width)
{
	return (width + PIXELS - 1) / PIXELS;
}

/* The requirements of all kernels; the execution fails if they are not met. */
static inline void check_image(int width, int height, int stride, int pixel_bytes)
{
	assert(width > 0 && height > 0);
	assert(stride % pixel_bytes == 0);
}

static inline void check_border(int border)
{
	assert(border == VISION_BORDER_UNDEFINED || border == VISION_BORDER_CONSTANT ||
	       border == VISION_BORDER_REPLICATE);
}

static inline uint8_t saturate_u8(int value)
{
	return uint8_t(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline int16_t saturate_s16(int value)
{
	return int16_t(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

/* --- memory ------------------------------------------------------------------------------------ */

/* The beat at `row`, of which `left` pixels are in the image; the others are 0. */
template <typename T> static beat<T> take(const T *row, int left)
{
#pragma HLS INLINE
	beat<T> pixels;

	if (left >= PIXELS) {
		for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
			pixels[k] = row[k];
		}
		return pixels;
	}
	for (int k = 0; k < left; k++)
		pixels[k] = row[k];
	return pixels;
}

template <typename T> static void put(T *row, int left, const beat<T> &pixels)
{
#pragma HLS INLINE
	if (left >= PIXELS) {
		for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
			row[k] = pixels[k];
		}
		return;
	}
	for (int k = 0; k < left; k++)
		row[k] = pixels[k];
}

template <typename T>
static void load(const T *plane, int stride, int width, int height, hls::stream<beat<T>> &out)
{
load_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * (stride / int(sizeof(T)));

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			out.write(take(plane + row + x, width - x));
		}
	}
}

template <typename T>
static void store(hls::stream<beat<T>> &in, T *plane, int stride, int width, int height)
{
store_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * (stride / int(sizeof(T)));

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			put(plane + row + x, width - x, in.read());
		}
	}
}

/* --- pixels of one bit --------------------------------------------------------------------------- */

/* The beat at column x, as 0 and 1. */
static beat<uint8_t> take_bits(const uint8_t *row, int x, int left)
{
#pragma HLS INLINE
	beat<uint8_t> pixels;

	for (int k = 0; k < PIXELS && k < left; k++)
		pixels[k] = row[(x + k) / 8] >> k % 8 & 1;
	return pixels;
}

/* Nonzero becomes 1; bits after the end of the row are kept. */
static void put_bits(uint8_t *row, int x, int left, const beat<uint8_t> &pixels)
{
#pragma HLS INLINE
	for (int byte = 0; byte < PIXELS / 8 && byte * 8 < left; byte++) {
		const int number = left - byte * 8 < 8 ? left - byte * 8 : 8;
		uint8_t bits = number < 8 ? uint8_t(row[x / 8 + byte] & ~((1 << number) - 1)) : 0;

		for (int k = 0; k < number; k++)
			bits |= uint8_t((pixels[byte * 8 + k] != 0) << k);
		row[x / 8 + byte] = bits;
	}
}

/* Reads U8 rows, or U1 rows as 0 and 1. */
static void load_bytes(const uint8_t *plane, int stride, int format, int width, int height,
		       hls::stream<beat<uint8_t>> &out)
{
	if (format != VISION_U1) {
		load(plane, stride, width, height, out);
		return;
	}
load_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			out.write(take_bits(plane + row, x, width - x));
		}
	}
}

static void store_bytes(hls::stream<beat<uint8_t>> &in, uint8_t *plane, int stride, int format,
			int width, int height)
{
	if (format != VISION_U1) {
		store(in, plane, stride, width, height);
		return;
	}
store_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			put_bits(plane + row, x, width - x, in.read());
		}
	}
}

static inline void check_bytes(int width, int height, int stride, int format)
{
	assert(format == VISION_U8 || format == VISION_U1);
	check_image(width, height, stride, 1);
}

/* Reads U8 rows or, with BITS, U1 rows, as beats of int16. */
template <bool BITS>
static void load_wide(const uint8_t *plane, int stride, int width, int height,
		      hls::stream<beat<int16_t>> &out)
{
load_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<uint8_t> narrow = BITS ? take_bits(plane + row, x, width - x)
						    : take(plane + row + x, width - x);
			beat<int16_t> wide;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
				wide[k] = narrow[k];
			}
			out.write(wide);
		}
	}
}

/* Reads U1, U8 or S16 rows, depending on `format`, as beats of int16. */
static void load_either(const uint8_t *plane, int stride, int format, int width, int height,
			hls::stream<beat<int16_t>> &out)
{
	if (format == VISION_S16)
		load((const int16_t *)plane, stride, width, height, out);
	else if (format == VISION_U1)
		load_wide<true>(plane, stride, width, height, out);
	else
		load_wide<false>(plane, stride, width, height, out);
}

/* Writes the lowest byte of each value as U8 or, with BITS, whether it is nonzero as U1. */
template <bool BITS>
static void store_narrow(hls::stream<beat<int16_t>> &in, uint8_t *plane, int stride, int width,
			 int height)
{
store_rows:
	for (int y = 0; y < height; y++) {
		const int64_t row = int64_t(y) * stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<int16_t> wide = in.read();
			beat<uint8_t> narrow;

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
				narrow[k] = BITS ? wide[k] != 0 : uint8_t(wide[k]);
			}
			if (BITS)
				put_bits(plane + row, x, width - x, narrow);
			else
				put(plane + row + x, width - x, narrow);
		}
	}
}

/* The same, or the whole value as S16. */
static void store_either(hls::stream<beat<int16_t>> &in, uint8_t *plane, int stride, int format,
			 int width, int height)
{
	if (format == VISION_S16)
		store(in, (int16_t *)plane, stride, width, height);
	else if (format == VISION_U1)
		store_narrow<true>(in, plane, stride, width, height);
	else
		store_narrow<false>(in, plane, stride, width, height);
}

static inline void check_either(int width, int height, int stride, int format)
{
	assert(format == VISION_U8 || format == VISION_S16);
	check_image(width, height, stride, format == VISION_S16 ? 2 : 1);
}

/* --- every pixel ------------------------------------------------------------------------------- */

/* out = op(in) for each pixel of `count` beats. */
template <typename OP, typename IN, typename OUT>
static void map(hls::stream<beat<IN>> &in, hls::stream<beat<OUT>> &out, int64_t count, OP op)
{
map_beats:
	for (int64_t i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		beat<IN> a = in.read();
		beat<OUT> result;

		for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
			result[k] = op(a[k]);
		}
		out.write(result);
	}
}

template <typename OP, typename IN, typename OUT>
static void map(hls::stream<beat<IN>> &in1, hls::stream<beat<IN>> &in2, hls::stream<beat<OUT>> &out,
		int64_t count, OP op)
{
map_beats:
	for (int64_t i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		beat<IN> a = in1.read(), b = in2.read();
		beat<OUT> result;

		for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
			result[k] = op(a[k], b[k]);
		}
		out.write(result);
	}
}

/* --- windows ----------------------------------------------------------------------------------- */

/* A beat with R pixels on each side, in 2R + 1 rows: window[row][R + k] is around pixel k. */
template <int R> using window_rows = uint8_t[2 * R + 1][PIXELS + 2 * R];

/* Replaces the row's pixels from `left` on by the border. */
static inline void fill_beyond(beat<uint8_t> &pixels, int left, bool constant, uint8_t value)
{
#pragma HLS INLINE
	uint8_t fill = constant ? value : pixels[left - 1];

	for (int k = left; k < PIXELS; k++)
		pixels[k] = fill;
}

/*
 * Returns beat i of the 2R + 1 rows that end with row y, and shifts the line buffers by a row.
 * `there`: row y is in the image, and its beat is `newest`.
 */
template <int R>
static void next_column(uint8_t lines[2 * R][MAX_BEATS][PIXELS], int i, int y, bool there,
			bool constant, uint8_t value, const beat<uint8_t> &newest,
			uint8_t column[2 * R + 1][PIXELS])
{
#pragma HLS INLINE
	for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
		uint8_t below = there ? newest[k] : constant ? value : lines[2 * R - 1][i][k];

		for (int r = 0; r < 2 * R; r++)
			column[r][k] = y > 0 ? lines[r][i][k] : constant ? value : below;
		column[2 * R][k] = below;
		for (int r = 0; r < 2 * R; r++)
			lines[r][i][k] = column[r + 1][k];
	}
}

/*
 * Calls `op(window, result)` for each beat of an image, and writes the results in image order.
 * Pixels outside of the image are `value` if the border is constant, else they replicate the
 * nearest edge, which OpenVX allows for an undefined border. 2R lines are kept on chip; the output
 * is R lines and one beat behind the input.
 */
template <int R, typename OUT, typename OP>
static void filter(hls::stream<beat<uint8_t>> &in, hls::stream<OUT> &out, int width, int height,
		   int border, int value, OP op)
{
	const bool constant = border == VISION_BORDER_CONSTANT;
	const int last = beats_of(width) - 1;
	uint8_t lines[2 * R][MAX_BEATS][PIXELS], column[2 * R + 1][PIXELS];
	window_rows<R> window;
#pragma HLS ARRAY_PARTITION variable = lines complete dim = 1
#pragma HLS ARRAY_PARTITION variable = lines complete dim = 3
#pragma HLS ARRAY_PARTITION variable = column complete dim = 0
#pragma HLS ARRAY_PARTITION variable = window complete dim = 0

	assert(width <= VISION_MOST_WIDTH);
every_row:
	for (int y = 0; y < height + R; y++) {
	every_beat:
		for (int i = 0; i <= last + 1; i++) {
#pragma HLS PIPELINE II = 1
			if (i <= last) {
				beat<uint8_t> newest;

				if (y < height)
					newest = in.read();
				if (y < height && i == last)
					fill_beyond(newest, width - last * PIXELS, constant,
						    uint8_t(value));
				next_column<R>(lines, i, y, y < height, constant, uint8_t(value),
					       newest, column);
			}
			for (int r = 0; r <= 2 * R; r++) {
#pragma HLS UNROLL
				uint8_t edge = constant ? uint8_t(value)
							: window[r][R + PIXELS - 1];

				for (int k = 0; k < R; k++)
					window[r][R + PIXELS + k] = i <= last ? column[r][k] : edge;
			}
			if (i > 0 && y >= R) {
				OUT result;

				op(window, result);
				out.write(result);
			}
			for (int r = 0; r <= 2 * R; r++) {
#pragma HLS UNROLL
				uint8_t edge = constant ? uint8_t(value) : column[r][0];

				for (int k = 0; k < R; k++)
					window[r][k] = i > 0 ? window[r][PIXELS + k] : edge;
				for (int k = 0; k < PIXELS; k++)
					window[r][R + k] = column[r][k];
			}
		}
	}
}

#endif
