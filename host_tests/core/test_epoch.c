/* SPDX-License-Identifier: Apache-2.0 */
/* Epochs compared with counts, first step by step, then with threads that leave concurrently. */
#include "host_tests/core/core_test.h"

#include <pthread.h>

#include "runtime/core/graph/command.h"
#include "runtime/core/graph/epoch.h"

enum {
	SEEDS = 100,
	STEPS = 500,
	EPOCHS = 40,
	THREADS = 4,
	COMMANDS = 8,
	PAIRS = 20000,
	ROUNDS = 20
};

/* Only the addresses matter: they identify waiters. */
static struct fcl_event waiters[EPOCHS];
static _Atomic uint32_t readied[EPOCHS];
static _Atomic uint32_t wrong;

/* Commands that have not left the epoch; the last one to leave must find 0. */
static _Atomic uint32_t inside;

static void leave_epoch(struct fcl_epoch *epoch)
{
	const struct fcl_event *waiter = fcl_epoch_leave(epoch);

	if (!waiter)
		return;
	atomic_fetch_add(&readied[waiter - waiters], 1);
	if (atomic_load(&inside))
		atomic_fetch_add(&wrong, 1);
}

struct model {
	struct fcl_epoch *epochs[EPOCHS];
	uint32_t open[EPOCHS]; /* number of commands, plus one for the newest epoch */
	bool waits[EPOCHS];
	int newest;
};

static void check(struct dice *dice, const struct model *model)
{
	for (int i = 0; i <= model->newest; i++) {
		uint32_t expected = !model->open[i] && model->waits[i];

		CHECK(dice, atomic_load(&readied[i]) == expected);
	}
}

static void leave(struct dice *dice, struct model *model, int i)
{
	model->open[i]--;
	leave_epoch(model->epochs[i]);
	check(dice, model);
}

/* Usually by a marker; releasing the queue closes its last epoch without a waiter. */
static void close_newest(struct dice *dice, struct model *model)
{
	int old = model->newest;

	if (old + 1 == EPOCHS)
		return;
	model->waits[old] = roll(dice, 4);
	if (model->waits[old])
		model->epochs[old]->waiter = &waiters[old];
	model->newest++;
	model->epochs[old + 1] = fcl_epoch_create();
	model->open[old + 1] = 1;
	CHECK(dice, model->epochs[old + 1]);
	leave(dice, model, old);
}

static void run(struct dice *dice)
{
	struct model model = {.epochs = {fcl_epoch_create()}, .open = {1}};

	memset(readied, 0, sizeof(readied));
	for (dice->step = 1; dice->step <= STEPS; dice->step++) {
		int i = (int)roll(dice, (uint32_t)model.newest + 1);
		uint32_t choice = roll(dice, 16);

		if (!choice) {
			close_newest(dice, &model);
		} else if (choice < 9) {
			i = model.newest;
			CHECK(dice, fcl_epoch_enter(model.epochs[i]) == model.epochs[i]);
			model.open[i]++;
			check(dice, &model);
		} else if (model.open[i] > (i == model.newest)) {
			leave(dice, &model, i);
		}
	}
	leave_epoch(NULL);
	for (int i = 0; i <= model.newest; i++)
		while (model.open[i])
			leave(dice, &model, i);
}

static void as_counts(void **state)
{
	(void)state;
	atomic_store(&inside, 0);
	for_seeds(SEEDS, run);
}

/* --- threads ---------------------------------------------------------------------------------- */

struct leaver {
	pthread_barrier_t *start;
	struct fcl_epoch **epoch;
};

static void *leave_all(void *data)
{
	const struct leaver *leaver = data;

	for (int round = 0; round < ROUNDS; round++) {
		pthread_barrier_wait(leaver->start);
		/* A thread that is inside may enter again. */
		for (int i = 0; i < PAIRS; i++)
			leave_epoch(fcl_epoch_enter(*leaver->epoch));
		for (int i = 0; i < COMMANDS; i++) {
			atomic_fetch_sub(&inside, 1);
			leave_epoch(*leaver->epoch);
		}
		pthread_barrier_wait(leaver->start);
	}
	return NULL;
}

/*
 * The waiter becomes ready once in each round, by the last thread to leave, when no thread is
 * inside.
 */
static void last_of_many(void **state)
{
	struct fcl_epoch *epoch = NULL;
	pthread_barrier_t start;
	struct leaver leaver = {&start, &epoch};
	pthread_t threads[THREADS];

	(void)state;
	memset(readied, 0, sizeof(readied));
	atomic_store(&wrong, 0);
	assert_int_equal(pthread_barrier_init(&start, NULL, THREADS + 1), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, leave_all, &leaver), 0);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		epoch = fcl_epoch_create();
		for (int i = 0; i < THREADS * COMMANDS; i++)
			fcl_epoch_enter(epoch);
		atomic_store(&inside, THREADS * COMMANDS);
		pthread_barrier_wait(&start);
		epoch->waiter = &waiters[0];
		leave_epoch(epoch);
		pthread_barrier_wait(&start);
		assert_int_equal(atomic_load(&readied[0]), round + 1);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&start);
	assert_int_equal(atomic_load(&wrong), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_counts),
		cmocka_unit_test(last_of_many),
	};

	return core_test_main(argc, argv, tests, sizeof(tests) / sizeof(tests[0]));
}
