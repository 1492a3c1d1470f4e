/* SPDX-License-Identifier: Apache-2.0 */
/* Fast Corners: FAST9 with an optional non-maximum suppression. */
#include "vision.h"

static const int RADIUS = 3, CIRCLE = 16, ARC = 9;

/* vx_keypoint_t */
struct keypoint {
	int32_t x, y;
	float strength, scale, orientation;
	int32_t tracking_status;
	float error;
};

static inline uint8_t less_of(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

static inline uint8_t more_of(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

static inline uint8_t above(uint8_t a, uint8_t b)
{
	return a > b ? uint8_t(a - b) : 0;
}

/*
 * The minimum over each arc of 9 adjacent pixels on the circle, and the maximum of these over all
 * 16 arcs.
 */
static inline void best_arc(uint8_t far[CIRCLE][PIXELS], beat<uint8_t> &best)
{
#pragma HLS INLINE
	uint8_t two[CIRCLE][PIXELS], four[CIRCLE][PIXELS];

	for (int i = 0; i < CIRCLE; i++)
		for (int k = 0; k < PIXELS; k++)
			two[i][k] = less_of(far[i][k], far[(i + 1) % CIRCLE][k]);
	for (int i = 0; i < CIRCLE; i++)
		for (int k = 0; k < PIXELS; k++)
			four[i][k] = less_of(two[i][k], two[(i + 2) % CIRCLE][k]);
	for (int i = 0; i < CIRCLE; i++)
		for (int k = 0; k < PIXELS; k++)
			best[k] = more_of(best[k],
					  less_of(less_of(four[i][k], four[(i + 4) % CIRCLE][k]),
						  far[(i + ARC - 1) % CIRCLE][k]));
}

/*
 * One more than the largest threshold at which a pixel is a corner, or 0 if it is none at
 * `threshold`: some arc of 9 pixels is brighter, or darker, than the centre by this amount.
 */
struct segment_test {
	uint8_t threshold;

	void operator()(const window_rows<RADIUS> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		static const int8_t circle[CIRCLE][2] = {
			{0, -3}, {1, -3}, {2, -2}, {3, -1}, {3, 0},  {3, 1},   {2, 2},   {1, 3},
			{0, 3},  {-1, 3}, {-2, 2}, {-3, 1}, {-3, 0}, {-3, -1}, {-2, -2}, {-1, -3}};
		uint8_t bright[CIRCLE][PIXELS], dark[CIRCLE][PIXELS];
		beat<uint8_t> best;

		for (int i = 0; i < CIRCLE; i++) {
			for (int k = 0; k < PIXELS; k++) {
				uint8_t centre = w[RADIUS][RADIUS + k];
				uint8_t pixel = w[RADIUS + circle[i][1]][RADIUS + circle[i][0] + k];

				bright[i][k] = above(pixel, centre);
				dark[i][k] = above(centre, pixel);
			}
		}
		best_arc(bright, best);
		best_arc(dark, best);
		for (int k = 0; k < PIXELS; k++)
			out[k] = best[k] > threshold ? best[k] : 0;
	}
};

/* Pixels whose circle leaves the image are not corners. */
static void clear_edges(hls::stream<beat<uint8_t>> &in, hls::stream<beat<uint8_t>> &out, int width,
			int height)
{
	for (int y = 0; y < height; y++) {
		bool edge_row = y < RADIUS || y >= height - RADIUS;

		for (int x = 0; x < width; x += PIXELS) {
#pragma HLS PIPELINE II = 1
			beat<uint8_t> strengths = in.read();

			if (edge_row || x == 0 || x + PIXELS > width - RADIUS)
				for (int k = 0; k < PIXELS; k++)
					if (edge_row || x + k < RADIUS || x + k >= width - RADIUS)
						strengths[k] = 0;
			out.write(strengths);
		}
	}
}

/* Non-maximum suppression: among equal neighbours, the last one in image order is kept. */
struct suppression {
	bool on;

	void operator()(const window_rows<1> &w, beat<uint8_t> &out) const
	{
#pragma HLS INLINE
		for (int k = 0; k < PIXELS; k++) {
			uint8_t before = more_of(more_of(w[0][k], w[0][k + 1]),
						 more_of(w[0][k + 2], w[1][k]));
			uint8_t behind = more_of(more_of(w[2][k], w[2][k + 1]),
						 more_of(w[2][k + 2], w[1][k + 2]));
			uint8_t own = w[1][k + 1];

			out[k] = !on || (own >= before && own > behind) ? own : 0;
		}
	}
};

static bool any_of(const beat<uint8_t> &strengths)
{
#pragma HLS INLINE
	uint8_t all = 0;

	for (int k = 0; k < PIXELS; k++)
		all |= strengths[k];
	return all;
}

/*
 * Writes the corners row by row, as many as fit; returns their number, and the number without that
 * limit.
 */
static void collect(hls::stream<beat<uint8_t>> &in, keypoint *corners, uint64_t *count,
		    uint64_t *number, int capacity, int width, int height)
{
	uint64_t found = 0;

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x += PIXELS) {
			beat<uint8_t> strengths = in.read();

			for (int k = 0; k < PIXELS && any_of(strengths); k++) {
#pragma HLS PIPELINE II = 1
				if (!strengths[k])
					continue;
				if (found < uint64_t(capacity))
					corners[found] = {x + k, y, float(strengths[k] - 1), 0, 0,
							  1,     0};
				found++;
				strengths[k] = 0;
			}
		}
	}
	*count = found < uint64_t(capacity) ? found : uint64_t(capacity);
	if (number)
		*number = found;
}

/* `corners` has room for `capacity` keypoints; `number` may be null. */
extern "C" void fast_corners(const uint8_t *src, int src_stride, keypoint *corners, uint64_t *count,
			     uint64_t *number, int capacity, int width, int height,
			     float strength_threshold, int nonmax_suppression)
{
#pragma HLS INTERFACE m_axi port = src bundle = gmem0
#pragma HLS INTERFACE m_axi port = corners bundle = gmem1
#pragma HLS INTERFACE m_axi port = count bundle = gmem2
#pragma HLS INTERFACE m_axi port = number bundle = gmem3
#pragma HLS DATAFLOW
	hls::stream<beat<uint8_t>, DEPTH> in, raw, inner, best;

	check_image(width, height, src_stride, 1);
	assert(capacity >= 0 && strength_threshold >= 0 && strength_threshold < 256);
	load(src, src_stride, width, height, in);
	filter<RADIUS>(in, raw, width, height, VISION_BORDER_REPLICATE, 0,
		       segment_test{uint8_t(strength_threshold)});
	clear_edges(raw, inner, width, height);
	filter<1>(inner, best, width, height, VISION_BORDER_CONSTANT, 0,
		  suppression{nonmax_suppression != 0});
	collect(best, corners, count, number, capacity, width, height);
}
