/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/objects/callback.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/thread.h"

/* How long fcl_callback_settle() waits: callbacks must return promptly. */
enum { PATIENCE_NS = 20 * 1000 * 1000 };

/* After a wait that timed out, the next calls return without waiting, at most this many. */
enum { MAX_SKIPPED = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below */
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static pthread_cond_t ran; /* uses CLOCK_MONOTONIC; initialized with the thread */
static struct fcl_callback_job *first, **last = &first;
static bool started;
static unsigned settling;       /* threads that wait for `ran` */
static uint64_t since_ns;       /* start of the running job; 0: none is running */
static unsigned skips, skipped; /* calls of fcl_callback_settle() that do not wait: limit, so far */
static _Atomic uint64_t nqueued, nran; /* jobs so far; may be read without the lock */

static _Thread_local bool is_callback_thread;

static void *callback_thread(void *unused)
{
	(void)unused;
	is_callback_thread = true;
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
		since_ns = fcl_now_ns();
		pthread_mutex_unlock(&lock);
		job->function(job->data);
		pthread_mutex_lock(&lock);
		since_ns = 0;
		atomic_fetch_add(&nran, 1);
		if (settling)
			pthread_cond_broadcast(&ran);
	}
	return NULL;
}

static int callback_start(void)
{
	fcl_cond_init(&ran);
	return fcl_thread_start(callback_thread, NULL);
}

int fcl_callback_start(void)
{
	int error;

	pthread_mutex_lock(&lock);
	error = started ? 0 : callback_start();
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
		atomic_fetch_add(&nqueued, 1);
		pthread_cond_signal(&some);
	}
	pthread_mutex_unlock(&lock);
	return queued;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Waits until that many jobs have run; the lock is held. Returns whether they have. */
static bool callback_wait_for(uint64_t target)
{
	uint64_t until = fcl_now_ns() + PATIENCE_NS;

	while (atomic_load(&nran) < target) {
		/*
		 * A job that runs too long has one deadline for all callers, not a new one for
		 * each.
		 */
		uint64_t ns = since_ns ? earlier(until, since_ns + PATIENCE_NS) : until;

		if (!fcl_cond_wait_until(&ran, &lock, ns))
			return atomic_load(&nran) >= target;
	}
	return true;
}

void fcl_callback_settle(void)
{
	uint64_t done = atomic_load(&nran);

	/* Read in this order, equal numbers imply that nothing is queued. */
	if (done == atomic_load(&nqueued) || is_callback_thread)
		return;
	pthread_mutex_lock(&lock);
	if (skipped < skips) {
		skipped++;
	} else {
		settling++;
		skips = callback_wait_for(atomic_load(&nqueued)) ? 0 : skips * 2 + 1;
		skips = skips < MAX_SKIPPED ? skips : MAX_SKIPPED;
		skipped = 0;
		settling--;
	}
	pthread_mutex_unlock(&lock);
}

void fcl_callback_forget(void)
{
	pthread_mutex_init(&lock, NULL);
	pthread_cond_init(&some, NULL);
	first = NULL;
	last = &first;
	started = is_callback_thread = false;
	settling = skips = skipped = 0;
	since_ns = 0;
	atomic_store(&nqueued, 0);
	atomic_store(&nran, 0);
}
