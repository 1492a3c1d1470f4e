/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_THREAD_H
#define FCL_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Starts a thread with all signals blocked but those of its own faults, so that no other handlers of
 * the host run on it. -EAGAIN: cannot start a thread.
 */
int fcl_thread_start(void *(*function)(void *), void *data); /* detached */
int fcl_thread_start_joinable(pthread_t *ret_thread, void *(*function)(void *), void *data);

/* A condition whose timed waits follow CLOCK_MONOTONIC: a change of the date would stall them. */
void fcl_cond_init(pthread_cond_t *ret_condition);

/* Waits on a condition of fcl_cond_init(). False: it is `until_ns` of fcl_now_ns(), or later. */
bool fcl_cond_wait_until(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until_ns);

#endif
