/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FAST9 by its definition: tries all thresholds to find the largest one at which a pixel is a
 * corner.
 */
#include "reference.h"

static const int circle[16][2] = {{0, -3}, {1, -3},  {2, -2},  {3, -1}, {3, 0},  {3, 1},
				  {2, 2},  {1, 3},   {0, 3},   {-1, 3}, {-2, 2}, {-3, 1},
				  {-3, 0}, {-3, -1}, {-2, -2}, {-1, -3}};

static bool is_corner(const int pixels[16], int centre, int threshold)
{
	for (int first = 0; first < 16; first++) {
		int brighter = 0, darker = 0;

		for (int i = 0; i < 9; i++) {
			brighter += pixels[(first + i) % 16] > centre + threshold;
			darker += pixels[(first + i) % 16] < centre - threshold;
		}
		if (brighter == 9 || darker == 9)
			return true;
	}
	return false;
}

/* -1: no corner */
static int strength_at(const struct picture *src, int x, int y, int threshold)
{
	int pixels[16], centre;

	if (x < 3 || y < 3 || x >= src->width - 3 || y >= src->height - 3)
		return -1;
	centre = row_of(src, y)[x];
	for (int i = 0; i < 16; i++)
		pixels[i] = row_of(src, y + circle[i][1])[x + circle[i][0]];
	if (!is_corner(pixels, centre, threshold))
		return -1;
	while (is_corner(pixels, centre, threshold + 1))
		threshold++;
	return threshold;
}

/* Of the eight neighbours, in the order of the image, the first four may be equally strong. */
static bool is_suppressed(const struct picture *src, int x, int y, int threshold, int strength)
{
	for (int i = 0; i < 9; i++) {
		int other = i == 4 ? -1 : strength_at(src, x + i % 3 - 1, y + i / 3 - 1, threshold);

		if (i < 4 ? other > strength : other >= strength)
			return true;
	}
	return false;
}

uint64_t reference_corners(const struct picture *src, struct keypoint *corners, int capacity,
			   int threshold, bool suppress)
{
	uint64_t found = 0;

	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			int strength = strength_at(src, x, y, threshold);

			if (strength < 0 ||
			    (suppress && is_suppressed(src, x, y, threshold, strength)))
				continue;
			if (found < (uint64_t)capacity)
				corners[found] = (struct keypoint){x, y, (float)strength, 0, 0,
								   1, 0};
			found++;
		}
	}
	return found;
}
