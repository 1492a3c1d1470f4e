/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_THREAD_H
#define FCL_BASE_THREAD_H

#include <pthread.h>

/*
 * Starts a thread with all signals blocked but those of its own faults, so that no other handlers of
 * the host run on it. -EAGAIN: cannot start a thread.
 */
int fcl_thread_start(void *(*function)(void *), void *data); /* detached */
int fcl_thread_start_joinable(pthread_t *ret_thread, void *(*function)(void *), void *data);

#endif
