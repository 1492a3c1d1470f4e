/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of 3 x 3 pixels: any size, stride and border, against plain C; and what the kernels refuse. */
#include "reference.h"

enum { ROUNDS = 60 };

static const char *const names[] = {"gaussian3x3", "box3x3", "median3x3", "erode3x3", "dilate3x3"};

static int random_border(void)
{
	return VISION_BORDER_UNDEFINED + (int)test_random(3);
}

static void try_filter(enum filter kind, int width, int height)
{
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture(width, height, 1);
	struct picture expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256);

	reference_filter(kind, &src, &expected, border, value);
	run_kernel(names[kind], kind < MEDIAN ? "pwiiii" : "pwiiiii", &src, &dst, width, height,
		   border, value, VISION_U8);
	expect_same(names[kind], &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void filters(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		for (enum filter kind = GAUSSIAN; kind <= DILATE; kind++)
			try_filter(kind, random_side(), random_side());
	for (enum filter kind = GAUSSIAN; kind <= DILATE; kind++)
		try_filter(kind, 1, 1);
}

/* A beat is 32 pixels: at widths around its multiples, columns get lost most easily. */
static void every_width(void **state)
{
	(void)state;
	for (int width = 1; width <= 100; width++)
		try_filter((enum filter)(width % 5), width, 1 + (int)test_random(4));
	try_filter(MEDIAN, VISION_MOST_WIDTH, 3);
	try_filter(BOX, VISION_MOST_WIDTH - 1, 2);
}

static void try_sobel(int width, int height, bool with_x, bool with_y)
{
	struct picture src = random_picture(width, height, 1);
	struct picture x = random_picture(width, height, 2), y = random_picture(width, height, 2);
	struct picture expected_x = copy_picture(&x), expected_y = copy_picture(&y);
	int border = random_border(), value = (int)test_random(256);

	reference_sobel(&src, &expected_x, &expected_y, border, value);
	run_kernel("sobel3x3", "pwwiiii", &src, with_x ? &x : NULL, with_y ? &y : NULL, width,
		   height, border, value);
	if (with_x)
		expect_same("sobel3x3, x", &expected_x, &x);
	if (with_y)
		expect_same("sobel3x3, y", &expected_y, &y);
	free_picture(&src);
	free_picture(&x);
	free_picture(&y);
	free_picture(&expected_x);
	free_picture(&expected_y);
}

static void sobel(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_sobel(random_side(), random_side(), true, true);
	for (int i = 0; i < 10; i++)
		try_sobel(random_side(), random_side(), i % 2, !(i % 2));
	try_sobel(1, 1, true, true);
}

/* Input and output in one buffer: dataflow processes that share it run one after the other. */
static void in_place(void **state)
{
	struct picture picture = random_picture(70, 20, 1), expected = copy_picture(&picture);
	struct picture src = copy_picture(&picture);

	(void)state;
	reference_bitwise(NOT, &src, NULL, &expected);
	run_kernel("bitwise_not", "pwiii", &picture, &picture, 70, 20, VISION_U8);
	expect_same("bitwise_not in place", &expected, &picture);
	free_picture(&src);
	free_picture(&picture);
	free_picture(&expected);
}

static void bad_arguments(void **state)
{
	struct picture picture = random_picture(8, 8, 2);
	const int replicate = VISION_BORDER_REPLICATE;

	(void)state;
	assert_true(try_kernel("box3x3", "pwiiii", &picture, &picture, 8, 8, 3, 0) < 0);
	assert_true(try_kernel("box3x3", "pwiiii", &picture, &picture, 0, 8, replicate, 0) < 0);
	assert_true(try_kernel("box3x3", "pwiiii", &picture, &picture, 8, -1, replicate, 0) < 0);
	assert_true(try_kernel("box3x3", "pwiiii", &picture, &picture, VISION_MOST_WIDTH + 1, 1,
			       replicate, 0) < 0);
	assert_true(try_kernel("threshold", "piwiiiiiiii", &picture, VISION_U8, &picture, VISION_U8,
			       8, 8, 2, 0, 0, 0, 0) < 0);
	/* and the board keeps working */
	run_kernel("box3x3", "pwiiii", &picture, &picture, 8, 8, replicate, 0);
	free_picture(&picture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters),       cmocka_unit_test(every_width),
		cmocka_unit_test(sobel),         cmocka_unit_test(in_place),
		cmocka_unit_test(bad_arguments),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
