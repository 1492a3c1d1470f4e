/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statistics of an image, compared with plain C: mean, deviation, minimum and maximum with their
 * positions.
 */
#include "reference.h"

enum { ROUNDS = 60 };

static void means(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1);
		struct picture part = src;
		int left = 0, top = 0;
		float found[2] = {-1, -1}, expected[2];

		if (i % 3 == 0) { /* a valid region inside the image */
			left = (int)test_random((unsigned)src.width);
			top = (int)test_random((unsigned)src.height);
			part.width = 1 + (int)test_random((unsigned)(src.width - left));
			part.height = 1 + (int)test_random((unsigned)(src.height - top));
			part.bytes = row_of(&src, top) + left;
		}
		reference_mean(&part, &expected[0], &expected[1]);
		run_kernel("mean_stddev", "pMMiiiiiii", &src, &found[0], sizeof(float), &found[1],
			   sizeof(float), src.width, src.height, left, top, left + part.width,
			   top + part.height, VISION_U8);
		assert_true(found[0] == expected[0]);
		if (found[1] != expected[1])
			fail_msg("deviation of %d x %d: expected %a, found %a", src.width,
				 src.height, (double)expected[1], (double)found[1]);
		free_picture(&src);
	}
}

static void check_ends(const char *what, const struct ends *expected, const struct picture *src,
		       const void *value, uint64_t items, int room, uint64_t number,
		       const void *places)
{
	int found = src->pixel == 2 ? *(const int16_t *)value : *(const uint8_t *)value;
	uint64_t fit = expected->number < (uint64_t)room ? expected->number : (uint64_t)room;

	if (found != expected->value)
		fail_msg("%s of %d x %d: expected %d, found %d", what, src->width, src->height,
			 expected->value, found);
	assert_int_equal(number, expected->number);
	assert_int_equal(items, fit);
	assert_memory_equal(places, expected->places, fit * 2 * sizeof(uint32_t));
}

static void ends(void **state)
{
	static struct ends least, most;
	static uint32_t least_places[MOST_PLACES][2], most_places[MOST_PLACES][2];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct picture src = random_picture(random_side(), random_side(), 1 + i % 2);
		int room = i % 3 ? MOST_PLACES : (int)test_random(5);
		int bytes = i % 4 < 2 ? 8 : 4;
		uint64_t items[2] = {99, 99}, number[2] = {0};
		int16_t value[2] = {0};
		size_t size = (size_t)src.pixel;

		reference_ends(&src, &least, &most, room);
		run_kernel("min_max_loc", "piMMMMiMMiMiMiii", &src,
			   src.pixel == 2 ? VISION_S16 : VISION_U8, &value[0], size, &value[1],
			   size, least_places, sizeof(least_places), &items[0], sizeof(uint64_t),
			   room, most_places, sizeof(most_places), &items[1], sizeof(uint64_t),
			   room, &number[0], (size_t)bytes, bytes, &number[1], (size_t)bytes, bytes,
			   src.width, src.height);
		check_ends("the least", &least, &src, &value[0], items[0], room, number[0],
			   least_places);
		check_ends("the most", &most, &src, &value[1], items[1], room, number[1],
			   most_places);
		free_picture(&src);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(means), cmocka_unit_test(ends)};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
