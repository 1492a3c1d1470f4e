/* SPDX-License-Identifier: Apache-2.0 */
/* The method of Lucas and Kanade, one point at a time, in double precision. */
#include <math.h>

#include "reference.h"

static double mixed_at(const struct picture *src, double x, double y)
{
	int left = (int)floor(x), top = (int)floor(y);
	double s = x - left, t = y - top, line[2];

	for (int i = 0; i < 2; i++) {
		double first = pixel_at(src, left, top + i, VISION_BORDER_REPLICATE, 0);

		line[i] =
			first +
			s * (pixel_at(src, left + 1, top + i, VISION_BORDER_REPLICATE, 0) - first);
	}
	return line[0] + t * (line[1] - line[0]);
}

/* Scharr's gradients, divided by 1024. */
static void scharr_at(const struct picture *src, double x, double y, double *gx, double *gy)
{
	static const int weights[3] = {3, 10, 3};

	*gx = *gy = 0;
	for (int i = 0; i < 3; i++) {
		*gx += weights[i] *
		       (mixed_at(src, x + 1, y + i - 1) - mixed_at(src, x - 1, y + i - 1));
		*gy += weights[i] *
		       (mixed_at(src, x + i - 1, y + 1) - mixed_at(src, x + i - 1, y - 1));
	}
	*gx /= 1024;
	*gy /= 1024;
}

static bool inside(const struct picture *image, const double at[2])
{
	return at[0] >= 0 && at[1] >= 0 && at[0] <= image->width - 1 && at[1] <= image->height - 1;
}

/*
 * Sums over a window: the products of gradients, and the gradients times the difference between the
 * images.
 */
static void sum_window(const struct picture *before, const struct picture *after,
		       const double from[2], const double to[2], int window, double matrix[3],
		       double vector[2])
{
	memset(matrix, 0, 3 * sizeof(double));
	memset(vector, 0, 2 * sizeof(double));
	for (int i = 0; i < window * window; i++) {
		double dx = i % window - (window - 1) * 0.5, dy = i / window - (window - 1) * 0.5;
		double change = (mixed_at(after, to[0] + dx, to[1] + dy) -
				 mixed_at(before, from[0] + dx, from[1] + dy)) /
				32;
		double gx, gy;

		scharr_at(before, from[0] + dx, from[1] + dy, &gx, &gy);
		matrix[0] += gx * gx;
		matrix[1] += gx * gy;
		matrix[2] += gy * gy;
		vector[0] += change * gx;
		vector[1] += change * gy;
	}
}

static bool follow(const struct picture *before, const struct picture *after, const double from[2],
		   double to[2], double epsilon, int iterations, int window)
{
	double m[3], v[2], det, least;

	if (!inside(before, from) || !inside(after, to))
		return false;
	for (int i = 0; i <= iterations; i++) {
		double next[2];

		sum_window(before, after, from, to, window, m, v);
		det = m[0] * m[2] - m[1] * m[1];
		least = (m[0] + m[2] - sqrt((m[0] - m[2]) * (m[0] - m[2]) + 4 * m[1] * m[1])) /
			(2 * window * window);
		if (det < 1e-7 || least < 1e-4)
			return false;
		if (i == iterations)
			break;
		next[0] = to[0] - (m[2] * v[0] - m[1] * v[1]) / det;
		next[1] = to[1] - (m[0] * v[1] - m[1] * v[0]) / det;
		if (!inside(after, next))
			return false;
		if (hypot(next[0] - to[0], next[1] - to[1]) <= epsilon) {
			memcpy(to, next, sizeof(next));
			break;
		}
		memcpy(to, next, sizeof(next));
	}
	return true;
}

void reference_flow(const struct picture *old_levels, const struct picture *new_levels, int levels,
		    const struct keypoint *old_points, const struct keypoint *estimates, int count,
		    double epsilon, int iterations, int window, struct keypoint *new_points)
{
	for (int i = 0; i < count; i++) {
		const struct keypoint *begin = estimates ? &estimates[i] : &old_points[i];
		double to[2] = {begin->x / pow(2, levels), begin->y / pow(2, levels)};
		bool found = false;

		new_points[i] = old_points[i];
		if (!old_points[i].tracking_status)
			continue;
		for (int level = levels - 1; level >= 0; level--) {
			double from[2] = {old_points[i].x / pow(2, level),
					  old_points[i].y / pow(2, level)};

			to[0] *= 2;
			to[1] *= 2;
			found = follow(&old_levels[level], &new_levels[level], from, to, epsilon,
				       iterations, window);
		}
		new_points[i].tracking_status = found;
		new_points[i].x = (int)floor(to[0] + 0.5);
		new_points[i].y = (int)floor(to[1] + 0.5);
	}
}
