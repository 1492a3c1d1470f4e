/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/worker_thread.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/ready.h"

enum { RETRY_US = 50 };

static void issue_chain(struct fcl_event *event)
{
	while (event) {
		struct fcl_event *next = event->next_ready;

		event->next_ready = NULL;
		fcl_ready_now(event);
		event = next;
	}
}

static bool worker_is_due(uint64_t at_ns)
{
	return at_ns && fcl_now_ns() >= at_ns;
}

/* Sleeps until there is work, or until the next deadline. The lock is held. */
static void sleep_for_work(struct fcl_worker *worker)
{
	uint64_t at_ns = worker->swap_at;

	if (worker->later_at && (!at_ns || worker->later_at < at_ns))
		at_ns = worker->later_at;
	if (at_ns)
		fcl_cond_wait_until(&worker->some, &worker->lock, at_ns);
	else
		pthread_cond_wait(&worker->some, &worker->lock);
}

/* Appends the commands that are to be issued again to the others. The lock is held. */
static void take_later(struct fcl_worker *worker)
{
	*worker->last = worker->later;
	while (*worker->last)
		worker->last = &(*worker->last)->next_ready;
	worker->later = NULL;
	worker->later_at = 0;
}

/* Does the work that is due. Called with the worker's lock held, which is temporarily dropped. */
static void worker_serve(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;
	struct fcl_event *first;
	bool swap = worker->swap || worker_is_due(worker->swap_at), retry = worker->retry;
	uint64_t swap_at = 0;

	if (worker_is_due(worker->later_at))
		take_later(worker);
	first = worker->first;
	worker->first = NULL;
	worker->last = &worker->first;
	worker->swap = worker->retry = false;
	pthread_mutex_unlock(&worker->lock);
	if (retry)
		fcl_pause_us(RETRY_US);
	if (swap)
		swap_at = fcl_actions.swap(device);
	issue_chain(first);
	pthread_mutex_lock(&worker->lock);
	if (swap)
		worker->swap_at = swap_at;
}

static void *worker_thread(void *data)
{
	struct fcl_device *device = data;
	struct fcl_worker *worker = &device->worker;

	pthread_mutex_lock(&worker->lock);
	for (;;) {
		if (worker->first || worker->swap || worker_is_due(worker->swap_at) ||
		    worker_is_due(worker->later_at))
			worker_serve(device);
		else
			sleep_for_work(worker);
	}
	return NULL;
}

int fcl_worker_start(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;
	int error;

	pthread_mutex_lock(&worker->lock);
	error = worker->started ? 0 : fcl_thread_start(worker_thread, device);
	worker->started = !error;
	pthread_mutex_unlock(&worker->lock);
	if (error)
		fcl_log(FCL_LOG_ERROR, device->info->name, "cannot start the device's thread");
	return error;
}
