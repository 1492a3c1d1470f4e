/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Smoothed and smaller images, compared with plain C: halves, and the levels of pyramids of any
 * scale.
 */
#include "reference.h"

enum { ROUNDS = 60 };

static int random_border(void)
{
	return VISION_BORDER_UNDEFINED + (int)test_random(3);
}

static void try_half(int width, int height, int size)
{
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture((width + 1) / 2, (height + 1) / 2, 1);
	struct picture expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256);
	char what[80];

	snprintf(what, sizeof(what), "half_scale_gaussian of %d from %d x %d", size, width, height);
	reference_smaller(&src, &expected, size, border, value);
	run_kernel("half_scale_gaussian", "pwiiiiiii", &src, &dst, width, height, dst.width,
		   dst.height, size, border, value);
	expect_same(what, &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void halves(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_half(random_side(), random_side(), 1 + 2 * (i % 3));
	for (int side = 1; side < 8; side++)
		try_half(side, 8 - side, 5);
	try_half(VISION_MOST_WIDTH, 2, 5);
	try_half(VISION_MOST_WIDTH - 1, 3, 3);
}

static void try_level(int width, int height, bool first)
{
	struct picture src = random_picture(width, height, 1);
	int to_width = first ? width : 1 + (int)test_random((unsigned)width),
	    to_height = first ? height : 1 + (int)test_random((unsigned)height);
	struct picture dst = random_picture(to_width, to_height, 1), expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256);
	char what[80];

	snprintf(what, sizeof(what), "gaussian_level from %d x %d", width, height);
	reference_smaller(&src, &expected, first ? 1 : 5, border, value);
	run_kernel("gaussian_level", "piipiiwiiii", first ? &src : NULL, first ? width : 0,
		   first ? height : 0, first ? NULL : &src, first ? 0 : width, first ? 0 : height,
		   &dst, dst.width, dst.height, border, value);
	expect_same(what, &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void levels(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_level(random_side(), random_side(), i % 4 == 0);
}

/* A U8 picture, or an S16 one with moderate numbers, so that differences fit. */
static struct picture random_values(int width, int height, int pixel)
{
	struct picture picture = random_picture(width, height, pixel);

	for (int i = 0; pixel == 2 && i < width * height; i++)
		((int16_t *)(void *)row_of(&picture, i / width))[i % width] =
			(int16_t)((int)test_random(4001) - 2000);
	return picture;
}

static int value_at(const struct picture *picture, int i)
{
	int x = i % picture->width, y = i / picture->width;

	return picture->pixel == 1 ? row_of(picture, y)[x]
				   : ((int16_t *)(void *)row_of(picture, y))[x];
}

/* A pyramid of one level: the difference, the smallest image, and the reconstruction. */
static void try_laplacian(int width, int height, int pixel)
{
	struct picture src = random_values(width, height, pixel);
	struct picture small = random_picture((width + 1) / 2, (height + 1) / 2, pixel);
	struct picture level = random_picture(width, height, 2), expected = copy_picture(&level);
	struct picture up = random_picture(width, height, 2), back = copy_picture(&src);
	struct picture smaller = copy_picture(&small);
	int format = pixel == 1 ? VISION_U8 : VISION_S16;
	size_t scratch_size = (size_t)(width * height * 4);
	void *scratch = malloc(scratch_size);

	assert_non_null(scratch);
	run_kernel("laplacian_reduce", "piipiiwiiwiiiii", &src, width, height, NULL, 0, 0, &level,
		   width, height, &small, small.width, small.height, format, 0, 1);
	run_kernel("laplacian_subtract", "wiipiipiii", &level, width, height, NULL, 0, 0, &small,
		   small.width, small.height, format);
	if (pixel == 1) {
		reference_smaller(&src, &smaller, 5, VISION_BORDER_REPLICATE, 0);
		expect_same("laplacian_reduce", &smaller, &small);
	}
	reference_upsample(&small, &up);
	for (int i = 0; i < width * height; i++)
		((int16_t *)(void *)row_of(&expected, i / width))[i % width] =
			(int16_t)(value_at(&src, i) - value_at(&up, i));
	expect_same("laplacian_subtract", &expected, &level);
	random_contents(&back);
	run_kernel("laplacian_add", "piipiiiiwiiiiiM", &small, small.width, small.height, &level,
		   width, height, 0, 0, &back, width, height, format, 0, 1, scratch, scratch_size);
	expect_same("laplacian_add", &src, &back);
	free(scratch);
	free_picture(&src);
	free_picture(&small);
	free_picture(&smaller);
	free_picture(&level);
	free_picture(&expected);
	free_picture(&up);
	free_picture(&back);
}

static void laplacians(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_laplacian(random_side(), random_side(), 1 + i % 2);
	for (int side = 1; side < 7; side++)
		try_laplacian(side, 7 - side, 1);
}

static void bad_sizes(void **state)
{
	struct picture picture = random_picture(9, 9, 1);
	const int replicate = VISION_BORDER_REPLICATE;

	(void)state;
	/* not half, a filter of 4 pixels, a first level of another size */
	assert_true(try_kernel("half_scale_gaussian", "pwiiiiiii", &picture, &picture, 9, 9, 4, 4,
			       3, replicate, 0) < 0);
	assert_true(try_kernel("half_scale_gaussian", "pwiiiiiii", &picture, &picture, 9, 9, 5, 5,
			       4, replicate, 0) < 0);
	assert_true(try_kernel("gaussian_level", "piipiiwiiii", &picture, 9, 9, NULL, 0, 0,
			       &picture, 8, 8, replicate, 0) < 0);
	free_picture(&picture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves),
		cmocka_unit_test(levels),
		cmocka_unit_test(laplacians),
		cmocka_unit_test(bad_sizes),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
