/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <pthread.h>
#include <signal.h>

int fcl_thread_start(void *(*function)(void *), void *data)
{
	sigset_t all, old;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	error = pthread_create(&thread, NULL, function, data);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (error)
		return -error;
	pthread_detach(thread);
	return 0;
}
