/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/base/unit_test.h"

#include <signal.h>

#include "base/clock.h"
#include "base/thread.h"

static void *note_blocked(void *set)
{
	pthread_sigmask(SIG_SETMASK, NULL, set);
	return NULL;
}

/* The host's signal handlers do not run on the library's threads, except those for faults. */
static void signals_of_a_thread(void **state)
{
	static const int free_ones[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	static const int blocked[] = {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF, SIGPIPE};
	sigset_t set, mine;
	pthread_t thread;

	(void)state;
	assert_int_equal(fcl_thread_start_joinable(&thread, note_blocked, &set), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	for (size_t i = 0; i < sizeof(free_ones) / sizeof(free_ones[0]); i++)
		assert_int_equal(sigismember(&set, free_ones[i]), 0);
	for (size_t i = 0; i < sizeof(blocked) / sizeof(blocked[0]); i++)
		assert_int_equal(sigismember(&set, blocked[i]), 1);
	pthread_sigmask(SIG_SETMASK, NULL, &mine);
	assert_int_equal(sigismember(&mine, SIGINT), 0);
}

/* The time is that of fcl_now_ns(), independent of the system date. */
static void a_timed_wait(void **state)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	uint64_t until = fcl_now_ns() + 20000000;
	pthread_cond_t condition;

	(void)state;
	fcl_cond_init(&condition);
	pthread_mutex_lock(&lock);
	while (fcl_cond_wait_until(&condition, &lock, until))
		;
	assert_true(fcl_now_ns() >= until);
	assert_false(fcl_cond_wait_until(&condition, &lock, until));
	pthread_mutex_unlock(&lock);
	pthread_cond_destroy(&condition);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signals_of_a_thread),
		cmocka_unit_test(a_timed_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
