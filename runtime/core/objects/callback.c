/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/callback.h"

#include <pthread.h>
#include <stddef.h>

#include "base/thread.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static struct fcl_callback_job *first, **last = &first;
static bool started;

static void *callback_thread(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (;;) {
		struct fcl_callback_job *job = first;

		if (!job) {
			pthread_cond_wait(&some, &lock);
			continue;
		}
		first = job->next;
		if (!first)
			last = &first;
		job->queued = false;
		pthread_mutex_unlock(&lock);
		job->function(job->data);
		pthread_mutex_lock(&lock);
	}
	return NULL;
}

int fcl_callback_start(void)
{
	int error;

	pthread_mutex_lock(&lock);
	error = started ? 0 : fcl_thread_start(callback_thread, NULL);
	started = !error;
	pthread_mutex_unlock(&lock);
	return error;
}

bool fcl_callback_queue(struct fcl_callback_job *job)
{
	bool queued;

	pthread_mutex_lock(&lock);
	queued = !job->queued;
	if (queued) {
		job->queued = true;
		job->next = NULL;
		*last = job;
		last = &job->next;
		pthread_cond_signal(&some);
	}
	pthread_mutex_unlock(&lock);
	return queued;
}

void fcl_callback_forget(void)
{
	pthread_mutex_init(&lock, NULL);
	pthread_cond_init(&some, NULL);
	first = NULL;
	last = &first;
	started = false;
}
