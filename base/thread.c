/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>
#include <time.h>

/*
 * A fault whose signal is blocked kills the process without running the handler that would report
 * it.
 */
static void all_but_faults(sigset_t *set)
{
	sigfillset(set);
	sigdelset(set, SIGSEGV);
	sigdelset(set, SIGBUS);
	sigdelset(set, SIGFPE);
	sigdelset(set, SIGILL);
}

int fcl_thread_start_joinable(pthread_t *ret_thread, void *(*function)(void *), void *data)
{
	sigset_t blocked, old;
	pthread_t thread;
	int error;

	all_but_faults(&blocked);
	pthread_sigmask(SIG_SETMASK, &blocked, &old);
	error = pthread_create(&thread, NULL, function, data);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!error)
		*ret_thread = thread;
	return -error;
}

int fcl_thread_start(void *(*function)(void *), void *data)
{
	pthread_t thread;
	int error = fcl_thread_start_joinable(&thread, function, data);

	if (!error)
		pthread_detach(thread);
	return error;
}

void fcl_rwlock_init(pthread_rwlock_t *ret_lock)
{
	pthread_rwlockattr_t attributes;

	pthread_rwlockattr_init(&attributes);
	pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(ret_lock, &attributes);
	pthread_rwlockattr_destroy(&attributes);
}

void fcl_cond_init(pthread_cond_t *ret_condition)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(ret_condition, &attributes);
	pthread_condattr_destroy(&attributes);
}

bool fcl_cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until_ns)
{
	struct timespec until = {.tv_sec = (time_t)(until_ns / 1000000000u),
				 .tv_nsec = (long)(until_ns % 1000000000u)};

	return !pthread_cond_timedwait(condition, lock, &until);
}
