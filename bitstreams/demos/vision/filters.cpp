/* SPDX-License-Identifier: Apache-2.0 */
/* Filters with a window of 3 x 3 pixels, from memory to memory. */
#include "filters.h"

/* Filters a U8 or U1 image into one of the same size. */
template <typename OP>
static void filter_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			 int width, int height, int border, int value, int format)
{
#pragma HLS INLINE
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in, out;

	load_bytes(src, src_stride, format, width, height, in);
	filter<1>(in, out, width, height, border, value, OP());
	store_bytes(out, dst, dst_stride, format, width, height);
}

#define FILTER(name, op)                                                                           \
	extern "C" void name(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,     \
			     int width, int height, int border, int border_value)                  \
	{                                                                                          \
		_Pragma("HLS INTERFACE m_axi port = src bundle = gmem0")                           \
			_Pragma("HLS INTERFACE m_axi port = dst bundle = gmem1")                   \
				check_image(width, height, src_stride, 1);                         \
		check_border(border);                                                              \
		filter_image<op>(src, src_stride, dst, dst_stride, width, height, border,          \
				 border_value, VISION_U8);                                         \
	}

/* Bits are processed as 0 and 1, and so is the border value. */
#define FILTER_OF_BITS(name, op)                                                                   \
	extern "C" void name(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,     \
			     int width, int height, int border, int border_value, int format)      \
	{                                                                                          \
		_Pragma("HLS INTERFACE m_axi port = src bundle = gmem0")                           \
			_Pragma("HLS INTERFACE m_axi port = dst bundle = gmem1")                   \
				check_bytes(width, height, src_stride, format);                    \
		check_border(border);                                                              \
		filter_image<op>(src, src_stride, dst, dst_stride, width, height, border,          \
				 format == VISION_U1 ? border_value != 0 : border_value, format);  \
	}

FILTER(gaussian3x3, gaussian)
FILTER(box3x3, box)
FILTER_OF_BITS(median3x3, median)
FILTER_OF_BITS(erode3x3, erode)
FILTER_OF_BITS(dilate3x3, dilate)

/* Writes the gradients whose pointer is not null. */
static void store_gradients(hls::stream<gradients> &in, int16_t *x_plane, int x_stride,
			    int16_t *y_plane, int y_stride, int width, int height)
{
store_rows:
	for (int y = 0; y < height; y++) {
		const int64_t x_row = int64_t(y) * (x_stride / 2);
		const int64_t y_row = int64_t(y) * (y_stride / 2);

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			gradients both = in.read();

			if (x_plane)
				put(x_plane + x_row + x, width - x, both.x);
			if (y_plane)
				put(y_plane + y_row + x, width - x, both.y);
		}
	}
}

extern "C" void sobel3x3(const uint8_t *src, int src_stride, int16_t *dst_x, int x_stride,
			 int16_t *dst_y, int y_stride, int width, int height, int border,
			 int border_value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst_x bundle = gmem1
#pragma HLS INTERFACE m_axi port = dst_y bundle = gmem2
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in;
	hls::stream<gradients, DEPTH> out;

	check_image(width, height, src_stride, 1);
	check_image(width, height, x_stride | y_stride, 2);
	check_border(border);
	load(src, src_stride, width, height, in);
	filter<1>(in, out, width, height, border, border_value, sobel());
	store_gradients(out, dst_x, x_stride, dst_y, y_stride, width, height);
}
