/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Harris Corners and the Canny Edge Detector, compared with plain C: all gradient sizes, distances
 * and thresholds.
 */
#include "reference.h"

enum { ROUNDS = 50, MOST_CORNERS = 2000 };

/* Squares, which have corners and edges, under noise. */
static void draw_squares(struct picture *picture)
{
	unsigned noise = 1 + test_random(40);

	for (int y = 0; y < picture->height; y++)
		for (int x = 0; x < picture->width; x++)
			row_of(picture, y)[x] =
				(uint8_t)(((x / 11 + y / 9) % 2 ? 180 : 60) + test_random(noise));
}

static struct picture random_scene(int width, int height)
{
	struct picture src = random_picture(width, height, 1);

	if (!test_chance(4))
		draw_squares(&src);
	return src;
}

static void try_harris(int width, int height, int capacity)
{
	static const float distances[] = {0, 1, 1.5f, 3, 10, 30};
	struct picture src = random_scene(width, height);
	struct keypoint *found = calloc(MOST_CORNERS, sizeof(*found)),
			*expected = calloc(MOST_CORNERS, sizeof(*found));
	int gradient = 3 + 2 * (int)test_random(3), block = 3 + 2 * (int)test_random(3);
	float distance = distances[test_random(6)];
	float threshold = test_chance(3) ? 0 : (float)test_random(1000) / 1e6f;
	float sensitivity = 0.04f + (float)test_random(12) / 100;
	size_t scratch_size = (size_t)width * (size_t)height * 9;
	uint8_t *scratch = malloc(scratch_size);
	uint64_t number = 1, count = 1, wanted;

	assert_true(found && expected && scratch);
	run_kernel("harris_corners", "pMMMiiifffiiM", &src, found, MOST_CORNERS * sizeof(*found),
		   &count, sizeof(count), &number, sizeof(number), capacity, width, height,
		   (double)threshold, (double)distance, (double)sensitivity, gradient, block,
		   scratch, scratch_size);
	wanted = reference_harris(&src, expected, capacity, threshold, distance, sensitivity,
				  gradient, block);
	if (number != wanted)
		fail_msg("harris_corners, %d x %d, gradients of %d, blocks of %d: expected %llu, "
			 "found %llu",
			 width, height, gradient, block, (unsigned long long)wanted,
			 (unsigned long long)number);
	assert_int_equal(count, number < (uint64_t)capacity ? number : (uint64_t)capacity);
	assert_memory_equal(found, expected, MOST_CORNERS * sizeof(*found));
	free(found);
	free(expected);
	free(scratch);
	free_picture(&src);
}

static int small_side(void)
{
	return 1 + (int)test_random(90);
}

static void harris(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_harris(small_side(), small_side(), i % 3 ? MOST_CORNERS : (int)test_random(10));
	try_harris(1, 1, 1);
	for (int side = 4; side < 16; side++) /* around the smallest size that fits */
		try_harris(side, side + 1, MOST_CORNERS);
}

static void try_canny(int width, int height)
{
	struct picture src = random_scene(width, height), dst = random_picture(width, height, 1);
	struct picture expected = copy_picture(&dst);
	int gradient = 3 + 2 * (int)test_random(3), norm = VISION_NORM_L1 + (int)test_random(2);
	int most = gradient == 3 ? 600 : gradient == 5 ? 6000 : 32767;
	int lower = (int)test_random((unsigned)most), upper = lower + (int)test_random(most / 2);
	size_t scratch_size = (size_t)width * (size_t)height * 5;
	int32_t *scratch = malloc(scratch_size);
	char what[80];

	assert_non_null(scratch);
	snprintf(what, sizeof(what), "canny, gradients of %d, L%d, %d to %d", gradient,
		 norm - VISION_NORM_L1 + 1, lower, upper);
	reference_canny(&src, &expected, lower, upper, gradient, norm);
	run_kernel("canny", "pwiiiiiiiiM", &src, &dst, VISION_U8, width, height, VISION_RANGE,
		   lower, upper, gradient, norm, scratch, scratch_size);
	expect_same(what, &expected, &dst);
	free(scratch);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void canny(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++)
		try_canny(random_side(), random_side());
	for (int side = 1; side < 12; side++)
		try_canny(side, side + 1);
}

static void bad_arguments(void **state)
{
	struct picture picture = random_picture(20, 20, 1);
	uint64_t room[20 * 20 * 2];

	(void)state;
	/* a binary threshold, one upside down, gradients of 4 pixels, no norm */
	assert_true(try_kernel("canny", "pwiiiiiiiiM", &picture, &picture, VISION_U8, 20, 20,
			       VISION_BINARY, 1, 2, 3, VISION_NORM_L1, room, sizeof(room)) < 0);
	assert_true(try_kernel("canny", "pwiiiiiiiiM", &picture, &picture, VISION_U8, 20, 20,
			       VISION_RANGE, 2, 1, 3, VISION_NORM_L1, room, sizeof(room)) < 0);
	assert_true(try_kernel("canny", "pwiiiiiiiiM", &picture, &picture, VISION_U8, 20, 20,
			       VISION_RANGE, 1, 2, 4, VISION_NORM_L1, room, sizeof(room)) < 0);
	assert_true(try_kernel("canny", "pwiiiiiiiiM", &picture, &picture, VISION_U8, 20, 20,
			       VISION_RANGE, 1, 2, 3, 7, room, sizeof(room)) < 0);
	/* blocks of 4 pixels, a threshold below 0 */
	assert_true(try_kernel("harris_corners", "pMMMiiifffiiM", &picture, room, sizeof(room),
			       room, sizeof(room), room, sizeof(room), 1, 20, 20, 0.0, 0.0, 0.04, 3,
			       4, room, sizeof(room)) < 0);
	assert_true(try_kernel("harris_corners", "pMMMiiifffiiM", &picture, room, sizeof(room),
			       room, sizeof(room), room, sizeof(room), 1, 20, 20, -1.0, 0.0, 0.04,
			       3, 3, room, sizeof(room)) < 0);
	free_picture(&picture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(harris),
		cmocka_unit_test(canny),
		cmocka_unit_test(bad_arguments),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
