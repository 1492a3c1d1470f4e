/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of an image: mean and deviation, minimum and maximum with their locations. */
#include "vision.h"

/* --- mean and standard deviation ------------------------------------------------------------------ */

/* The sums of the pixels and of their squares. */
static void sum_up(hls::stream<beat<uint8_t>> &in, int64_t count, uint64_t sums[2])
{
	uint64_t sum = 0, squares = 0;

	for (int64_t i = 0; i < count; i++) {
#pragma HLS PIPELINE II = 1
		beat<uint8_t> pixels = in.read(); /* pixels beyond the end of a row are 0 */
		uint32_t here = 0, squared = 0;

		for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
			here += pixels[k];
			squared += uint32_t(pixels[k]) * pixels[k];
		}
		sum += here;
		squares += squared;
	}
	sums[0] = sum;
	sums[1] = squares;
}

static void sum_image(const uint8_t *src, int src_stride, int format, int width, int height,
		      uint64_t sums[2])
{
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in;

	load_bytes(src, src_stride, format, width, height, in);
	sum_up(in, int64_t(beats_of(width)) * height, sums);
}

/*
 * Mean and Standard Deviation. With n pixels, the variance is (n times the sum of squares - the sum
 * squared) / n^2, exact up to the root. Computed over a valid region, with exclusive `right` and
 * `bottom`; an empty region means the whole image. Either result may be null.
 */
extern "C" void mean_stddev(const uint8_t *src, int src_stride, float *mean, float *stddev,
			    int width, int height, int left, int top, int right, int bottom,
			    int format)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = mean bundle = gmem1
#pragma HLS INTERFACE m_axi port = stddev bundle = gmem2
	const bool whole = left >= right || top >= bottom;
	const int rows = whole ? height : bottom - top, first_row = whole ? 0 : top;
	const int begin = whole ? 0 : left, end = whole ? width : right;
	/* U1 rows are read from a byte boundary; bits before the region are subtracted below */
	const int first = format == VISION_U1 ? begin & ~7 : begin, before = begin - first;
	const int64_t at = int64_t(first_row) * src_stride +
			   (format == VISION_U1 ? first / 8 : first);
	const uint64_t number = uint64_t(end - begin) * uint64_t(rows);
	uint64_t sums[2], rest[2] = {0, 0};

	check_bytes(width, height, src_stride, format);
	assert(left >= 0 && top >= 0 && right <= width && bottom <= height);
	sum_image(src + at, src_stride, format, end - first, rows, sums);
	if (before)
		sum_image(src + at, src_stride, format, before, rows, rest);
	sums[0] -= rest[0];
	sums[1] -= rest[1];
	if (mean)
		*mean = float(double(sums[0]) / double(number));
	if (stddev) {
		unsigned __int128 spread = (unsigned __int128)number * sums[1] -
					   (unsigned __int128)sums[0] * sums[0];

		*stddev = float(__builtin_sqrt(double(spread)) / double(number));
	}
}

/*
 * --- minimum and maximum ------------------------------------------------------------------------
 */

static void find_ends(hls::stream<beat<int16_t>> &in, int width, int height, int ends[2])
{
	int16_t least = 32767, most = -32768;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<int16_t> pixels = in.read();

			for (int k = 0; k < PIXELS; k++) {
#pragma HLS UNROLL
				/* pixels beyond the end of the row are replaced by a valid one */
				int16_t value = x + k < width ? pixels[k] : pixels[0];

				least = value < least ? value : least;
				most = value > most ? value : most;
			}
		}
	}
	ends[0] = least;
	ends[1] = most;
}

static void find_in_image(const uint8_t *src, int src_stride, int format, int width, int height,
			  int ends[2])
{
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in;

	load_either(src, src_stride, format, width, height, in);
	find_ends(in, width, height, ends);
}

/* vx_coordinates2d_t */
struct coordinates {
	uint32_t x, y;
};

static bool has(const beat<int16_t> &pixels, int16_t value)
{
#pragma HLS INLINE
	bool any = false;

	for (int k = 0; k < PIXELS; k++)
		any |= pixels[k] == value;
	return any;
}

/* Records the locations of a value, row by row, as many as fit; returns their total number. */
static void note_places(const beat<int16_t> &pixels, int16_t value, int x, int y, int width,
			coordinates *places, uint64_t room, uint64_t *number)
{
	for (int k = 0; k < PIXELS && x + k < width; k++) {
#pragma HLS PIPELINE II = 1
		if (pixels[k] != value)
			continue;
		if (places && *number < room)
			places[*number] = {uint32_t(x + k), uint32_t(y)};
		++*number;
	}
}

static void find_places(hls::stream<beat<int16_t>> &in, int width, int height, const int ends[2],
			coordinates *least, uint64_t least_room, coordinates *most,
			uint64_t most_room, uint64_t found[2])
{
	uint64_t lower = 0, upper = 0;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<int16_t> pixels = in.read();

			if (has(pixels, int16_t(ends[0])))
				note_places(pixels, int16_t(ends[0]), x, y, width, least,
					    least_room, &lower);
			if (has(pixels, int16_t(ends[1])))
				note_places(pixels, int16_t(ends[1]), x, y, width, most, most_room,
					    &upper);
		}
	}
	found[0] = lower;
	found[1] = upper;
}

static void places_in_image(const uint8_t *src, int src_stride, int format, int width, int height,
			    const int ends[2], coordinates *least, uint64_t least_room,
			    coordinates *most, uint64_t most_room, uint64_t found[2])
{
#pragma HLS DATAFLOW
	hls::stream<beat<int16_t>, DEPTH> in;

	load_either(src, src_stride, format, width, height, in);
	find_places(in, width, height, ends, least, least_room, most, most_room, found);
}

/* A number of 4 or 8 bytes. */
static void put_number(uint8_t *at, int bytes, uint64_t number)
{
	for (int i = 0; i < bytes; i++)
		at[i] = uint8_t(number >> 8 * i);
}

/*
 * Min, Max Location. A value has as many bytes as a pixel. The arrays have room for `..._room`
 * locations; the number stored is written to `least_items` and `most_items`. The total numbers have
 * `least_bytes` and `most_bytes` bytes. All results except the values may be null.
 */
extern "C" void min_max_loc(const uint8_t *src, int src_stride, int src_format, uint8_t *least,
			    uint8_t *most, coordinates *least_places, uint64_t *least_items,
			    int least_room, coordinates *most_places, uint64_t *most_items,
			    int most_room, uint8_t *least_number, int least_bytes,
			    uint8_t *most_number, int most_bytes, int width, int height)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = least bundle = gmem1
#pragma HLS INTERFACE m_axi port = most bundle = gmem1
#pragma HLS INTERFACE m_axi port = least_places bundle = gmem2
#pragma HLS INTERFACE m_axi port = least_items bundle = gmem1
#pragma HLS INTERFACE m_axi port = most_places bundle = gmem3
#pragma HLS INTERFACE m_axi port = most_items bundle = gmem1
#pragma HLS INTERFACE m_axi port = least_number bundle = gmem1
#pragma HLS INTERFACE m_axi port = most_number bundle = gmem1
	const int bytes = src_format == VISION_S16 ? 2 : 1;
	uint64_t found[2];
	int ends[2];

	check_either(width, height, src_stride, src_format);
	assert(!least_number || least_bytes == 4 || least_bytes == 8);
	assert(!most_number || most_bytes == 4 || most_bytes == 8);
	assert(least_room >= 0 && most_room >= 0);
	find_in_image(src, src_stride, src_format, width, height, ends);
	put_number(least, bytes, uint64_t(ends[0]));
	put_number(most, bytes, uint64_t(ends[1]));
	if (!least_places && !most_places && !least_number && !most_number)
		return;
	places_in_image(src, src_stride, src_format, width, height, ends, least_places,
			uint64_t(least_room), most_places, uint64_t(most_room), found);
	if (least_items)
		*least_items = found[0] < uint64_t(least_room) ? found[0] : uint64_t(least_room);
	if (most_items)
		*most_items = found[1] < uint64_t(most_room) ? found[1] : uint64_t(most_room);
	if (least_number)
		put_number(least_number, least_bytes, found[0]);
	if (most_number)
		put_number(most_number, most_bytes, found[1]);
}
