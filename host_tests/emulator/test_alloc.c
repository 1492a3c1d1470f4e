/* SPDX-License-Identifier: Apache-2.0 */
/* The device address allocator compared with a map of grains. */
#include "host_tests/emulator/unit_test.h"

#include <errno.h>

#include "hal/alloc.h"

enum { GRAIN = 4096, GRAINS = 512, STEPS = 20000, MANY = 100000 };

static const uint64_t base = UINT64_C(0x4000000000);

static void exhaustion(void **state)
{
	struct fcl_hal_alloc alloc;
	uint64_t first, second, third = 7;

	(void)state;
	assert_int_equal(fcl_hal_alloc_init(&alloc, base, 3 * GRAIN), 0);
	assert_int_equal(fcl_hal_alloc_take(&alloc, GRAIN, &first), 0);
	assert_int_equal(fcl_hal_alloc_take(&alloc, 2 * GRAIN, &second), 0);
	assert_int_equal(first, base);
	assert_int_equal(second, base + GRAIN);
	assert_int_equal(alloc.free, 0);
	assert_int_equal(fcl_hal_alloc_take(&alloc, GRAIN, &third), -ENOMEM);
	assert_int_equal(third, 7);
	assert_true(fcl_hal_alloc_give(&alloc, first, GRAIN));
	assert_int_equal(fcl_hal_alloc_take(&alloc, 2 * GRAIN, &third), -ENOMEM);
	assert_int_equal(fcl_hal_alloc_largest(&alloc), GRAIN);
	/* Merged with its neighbour, it is one range again. */
	assert_true(fcl_hal_alloc_give(&alloc, second, 2 * GRAIN));
	assert_int_equal(fcl_hal_alloc_largest(&alloc), 3 * GRAIN);
	assert_int_equal(fcl_hal_alloc_take(&alloc, 3 * GRAIN, &third), 0);
	assert_int_equal(third, base);
	fcl_hal_alloc_fini(&alloc);
}

struct model {
	unsigned char taken[GRAINS]; /* 0: free, else 1 */
	uint32_t start[GRAINS], grains[GRAINS], count;
};

/* The lowest place where that many grains fit; GRAINS if there is none. */
static uint32_t first_fit(const struct model *model, uint32_t grains)
{
	uint32_t run = 0;

	for (uint32_t i = 0; i < GRAINS; i++) {
		run = model->taken[i] ? 0 : run + 1;
		if (run == grains)
			return i + 1 - grains;
	}
	return GRAINS;
}

static void take_one(struct fcl_hal_alloc *alloc, struct model *model, uint32_t grains)
{
	uint32_t expected = first_fit(model, grains);
	uint64_t offset = 0;
	int error = fcl_hal_alloc_take(alloc, (uint64_t)grains * GRAIN, &offset);

	if (expected == GRAINS) {
		assert_int_equal(error, -ENOMEM);
		return;
	}
	assert_int_equal(error, 0);
	assert_int_equal(offset, base + (uint64_t)expected * GRAIN);
	memset(model->taken + expected, 1, grains);
	model->start[model->count] = expected;
	model->grains[model->count++] = grains;
}

static void give_one(struct fcl_hal_alloc *alloc, struct model *model, uint32_t which)
{
	uint32_t start = model->start[which], grains = model->grains[which];

	assert_true(fcl_hal_alloc_give(alloc, base + (uint64_t)start * GRAIN,
				       (uint64_t)grains * GRAIN));
	memset(model->taken + start, 0, grains);
	model->count--;
	model->start[which] = model->start[model->count];
	model->grains[which] = model->grains[model->count];
}

/* Always first fit: the same requests give the same addresses in every run. */
static void against_a_model(void **state)
{
	struct fcl_hal_alloc alloc;
	struct model model = {0};
	uint32_t random = 1;

	(void)state;
	assert_int_equal(fcl_hal_alloc_init(&alloc, base, (uint64_t)GRAINS * GRAIN), 0);
	for (int i = 0; i < STEPS; i++) {
		if (next_number(&random) % 5 < 3)
			take_one(&alloc, &model, 1 + next_number(&random) % 24);
		else if (model.count)
			give_one(&alloc, &model, next_number(&random) % model.count);
	}
	while (model.count)
		give_one(&alloc, &model, model.count - 1);
	assert_int_equal(fcl_hal_alloc_largest(&alloc), (uint64_t)GRAINS * GRAIN);
	fcl_hal_alloc_fini(&alloc);
}

/* Every second one of very many ranges is freed: the lowest hole is still found, and quickly. */
static void very_many(void **state)
{
	struct fcl_hal_alloc alloc;
	uint64_t offset;

	(void)state;
	assert_int_equal(fcl_hal_alloc_init(&alloc, 0, (uint64_t)MANY * GRAIN), 0);
	for (uint64_t i = 0; i < MANY; i++) {
		assert_int_equal(fcl_hal_alloc_take(&alloc, GRAIN, &offset), 0);
		assert_int_equal(offset, i * GRAIN);
	}
	for (uint64_t i = 1; i < MANY; i += 2)
		assert_true(fcl_hal_alloc_give(&alloc, i * GRAIN, GRAIN));
	assert_int_equal(fcl_hal_alloc_take(&alloc, 2 * GRAIN, &offset), -ENOMEM);
	assert_true(fcl_hal_alloc_give(&alloc, (MANY - 2) * (uint64_t)GRAIN, GRAIN));
	assert_int_equal(fcl_hal_alloc_take(&alloc, 2 * GRAIN, &offset), 0);
	assert_int_equal(offset, (MANY - 3) * (uint64_t)GRAIN);
	fcl_hal_alloc_fini(&alloc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exhaustion),
		cmocka_unit_test(against_a_model),
		cmocka_unit_test(very_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
