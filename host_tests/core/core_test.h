/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_CORE_H
#define FCL_TEST_CORE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/*
 * Random operations compared with a model: the part under test and a very simple model perform the
 * same steps, and must agree after each one. A run is determined by its seed; a failure reports
 * seed and step, and `<test> <seed>` repeats only that run.
 */
struct dice {
	uint32_t seed, step;
	uint64_t state;
};

struct dice dice_of(uint32_t seed);

/* A number in 0 … below - 1. */
uint32_t roll(struct dice *dice, uint32_t below);

/* Runs with seeds 1 … count, or only with the seed given on the command line. */
void for_seeds(uint32_t count, void (*run)(struct dice *dice));

/* Runs the tests of a program. `argv[1]`, if present, is the only seed. */
int core_test_main(int argc, char **argv, const struct CMUnitTest *tests, size_t count);

/* An assertion that reports the seed and step. */
#define CHECK(dice, condition)                                                                     \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg("seed %u, step %u: %s", (dice)->seed, (dice)->step, #condition);  \
	} while (0)

#endif
