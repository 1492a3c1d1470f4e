/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>

/* A fault whose signal is blocked ends the process, without the handlers that would report it. */
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
