/* SPDX-License-Identifier: Apache-2.0 */
/* Windows chosen by the program: all sizes, borders and masks, compared with plain C. */
#include "reference.h"

enum { ROUNDS = 60, MOST = 9 };

static int random_border(void)
{
	return VISION_BORDER_UNDEFINED + (int)test_random(3);
}

static void try_convolution(int rows, int columns, int width, int height)
{
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture(width, height, 1 + (int)test_random(2));
	struct picture expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256), scale = 1 << test_random(12);
	unsigned most = test_chance(4) ? 65536 : 40;
	int16_t coefficients[MOST * MOST];
	char what[80];

	for (int i = 0; i < rows * columns; i++)
		coefficients[i] = (int16_t)((int)test_random(most) - (int)most / 2);
	snprintf(what, sizeof(what), "convolve with %d x %d", columns, rows);
	reference_convolve(&src, &expected, coefficients, rows, columns, scale, border, value);
	run_kernel("convolve", "pmiiiwiiiii", &src, coefficients,
		   (size_t)(rows * columns) * sizeof(*coefficients), rows, columns, scale, &dst,
		   dst.pixel == 2 ? VISION_S16 : VISION_U8, width, height, border, value);
	expect_same(what, &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void convolutions(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_convolution(1 + 2 * (int)test_random(5), 1 + 2 * (int)test_random(5),
				random_side(), random_side());
	for (int size = 1; size <= MOST; size += 2) {
		try_convolution(size, MOST + 1 - size, 1, 1);
		try_convolution(MOST + 1 - size, size, 65, 3);
	}
}

/* A full mask or a random one, with at least one element. */
static void random_mask(uint8_t mask[MOST * MOST], int count)
{
	bool all = test_chance(3);

	for (int i = 0; i < count; i++)
		mask[i] = all || test_chance(2) ? (uint8_t)(1 + test_random(255)) : 0;
	mask[test_random((unsigned)count)] = 1;
}

static void try_mask(int rows, int columns, int x, int y, int width, int height)
{
	static const char *const names[] = {"median", "least", "most"};
	struct picture src = random_picture(width, height, 1),
		       dst = random_picture(width, height, 1);
	struct picture expected = copy_picture(&dst);
	int border = random_border(), value = (int)test_random(256);
	int function = VISION_FILTER_MEDIAN + (int)test_random(3);
	uint8_t mask[MOST * MOST];
	char what[80];

	random_mask(mask, rows * columns);
	snprintf(what, sizeof(what), "non_linear_filter, %s of %d x %d around %d, %d",
		 names[function - VISION_FILTER_MEDIAN], columns, rows, x, y);
	reference_non_linear(&src, &expected, mask, rows, columns, x, y, function, border, value);
	run_kernel("non_linear_filter", "pmiiiiiwiiiii", &src, mask, (size_t)(rows * columns), rows,
		   columns, x, y, function, &dst, width, height, border, value, VISION_U8);
	expect_same(what, &expected, &dst);
	free_picture(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void masks(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int most = i % 3 ? MOST : 3, rows = 1 + (int)test_random((unsigned)most),
		    columns = 1 + (int)test_random((unsigned)most);

		try_mask(rows, columns, (int)test_random((unsigned)columns),
			 (int)test_random((unsigned)rows), random_side(), random_side());
	}
	try_mask(MOST, MOST, 0, 0, 33, 40);
	try_mask(MOST, MOST, MOST - 1, MOST - 1, 40, 33);
	try_mask(MOST, MOST, 4, 4, 1, 1);
}

static void bad_windows(void **state)
{
	struct picture picture = random_picture(8, 8, 1);
	int16_t coefficients[121] = {1};
	uint8_t mask[100] = {0};
	const int replicate = VISION_BORDER_REPLICATE, least = VISION_FILTER_MIN;

	(void)state;
	/* an even size, one that is too large, a scale of 0 */
	assert_true(try_kernel("convolve", "pmiiiwiiiii", &picture, coefficients,
			       sizeof(coefficients), 2, 3, 1, &picture, VISION_U8, 8, 8, replicate,
			       0) < 0);
	assert_true(try_kernel("convolve", "pmiiiwiiiii", &picture, coefficients,
			       sizeof(coefficients), 11, 3, 1, &picture, VISION_U8, 8, 8, replicate,
			       0) < 0);
	assert_true(try_kernel("convolve", "pmiiiwiiiii", &picture, coefficients,
			       sizeof(coefficients), 3, 3, 0, &picture, VISION_U8, 8, 8, replicate,
			       0) < 0);
	/* An empty mask, an origin outside of the mask, and an unknown filter. */
	assert_true(try_kernel("non_linear_filter", "pmiiiiiwiiiii", &picture, mask, sizeof(mask),
			       3, 3, 1, 1, least, &picture, 8, 8, replicate, 0, VISION_U8) < 0);
	mask[0] = 1;
	assert_true(try_kernel("non_linear_filter", "pmiiiiiwiiiii", &picture, mask, sizeof(mask),
			       3, 3, 3, 1, least, &picture, 8, 8, replicate, 0, VISION_U8) < 0);
	assert_true(try_kernel("non_linear_filter", "pmiiiiiwiiiii", &picture, mask, sizeof(mask),
			       3, 3, 1, 1, 7, &picture, 8, 8, replicate, 0, VISION_U8) < 0);
	free_picture(&picture);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(convolutions),
		cmocka_unit_test(masks),
		cmocka_unit_test(bad_windows),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
