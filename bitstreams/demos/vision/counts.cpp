/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that count or sum the pixels of an image: histogram, equalisation, integral image. */
#include "vision.h"

static const int VALUES = 256, BANKS = 4;

/*
 * Counts how often each value occurs in the image; adjacent pixels use different banks of counters.
 */
static void count_values(hls::stream<beat<uint8_t>> &in, uint32_t counts[VALUES], int width,
			 int height)
{
	uint32_t banks[BANKS][VALUES];
#pragma HLS ARRAY_PARTITION variable = banks complete dim = 1

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> pixels = in.read();
			int here = width - x < PIXELS ? width - x : PIXELS;

			for (int k = 0; k < here; k++) {
#pragma HLS PIPELINE II = 1
				banks[k % BANKS][pixels[k]]++;
			}
		}
	}
	for (int value = 0; value < VALUES; value++)
		counts[value] = banks[0][value] + banks[1][value] + banks[2][value] +
				banks[3][value];
}

static void count_image(const uint8_t *src, int src_stride, int width, int height,
			uint32_t counts[VALUES])
{
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in;

	load(src, src_stride, width, height, in);
	count_values(in, counts, width, height);
}

/*
 * Histogram: a pixel v with offset <= v < offset + range is counted in bin (v - offset) * number /
 * range. The bin never decreases with the value, so bins are written in one pass.
 */
extern "C" void histogram(const uint8_t *src, int src_stride, uint32_t *bins, int width, int height,
			  int number, int offset, int range)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = bins bundle = gmem1
	uint32_t counts[VALUES];
	int64_t value = offset > 0 ? offset : 0, end = int64_t(offset) + range;

	check_image(width, height, src_stride, 1);
	assert(number > 0 && range > 0);
	count_image(src, src_stride, width, height, counts);
	end = end < VALUES ? end : VALUES;
every_bin:
	for (int bin = 0; bin < number; bin++) {
		uint32_t sum = 0;

		for (; value < end && (value - offset) * number / range == bin; value++)
			sum += counts[value];
		bins[bin] = sum;
	}
}

/*
 * Equalize Histogram: a value maps to 255 times the fraction, among the pixels above the lowest
 * value, of those that are at most this value, rounded to nearest. An image with a single value is
 * unchanged.
 */
static void equalising_table(const uint32_t counts[VALUES], uint8_t table[VALUES])
{
	uint64_t total = 0, sum = 0, lowest = 0;

	for (int value = 0; value < VALUES; value++) {
		total += counts[value];
		lowest = lowest ? lowest : counts[value];
	}
	for (int value = 0; value < VALUES; value++) {
		uint64_t rest = total - lowest, share;

		sum += counts[value];
		share = sum > lowest ? sum - lowest : 0;
		table[value] = rest ? uint8_t((2 * 255 * share + rest) / (2 * rest))
				    : uint8_t(value);
	}
}

static void look_up(hls::stream<beat<uint8_t>> &in, hls::stream<beat<uint8_t>> &out, int64_t count,
		    const uint8_t table[VALUES])
{
	for (int64_t i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		beat<uint8_t> pixels = in.read();

		for (int k = 0; k < PIXELS; k++)
			pixels[k] = table[pixels[k]];
		out.write(pixels);
	}
}

static void replace_image(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			  int width, int height, const uint8_t table[VALUES])
{
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in, out;

	load(src, src_stride, width, height, in);
	look_up(in, out, int64_t(beats_of(width)) * height, table);
	store(out, dst, dst_stride, width, height);
}

extern "C" void equalize_hist(const uint8_t *src, int src_stride, uint8_t *dst, int dst_stride,
			      int width, int height)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
	uint32_t counts[VALUES];
	uint8_t table[VALUES];

	check_image(width, height, src_stride, 1);
	count_image(src, src_stride, width, height, counts);
	equalising_table(counts, table);
	replace_image(src, src_stride, dst, dst_stride, width, height, table);
}

/* Integral Image: the sum of all pixels above and to the left, inclusive, modulo 2^32. */
static void integrate(hls::stream<beat<uint8_t>> &in, hls::stream<beat<uint32_t>> &out, int width,
		      int height)
{
	uint32_t above[MAX_BEATS][PIXELS];

	assert(width <= VISION_MOST_WIDTH);
	for (int y = 0; y < height; y++) {
		uint32_t row = 0;

		for (int i = 0; i < beats_of(width); i++) {
#pragma HLS PIPELINE II = 1
			beat<uint8_t> pixels = in.read();
			beat<uint32_t> sums;

			for (int k = 0; k < PIXELS; k++) {
				row += pixels[k];
				sums[k] = row;
			}
			for (int k = 0; k < PIXELS; k++) {
				sums[k] += y ? above[i][k] : 0;
				above[i][k] = sums[k];
			}
			out.write(sums);
		}
	}
}

extern "C" void integral_image(const uint8_t *src, int src_stride, uint32_t *dst, int dst_stride,
			       int width, int height)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = dst bundle = gmem1
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in;
	hls::stream<beat<uint32_t>, DEPTH> out;

	check_image(width, height, src_stride, 1);
	check_image(width, height, dst_stride, 4);
	load(src, src_stride, width, height, in);
	integrate(in, out, width, height);
	store(out, dst, dst_stride, width, height);
}
