/* SPDX-License-Identifier: Apache-2.0 */
/* Fibers resume where they stopped, on any thread, and do not affect that thread's state. */
#include "host_tests/emulator/unit_test.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>

#include "emulator/primitives/fiber.h"

static struct fcl_emu_fiber_pools pools;

struct count {
	struct fcl_emu_fiber *fiber;
	uint32_t limit, seen;
};

static void count_up(void *user)
{
	struct count *count = user;

	for (uint32_t i = 1; i <= count->limit; i++) {
		count->seen = i;
		fcl_emu_fiber_suspend(count->fiber);
	}
}

static struct count start(uint32_t limit)
{
	struct count count = {fcl_emu_fiber_get(&pools, 1), limit, 0};

	assert_non_null(count.fiber);
	return count;
}

static void goes_on(void **state)
{
	struct count count = start(100);

	(void)state;
	fcl_emu_fiber_start(count.fiber, count_up, &count);
	for (uint32_t i = 1; i <= 100; i++) {
		fcl_emu_fiber_resume(count.fiber);
		assert_int_equal(count.seen, i);
		assert_false(count.fiber->finished);
	}
	fcl_emu_fiber_resume(count.fiber);
	assert_true(count.fiber->finished);
	/* The same one again. */
	count.limit = 0;
	fcl_emu_fiber_start(count.fiber, count_up, &count);
	fcl_emu_fiber_resume(count.fiber);
	assert_true(count.fiber->finished);
	fcl_emu_fiber_put(&pools, count.fiber);
}

static void *resume_elsewhere(void *data)
{
	struct count *count = data;

	fcl_emu_fiber_resume(count->fiber);
	return NULL;
}

static void wanders(void **state)
{
	struct count count = start(8);

	(void)state;
	fcl_emu_fiber_start(count.fiber, count_up, &count);
	for (uint32_t i = 1; i <= 8; i++) {
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, resume_elsewhere, &count), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_int_equal(count.seen, i);
	}
	fcl_emu_fiber_resume(count.fiber);
	assert_true(count.fiber->finished);
	fcl_emu_fiber_put(&pools, count.fiber);
}

static void round_up(void *user)
{
	struct count *count = user;

	fesetround(FE_UPWARD);
	fcl_emu_fiber_suspend(count->fiber);
	count->seen = fegetround() == FE_UPWARD;
}

/* A rounding mode belongs to the fiber or to the thread, and does not leak into the other. */
static void keeps_the_fp_environment(void **state)
{
	struct count count = start(0);

	(void)state;
	assert_int_equal(fesetround(FE_DOWNWARD), 0);
	fcl_emu_fiber_start(count.fiber, round_up, &count);
	fcl_emu_fiber_resume(count.fiber);
	assert_int_equal(fegetround(), FE_DOWNWARD);
	fcl_emu_fiber_resume(count.fiber);
	assert_int_equal(fegetround(), FE_DOWNWARD);
	assert_int_equal(count.seen, 1);
	fesetround(FE_TONEAREST);
	fcl_emu_fiber_put(&pools, count.fiber);
}

static void give_up(void *user)
{
	struct count *count = user;

	count->seen++;
	fcl_emu_fiber_abandon(count->fiber);
}

static void gives_up(void **state)
{
	struct count count = start(0);

	(void)state;
	for (uint32_t i = 1; i <= 3; i++) {
		fcl_emu_fiber_start(count.fiber, give_up, &count);
		fcl_emu_fiber_resume(count.fiber);
		assert_true(count.fiber->finished);
		assert_int_equal(count.seen, i);
	}
	fcl_emu_fiber_put(&pools, count.fiber);
}

static void touch_all(void *user)
{
	struct count *count = user;
	volatile char local[4 << 20];

	for (size_t i = 0; i < sizeof(local); i += 4096)
		local[i] = 1;
	for (size_t i = 0; i < sizeof(local); i += 4096)
		count->seen += (uint32_t)local[i];
}

/* A stack can be used up to the requested size. */
static void large_stacks(void **state)
{
	struct count count = {fcl_emu_fiber_get(&pools, (4 << 20) + (64 << 10)), 0, 0};

	(void)state;
	assert_non_null(count.fiber);
	assert_true(count.fiber->stack_size >= (4 << 20) + (64 << 10));
	fcl_emu_fiber_start(count.fiber, touch_all, &count);
	fcl_emu_fiber_resume(count.fiber);
	assert_int_equal(count.seen, (4 << 20) / 4096);
	fcl_emu_fiber_put(&pools, count.fiber);
	assert_null(fcl_emu_fiber_get(&pools, SIZE_MAX / 2));
}

/* Twice as many as a large ring of compute units needs; each takes two of the 65,530 mappings. */
static void very_many(void **state)
{
#ifdef __SANITIZE_THREAD__ /* supports about 8,000 threads and fibers together */
	enum { MANY = 1000 };
#else
	enum { MANY = 20000 };
#endif
	struct count *counts = calloc(MANY, sizeof(*counts));

	(void)state;
	assert_non_null(counts);
	for (int i = 0; i < MANY; i++) {
		counts[i] = start(1);
		fcl_emu_fiber_start(counts[i].fiber, count_up, &counts[i]);
		fcl_emu_fiber_resume(counts[i].fiber);
	}
	for (int i = 0; i < MANY; i++) {
		fcl_emu_fiber_resume(counts[i].fiber);
		assert_true(counts[i].fiber->finished && counts[i].seen == 1);
		fcl_emu_fiber_put(&pools, counts[i].fiber);
	}
	free(counts);
}

static int close_pools(void **state)
{
	(void)state;
	fcl_emu_fiber_pools_fini(&pools);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(goes_on),      cmocka_unit_test(wanders),
		cmocka_unit_test(gives_up),     cmocka_unit_test(keeps_the_fp_environment),
		cmocka_unit_test(large_stacks), cmocka_unit_test(very_many),
	};

	return cmocka_run_group_tests(tests, NULL, close_pools);
}
