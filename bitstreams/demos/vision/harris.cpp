/* SPDX-License-Identifier: Apache-2.0 */
/* Harris Corners. */
#include "gradients.h"

/* vx_keypoint_t */
struct keypoint {
	int32_t x, y;
	float strength, scale, orientation;
	int32_t tracking_status;
	float error;
};

struct candidate {
	float strength;
	int32_t x, y, unused;
};

static const int MAX_BLOCK = 7;

/* On-chip rows of gradients, as many as a block has, and the sums of their products per column. */
struct columns {
	int32_t gx[MAX_BLOCK][VISION_MOST_WIDTH], gy[MAX_BLOCK][VISION_MOST_WIDTH];
	int64_t xx[VISION_MOST_WIDTH], xy[VISION_MOST_WIDTH], yy[VISION_MOST_WIDTH];
};

static void add_products(columns &sums, int line, int from, int to, int sign)
{
	for (int x = from; x < to; x++) {
#pragma HLS PIPELINE II = 1
		const int64_t gx = sums.gx[line][x], gy = sums.gy[line][x];

		sums.xx[x] += sign * gx * gx;
		sums.xy[x] += sign * gx * gy;
		sums.yy[x] += sign * gy * gy;
	}
}

/*
 * The strengths of a row: det(A) - k trace(A)^2, in double precision from exact sums, times the
 * fourth power of `scale`, which normalises gradients; 0 unless it exceeds the threshold.
 */
static void strength_row(const columns &sums, int from, int to, int block, double scale,
			 float sensitivity, float threshold, float strengths[VISION_MOST_WIDTH])
{
	const double fourth = scale * scale * scale * scale;
	const int half = block / 2;

	for (int x = from + half; x < to - half; x++) {
#pragma HLS PIPELINE II = 1
		int64_t xx = 0, xy = 0, yy = 0;
		double det, trace;
		float value;

		for (int c = -half; c <= half; c++) {
			xx += sums.xx[x + c];
			xy += sums.xy[x + c];
			yy += sums.yy[x + c];
		}
		det = double(xx) * double(yy) - double(xy) * double(xy);
		trace = double(xx) + double(yy);
		value = float((det - double(sensitivity) * trace * trace) * fourth);
		strengths[x] = value > threshold ? value : 0;
	}
}

/*
 * Whether a pixel is the strongest among its neighbours; among equal ones, the last one in image
 * order.
 */
static bool is_peak(const float above[VISION_MOST_WIDTH], const float own[VISION_MOST_WIDTH],
		    const float below[VISION_MOST_WIDTH], int x)
{
#pragma HLS INLINE
	const float value = own[x];

	return value > 0 && value >= above[x - 1] && value >= above[x] && value >= above[x + 1] &&
	       value >= own[x - 1] && value > own[x + 1] && value > below[x - 1] &&
	       value > below[x] && value > below[x + 1];
}

/* Computes all strengths, and finds the peaks; returns their number. No two peaks are adjacent. */
static int find_peaks(const uint8_t *plane, int stride, int width, int height,
		      const sobel_taps &taps, int block, double scale, float sensitivity,
		      float threshold, candidate *peaks)
{
	static const int LINES = 3;
	const int reach = taps.reach, from = reach, to = width - reach, half = block / 2;
	int32_t smooth[VISION_MOST_WIDTH], slope[VISION_MOST_WIDTH];
	float strengths[LINES][VISION_MOST_WIDTH + 2];
	columns sums;
	int found = 0, ready = 0;

	for (int x = 0; x < width; x++)
		sums.xx[x] = sums.xy[x] = sums.yy[x] = 0;
	for (int line = 0; line < LINES; line++)
		for (int x = 0; x < width + 2; x++)
			strengths[line][x] = 0;
every_row:
	for (int y = reach; y <= height - reach; y++) {
		const int line = y % block, own = (ready + LINES - 1) % LINES,
			  last = (ready + LINES - 2) % LINES, next = ready % LINES;

		if (y < height - reach) {
			if (y - reach >= block)
				add_products(sums, line, from, to, -1);
			gradient_row(plane, stride, width, y, taps, smooth, slope, sums.gx[line],
				     sums.gy[line]);
			add_products(sums, line, from, to, 1);
			if (y - reach < block - 1)
				continue;
			strength_row(sums, from, to, block, scale, sensitivity, threshold,
				     strengths[next] + 1);
		} else { /* there are no strengths below the last row */
			for (int x = 0; x < width + 2; x++)
				strengths[next][x] = 0;
		}
		for (int x = from + half; x < to - half && ready; x++)
			if (is_peak(strengths[last] + 1, strengths[own] + 1, strengths[next] + 1,
				    x))
				peaks[found++] = {strengths[own][x + 1], x, y - 1 - half, 0};
		ready++;
	}
	return found;
}

/* Strongest first; equal ones in image order. */
static bool comes_before(const candidate &a, const candidate &b)
{
#pragma HLS INLINE
	return a.strength > b.strength ||
	       (a.strength == b.strength && (a.y < b.y || (a.y == b.y && a.x <= b.x)));
}

/* Merges runs of `length` from one half of the memory to the other. */
static void merge_runs(candidate *from, candidate *to, int count, int length)
{
	for (int64_t begin = 0; begin < count; begin += 2 * int64_t(length)) {
		const int64_t middle = begin + length < count ? begin + length : count;
		const int64_t end = middle + length < count ? middle + length : count;
		int64_t a = begin, b = middle;

		for (int64_t i = begin; i < end; i++) {
#pragma HLS PIPELINE II = 1
			const bool first = b == end ||
					   (a < middle && comes_before(from[a], from[b]));

			to[i] = first ? from[a++] : from[b++];
		}
	}
}

/* Returns the half that contains the result. */
static bool sort(candidate *first, candidate *second, int count)
{
	bool swapped = false;

	for (int length = 1; length < count; length *= 2) {
		merge_runs(swapped ? second : first, swapped ? first : second, count, length);
		swapped = !swapped;
	}
	return swapped;
}

/* Marks positions that are closer to a corner than the distance. */
static void mark_near(uint8_t *marks, int width, int height, int x, int y, double distance)
{
	const int reach = int(distance);

	for (int dy = -reach; dy <= reach; dy++) {
		if (y + dy < 0 || y + dy >= height)
			continue;
		for (int dx = -reach; dx <= reach; dx++) {
#pragma HLS PIPELINE II = 1
			if (x + dx >= 0 && x + dx < width &&
			    dx * dx + dy * dy < distance * distance)
				marks[int64_t(y + dy) * width + x + dx] = 1;
		}
	}
}

/*
 * `corners` has room for `capacity` keypoints, strongest first; `number`, their number without that
 * limit, may be null. `scratch` has 9 bytes per pixel: two lists of candidates, of which there are
 * at most a quarter of the pixels, and a mark for each pixel.
 */
extern "C" void harris_corners(const uint8_t *src, int src_stride, keypoint *corners,
			       uint64_t *count, uint64_t *number, int capacity, int width,
			       int height, float strength_threshold, float min_distance,
			       float sensitivity, int gradient_size, int block_size,
			       uint8_t *scratch)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = corners bundle = gmem1
#pragma HLS INTERFACE m_axi port = count bundle = gmem2
#pragma HLS INTERFACE m_axi port = number bundle = gmem2
#pragma HLS INTERFACE m_axi port = scratch bundle = gmem3
	const int64_t pixels = int64_t(width) * height, most = pixels / 4;
	const sobel_taps taps = sobel_of(gradient_size);
	const double scale = 1 / (double(1 << (gradient_size - 1)) * 255 * block_size);
	candidate *first = (candidate *)scratch, *second = first + most;
	uint8_t *marks = (uint8_t *)(second + most);
	uint64_t found = 0;
	int peaks = 0;

	check_image(width, height, src_stride, 1);
	assert(width <= VISION_MOST_WIDTH && capacity >= 0);
	assert(block_size == 3 || block_size == 5 || block_size == 7);
	assert(strength_threshold >= 0 && min_distance >= 0 && min_distance <= 1024);
	if (width > 2 * taps.reach && height > 2 * taps.reach)
		peaks = find_peaks(src, src_stride, width, height, taps, block_size, scale,
				   sensitivity, strength_threshold, first);
	if (sort(first, second, peaks))
		first = second;
	for (int64_t i = 0; i < pixels; i++)
		marks[i] = 0;
every_peak:
	for (int i = 0; i < peaks; i++) {
		const candidate peak = first[i];

		if (marks[int64_t(peak.y) * width + peak.x])
			continue;
		if (found < uint64_t(capacity))
			corners[found] = {peak.x, peak.y, peak.strength, 0, 0, 1, 0};
		found++;
		mark_near(marks, width, height, peak.x, peak.y, double(min_distance));
	}
	*count = found < uint64_t(capacity) ? found : uint64_t(capacity);
	if (number)
		*number = found;
}
