/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/worker.h"

#include <stdlib.h>
#include <time.h>

#include "runtime/base/log.h"
#include "runtime/core/event.h"
#include "runtime/core/gate.h"
#include "runtime/core/ready.h"
#include "runtime/core/thread.h"

enum { RETRY_US = 50 };

static void *worker_thread(void *data);

/* The worker's lock is held. Without its thread nothing would ever end: that is worth an error
 * line. */
static void wake(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;

	if (!worker->started && fcl_thread_start(worker_thread, device) == 0)
		worker->started = true;
	if (!worker->started)
		fcl_log(FCL_LOG_ERROR, device->info->name,
			"the system gave no thread for the device");
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

/* The worker's lock is held, and is held again on return. */
static void serve(struct fcl_device *device)
{
	struct fcl_worker *worker = &device->worker;
	struct fcl_event *first = worker->first;
	bool swap = worker->swap, retry = worker->retry;

	worker->first = NULL;
	worker->last = &worker->first;
	worker->swap = worker->retry = false;
	pthread_mutex_unlock(&worker->lock);
	if (retry)
		nanosleep(&(struct timespec){.tv_nsec = RETRY_US * 1000}, NULL);
	if (swap)
		fcl_gate_swap(device);
	issue_chain(first);
	pthread_mutex_lock(&worker->lock);
}

static void *worker_thread(void *data)
{
	struct fcl_device *device = data;
	struct fcl_worker *worker = &device->worker;

	pthread_mutex_lock(&worker->lock);
	for (;;) {
		if (worker->first || worker->swap)
			serve(device);
		else
			pthread_cond_wait(&worker->some, &worker->lock);
	}
	return NULL;
}
