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
 * Random operations against a model: the part under test and a model too simple to be wrong do the
 * same, step by step, and must agree after each. A run is determined by its seed; a failure names
 * seed and step, and `<test> <seed>` repeats that run alone.
 */
struct dice {
	uint32_t seed, step;
	uint64_t state;
};

struct dice dice_of(uint32_t seed);

/* 0 … below - 1. */
uint32_t roll(struct dice *dice, uint32_t below);

/* Runs with the seeds 1 … count, or with the one that the command line asked for. */
void for_seeds(uint32_t count, void (*run)(struct dice *dice));

/* Runs the tests of a program; `argv[1]`, if present, is the only seed. */
int core_test_main(int argc, char **argv, const struct CMUnitTest *tests, size_t count);

/* An assertion that names the run it belongs to. */
#define CHECK(dice, condition)                                                                     \
	do {                                                                                       \
		if (!(condition))                                                                  \
			fail_msg("seed %u, step %u: %s", (dice)->seed, (dice)->step, #condition);  \
	} while (0)

#endif
