/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same steps as separate kernels, connected by FIFOs on the board (vision.cfg): the edges of a
 * picture without intermediate images in memory. All kernels are launched with the same width and
 * height.
 */
#include "filters.h"

/* Reads RGB or RGBX from memory, and sends luma. */
extern "C" void chain_gray(const uint8_t *src, int src_stride, hls::stream<beat<uint8_t>> &gray,
			   int width, int height, int src_format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE axis port = gray
	const int step = src_format == VISION_RGB ? 3 : 4;

	check_image(width, height, src_stride, 1);
	assert(src_format == VISION_RGB || src_format == VISION_RGBX);
	for (int y = 0; y < height; y++) {
		const uint8_t *row = src + int64_t(y) * src_stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			const int here = width - x < PIXELS ? width - x : PIXELS;
			beat<uint8_t> pixels;

			for (int k = 0; k < here; k++) {
				const uint8_t *pixel = row + (x + k) * step;

				pixels[k] = luma_of(pixel[0], pixel[1], pixel[2]);
			}
			gray.write(pixels);
		}
	}
}

extern "C" void chain_gaussian(hls::stream<beat<uint8_t>> &in, hls::stream<beat<uint8_t>> &out,
			       int width, int height, int border, int border_value)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	check_border(border);
	filter<1>(in, out, width, height, border, border_value, gaussian());
}

extern "C" void chain_sobel(hls::stream<beat<uint8_t>> &in, hls::stream<gradients> &out, int width,
			    int height, int border, int border_value)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	check_border(border);
	filter<1>(in, out, width, height, border, border_value, sobel());
}

extern "C" void chain_magnitude(hls::stream<gradients> &in, hls::stream<beat<int16_t>> &out,
				int width, int height)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE axis port = out
	for (int64_t i = 0; i < int64_t(beats_of(width)) * height; i++) {
#pragma HLS PIPELINE II = 1
		gradients both = in.read();
		beat<int16_t> length;

		for (int k = 0; k < PIXELS; k++)
			length[k] = magnitude_of(both.x[k], both.y[k]);
		out.write(length);
	}
}

/* Converts S16 to a U8 image in memory. */
extern "C" void chain_depth(hls::stream<beat<int16_t>> &in, uint8_t *dst, int dst_stride, int width,
			    int height, int policy, int shift)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = dst bundle = gmem0
	check_image(width, height, dst_stride, 1);
	assert(policy == VISION_WRAP || policy == VISION_SATURATE);
	assert(shift >= 0 && shift < 8);
	for (int y = 0; y < height; y++) {
		uint8_t *row = dst + int64_t(y) * dst_stride;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<int16_t> wide = in.read();
			beat<uint8_t> narrow;

			for (int k = 0; k < PIXELS; k++)
				narrow[k] = to_u8(wide[k], policy, shift);
			put(row + x, width - x, narrow);
		}
	}
}
