/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The index of SVM allocations compared with a list of ranges; then with readers and a concurrent
 * writer.
 */
#include "host_tests/core/core_test.h"

#include <pthread.h>

#include "runtime/core/objects/mem.h"
#include "runtime/core/objects/svm_index.h"

enum { SEEDS = 60, STEPS = 1000, MOST = 60, SPACE = 4096 };

/* An allocation; the index only counts references to its object. */
struct range {
	struct fcl_mem mem;
	uintptr_t start;
	uint64_t size;
	bool there;
	uint32_t refs; /* expected number of references */
};

struct model {
	struct fcl_svm_index index;
	uintptr_t base; /* low, or where sums of addresses and sizes overflow */
	struct range ranges[MOST];
};

static uint32_t refs_of(struct range *range)
{
	return atomic_load(&range->mem.object.refs);
}

static struct range *holder(struct model *model, uintptr_t address)
{
	for (int i = 0; i < MOST; i++) {
		struct range *range = &model->ranges[i];

		if (range->there && address >= range->start && address - range->start < range->size)
			return range;
	}
	return NULL;
}

static bool is_free(struct model *model, uintptr_t start, uint64_t size)
{
	for (uint64_t i = 0; i < size; i++)
		if (holder(model, start + i))
			return false;
	return true;
}

/* Near the end more often than elsewhere, because sums overflow there. */
static uint32_t roll_place(struct dice *dice)
{
	return roll(dice, 8) ? roll(dice, SPACE) : SPACE - 1 - roll(dice, 100);
}

static void add(struct dice *dice, struct model *model)
{
	struct range *range = &model->ranges[roll(dice, MOST)];
	uint32_t at = roll_place(dice), most = SPACE - at;

	if (range->there)
		return;
	range->start = model->base + at;
	range->size = 1 + roll(dice, 200);
	if (range->size > most)
		range->size = most;
	if (!is_free(model, range->start, range->size))
		return;
	CHECK(dice, !fcl_svm_index_add(&model->index, range->start, range->size, &range->mem));
	range->there = true;
}

static void find(struct dice *dice, struct model *model)
{
	uintptr_t address = model->base + roll_place(dice), start = 0;
	struct range *range = holder(model, address);
	struct fcl_mem *mem = fcl_svm_index_find(&model->index, address, &start);

	CHECK(dice, mem == (range ? &range->mem : NULL));
	if (!range)
		return;
	CHECK(dice, start == range->start);
	CHECK(dice, refs_of(range) == ++range->refs);
}

/* Usually an address where an allocation starts, sometimes one inside it. */
static void take(struct dice *dice, struct model *model)
{
	struct range *range = &model->ranges[roll(dice, MOST)];
	uintptr_t start = range->start + !roll(dice, 4);
	struct range *expected = holder(model, start);
	struct fcl_mem *mem;

	if (expected && expected->start != start)
		expected = NULL;
	mem = fcl_svm_index_take(&model->index, start);
	CHECK(dice, mem == (expected ? &expected->mem : NULL));
	if (!expected)
		return;
	CHECK(dice, refs_of(expected) == expected->refs);
	expected->there = false;
}

static void check_edges(struct dice *dice, struct model *model)
{
	for (int i = 0; i < MOST; i++) {
		struct range *range = &model->ranges[i];
		uintptr_t start = 0;

		if (!range->there)
			continue;
		CHECK(dice, fcl_svm_index_find(&model->index, range->start, &start) == &range->mem);
		CHECK(dice, fcl_svm_index_find(&model->index, range->start + range->size - 1,
					       &start) == &range->mem);
		range->refs += 2;
	}
}

static void run(struct dice *dice)
{
	static struct model model;

	memset(&model, 0, sizeof(model));
	model.base = roll(dice, 2) ? 64 : UINTPTR_MAX - SPACE + 1;
	fcl_svm_index_init(&model.index);
	for (dice->step = 1; dice->step <= STEPS; dice->step++) {
		/* Grows first, shrinks in the end. */
		if (roll(dice, STEPS) < dice->step)
			take(dice, &model);
		else
			add(dice, &model);
		find(dice, &model);
	}
	check_edges(dice, &model);
	for (int i = 0; i < MOST; i++)
		if (model.ranges[i].there)
			CHECK(dice, fcl_svm_index_take(&model.index, model.ranges[i].start));
	CHECK(dice, !model.index.tree.top);
	fcl_svm_index_fini(&model.index);
}

static void as_a_list_of_ranges(void **state)
{
	(void)state;
	for_seeds(SEEDS, run);
}

/*
 * --- threads: stable allocations are always found, others completely or not at all --------------
 */

enum { READERS = 3, LOOKS = 20000, STEADY = 20, COMING = 20 };

struct shared {
	struct fcl_svm_index index;
	struct range steady[STEADY], coming[COMING];
	_Atomic unsigned readers;
	_Atomic unsigned wrong;
};

struct reader {
	struct shared *shared;
	uint32_t seed;
	uint32_t found[STEADY + COMING]; /* references that it took */
};

static uintptr_t steady_start(uint32_t i)
{
	return 1000 + i * 200;
}

static uintptr_t coming_start(uint32_t i)
{
	return 1100 + i * 200;
}

static void find_random(struct reader *reader, struct dice *dice)
{
	uint32_t i = roll(dice, STEADY), offset = roll(dice, 100);
	bool steady = roll(dice, 2);
	struct range *range = steady ? &reader->shared->steady[i] : &reader->shared->coming[i];
	uintptr_t first = steady ? steady_start(i) : coming_start(i), start = 0;
	struct fcl_mem *mem = fcl_svm_index_find(&reader->shared->index, first + offset, &start);

	if (mem)
		reader->found[steady ? i : STEADY + i]++;
	if (mem ? mem != &range->mem || start != first : steady)
		atomic_fetch_add(&reader->shared->wrong, 1);
}

static void *read_on(void *data)
{
	struct reader *reader = data;
	struct dice dice = dice_of(reader->seed);

	for (int i = 0; i < LOOKS; i++)
		find_random(reader, &dice);
	atomic_fetch_sub(&reader->shared->readers, 1);
	return NULL;
}

static void write_on(struct shared *shared, struct dice *dice)
{
	while (atomic_load(&shared->readers)) {
		uint32_t i = roll(dice, COMING);
		struct range *range = &shared->coming[i];

		if (range->there)
			CHECK(dice,
			      fcl_svm_index_take(&shared->index, coming_start(i)) == &range->mem);
		else
			CHECK(dice, !fcl_svm_index_add(&shared->index, coming_start(i), 100,
						       &range->mem));
		range->there = !range->there;
		dice->step++;
	}
}

static void check_found(struct shared *shared, const struct reader *readers)
{
	for (uint32_t i = 0; i < STEADY + COMING; i++) {
		struct range *range = i < STEADY ? &shared->steady[i] : &shared->coming[i - STEADY];
		uint32_t found = 0;

		for (int k = 0; k < READERS; k++)
			found += readers[k].found[i];
		assert_int_equal(refs_of(range), found);
	}
	assert_int_equal(atomic_load(&shared->wrong), 0);
}

static void readers_beside_a_writer(void **state)
{
	static struct shared shared;
	struct reader readers[READERS] = {0};
	struct dice dice = dice_of(7);
	pthread_t threads[READERS];

	(void)state;
	fcl_svm_index_init(&shared.index);
	for (uint32_t i = 0; i < STEADY; i++)
		assert_int_equal(fcl_svm_index_add(&shared.index, steady_start(i), 100,
						   &shared.steady[i].mem),
				 0);
	atomic_store(&shared.readers, READERS);
	for (uint32_t i = 0; i < READERS; i++) {
		readers[i].shared = &shared;
		readers[i].seed = i + 1;
		assert_int_equal(pthread_create(&threads[i], NULL, read_on, &readers[i]), 0);
	}
	write_on(&shared, &dice);
	for (int i = 0; i < READERS; i++)
		pthread_join(threads[i], NULL);
	check_found(&shared, readers);
	for (uint32_t i = 0; i < STEADY; i++) {
		fcl_svm_index_take(&shared.index, steady_start(i));
		fcl_svm_index_take(&shared.index, coming_start(i));
	}
	assert_null(shared.index.tree.top);
	fcl_svm_index_fini(&shared.index);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_a_list_of_ranges),
		cmocka_unit_test(readers_beside_a_writer),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
