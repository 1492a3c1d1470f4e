/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FORK_H
#define FCL_BASE_FORK_H

#include <pthread.h>

/*
 * Makes fork() acquire this lock first (pthread_atfork()), so that no other thread holds it then:
 * the child finds the lock free and the data that it guards consistent. For locks of the whole
 * process that are held briefly, and under which no other lock is taken. Call it before the lock is
 * first taken; repeated calls do nothing.
 */
void fcl_fork_protect(pthread_mutex_t *lock);

#endif
