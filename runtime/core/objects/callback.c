/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/callback.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/thread.h"

struct job {
	struct job *next;
	void (*function)(void *data);
	void *data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all below */
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static struct job *first, **last = &first;
static bool started;

static void *callback_thread(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	for (;;) {
		struct job *job = first;

		if (!job) {
			pthread_cond_wait(&some, &lock);
			continue;
		}
		first = job->next;
		if (!first)
			last = &first;
		pthread_mutex_unlock(&lock);
		job->function(job->data);
		free(job);
		pthread_mutex_lock(&lock);
	}
	return NULL;
}

int fcl_callback_run(void (*function)(void *data), void *data)
{
	struct job *job = malloc(sizeof(*job));

	if (!job)
		return -ENOMEM;
	*job = (struct job){.function = function, .data = data};
	pthread_mutex_lock(&lock);
	if (!started && fcl_thread_start(callback_thread, NULL)) {
		pthread_mutex_unlock(&lock);
		free(job);
		return -ENOMEM;
	}
	started = true;
	*last = job;
	last = &job->next;
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&lock);
	return 0;
}

void fcl_callback_forget(void)
{
	pthread_mutex_init(&lock, NULL);
	pthread_cond_init(&some, NULL);
	first = NULL;
	last = &first;
	started = false;
}
