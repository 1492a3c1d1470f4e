/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_FORK_H
#define FCL_BASE_FORK_H

#include <pthread.h>

/*
 * Has fork() take this lock, so that no other thread holds it then: the child finds it free, and
 * what it guards complete. For locks of the whole process that threads hold for a short time and
 * under which they take no other. Call it before the lock is first taken; repeated calls do nothing.
 */
void fcl_fork_protect(pthread_mutex_t *lock);

#endif
