/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_THREAD_H
#define FCL_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Starts a thread with all signals blocked except those of its own faults, so that the host's
 * handlers of other signals never run on it. -EAGAIN: the thread cannot be started.
 */
int fcl_thread_start(void *(*function)(void *), void *data); /* detached */
int fcl_thread_start_joinable(pthread_t *ret_thread, void *(*function)(void *), void *data);

/*
 * Initializes a condition whose timed waits use CLOCK_MONOTONIC, so setting the clock does not
 * affect them.
 */
void fcl_cond_init(pthread_cond_t *ret_condition);

/* A lock that a writer gets although readers keep coming. Who reads must not read again meanwhile. */
void fcl_rwlock_init(pthread_rwlock_t *ret_lock);

/*
 * Waits on a condition of fcl_cond_init(). False: the deadline, `until_ns` of fcl_now_ns(), has
 * passed.
 */
bool fcl_cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until_ns);

#endif
