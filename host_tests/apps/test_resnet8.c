/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The convolutional network, compared bit by bit with its reference: pictures not used in training,
 * noise, extremes, and various batch sizes. Both variants of its multiplications: processor
 * instructions, and loops that describe a board's multipliers.
 */
#include "bitstreams/demos/resnet8/reference.h"
#include "bitstreams/demos/resnet8/runner.h"
#include "host_tests/apps/app.h"

enum { MOST = 96, CLASSES = RESNET8_CLASSES };

static uint8_t pictures[MOST][RESNET8_PIXELS];
static int32_t expected[MOST][CLASSES], logits[MOST + 1][CLASSES];

static const char *const images[] = {RESNET8_FOLDER "/resnet8.xclbin",
				     RESNET8_TESTS "/resnet8_loops.xclbin"};

/*
 * Runs the first `count` pictures, `batch` per launch. The logits after them must stay unchanged.
 */
static void check(struct resnet8_runner *runner, size_t count, size_t batch)
{
	memset(logits, 0x55, sizeof(logits));
	OK(resnet8_run(runner, pictures, count, batch, logits));
	for (size_t i = 0; i < count; i++)
		assert_memory_equal(logits[i], expected[i], sizeof(logits[i]));
	for (int i = 0; i < CLASSES; i++)
		assert_int_equal(logits[count][i], 0x55555555);
}

static void check_with_both(size_t count, const size_t *batches, size_t nbatches)
{
	for (size_t i = 0; i < count; i++)
		resnet8_reference(pictures[i], expected[i]);
	for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
		char why[512] = "";
		struct resnet8_runner *runner = resnet8_open(images[i], -1, why, sizeof(why));

		if (!runner)
			fail_msg("%s", why);
		for (size_t j = 0; j < nbatches; j++)
			check(runner, count, batches[j]);
		resnet8_close(runner);
	}
}

/* Also checks that the reference has the accuracy reported by train.py. */
static void unseen(void **state)
{
	static const size_t batches[] = {MOST, 32};
	FILE *file = fopen(RESNET8_DATA "/pictures.bin", "rb");
	FILE *answers = fopen(RESNET8_DATA "/labels.bin", "rb");
	uint8_t labels[MOST];
	int right = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(answers);
	assert_int_equal(fread(pictures, RESNET8_PIXELS, MOST, file), MOST);
	assert_int_equal(fread(labels, 1, MOST, answers), MOST);
	fclose(file);
	fclose(answers);
	check_with_both(MOST, batches, 2);
	for (int i = 0; i < MOST; i++)
		right += resnet8_best(expected[i]) == labels[i];
	assert_true(right > MOST * 8 / 10);
}

/*
 * Noise with a fixed seed, over the full range and over a small one; batches that do not divide the
 * number.
 */
static void noise(void **state)
{
	static const size_t batches[] = {1, 7, 13, 40};
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 13; i++)
		for (int j = 0; j < RESNET8_PIXELS; j++) {
			seed = seed * 1664525 + 1013904223;
			pictures[i][j] = (uint8_t)(seed >> 24 >> (i % 4));
		}
	check_with_both(13, batches, 4);
}

/*
 * Black, white, stripes in both directions, a chessboard, a half, and single pixels at edges and
 * corners.
 */
static void extremes(void **state)
{
	static const int places[] = {0, 31, 992, 1023, 16, 527, 495, 1000};
	static const size_t batches[] = {14};

	(void)state;
	memset(pictures, 0, sizeof(pictures));
	for (int j = 0; j < RESNET8_PIXELS; j++) {
		pictures[1][j] = 255;
		pictures[2][j] = j % 2 ? 255 : 0;
		pictures[3][j] = j / 32 % 2 ? 255 : 0;
		pictures[4][j] = (j / 32 + j) % 2 ? 255 : 0;
		pictures[5][j] = j % 32 < 16 ? 255 : 0;
	}
	for (int i = 0; i < 8; i++)
		pictures[6 + i][places[i]] = 255;
	check_with_both(14, batches, 1);
}

static void refusals(void **state)
{
	char why[512] = "";
	struct resnet8_runner *runner;

	(void)state;
	assert_null(resnet8_open("no such file", -1, why, sizeof(why)));
	assert_non_null(strstr(why, "cannot be read"));
	assert_null(resnet8_open(images[0], 99, why, sizeof(why)));
	assert_non_null(strstr(why, "accelerator 99"));
	assert_null(resnet8_open(RESNET8_TESTS "/vadd.xclbin", -1, why, sizeof(why)));
	assert_non_null(strstr(why, "no kernel resnet8"));
	runner = resnet8_open(images[0], 0, why, sizeof(why));
	assert_non_null(runner);
	assert_int_equal(resnet8_run(runner, pictures, 1, 0, logits), CL_INVALID_VALUE);
	resnet8_close(runner);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unseen),
		cmocka_unit_test(noise),
		cmocka_unit_test(extremes),
		cmocka_unit_test(refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
