/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/worker.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/ready.h"

enum { RETRY_US = 50 };

static void *worker_thread(void *data);

/*
 * Starts or wakes the thread; the worker's lock is held. Without a thread its commands would never
 * end, so a failure is logged as an error.
 */
static void wake(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;

	if (!worker->started && fcl_thread_start(worker_thread, device) == 0)
		worker->started = true;
	if (!worker->started)
		fcl_log(FCL_LOG_ERROR, device->info->name, "cannot start the device's thread");
	pthread_cond_signal(&worker->some);
}

static void append(struct fcl_device *device, struct fcl_event *first, bool retry)
{
	struct fcl_worker *worker = &device->worker;

	pthread_mutex_lock(&worker->lock);
	*worker->last = first;
	while (*worker->last)
		worker->last = &(*worker->last)->next_ready;
	worker->retry |= retry;
	wake(device);
	pthread_mutex_unlock(&worker->lock);
}

void fcl_worker_issue(struct fcl_device *device, struct fcl_event *first)
{
	append(device, first, false);
}

void fcl_worker_retry(struct fcl_device *device, struct fcl_event *event)
{
	event->next_ready = NULL;
	append(device, event, true);
}

void fcl_worker_swap(struct fcl_device *device)
{
	pthread_mutex_lock(&device->worker.lock);
	device->worker.swap = true;
	wake(device);
	pthread_mutex_unlock(&device->worker.lock);
}

static void issue_chain(struct fcl_event *event)
{
	while (event) {
		struct fcl_event *next = event->next_ready;

		event->next_ready = NULL;
		fcl_ready_now(event);
		event = next;
	}
}

static bool is_due(const struct fcl_worker *worker)
{
	return worker->swap_at && fcl_now_ns() >= worker->swap_at;
}

/* Sleeps until there is work, or until it is time to check the gate again. The lock is held. */
static void sleep_for_work(struct fcl_worker *worker)
{
	struct timespec until = {.tv_sec = (time_t)(worker->swap_at / 1000000000u),
				 .tv_nsec = (long)(worker->swap_at % 1000000000u)};

	if (worker->swap_at)
		pthread_cond_timedwait(&worker->some, &worker->lock, &until);
	else
		pthread_cond_wait(&worker->some, &worker->lock);
}

/* Does what is due now. The worker's lock is held, but released meanwhile. */
static void serve(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;
	struct fcl_event *first = worker->first;
	bool swap = worker->swap || is_due(worker), retry = worker->retry;
	uint64_t swap_at = 0;

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
		if (worker->first || worker->swap || is_due(worker))
			serve(device);
		else
			sleep_for_work(worker);
	}
	return NULL;
}
