/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Filters with a user-defined window: custom convolutions, and minimum, maximum and median under a
 * mask.
 */
#include "vision.h"

static const int MAX_ROWS = 9; /* maximum rows and columns of a window */

/* --- convolution ----------------------------------------------------------------------------------- */

/*
 * Custom Convolution: the weighted sum of a window's pixels, divided by the scale and truncated.
 * The weights are in the window's order, which is OpenVX's coefficients from the last to the first.
 */
template <int R> struct convolution {
	int16_t weights[2 * R + 1][2 * R + 1];
	int scale;
	bool narrow; /* the output is U8 */

	void operator()(const window_rows<R> &w, beat<int16_t> &out) const
	{
#pragma HLS INLINE
		int32_t sums[PIXELS] = {};

		for (int r = 0; r <= 2 * R; r++) {
			for (int c = 0; c <= 2 * R; c++) {
				const int32_t weight = weights[r][c];

				for (int k = 0; k < PIXELS; k++)
					sums[k] += weight * w[r][c + k];
			}
		}
		for (int k = 0; k < PIXELS; k++) {
			int value = sums[k] / scale;

			out[k] = narrow ? saturate_u8(value) : saturate_s16(value);
		}
	}
};

template <int R>
static void convolve_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			   int dst_format, int width, int height, int border, int value,
			   convolution<R> op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in;
	hls::stream<beat<int16_t>, DEPTH> out;

	load(src, src_stride, width, height, in);
	filter<R>(in, out, width, height, border, value, op);
	store_either(out, dst, dst_stride, dst_format, width, height);
}

/* The coefficients, rotated by half a turn and centred in a window of 2R + 1 rows. */
template <int R>
static convolution<R> convolution_of(const int16_t coefficients[MAX_ROWS * MAX_ROWS], int rows,
				     int columns, int scale, bool narrow)
{
	convolution<R> op = {{}, scale, narrow};

	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			op.weights[R + rows / 2 - r][R + columns / 2 - c] =
				coefficients[r * columns + c];
	return op;
}

extern "C" void convolve(const uint8_t *src, int src_stride, const int16_t *coefficients, int rows,
			 int columns, int scale, uint8_t *dst, int dst_stride, int dst_format,
			 int width, int height, int border, int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = coefficients bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	const bool narrow = dst_format == VISION_U8;
	int16_t own[MAX_ROWS * MAX_ROWS];

	check_image(width, height, src_stride, 1);
	check_either(width, height, dst_stride, dst_format);
	check_border(border);
	assert(rows % 2 && columns % 2 && scale > 0);
	assert(rows > 0 && columns > 0 && rows <= MAX_ROWS && columns <= MAX_ROWS);
	for (int i = 0; i < rows * columns; i++)
		own[i] = coefficients[i];
	if (rows <= 3 && columns <= 3)
		convolve_image<1>(src, src_stride, dst, dst_stride, dst_format, width, height,
				  border, border_value,
				  convolution_of<1>(own, rows, columns, scale, narrow));
	else if (rows <= 5 && columns <= 5)
		convolve_image<2>(src, src_stride, dst, dst_stride, dst_format, width, height,
				  border, border_value,
				  convolution_of<2>(own, rows, columns, scale, narrow));
	else
		convolve_image<4>(src, src_stride, dst, dst_stride, dst_format, width, height,
				  border, border_value,
				  convolution_of<4>(own, rows, columns, scale, narrow));
}

/*
 * --- masked filters
 * --------------------------------------------------------------------------------
 */

/* The pixels of the window that are in the mask, as rows and columns. */
template <int R> struct selection {
	int16_t rows[MAX_ROWS * MAX_ROWS], columns[MAX_ROWS * MAX_ROWS];
	int count, function;

	void extremes(const window_rows<R> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		const uint8_t flip = function == VISION_FILTER_MIN ? 0 : 255;
		uint8_t least[PIXELS];

		for (int k = 0; k < PIXELS; k++)
			least[k] = 255;
		for (int i = 0; i < count; i++) {
			const uint8_t *row = &w[rows[i]][columns[i]];

			for (int k = 0; k < PIXELS; k++) {
				uint8_t pixel = row[k] ^ flip;

				least[k] = pixel < least[k] ? pixel : least[k];
			}
		}
		for (int k = 0; k < PIXELS; k++)
			out[k] = least[k] ^ flip;
	}

	/* The value that count / 2 pixels do not exceed, determined bit by bit from the highest. */
	void median(const window_rows<R> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		uint8_t value[PIXELS] = {};

		for (int bit = 128; bit; bit /= 2) {
			uint8_t below[PIXELS] = {};

			for (int i = 0; i < count; i++) {
				const uint8_t *row = &w[rows[i]][columns[i]];

				for (int k = 0; k < PIXELS; k++)
					below[k] += row[k] < uint8_t(value[k] | bit);
			}
			for (int k = 0; k < PIXELS; k++)
				value[k] |= below[k] <= count / 2 ? uint8_t(bit) : 0;
		}
		for (int k = 0; k < PIXELS; k++)
			out[k] = value[k];
	}

	void operator()(const window_rows<R> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		if (function == VISION_FILTER_MEDIAN)
			median(w, out);
		else
			extremes(w, out);
	}
};

template <int R>
static void select_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			 int width, int height, int border, int value, int format, selection<R> op)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in, out;

	load_bytes(src, src_stride, format, width, height, in);
	filter<R>(in, out, width, height, border, value, op);
	store_bytes(out, dst, dst_stride, format, width, height);
}

template <int R>
static selection<R> selection_of(const uint8_t mask[MAX_ROWS * MAX_ROWS], int rows, int columns,
				 int x, int y, int function)
{
	selection<R> op = {{}, {}, 0, function};

	for (int i = 0; i < rows * columns; i++) {
		if (!mask[i])
			continue;
		op.rows[op.count] = int16_t(R + i / columns - y);
		op.columns[op.count++] = int16_t(R + i % columns - x);
	}
	assert(op.count > 0); /* an empty mask has no minimum */
	return op;
}

/* Non Linear Filter. (x, y) is the mask element at the pixel. */
extern "C" void non_linear_filter(const uint8_t *src, int src_stride, const uint8_t *mask, int rows,
				  int columns, int x, int y, int function, uint8_t *dst,
				  int dst_stride, int width, int height, int border,
				  int border_value, int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = mask bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst bundle = gmem2
	uint8_t own[MAX_ROWS * MAX_ROWS];
	const int beyond = format == VISION_U1 ? border_value != 0 : border_value;
	int reach = 0; /* the largest distance of a mask element from the pixel */

	check_bytes(width, height, src_stride, format);
	check_border(border);
	assert(rows > 0 && columns > 0 && rows <= MAX_ROWS && columns <= MAX_ROWS);
	assert(x >= 0 && y >= 0 && x < columns && y < rows);
	assert(function == VISION_FILTER_MEDIAN || function == VISION_FILTER_MIN ||
	       function == VISION_FILTER_MAX);
	for (int i = 0; i < rows * columns; i++)
		own[i] = mask[i];
	reach = x > y ? x : y;
	reach = columns - 1 - x > reach ? columns - 1 - x : reach;
	reach = rows - 1 - y > reach ? rows - 1 - y : reach;
	if (reach <= 1)
		select_image<1>(src, src_stride, dst, dst_stride, width, height, border, beyond,
				format, selection_of<1>(own, rows, columns, x, y, function));
	else if (reach <= 4)
		select_image<4>(src, src_stride, dst, dst_stride, width, height, border, beyond,
				format, selection_of<4>(own, rows, columns, x, y, function));
	else
		select_image<8>(src, src_stride, dst, dst_stride, width, height, border, beyond,
				format, selection_of<8>(own, rows, columns, x, y, function));
}
