/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Images of one bit per pixel, compared with plain C on the same pixels as bytes. All sizes,
 * because a row's last byte belongs to the image only in part.
 */
#include "reference.h"

enum { ROUNDS = 40, U1 = VISION_U1 };

/* `pixels` has the image's width, `bits` has the width of its bytes. */
struct pair {
	struct picture bits, pixels;
};

static struct picture plain(int width, int height, int pixel)
{
	struct picture picture = {calloc((size_t)width * (size_t)height, (size_t)pixel), width,
				  height, width * pixel, pixel};

	assert_non_null(picture.bytes);
	return picture;
}

static struct pair random_bits(int width, int height, int one)
{
	struct pair pair = {random_picture((width + 7) / 8, height, 1), plain(width, height, 1)};

	for (int y = 0; y < height; y++)
		for (int x = 0; x < width; x++)
			row_of(&pair.pixels,
			       y)[x] = (uint8_t)((row_of(&pair.bits, y)[x / 8] >> x % 8 & 1) * one);
	return pair;
}

static void free_pair(struct pair *pair)
{
	free_picture(&pair->bits);
	free_picture(&pair->pixels);
}

/* Nonzero pixels become 1 bits; the bits after each row do not change. */
static void pack(const struct picture *pixels, struct picture *bits)
{
	for (int y = 0; y < pixels->height; y++) {
		for (int x = 0; x < pixels->width; x++) {
			uint8_t *byte = row_of(bits, y) + x / 8;

			*byte = (uint8_t)((*byte & ~(1 << x % 8)) | (row_of(pixels, y)[x] != 0)
									    << x % 8);
		}
	}
}

static void expect_bits(const char *what, const struct picture *pixels, struct picture *expected,
			struct picture *found)
{
	pack(pixels, expected);
	expect_same(what, expected, found);
	free_picture(expected);
	free_picture(found);
}

static int random_border(void)
{
	return VISION_BORDER_UNDEFINED + (int)test_random(3);
}

static void bitwise(void **state)
{
	static const char *const names[] = {"bitwise_and", "bitwise_or", "bitwise_xor",
					    "bitwise_not"};

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		enum bitwise kind = (enum bitwise)(i % 4);
		int width = random_side(), height = random_side();
		struct pair a = random_bits(width, height, 255),
			    b = random_bits(width, height, 255);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);

		reference_bitwise(kind, &a.pixels, &b.pixels, &pixels);
		if (kind == NOT)
			run_kernel(names[kind], "pwiii", &a.bits, &dst, width, height, U1);
		else
			run_kernel(names[kind], "ppwiii", &a.bits, &b.bits, &dst, width, height,
				   U1);
		expect_bits(names[kind], &pixels, &expected, &dst);
		free_picture(&pixels);
		free_pair(&a);
		free_pair(&b);
	}
}

static void filters(void **state)
{
	static const char *const names[] = {"", "", "median3x3", "erode3x3", "dilate3x3"};
	static const uint8_t mask[6] = {1, 1, 0, 0, 1, 1};

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = random_side(), height = random_side(), border = random_border();
		int value = (int)test_random(2), kind = MEDIAN + i % 4;
		struct pair src = random_bits(width, height, 1);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);

		if (kind <= DILATE) {
			reference_filter((enum filter)kind, &src.pixels, &pixels, border, value);
			run_kernel(names[kind], "pwiiiii", &src.bits, &dst, width, height, border,
				   value, U1);
		} else {
			reference_non_linear(&src.pixels, &pixels, mask, 2, 3, 2, 0,
					     VISION_FILTER_MEDIAN, border, value);
			run_kernel("non_linear_filter", "pmiiiiiwiiiii", &src.bits, mask,
				   sizeof(mask), 2, 3, 2, 0, VISION_FILTER_MEDIAN, &dst, width,
				   height, border, value, U1);
		}
		expect_bits(kind <= DILATE ? names[kind] : "non_linear_filter", &pixels, &expected,
			    &dst);
		free_picture(&pixels);
		free_pair(&src);
	}
}

/* To and from the other formats. */
static void conversions(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = random_side(), height = random_side(), pixel = 1 + i % 2;
		int format = pixel == 2 ? VISION_S16 : VISION_U8;
		struct pair src = random_bits(width, height, 255);
		struct picture wide = random_picture(width, height, pixel),
			       expected_wide = copy_picture(&wide);
		struct picture from = random_picture(width, height, pixel);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);

		for (int y = 0; y < height; y++) {
			for (int x = 0; x < width * pixel; x++)
				row_of(&expected_wide, y)[x] = row_of(&src.pixels, y)[x / pixel];
			for (int x = 0; x < width; x++)
				row_of(&pixels, y)[x] = row_of(&from, y)[x * pixel] ||
							row_of(&from, y)[x * pixel + pixel - 1];
		}
		run_kernel("convert_depth", "piwiiiii", &src.bits, U1, &wide, format, width, height,
			   VISION_WRAP, 0);
		expect_same("convert_depth from U1", &expected_wide, &wide);
		run_kernel("convert_depth", "piwiiiii", &from, format, &dst, U1, width, height,
			   VISION_WRAP, 0);
		expect_bits("convert_depth to U1", &pixels, &expected, &dst);
		free_picture(&pixels);
		free_picture(&from);
		free_picture(&wide);
		free_picture(&expected_wide);
		free_pair(&src);
	}
}

static void thresholds(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = random_side(), height = random_side();
		int type = VISION_BINARY + i % 2, on = i % 3 > 0, lower = (int)test_random(200);
		struct picture src = random_picture(width, height, 1);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);

		reference_threshold(&src, &pixels, type, lower, lower + 40, on, !on);
		run_kernel("threshold", "piwiiiiiiii", &src, VISION_U8, &dst, U1, width, height,
			   type, lower, lower + 40, on, !on);
		expect_bits("threshold", &pixels, &expected, &dst);
		free_picture(&src);
		free_picture(&pixels);
	}
}

/* Also for a part that begins inside a byte. */
static void means(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = random_side(), height = random_side();
		struct pair src = random_bits(width, height, 1);
		struct picture part = src.pixels;
		int left = (int)test_random((unsigned)width),
		    top = (int)test_random((unsigned)height);
		float found[2] = {-1, -1}, expected[2];

		part.width = 1 + (int)test_random((unsigned)(width - left));
		part.height = 1 + (int)test_random((unsigned)(height - top));
		part.bytes = row_of(&src.pixels, top) + left;
		reference_mean(&part, &expected[0], &expected[1]);
		run_kernel("mean_stddev", "pMMiiiiiii", &src.bits, &found[0], sizeof(float),
			   &found[1], sizeof(float), width, height, left, top, left + part.width,
			   top + part.height, U1);
		assert_memory_equal(found, expected, sizeof(found));
		free_pair(&src);
	}
}

/*
 * A mean of four bits, or over an area, is rounded to the nearest. The reference truncates, so its
 * pixels have the value 2 for a bit of 1: their mean is nonzero from one half on.
 */
static void places(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++) {
		bool warp = i % 5 > 2;
		int type = VISION_NEAREST + i % (warp ? 2 : 3),
		    one = type == VISION_BILINEAR ? 2 : 1;
		int width = random_side(), height = random_side(), border = random_border();
		int value = (int)test_random(2);
		struct pair src = random_bits(random_side(), random_side(), one);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);
		float matrix[6] = {0.7f, 0.2f, -0.4f, 1.2f, (float)test_random(20), 2};

		if (warp) {
			reference_warp(&src.pixels, &pixels, matrix, type, border, value * one);
			run_kernel("warp_affine", "pwmiiiiiiiiiiii", &src.bits, &dst, matrix,
				   sizeof(matrix), src.pixels.width, src.pixels.height, width,
				   height, type, border, value, 0, 0, src.pixels.width,
				   src.pixels.height, U1);
		} else {
			reference_scale(&src.pixels, &pixels, type, border, value * one);
			run_kernel("scale_image", "pwiiiiiiii", &src.bits, &dst, src.pixels.width,
				   src.pixels.height, width, height, type, border, value, U1);
		}
		expect_bits(warp ? "warp_affine" : "scale_image", &pixels, &expected, &dst);
		free_picture(&pixels);
		free_pair(&src);
	}
}

static void edges(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = random_side(), height = random_side();
		struct picture src = random_picture(width, height, 1);
		struct picture dst = random_picture((width + 7) / 8, height, 1),
			       expected = copy_picture(&dst), pixels = plain(width, height, 1);
		size_t scratch_size = (size_t)(width * height * 5);
		void *scratch = malloc(scratch_size);

		assert_non_null(scratch);
		reference_canny(&src, &pixels, 60, 150, 3, VISION_NORM_L1);
		run_kernel("canny", "pwiiiiiiiiM", &src, &dst, U1, width, height, VISION_RANGE, 60,
			   150, 3, VISION_NORM_L1, scratch, scratch_size);
		expect_bits("canny", &pixels, &expected, &dst);
		free(scratch);
		free_picture(&src);
		free_picture(&pixels);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bitwise),     cmocka_unit_test(filters),
		cmocka_unit_test(conversions), cmocka_unit_test(thresholds),
		cmocka_unit_test(means),       cmocka_unit_test(places),
		cmocka_unit_test(edges),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
