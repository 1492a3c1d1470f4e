/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/core/core_test.h"

static uint32_t only_seed; /* 0: all seeds */

struct dice dice_of(uint32_t seed)
{
	return (struct dice){.seed = seed, .state = seed * UINT64_C(0x9e3779b97f4a7c15)};
}

/* splitmix64 */
uint32_t roll(struct dice *dice, uint32_t below)
{
	uint64_t x = dice->state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((x ^ x >> 31) % below);
}

void for_seeds(uint32_t count, void (*run)(struct dice *dice))
{
	for (uint32_t seed = 1; seed <= count; seed++) {
		struct dice dice = dice_of(only_seed ? only_seed : seed);

		run(&dice);
		if (only_seed)
			return;
	}
}

int core_test_main(int argc, char **argv, const struct CMUnitTest *tests, size_t count)
{
	only_seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
	return _cmocka_run_group_tests("core", tests, count, NULL, NULL);
}
