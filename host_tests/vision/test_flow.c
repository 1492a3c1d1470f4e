/* SPDX-License-Identifier: Apache-2.0 */
/* Optical flow: points of a shifted picture, compared with plain C and with the shift. */
#include <limits.h>
#include <math.h>

#include "reference.h"

enum { LEVELS = 3, POINTS = 40, ROUNDS = 12 };

static struct keypoint random_point(const struct picture *picture)
{
	return (struct keypoint){.x = (int)test_random((unsigned)picture->width + 4) - 2,
				 .y = (int)test_random((unsigned)picture->height + 4) - 2,
				 .strength = (float)test_random(100),
				 .orientation = 2,
				 .tracking_status = !test_chance(8),
				 .error = 7};
}

/* Hills of any size, moved by (x, y). */
static struct picture draw_hills(int width, int height, int move_x, int move_y)
{
	struct picture picture = random_picture(width, height, 1);

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < width; x++) {
			int at_x = x - move_x, at_y = y - move_y;

			row_of(&picture, y)[x] = (uint8_t)(128 +
							   60 * sin(at_x * 0.31 + at_y * 0.05) +
							   60 * sin(at_y * 0.27 - at_x * 0.09));
		}
	}
	return picture;
}

static void make_levels(struct picture levels[LEVELS], struct picture first)
{
	levels[0] = first;
	for (int i = 1; i < LEVELS; i++) {
		levels[i] = random_picture((levels[i - 1].width + 1) / 2,
					   (levels[i - 1].height + 1) / 2, 1);
		reference_smaller(&levels[i - 1], &levels[i], 5, VISION_BORDER_REPLICATE, 0);
	}
}

struct scene {
	struct picture before[LEVELS], after[LEVELS];
	struct keypoint from[POINTS], guess[POINTS], to[POINTS];
	double scratch[POINTS][2];
	uint64_t count, guesses, found;
};

static void run_flow(struct scene *scene, int termination, double epsilon, int iterations,
		     int use_estimates, int window)
{
	for (int level = LEVELS - 1; level >= 0; level--)
		run_kernel("optical_flow", "piipiiiimmmmMMiifiiliiM", &scene->before[level],
			   scene->before[level].width, scene->before[level].height,
			   &scene->after[level], scene->after[level].width,
			   scene->after[level].height, scene->before[0].width,
			   scene->before[0].height, scene->from, sizeof(scene->from), &scene->count,
			   sizeof(scene->count), scene->guess, sizeof(scene->guess),
			   &scene->guesses, sizeof(scene->guesses), scene->to, sizeof(scene->to),
			   &scene->found, sizeof(scene->found), POINTS, termination, epsilon,
			   iterations, use_estimates, (uint64_t)window, level, LEVELS,
			   scene->scratch, sizeof(scene->scratch));
}

static void new_scene(struct scene *scene, struct picture before, struct picture after)
{
	make_levels(scene->before, before);
	make_levels(scene->after, after);
	for (int i = 0; i < POINTS; i++) {
		scene->from[i] = random_point(&before);
		scene->guess[i] = random_point(&before);
	}
	scene->count = scene->guesses = POINTS;
	scene->found = 99;
	memset(scene->to, 0, sizeof(scene->to));
}

static void free_scene(struct scene *scene)
{
	for (int i = 0; i < LEVELS; i++) {
		free_picture(&scene->before[i]);
		free_picture(&scene->after[i]);
	}
}

static void same_as_reference(void **state)
{
	static struct scene scene;
	struct keypoint expected[POINTS];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = 40 + (int)test_random(90), height = 40 + (int)test_random(60);
		int window = 1 + (int)test_random(9), iterations = 1 + (int)test_random(8);
		int guess = i % 2;

		new_scene(&scene, draw_hills(width, height, 0, 0),
			  i % 3 ? draw_hills(width, height, (int)test_random(7) - 3,
					     (int)test_random(7) - 3)
				: random_picture(width, height, 1));
		scene.count = 1 + test_random(POINTS);
		run_flow(&scene, VISION_ITERATIONS_OR_EPSILON, 0.01f, iterations, guess, window);
		assert_int_equal(scene.found, scene.count);
		reference_flow(scene.before, scene.after, LEVELS, scene.from,
			       guess ? scene.guess : NULL, (int)scene.count, (double)0.01f,
			       iterations, window, expected);
		for (int k = 0; k < (int)scene.count; k++)
			if (memcmp(&expected[k], &scene.to[k], sizeof(*expected)) != 0)
				fail_msg("round %d, point %d from %d, %d: expected %d, %d (%d), "
					 "found %d, %d (%d)",
					 i, k, scene.from[k].x, scene.from[k].y, expected[k].x,
					 expected[k].y, expected[k].tracking_status, scene.to[k].x,
					 scene.to[k].y, scene.to[k].tracking_status);
		free_scene(&scene);
	}
}

/* Most points of a shifted picture are found at the shifted position. */
static void moved(void **state)
{
	static struct scene scene;
	int right = 0, tracked = 0;

	(void)state;
	new_scene(&scene, draw_hills(160, 120, 0, 0), draw_hills(160, 120, 3, -2));
	for (int i = 0; i < POINTS; i++) {
		scene.from[i].x = 20 + (int)test_random(120);
		scene.from[i].y = 20 + (int)test_random(80);
		scene.from[i].tracking_status = 1;
	}
	run_flow(&scene, VISION_EPSILON, 0.001, 0, 0, 9);
	for (int i = 0; i < POINTS; i++) {
		tracked += scene.to[i].tracking_status;
		right += scene.to[i].tracking_status &&
			 abs(scene.to[i].x - scene.from[i].x - 3) <= 1 &&
			 abs(scene.to[i].y - scene.from[i].y + 2) <= 1;
	}
	if (tracked < POINTS / 2 || right < tracked * 3 / 4)
		fail_msg("%d of %d points were tracked, %d of these to the right place", tracked,
			 POINTS, right);
	free_scene(&scene);
}

/* With the maximum number of iterations, a level ends when its points no longer move. */
static void converged(void **state)
{
	static struct scene scene;
	struct keypoint few[POINTS];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int width = 40 + (int)test_random(90), height = 40 + (int)test_random(60);

		new_scene(&scene, draw_hills(width, height, 0, 0),
			  draw_hills(width, height, (int)test_random(3) - 1,
				     (int)test_random(3) - 1));
		run_flow(&scene, VISION_ITERATIONS, 0, 10000, 0, 9);
		memcpy(few, scene.to, sizeof(few));
		run_flow(&scene, VISION_ITERATIONS, 0, INT_MAX, 0, 9);
		assert_memory_equal(scene.to, few, sizeof(few));
		free_scene(&scene);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_as_reference),
		cmocka_unit_test(moved),
		cmocka_unit_test(converged),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
