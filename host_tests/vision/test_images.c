/* SPDX-License-Identifier: Apache-2.0 */
/* Results over whole images, compared with plain C: histograms, sums, sizes, positions, corners. */
#include "reference.h"

enum { ROUNDS = 40, MOST_BINS = 300, MOST_CORNERS = 2000 };

static int random_border(void)
{
	return VISION_BORDER_UNDEFINED + (int)test_random(3);
}

static void histograms(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		int number = i % 4 ? 1 + (int)test_random(MOST_BINS) : 256;
		int offset = i % 4 ? (int)test_random(256) : 0,
		    range = i % 4 ? 1 + (int)test_random(300) : 256;
		uint32_t bins[MOST_BINS] = {0}, expected[MOST_BINS] = {0};

		bins[0] = 77; /* must be overwritten, not added to */
		reference_histogram(&src, expected, number, offset, range);
		run_kernel("histogram", "pMiiiii", &src, bins, (size_t)number * sizeof(*bins),
			   src.width, src.height, number, offset, range);
		assert_memory_equal(bins, expected, (size_t)number * sizeof(*bins));
		free_picture(&src);
	}
}

static void equalisation(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		struct picture dst = random_picture(src.width, src.height, 1),
			       expected = copy_picture(&dst);

		reference_equalize(&src, &expected);
		run_kernel("equalize_hist", "pwii", &src, &dst, src.width, src.height);
		expect_same("equalize_hist", &expected, &dst);
		free_picture(&src);
		free_picture(&dst);
		free_picture(&expected);
	}
}

static void try_integral(int width, int height)
{
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture(width, height, 4);
	struct picture expected = copy_picture(&dst);

	reference_integral(&src, &expected);
	run_kernel("integral_image", "pwii", &src, &dst, width, height);
	expect_same("integral_image", &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void integrals(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_integral(random_side(), random_side());
	try_integral(1, 1);
	try_integral(VISION_MOST_WIDTH, 2);
}

static void try_scale(int width, int height, int to_width, int to_height, int type)
{
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture(to_width, to_height, 1);
	struct picture expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256);
	char what[80];

	snprintf(what, sizeof(what), "scale_image from %d x %d, type %#x", width, height,
		 (unsigned)type);
	reference_scale(&src, &expected, type, border, value);
	run_kernel("scale_image", "pwiiiiiiii", &src, &dst, width, height, to_width, to_height,
		   type, border, value, VISION_U8);
	expect_same(what, &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void scales(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++)
		try_scale(random_side(), random_side(), random_side(), random_side(),
			  VISION_NEAREST + i % 3);
	for (int type = VISION_NEAREST; type <= VISION_AREA; type++) {
		try_scale(1, 1, 5, 3, type);
		try_scale(200, 100, 1, 1, type);
		try_scale(64, 48, 64, 48, type);  /* the same size: a copy */
		try_scale(64, 48, 128, 96, type); /* positions at quarters */
		try_scale(3, 2, VISION_MOST_WIDTH, 2, type);
	}
}

/* Rotations, shears and translations by any amount, also by whole pixels, and far away. */
static void random_matrix(float matrix[6], int width)
{
	for (int i = 0; i < 6; i++) {
		float most = i < 4 ? 2 : (float)width;

		matrix[i] = ((float)test_random(2001) / 1000 - 1) * most;
		if (test_chance(4))
			matrix[i] = (float)(int)matrix[i];
	}
	if (test_chance(10))
		matrix[4] = 3e30f;
}

static void warps(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		struct picture dst = random_picture(random_side(), random_side(), 1),
			       expected = copy_picture(&dst);
		int border = random_border(), value = (int)test_random(256);
		int type = i % 2 ? VISION_BILINEAR : VISION_NEAREST;
		float matrix[6] = {1, 0, 0, 1, 0, 0};

		if (i > 1)
			random_matrix(matrix, src.width);
		reference_warp(&src, &expected, matrix, type, border, value);
		run_kernel("warp_affine", "pwmiiiiiiiiiiii", &src, &dst, matrix, sizeof(matrix),
			   src.width, src.height, dst.width, dst.height, type, border, value, 0, 0,
			   src.width, src.height, VISION_U8);
		expect_same("warp_affine", &expected, &dst);
		free_picture(&src);
		free_picture(&dst);
		free_picture(&expected);
	}
}

static void perspectives(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		struct picture dst = random_picture(random_side(), random_side(), 1),
			       expected = copy_picture(&dst);
		int border = random_border(), value = (int)test_random(256);
		int type = i % 2 ? VISION_BILINEAR : VISION_NEAREST;
		float flat[6], matrix[9];

		random_matrix(flat, src.width);
		for (int k = 0; k < 6; k++)
			matrix[k / 2 * 3 + k % 2] = flat[k];
		for (int k = 2; k < 9; k += 3)
			matrix[k] = ((float)test_random(2001) / 1000 - 1) / (k < 8 ? 100 : 1);
		if (i < 4) /* g x + h y + i = 0 at some pixels */
			matrix[2] = 1, matrix[5] = i < 2 ? -1 : 0, matrix[8] = 0;
		reference_perspective(&src, &expected, matrix, type, border, value);
		run_kernel("warp_perspective", "pwmiiiiiiiiiii", &src, &dst, matrix, sizeof(matrix),
			   src.width, src.height, dst.width, dst.height, type, border, value, 0, 0,
			   src.width, src.height);
		expect_same("warp_perspective", &expected, &dst);
		free_picture(&src);
		free_picture(&dst);
		free_picture(&expected);
	}
}

static void remaps(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		struct picture dst = random_picture(random_side(), random_side(), 1),
			       expected = copy_picture(&dst);
		int border = random_border(), value = (int)test_random(256);
		int type = i % 2 ? VISION_BILINEAR : VISION_NEAREST;
		size_t count = (size_t)dst.width * (size_t)dst.height * 2;
		float *table = malloc(count * sizeof(*table));

		assert_non_null(table);
		for (size_t k = 0; k < count; k++)
			table[k] = test_chance(20)
					   ? (float)test_random(400) / 2 - 50
					   : (float)test_random(1000) / 999 *
						     (float)(k % 2 ? src.height : src.width);
		reference_remap(&src, &expected, table, type, border, value);
		run_kernel("remap", "pwmiiiiiiiiiii", &src, &dst, table, count * sizeof(*table),
			   src.width, src.height, dst.width, dst.height, type, border, value, 0, 0,
			   src.width, src.height);
		expect_same("remap", &expected, &dst);
		free(table);
		free_picture(&src);
		free_picture(&dst);
		free_picture(&expected);
	}
}

/* Squares, which have corners, under noise, which also has some. */
static void draw_squares(struct picture *picture)
{
	for (int y = 0; y < picture->height; y++) {
		for (int x = 0; x < picture->width; x++) {
			unsigned shade = (x / 11 + y / 9) % 2 ? 180 : 60;

			row_of(picture, y)[x] = (uint8_t)(shade + test_random(1 + test_random(40)));
		}
	}
}

static void try_corners(int width, int height, int capacity)
{
	struct picture src = random_picture(width, height, 1);
	struct keypoint *found = calloc(MOST_CORNERS, sizeof(*found)),
			*expected = calloc(MOST_CORNERS, sizeof(*found));
	bool suppress = test_chance(2);
	float threshold = test_chance(6) ? 0 : (float)test_random(1000) / 10;
	uint64_t number = 1, count = 1;

	assert_true(found && expected);
	if (!test_chance(4))
		draw_squares(&src);
	run_kernel("fast_corners", "pMMMiiifi", &src, found, MOST_CORNERS * sizeof(*found), &count,
		   sizeof(count), &number, sizeof(number), capacity, width, height,
		   (double)threshold, (int)suppress);
	assert_int_equal(number,
			 reference_corners(&src, expected, capacity, (int)threshold, suppress));
	assert_int_equal(count, number < (uint64_t)capacity ? number : (uint64_t)capacity);
	assert_memory_equal(found, expected, MOST_CORNERS * sizeof(*found));
	free(found);
	free(expected);
	free_picture(&src);
}

static void corners(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_corners(random_side(), random_side(),
			    i % 3 ? MOST_CORNERS : (int)test_random(10));
	try_corners(6, 6, MOST_CORNERS); /* too small for the circle */
	try_corners(7, 7, MOST_CORNERS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histograms), cmocka_unit_test(equalisation),
		cmocka_unit_test(integrals),  cmocka_unit_test(scales),
		cmocka_unit_test(warps),      cmocka_unit_test(perspectives),
		cmocka_unit_test(remaps),     cmocka_unit_test(corners),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
