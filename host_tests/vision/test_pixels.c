/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that work on each pixel separately, compared with plain C: all formats, policies and
 * roundings.
 */
#include "reference.h"

enum { ROUNDS = 40 };

static int format_of(const struct picture *picture)
{
	return picture->pixel == 2 ? VISION_S16 : VISION_U8;
}

/* Two inputs and an output of the same size, and the expected output. */
struct operands {
	struct picture a, b, dst, expected;
	int width, height;
};

static struct operands random_operands(int pixel_a, int pixel_b, int pixel_dst)
{
	struct operands set = {.width = random_side(), .height = random_side()};

	set.a = random_picture(set.width, set.height, pixel_a);
	set.b = random_picture(set.width, set.height, pixel_b);
	set.dst = random_picture(set.width, set.height, pixel_dst);
	set.expected = copy_picture(&set.dst);
	return set;
}

static void check_operands(const char *name, struct operands *set)
{
	expect_same(name, &set->expected, &set->dst);
	free_picture(&set->a);
	free_picture(&set->b);
	free_picture(&set->dst);
	free_picture(&set->expected);
}

static void bitwise(void **state)
{
	static const char *const names[] = {"bitwise_and", "bitwise_or", "bitwise_xor",
					    "bitwise_not"};

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		for (enum bitwise kind = AND; kind <= NOT; kind++) {
			struct operands set = random_operands(1, 1, 1);

			reference_bitwise(kind, &set.a, &set.b, &set.expected);
			if (kind == NOT)
				run_kernel(names[kind], "pwiii", &set.a, &set.dst, set.width,
					   set.height, VISION_U8);
			else
				run_kernel(names[kind], "ppwiii", &set.a, &set.b, &set.dst,
					   set.width, set.height, VISION_U8);
			check_operands(names[kind], &set);
		}
	}
}

/* Inputs of either format; a U8 output only if both inputs are U8. */
static struct operands mixed_operands(void)
{
	int a = 1 + (int)test_random(2), b = 1 + (int)test_random(2);

	return random_operands(a, b, a == 1 && b == 1 ? 1 + (int)test_random(2) : 2);
}

static void arithmetic(void **state)
{
	static const char *const names[] = {"absdiff", "add", "subtract"};

	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++) {
		for (enum arithmetic kind = ABSDIFF; kind <= SUBTRACT; kind++) {
			struct operands set = mixed_operands();
			int policy = VISION_WRAP + i % 2;

			reference_arithmetic(kind, &set.a, &set.b, &set.expected, policy);
			run_kernel(names[kind], kind == ABSDIFF ? "pipiwiii" : "pipiwiiii", &set.a,
				   format_of(&set.a), &set.b, format_of(&set.b), &set.dst,
				   format_of(&set.dst), set.width, set.height, policy);
			check_operands(names[kind], &set);
		}
	}
}

/* 1 / 2^n and 1 / 255, which OpenVX demands, and others. */
static float random_scale(void)
{
	unsigned kind = test_random(20);

	return kind < 16    ? 1 / (float)(1 << kind)
	       : kind == 16 ? 0x1.010102p-8f
	       : kind == 17 ? 0
	       : kind == 18 ? (float)test_random(1000000) / 77
			    : (float)test_random(1000) / 997;
}

static void multiply(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 4; i++) {
		struct operands set = mixed_operands();
		int policy = VISION_WRAP + i % 2, rounding = VISION_TO_ZERO + i / 2 % 2;
		float scale = random_scale();

		reference_multiply(&set.a, &set.b, &set.expected, scale, policy, rounding);
		run_kernel("multiply", "pipiwiiifii", &set.a, format_of(&set.a), &set.b,
			   format_of(&set.b), &set.dst, format_of(&set.dst), set.width, set.height,
			   (double)scale, policy, rounding);
		check_operands("multiply", &set);
	}
}

static int random_value(int pixel)
{
	return pixel == 1 ? (int)test_random(256) : (int)test_random(65536) - 32768;
}

static void thresholds(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS * 2; i++) {
		struct operands set = random_operands(1 + i / 2 % 2, 1, 1);
		int type = VISION_BINARY + i % 2, on = (int)test_random(256),
		    off = (int)test_random(256);
		int lower = test_chance(8) ? 32767 : random_value(set.a.pixel);
		int upper = random_value(set.a.pixel);

		reference_threshold(&set.a, &set.expected, type, lower, upper, on, off);
		run_kernel("threshold", "piwiiiiiiii", &set.a, format_of(&set.a), &set.dst,
			   VISION_U8, set.width, set.height, type, lower, upper, on, off);
		check_operands("threshold", &set);
	}
}

static void depths(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct operands set = random_operands(1 + i % 2, 1, 2 - i % 2);
		int policy = VISION_WRAP + i / 2 % 2, shift = (int)test_random(8);

		reference_depth(&set.a, &set.expected, policy, shift);
		run_kernel("convert_depth", "piwiiiii", &set.a, format_of(&set.a), &set.dst,
			   format_of(&set.dst), set.width, set.height, policy, shift);
		check_operands("convert_depth", &set);
	}
}

static void check_gradients(struct operands *set)
{
	struct picture angles = random_picture(set->width, set->height, 1),
		       expected = copy_picture(&angles);

	reference_phase(&set->a, &set->b, &expected);
	run_kernel("phase", "ppwii", &set->a, &set->b, &angles, set->width, set->height);
	expect_same("phase", &expected, &angles);
	free_picture(&angles);
	free_picture(&expected);
	reference_magnitude(&set->a, &set->b, &set->expected);
	run_kernel("magnitude", "ppwii", &set->a, &set->b, &set->dst, set->width, set->height);
	check_operands("magnitude", set);
}

/* All small gradients, and those at the ends of the range, where squares overflow an int. */
static void fill_gradients(struct operands *set)
{
	static const int extremes[] = {-32768, -32767, -1, 0, 1, 32766, 32767};

	for (int y = 0; y < set->height; y++) {
		for (int x = 0; x < set->width; x++) {
			bool extreme = x < 7 && y < 7;
			int16_t across = (int16_t)(extreme ? extremes[x] : x - set->width / 2);
			int16_t down = (int16_t)(extreme ? extremes[y] : y - set->height / 2);

			memcpy(row_of(&set->a, y) + 2 * x, &across, 2);
			memcpy(row_of(&set->b, y) + 2 * x, &down, 2);
		}
	}
}

static void gradients(void **state)
{
	struct operands all = {.width = 301, .height = 307};

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct operands set = random_operands(2, 2, 2);

		check_gradients(&set);
	}
	all.a = random_picture(all.width, all.height, 2);
	all.b = random_picture(all.width, all.height, 2);
	all.dst = random_picture(all.width, all.height, 2);
	all.expected = copy_picture(&all.dst);
	fill_gradients(&all);
	check_gradients(&all);
}

static void averages(void **state)
{
	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct operands set = random_operands(1, 1, 1);
		float alpha = i < 3 ? (float)i / 2 : (float)test_random(1001) / 1000;

		reference_average(&set.a, &set.b, &set.expected, alpha);
		run_kernel("weighted_average", "ppwiif", &set.a, &set.b, &set.dst, set.width,
			   set.height, (double)alpha);
		check_operands("weighted_average", &set);
	}
}

/* Tables of all values, and shorter ones. */
static void lookups(void **state)
{
	int16_t table[65536];

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		int pixel = 1 + i % 2, all = pixel == 1 ? 256 : 65536;
		int count = i % 4 < 2 ? all : 1 + (int)test_random((unsigned)all);
		struct operands set = random_operands(pixel, 1, pixel);

		for (int k = 0; k < count; k++)
			table[k] = (int16_t)test_random(65536);
		reference_lookup(&set.a, &set.expected, table, count);
		run_kernel("table_lookup", "pmiwiii", &set.a, table, (size_t)(count * pixel), count,
			   &set.dst, set.width, set.height, format_of(&set.a));
		check_operands("table_lookup", &set);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bitwise),  cmocka_unit_test(arithmetic),
		cmocka_unit_test(multiply), cmocka_unit_test(thresholds),
		cmocka_unit_test(depths),   cmocka_unit_test(gradients),
		cmocka_unit_test(averages), cmocka_unit_test(lookups),
	};

	return cmocka_run_group_tests(tests, open_board, close_board);
}
