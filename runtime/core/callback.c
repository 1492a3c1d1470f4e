/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/callback.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "runtime/base/log.h"
#include "runtime/core/event.h"
#include "runtime/core/thread.h"

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

/* A reached status has a number not above the trigger's: QUEUED 3 … COMPLETE 0, errors below. */
static void fire_reached(void *data)
{
	struct fcl_event *event = data;
	cl_int status = fcl_event_status(event);
	struct fcl_callback *callback = atomic_load(&event->callbacks);

	for (; callback; callback = callback->next) {
		if (callback->fired || status > callback->trigger)
			continue;
		callback->fired = true;
		callback->notify((cl_event)event, status < 0 ? status : callback->trigger,
				 callback->user_data);
		/* What fcl_event_add_callback() took; a user event may never end, so it has none.
		 */
		if (event->queue)
			fcl_object_release(event);
	}
	fcl_object_unref(event);
}

void fcl_callback_post(struct fcl_event *event)
{
	if (fcl_callback_run(fire_reached, fcl_object_ref(event)) == 0)
		return;
	fcl_log(FCL_LOG_ERROR, "callback", "no memory to call an event's callbacks");
	fcl_object_unref(event);
}

void fcl_callback_forget(void)
{
	pthread_mutex_init(&lock, NULL);
	pthread_cond_init(&some, NULL);
	first = NULL;
	last = &first;
	started = false;
}
