/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_VISION_REFERENCE_H
#define FCL_TEST_VISION_REFERENCE_H

#include "vision.h"

/*
 * The kernels in plain C, one pixel at a time, directly from the formulas of OpenVX 1.3. Outputs
 * are written in place; the bytes after each row do not change.
 */

enum filter { GAUSSIAN, BOX, MEDIAN, ERODE, DILATE };
enum bitwise { AND, OR, XOR, NOT };
enum arithmetic { ABSDIFF, ADD, SUBTRACT };

/*
 * A U8 pixel at any position. Outside of the image the border decides; an undefined border gives
 * the nearest edge pixel.
 */
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
void reference_average(const struct picture *a, const struct picture *b, struct picture *dst,
		       float alpha);
/*
 * `table` has `count` entries of the picture's pixel size; entries of 2 bytes are indexed from
 * minus half their count.
 */
void reference_lookup(const struct picture *src, struct picture *dst, const void *table, int count);
void reference_histogram(const struct picture *src, uint32_t *bins, int number, int offset,
			 int range);
void reference_equalize(const struct picture *src, struct picture *dst);
void reference_integral(const struct picture *src, struct picture *dst);
void reference_scale(const struct picture *src, struct picture *dst, int type, int border,
		     int value);
void reference_warp(const struct picture *src, struct picture *dst, const float matrix[6], int type,
		    int border, int value);

/* `table` has x and y for each pixel of the output. */
void reference_remap(const struct picture *src, struct picture *dst, const float *table, int type,
		     int border, int value);
void reference_perspective(const struct picture *src, struct picture *dst, const float matrix[9],
			   int type, int border, int value);
void reference_convolve(const struct picture *src, struct picture *dst, const int16_t *coefficients,
			int rows, int columns, int scale, int border, int value);
/* The mask's element at the origin lies on the pixel. */
void reference_non_linear(const struct picture *src, struct picture *dst, const uint8_t *mask,
			  int rows, int columns, int origin_x, int origin_y, int function,
			  int border, int value);
void reference_mean(const struct picture *src, float *mean, float *deviation);

/* The minimum or maximum of an image, and its positions. */
enum { MOST_PLACES = 1000 };
struct ends {
	int value;
	uint64_t number;
	uint32_t places[MOST_PLACES][2];
};

/* Stores at most `room` positions each. */
void reference_ends(const struct picture *src, struct ends *least, struct ends *most, int room);

struct keypoint {
	int32_t x, y;
	float strength, scale, orientation;
	int32_t tracking_status;
	float error;
};

/* Returns the number of corners; stores at most `capacity` of them. */
uint64_t reference_corners(const struct picture *src, struct keypoint *corners, int capacity,
			   int threshold, bool suppress);

/* The same for Harris, the strongest first. */
uint64_t reference_harris(const struct picture *src, struct keypoint *corners, int capacity,
			  float threshold, float distance, float sensitivity, int gradient,
			  int block);
void reference_canny(const struct picture *src, struct picture *dst, int lower, int upper,
		     int gradient, int norm);
/* Smoothed with a Gaussian of `size` x `size`, and sampled at the nearest pixels. */
void reference_smaller(const struct picture *src, struct picture *dst, int size, int border,
		       int value);

/* The specification's UpSample(), whose filter has integer results; `src` is U8 or S16, `dst` S16. */
void reference_upsample(const struct picture *src, struct picture *dst);

/*
 * Tracks points from one pyramid of halves to another; `iterations` and `epsilon` both end a level.
 */
void reference_flow(const struct picture *old_levels, const struct picture *new_levels, int levels,
		    const struct keypoint *old_points, const struct keypoint *estimates, int count,
		    double epsilon, int iterations, int window, struct keypoint *new_points);

/* A colour image with up to three planes. */
struct colour_image {
	struct picture planes[3];
	int format, width, height, count; /* of planes */
};

struct colour_image random_image(int format, int width, int height);
struct colour_image copy_image(const struct colour_image *image);
void free_image(struct colour_image *image);
/*
 * The address of component 0 to 3 (red or Y, ...) at pixel (x, y), or NULL if the format lacks the
 * component.
 */
uint8_t *component_at(const struct colour_image *image, int component, int x, int y);
/* The subsampling of a component as a shift. */
int component_shift(int format, int component, bool vertical);
void reference_convert(const struct colour_image *src, struct colour_image *dst);
void reference_combine(const struct picture parts[4], struct colour_image *dst);
void reference_extract(const struct colour_image *src, int component, struct picture *dst);

#endif
