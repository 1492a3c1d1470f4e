/* SPDX-License-Identifier: Apache-2.0 */
/* Color Convert and Channel Extract for every pair of formats, against plain C. */
#include "reference.h"

enum { ROUNDS = 6, SOURCES = 7, TARGETS = 6 };

static const int sources[SOURCES] = {VISION_RGB,  VISION_RGBX, VISION_NV12, VISION_NV21,
				     VISION_UYVY, VISION_YUYV, VISION_IYUV};
static const int targets[TARGETS] = {VISION_RGB,  VISION_RGBX, VISION_NV12,
				     VISION_IYUV, VISION_YUV4, VISION_U8};

static void expect_same_image(const char *what, const struct colour_image *expected,
			      const struct colour_image *found)
{
	char name[120];

	for (int i = 0; i < expected->count; i++) {
		snprintf(name, sizeof(name), "%s, plane %d", what, i);
		expect_same(name, &expected->planes[i], &found->planes[i]);
	}
}

static void try_conversion(struct colour_image *src, int format)
{
	struct colour_image dst = random_image(format, src->width, src->height),
			    expected = copy_image(&dst);
	char what[80];

	snprintf(what, sizeof(what), "color_convert %.4s to %.4s", (const char *)&src->format,
		 (const char *)&format);
	reference_convert(src, &expected);
	run_kernel("color_convert", "pppwwwiiii", &src->planes[0], &src->planes[1], &src->planes[2],
		   &dst.planes[0], &dst.planes[1], &dst.planes[2], src->width, src->height,
		   src->format, format);
	expect_same_image(what, &expected, &dst);
	free_image(&dst);
	free_image(&expected);
}

static bool shares_pixels(int format)
{
	return component_shift(format, 1, false);
}

static void conversions(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * SOURCES * TARGETS; i++) {
		int from = sources[i % SOURCES], to = targets[i / SOURCES % TARGETS];
		int odd = shares_pixels(from) || shares_pixels(to) ? 0 : 1;
		struct colour_image src = random_image(
			from, (random_side() & ~1) + 2 - (int)test_random(1 + (unsigned)odd),
			(random_side() & ~1) + 2 - (int)test_random(1 + (unsigned)odd));

		try_conversion(&src, to);
		free_image(&src);
	}
}

/* All combinations of 32 values per component, from 0 to 255. */
static void all_colours(void **state)
{
	struct colour_image rgb = random_image(VISION_RGB, 512, 64),
			    yuv = random_image(VISION_YUYV, 512, 128);

	(void)state;
	for (int i = 0; i < 512 * 64; i++)
		for (int c = 0; c < 3; c++)
			*component_at(&rgb, c, i % 512,
				      i / 512) = (uint8_t)((i >> 5 * c & 31) * 255 / 31);
	for (int i = 0; i < 256 * 128; i++)
		for (int c = 0; c < 3; c++)
			*component_at(&yuv, c, i % 256 * 2,
				      i / 256) = (uint8_t)((i >> 5 * c & 31) * 255 / 31);
	try_conversion(&rgb, VISION_YUV4);
	try_conversion(&yuv, VISION_RGB);
	free_image(&rgb);
	free_image(&yuv);
}

static void extractions(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 40; i++) {
		int format = i % 8 == 7 ? VISION_YUV4 : sources[i % 8],
		    odd = !shares_pixels(format);
		int component = i / 8 % (format == VISION_RGBX ? 4 : 3);
		bool rgb = format == VISION_RGB || format == VISION_RGBX;
		int channel = test_chance(2)
				      ? VISION_CHANNEL_0 + component
				      : (rgb ? VISION_CHANNEL_R : VISION_CHANNEL_Y) + component;
		struct colour_image src = random_image(format, (random_side() & ~1) + 2 - odd,
						       (random_side() & ~1) + 2 - odd);
		struct picture dst =
			random_picture(src.width >> component_shift(format, component, false),
				       src.height >> component_shift(format, component, true), 1);
		struct picture expected = copy_picture(&dst);
		char what[80];

		snprintf(what, sizeof(what), "channel_extract %d of %.4s", component,
			 (const char *)&format);
		reference_extract(&src, component, &expected);
		run_kernel("channel_extract", "pppwiiiiii", &src.planes[0], &src.planes[1],
			   &src.planes[2], &dst, src.width, src.height, dst.width, dst.height,
			   format, channel);
		expect_same(what, &expected, &dst);
		free_image(&src);
		free_picture(&dst);
		free_picture(&expected);
	}
}

static void combinations(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 20; i++) {
		int format = i % 8 == 7 ? VISION_YUV4 : sources[i % 8],
		    odd = !shares_pixels(format), count = format == VISION_RGBX ? 4 : 3;
		struct colour_image dst = random_image(format, (random_side() & ~1) + 2 - odd,
						       (random_side() & ~1) + 2 - odd);
		struct colour_image expected = copy_image(&dst);
		struct picture p[4] = {{0}};
		char what[80];

		for (int c = 0; c < count; c++)
			p[c] = random_picture(dst.width >> component_shift(format, c, false),
					      dst.height >> component_shift(format, c, true), 1);
		snprintf(what, sizeof(what), "channel_combine to %.4s", (const char *)&format);
		reference_combine(p, &expected);
		run_kernel("channel_combine", "piipiipiipiiwwwiii", &p[0], p[0].width, p[0].height,
			   &p[1], p[1].width, p[1].height, &p[2], p[2].width, p[2].height, &p[3],
			   p[3].width, p[3].height, &dst.planes[0], &dst.planes[1], &dst.planes[2],
			   dst.width, dst.height, format);
		for (int plane = 0; plane < dst.count; plane++)
			expect_same(what, &expected.planes[plane], &dst.planes[plane]);
		for (int c = 0; c < count; c++)
			free_picture(&p[c]);
		free_image(&dst);
		free_image(&expected);
	}
}

static void bad_formats(void **state)
{
	struct picture picture = random_picture(8, 8, 4);

	(void)state;
	/*
	 * Unknown formats, an unsupported conversion, and odd sizes for a format with subsampling.
	 */
	assert_true(try_kernel("color_convert", "pppwwwiiii", &picture, NULL, NULL, &picture, NULL,
			       NULL, 8, 8, 1, VISION_RGB) < 0);
	assert_true(try_kernel("color_convert", "pppwwwiiii", &picture, NULL, NULL, &picture, NULL,
			       NULL, 8, 8, VISION_RGB, VISION_UYVY) < 0);
	assert_true(try_kernel("color_convert", "pppwwwiiii", &picture, NULL, NULL, &picture, NULL,
			       NULL, 7, 8, VISION_YUYV, VISION_RGB) < 0);
	assert_true(try_kernel("channel_extract", "pppwiiiiii", &picture, NULL, NULL, &picture, 8,
			       8, 8, 8, VISION_RGB, VISION_CHANNEL_A) < 0);
	assert_true(try_kernel("channel_extract", "pppwiiiiii", &picture, NULL, NULL, &picture, 8,
			       8, 8, 8, VISION_YUYV, VISION_CHANNEL_R) < 0);
	assert_true(try_kernel("channel_extract", "pppwiiiiii", &picture, NULL, NULL, &picture, 8,
			       8, 8, 8, VISION_YUYV, VISION_CHANNEL_U) < 0);
	free_picture(&picture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conversions), cmocka_unit_test(all_colours),
		cmocka_unit_test(extractions), cmocka_unit_test(combinations),
		cmocka_unit_test(bad_formats),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
