/* SPDX-License-Identifier: Apache-2.0 */
/* Small kernels for the tests of OpenVX; kernels.vx.json describes them. */
#include <ap_int.h>
#include <hls_stream.h>
#include <stdint.h>

extern "C" {

/* dst = 255 - src, row by row */
void invert(const uint8_t *src, uint8_t *dst, int width, int height, int src_stride, int dst_stride)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem0
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			dst[y * dst_stride + x] = 255 - src[y * src_stride + x];
}

/* dst = src + value modulo 256; rows without gaps */
void shift(const uint8_t *src, uint8_t *dst, int width, int height, int value)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem0
	for (int i = 0; i < width * height; i++)
		dst[i] = uint8_t(src[i] + value);
}

/*
 * points[i] = (x, y) of each pixel above a limit, as many as fit; count is the number of all of
 * them
 */
void points(const uint8_t *src, uint32_t *found, uint64_t *count, int width, int height, int stride,
	    int limit, int capacity)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = found bundle = gmem0
#pragma HLS INTERFACE m_axi port = count bundle = gmem0
	uint64_t number = 0;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			if (src[y * stride + x] <= limit)
				continue;
			if (number < uint64_t(capacity)) {
				found[2 * number] = x;
				found[2 * number + 1] = y;
			}
			number++;
		}
	}
	*count = number;
}

/* A node of two kernels that the image connects. The FIFO is shorter than an image. */
void chain_read(const uint8_t *src, hls::stream<ap_uint<8>> &out, int pixels)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE axis port = out
	for (int i = 0; i < pixels; i++)
		out.write(src[i]);
}

void chain_write(hls::stream<ap_uint<8>> &in, uint8_t *dst, int pixels, int value)
{
#pragma HLS INTERFACE axis port = in
#pragma HLS INTERFACE m_axi port = dst bundle = gmem0
	for (int i = 0; i < pixels; i++)
		dst[i] = uint8_t(in.read() * value);
}

/* Writes far out of bounds, so the execution fails. */
void broken(const uint8_t *src, uint8_t *dst)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem0
	volatile uint8_t *nowhere = nullptr;

	dst[0] = src[0];
	*nowhere = 1;
}
}
