/* SPDX-License-Identifier: Apache-2.0 */
#include "base/fork.h"

enum { MAX_LOCKS = 24 }; /* fifteen are registered */

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
/* Guarded by list_lock, which fork() takes first. */
static pthread_mutex_t *locks[MAX_LOCKS];
static unsigned count;

static void base_before_fork(void)
{
	pthread_mutex_lock(&list_lock);
	for (unsigned i = 0; i < count; i++)
		pthread_mutex_lock(locks[i]);
}

static void base_after_fork(void)
{
	for (unsigned i = count; i-- > 0;)
		pthread_mutex_unlock(locks[i]);
	pthread_mutex_unlock(&list_lock);
}

static void fork_register_once(void)
{
	pthread_atfork(base_before_fork, base_after_fork, base_after_fork);
}

void fcl_fork_protect(pthread_mutex_t *lock)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	unsigned i = 0;

	pthread_once(&once, fork_register_once);
	pthread_mutex_lock(&list_lock);
	while (i < count && locks[i] != lock)
		i++;
	if (i == count && count < MAX_LOCKS)
		locks[count++] = lock;
	pthread_mutex_unlock(&list_lock);
}
