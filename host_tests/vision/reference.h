/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_VISION_REFERENCE_H
#define FCL_TEST_VISION_REFERENCE_H

#include "vision.h"

/*
 * The kernels in plain C, a pixel at a time, straight from the formulas of OpenVX 1.3. Outputs are written in place;
 * bytes behind rows stay.
 */

enum filter { GAUSSIAN, BOX, MEDIAN, ERODE, DILATE };
enum bitwise { AND, OR, XOR, NOT };
enum arithmetic { ABSDIFF, ADD, SUBTRACT };

/* A U8 pixel at any place: outside, what the border says; an undefined border is the nearest edge. */
int pixel_at(const struct picture *src, int x, int y, int border, int value);

void reference_filter(enum filter kind, const struct picture *src, struct picture *dst, int border,
		      int value);
void reference_sobel(const struct picture *src, struct picture *dst_x, struct picture *dst_y,
		     int border, int value);
void reference_magnitude(const struct picture *x, const struct picture *y, struct picture *dst);
void reference_phase(const struct picture *x, const struct picture *y, struct picture *dst);
void reference_threshold(const struct picture *src, struct picture *dst, int type, int lower,
			 int upper, int true_value, int false_value);
void reference_depth(const struct picture *src, struct picture *dst, int policy, int shift);
/* `b` is not used for NOT. */
void reference_bitwise(enum bitwise kind, const struct picture *a, const struct picture *b,
		       struct picture *dst);
void reference_arithmetic(enum arithmetic kind, const struct picture *a, const struct picture *b,
			  struct picture *dst, int policy);
void reference_multiply(const struct picture *a, const struct picture *b, struct picture *dst,
			float scale, int policy, int rounding);
void reference_histogram(const struct picture *src, uint32_t *bins, int number, int offset,
			 int range);
void reference_equalize(const struct picture *src, struct picture *dst);
void reference_integral(const struct picture *src, struct picture *dst);
void reference_scale(const struct picture *src, struct picture *dst, int type, int border,
		     int value);
void reference_warp(const struct picture *src, struct picture *dst, const float matrix[6], int type,
		    int border, int value);

struct keypoint {
	int32_t x, y;
	float strength, scale, orientation;
	int32_t tracking_status;
	float error;
};

/* Returns how many there are; stores at most `capacity`. */
uint64_t reference_corners(const struct picture *src, struct keypoint *corners, int capacity,
			   int threshold, bool suppress);

/* A colour image in up to three planes. */
struct colour_image {
	struct picture planes[3];
	int format, width, height, count; /* of planes */
};

struct colour_image random_image(int format, int width, int height);
struct colour_image copy_image(const struct colour_image *image);
void free_image(struct colour_image *image);
/* The address of component 0 to 3 (red or Y, ...) at pixel (x, y); NULL if there is none. */
uint8_t *component_at(const struct colour_image *image, int component, int x, int y);
/* How many pixels share a component, as shifts. */
int component_shift(int format, int component, bool vertical);
void reference_convert(const struct colour_image *src, struct colour_image *dst);
void reference_extract(const struct colour_image *src, int component, struct picture *dst);

#endif
