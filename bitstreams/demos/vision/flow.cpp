/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Optical Flow Pyramid (LK): finds points of one image in the next, level by level, starting with
 * the smallest.
 */
#include "vision.h"

static const int MAX_WINDOW = 16, MAX_PATCH = MAX_WINDOW + 2;
static const int MAX_STEPS = 100; /* if the program sets no limit */

/* vx_keypoint_t */
struct keypoint {
	int32_t x, y;
	float strength, scale, orientation;
	int32_t tracking_status;
	float error;
};

struct point {
	double x, y;
};

struct level {
	int stride, width, height;
};

/* The pixel at this position or, outside of the image, the nearest one. */
static double pixel_at(const uint8_t *plane, const level &image, int x, int y)
{
#pragma HLS INLINE
	x = x < 0 ? 0 : x < image.width ? x : image.width - 1;
	y = y < 0 ? 0 : y < image.height ? y : image.height - 1;
	return plane[int64_t(y) * image.stride + x];
}

/* Interpolates between four pixels. A point's distance from the image always fits in an int. */
static double between(const uint8_t *plane, const level &image, double x, double y)
{
#pragma HLS INLINE
	const int left = int(__builtin_floor(x)), top = int(__builtin_floor(y));
	const double s = x - left, t = y - top;
	const double upper_left = pixel_at(plane, image, left, top);
	const double upper = upper_left + s * (pixel_at(plane, image, left + 1, top) - upper_left);
	const double lower_left = pixel_at(plane, image, left, top + 1);
	const double lower = lower_left +
			     s * (pixel_at(plane, image, left + 1, top + 1) - lower_left);

	return upper + t * (lower - upper);
}

/* A window of the old image with its gradients, and the sums of the gradients' products. */
struct window {
	double value[MAX_WINDOW][MAX_WINDOW];
	double gx[MAX_WINDOW][MAX_WINDOW], gy[MAX_WINDOW][MAX_WINDOW];
	double xx, xy, yy;
};

/*
 * Scharr gradients, also at positions between pixels. They are scaled by 1 / 1024, so that the
 * limits below are those of the specification, for pixels from 0 to 255.
 */
static void read_window(const uint8_t *plane, const level &image, const point &at, int size,
			window &w)
{
	double patch[MAX_PATCH][MAX_PATCH];
	const double first_x = at.x - (size - 1) * 0.5 - 1, first_y = at.y - (size - 1) * 0.5 - 1;

	for (int r = 0; r < size + 2; r++)
		for (int c = 0; c < size + 2; c++)
			patch[r][c] = between(plane, image, first_x + c, first_y + r);
	w.xx = w.xy = w.yy = 0;
	for (int r = 0; r < size; r++) {
		for (int c = 0; c < size; c++) {
#pragma HLS PIPELINE II = 1
			const double *above = &patch[r][c], *own = &patch[r + 1][c],
				     *below = &patch[r + 2][c];
			const double gx = (3 * (above[2] - above[0]) + 10 * (own[2] - own[0]) +
					   3 * (below[2] - below[0])) /
					  1024;
			const double gy = (3 * (below[0] - above[0]) + 10 * (below[1] - above[1]) +
					   3 * (below[2] - above[2])) /
					  1024;

			w.value[r][c] = own[1];
			w.gx[r][c] = gx;
			w.gy[r][c] = gy;
			w.xx += gx * gx;
			w.xy += gx * gy;
			w.yy += gy * gy;
		}
	}
}

/* Whether the matrix is well-conditioned enough to be inverted. */
static bool is_trackable(const window &w, int size)
{
	const double det = w.xx * w.yy - w.xy * w.xy, apart = w.xx - w.yy;
	const double least = (w.xx + w.yy - __builtin_sqrt(apart * apart + 4 * w.xy * w.xy)) /
			     (2 * size * size);

	return det >= 1e-7 && least >= 1e-4;
}

static bool is_inside(const point &at, const level &image)
{
	return at.x >= 0 && at.y >= 0 && at.x <= image.width - 1 && at.y <= image.height - 1;
}

/* One step towards the position at which the new image resembles the window. */
static point step(const uint8_t *plane, const level &image, const point &at, int size,
		  const window &w)
{
	const double first_x = at.x - (size - 1) * 0.5, first_y = at.y - (size - 1) * 0.5;
	const double det = w.xx * w.yy - w.xy * w.xy;
	double bx = 0, by = 0;

	for (int r = 0; r < size; r++) {
		for (int c = 0; c < size; c++) {
#pragma HLS PIPELINE II = 1
			const double change =
				(between(plane, image, first_x + c, first_y + r) - w.value[r][c]) /
				32;

			bx += change * w.gx[r][c];
			by += change * w.gy[r][c];
		}
	}
	return {(w.xy * by - w.yy * bx) / det, (w.xy * bx - w.xx * by) / det};
}

/*
 * Moves the point to its position on this level; false: it is lost. Eventually the steps reach a
 * fixed point or, due to rounding, a cycle of a few points, of which whole rounds are skipped, as
 * they have no effect. `mark` is the position `since` steps ago, and is updated after 1, 2, 4, ...
 * steps (Brent's algorithm).
 */
static bool follow(const uint8_t *old_plane, const level &old_image, const uint8_t *new_plane,
		   const level &new_image, const point &from, point &to, int size, int steps,
		   double epsilon)
{
	window w;
	point mark = to;
	int64_t since = 0, until = 1;

	if (!is_inside(from, old_image) || !is_inside(to, new_image))
		return false;
	read_window(old_plane, old_image, from, size, w);
	if (!is_trackable(w, size))
		return false;
	for (int i = 0; i < steps; i++) {
		const point move = step(new_plane, new_image, to, size, w);
		const point next = {to.x + move.x, to.y + move.y};

		if (!is_inside(next, new_image))
			return false;
		to = next;
		if (epsilon >= 0 && move.x * move.x + move.y * move.y <= epsilon * epsilon)
			break;
		since++;
		if (to.x == mark.x && to.y == mark.y) {
			steps = i + 1 + (steps - i - 1) % since;
		} else if (since == until) {
			mark = to;
			since = 0;
			until *= 2;
		}
	}
	return true;
}

/*
 * Processes one level of both pyramids, in which each level has half the size of the previous one;
 * `index` goes from levels - 1 to 0. The positions of points are kept in `scratch`, 16 bytes per
 * point. A point that is lost on a higher level continues from its last position; one that is lost
 * on level 0 is lost. There are as many new points as old ones.
 */
extern "C" void optical_flow(const uint8_t *old_level, int old_stride, int old_width,
			     int old_height, const uint8_t *new_level, int new_stride,
			     int new_width, int new_height, int width, int height,
			     const keypoint *old_points, const uint64_t *old_count,
			     const keypoint *estimates, const uint64_t *estimate_count,
			     keypoint *new_points, uint64_t *new_count, int capacity,
			     int termination, float epsilon, uint32_t iterations, int use_estimates,
			     uint64_t window_size, int index, int levels, point *scratch)
{
#pragma HLS INTERFACE m_axi port = old_level bundle = gmem0
#pragma HLS INTERFACE m_axi port = new_level bundle = gmem1
#pragma HLS INTERFACE m_axi port = old_points bundle = gmem2
#pragma HLS INTERFACE m_axi port = old_count bundle = gmem2
#pragma HLS INTERFACE m_axi port = estimates bundle = gmem3
#pragma HLS INTERFACE m_axi port = estimate_count bundle = gmem3
#pragma HLS INTERFACE m_axi port = new_points bundle = gmem4
#pragma HLS INTERFACE m_axi port = new_count bundle = gmem4
#pragma HLS INTERFACE m_axi port = scratch bundle = gmem5
	const uint64_t count = *old_count;
	const level old_image = {old_stride, old_width, old_height},
		    new_image = {new_stride, new_width, new_height};
	const double factor = 1.0 / double(1 << index);
	const int size = int(window_size);
	const uint32_t limit = iterations < 0x7fffffff ? iterations : 0x7fffffff;
	const int steps = termination == VISION_EPSILON ? MAX_STEPS : int(limit);
	const double enough = termination == VISION_ITERATIONS ? -1 : double(epsilon);

	assert(index >= 0 && index < levels && index < 31);
	check_image(old_width, old_height, old_stride, 1);
	assert(new_level && new_width == old_width && new_height == old_height);
	assert(old_width == ((width - 1) >> index) + 1 &&
	       old_height == ((height - 1) >> index) + 1);
	assert(window_size > 0 && window_size <= MAX_WINDOW);
	assert(termination >= VISION_ITERATIONS && termination <= VISION_ITERATIONS_OR_EPSILON);
	assert(count <= uint64_t(capacity) && (!use_estimates || *estimate_count >= count));
every_point:
	for (uint64_t i = 0; i < count; i++) {
		const keypoint old = old_points[i];
		const keypoint &begin = use_estimates ? estimates[i] : old_points[i];
		const point from = {old.x * factor, old.y * factor};
		point to = {begin.x * factor, begin.y * factor};
		bool found;

		if (index < levels - 1)
			to = {scratch[i].x * 2, scratch[i].y * 2};
		found = old.tracking_status && follow(old_level, old_image, new_level, new_image,
						      from, to, size, steps, enough);
		scratch[i] = to;
		if (index)
			continue;
		new_points[i] = old;
		if (!old.tracking_status)
			continue;
		new_points[i].tracking_status = found;
		/* a lost point may be anywhere; one too far away for an int keeps its position */
		if (to.x > -1e9 && to.x < 1e9 && to.y > -1e9 && to.y < 1e9) {
			new_points[i].x = int(__builtin_floor(to.x + 0.5));
			new_points[i].y = int(__builtin_floor(to.y + 0.5));
		}
	}
	if (!index)
		*new_count = count;
}
