/* SPDX-License-Identifier: Apache-2.0 */
/* Colour formats, and the formulas of Color Convert in floating point. */
#include <math.h>

#include "reference.h"

static bool is_rgb(int format)
{
	return format == VISION_RGB || format == VISION_RGBX;
}

static struct picture random_plane(const struct colour_image *image, int shift, int pixel)
{
	return random_picture(image->width >> shift, image->height >> shift, pixel);
}

struct colour_image random_image(int format, int width, int height)
{
	struct colour_image image = {
		.format = format, .width = width, .height = height, .count = 1};
	bool three = format == VISION_IYUV || format == VISION_YUV4;
	int pixel = format == VISION_RGB ? 3 : format == VISION_RGBX ? 4 : 1;

	if (format == VISION_UYVY || format == VISION_YUYV)
		pixel = 2;
	image.planes[0] = random_plane(&image, 0, pixel);
	if (three || format == VISION_NV12 || format == VISION_NV21) {
		image.count = three ? 3 : 2;
		for (int i = 1; i < image.count; i++)
			image.planes[i] = random_plane(&image, format != VISION_YUV4,
						       three ? 1 : 2);
	}
	return image;
}

struct colour_image copy_image(const struct colour_image *image)
{
	struct colour_image copy = *image;

	for (int i = 0; i < image->count; i++)
		copy.planes[i] = copy_picture(&image->planes[i]);
	return copy;
}

void free_image(struct colour_image *image)
{
	for (int i = 0; i < image->count; i++)
		free_picture(&image->planes[i]);
}

int component_shift(int format, int component, bool vertical)
{
	if (component == 0 || is_rgb(format) || format == VISION_YUV4 || format == VISION_U8)
		return 0;
	return vertical && (format == VISION_UYVY || format == VISION_YUYV) ? 0 : 1;
}

uint8_t *component_at(const struct colour_image *image, int component, int x, int y)
{
	const struct picture *planes = image->planes;
	uint8_t *first = row_of(&planes[0], y);
	bool swapped = image->format == VISION_NV21;

	switch (image->format) {
	case VISION_RGB:
		return component < 3 ? first + 3 * x + component : NULL;
	case VISION_RGBX:
		return first + 4 * x + component;
	case VISION_UYVY: /* U Y V Y */
		return component == 0  ? first + 2 * x + 1
		       : component < 3 ? first + x / 2 * 4 + (component == 1 ? 0 : 2)
				       : NULL;
	case VISION_YUYV: /* Y U Y V */
		return component == 0  ? first + 2 * x
		       : component < 3 ? first + x / 2 * 4 + (component == 1 ? 1 : 3)
				       : NULL;
	case VISION_U8:
		return component == 0 ? first + x : NULL;
	}
	if (component == 0)
		return first + x;
	if (component == 3)
		return NULL;
	if (image->format == VISION_YUV4)
		return row_of(&planes[component], y) + x;
	if (image->format == VISION_IYUV)
		return row_of(&planes[component], y / 2) + x / 2;
	return row_of(&planes[1], y / 2) + x / 2 * 2 + ((component == 2) != swapped);
}

/* max(0, min(255, floor(real))); results a hair below an integer are rounding errors of double. */
static int quantised(double real)
{
	double value = floor(real + 1e-9);

	return (int)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static const double kr = 0.2126, kb = 0.0722, kg = 1 - 0.2126 - 0.0722;

static void rgb_to_yuv(const int rgb[3], int yuv[3])
{
	double r = rgb[0] / 256.0, g = rgb[1] / 256.0, b = rgb[2] / 256.0;

	yuv[0] = quantised(256 * (kr * r + kb * b + kg * g));
	yuv[1] = quantised(256 * (b / 2 - (r * kr + g * kg) / (2 * (1 - kb))) + 128);
	yuv[2] = quantised(256 * (r / 2 - (b * kb + g * kg) / (2 * (1 - kr))) + 128);
}

static void yuv_to_rgb(const int yuv[3], int rgb[3])
{
	double y = yuv[0] / 256.0, pb = (yuv[1] - 128) / 256.0, pr = (yuv[2] - 128) / 256.0;

	rgb[0] = quantised(256 * (y + 2 * (1 - kr) * pr));
	rgb[1] = quantised(256 * (y - 2 * (kr * (1 - kr) * pr + kb * (1 - kb) * pb) / kg));
	rgb[2] = quantised(256 * (y + 2 * (1 - kb) * pb));
}

static void converted_pixel(const struct colour_image *src, int format, int x, int y,
			    int colours[3])
{
	int from[3];

	for (int c = 0; c < 3; c++)
		colours[c] = from[c] = *component_at(src, c, x, y);
	if (is_rgb(src->format) && !is_rgb(format))
		rgb_to_yuv(from, colours);
	if (!is_rgb(src->format) && is_rgb(format))
		yuv_to_rgb(from, colours);
}

void reference_convert(const struct colour_image *src, struct colour_image *dst)
{
	for (int y = 0; y < src->height; y++) {
		for (int x = 0; x < src->width; x++) {
			for (int c = 0; c < 4; c++) {
				uint8_t *at = component_at(dst, c, x, y);
				int columns = 1 << component_shift(dst->format, c, false);
				int rows = 1 << component_shift(dst->format, c, true);
				int colours[3], sum = 0;

				if (!at || x % columns || y % rows)
					continue;
				for (int i = 0; i < rows * columns && c < 3; i++) {
					converted_pixel(src, dst->format, x + i % columns,
							y + i / columns, colours);
					sum += colours[c];
				}
				*at = (uint8_t)(c < 3 ? sum / (rows * columns) : 255);
			}
		}
	}
}

void reference_combine(const struct picture parts[4], struct colour_image *dst)
{
	for (int c = 0; c < 4; c++)
		for (int y = 0; parts[c].bytes && y < dst->height; y++)
			for (int x = 0; x < dst->width; x++)
				*component_at(dst, c, x, y) = row_of(
					&parts[c],
					y >> component_shift(
						     dst->format, c,
						     true))[x >>
							    component_shift(dst->format, c, false)];
}

void reference_extract(const struct colour_image *src, int component, struct picture *dst)
{
	for (int y = 0; y < dst->height; y++)
		for (int x = 0; x < dst->width; x++)
			row_of(dst, y)[x] = *component_at(
				src, component, x << component_shift(src->format, component, false),
				y << component_shift(src->format, component, true));
}
