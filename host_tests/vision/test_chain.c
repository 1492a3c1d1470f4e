/* SPDX-License-Identifier: Apache-2.0 */
/* Five kernels joined by FIFOs: the edges of a picture, compared with the same steps in plain C. */
#include "reference.h"

enum { ROUNDS = 25 };

static void expected_edges(const struct colour_image *src, int border, int value, int policy,
			   int shift, struct picture *dst)
{
	int width = src->width, height = src->height;
	struct colour_image gray = random_image(VISION_U8, width, height);
	struct picture smooth = random_picture(width, height, 1),
		       length = random_picture(width, height, 2);
	struct picture x = random_picture(width, height, 2), y = random_picture(width, height, 2);

	reference_convert(src, &gray);
	reference_filter(GAUSSIAN, &gray.planes[0], &smooth, border, value);
	reference_sobel(&smooth, &x, &y, border, value);
	reference_magnitude(&x, &y, &length);
	reference_depth(&length, dst, policy, shift);
	free_image(&gray);
	free_picture(&smooth);
	free_picture(&length);
	free_picture(&x);
	free_picture(&y);
}

static void try_chain(int width, int height)
{
	struct colour_image src = random_image(test_chance(2) ? VISION_RGB : VISION_RGBX, width,
					       height);
	struct picture dst = random_picture(width, height, 1), expected = copy_picture(&dst);
	int border = VISION_BORDER_UNDEFINED + (int)test_random(3), value = (int)test_random(256);
	int policy = VISION_WRAP + (int)test_random(2), shift = (int)test_random(8);

	expected_edges(&src, border, value, policy, shift, &expected);
	add_kernel("chain_gray", "psiii", &src.planes[0], width, height, src.format);
	add_kernel("chain_gaussian", "ssiiii", width, height, border, value);
	add_kernel("chain_sobel", "ssiiii", width, height, border, value);
	add_kernel("chain_magnitude", "ssii", width, height);
	add_kernel("chain_depth", "swiiii", &dst, width, height, policy, shift);
	end_kernels();
	expect_same("chain", &expected, &dst);
	free_image(&src);
	free_picture(&dst);
	free_picture(&expected);
}

static void chains(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		try_chain(random_side(), random_side());
	try_chain(1, 1);
	try_chain(640, 480);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chains),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
