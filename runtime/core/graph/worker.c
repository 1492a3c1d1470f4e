/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/worker.h"

#include "runtime/core/graph/command.h"

static void worker_append(struct fcl_device *device, struct fcl_event *first, bool retry)
{
	struct fcl_worker *worker = &device->worker;

	pthread_mutex_lock(&worker->lock);
	*worker->last = first;
	while (*worker->last)
		worker->last = &(*worker->last)->next_ready;
	worker->retry |= retry;
	pthread_cond_signal(&worker->some);
	pthread_mutex_unlock(&worker->lock);
}

void fcl_worker_issue(struct fcl_device *device, struct fcl_event *first)
{
	worker_append(device, first, false);
}

void fcl_worker_retry(struct fcl_device *device, struct fcl_event *event)
{
	event->next_ready = NULL;
	worker_append(device, event, true);
}

void fcl_worker_later(struct fcl_device *device, struct fcl_event *event, uint64_t at_ns)
{
	struct fcl_worker *worker = &device->worker;
	struct fcl_event **last = &worker->later;

	event->next_ready = NULL;
	pthread_mutex_lock(&worker->lock);
	while (*last)
		last = &(*last)->next_ready;
	*last = event;
	if (!worker->later_at || at_ns < worker->later_at) {
		worker->later_at = at_ns;
		pthread_cond_signal(&worker->some);
	}
	pthread_mutex_unlock(&worker->lock);
}

void fcl_worker_swap(struct fcl_device *device)
{
	pthread_mutex_lock(&device->worker.lock);
	device->worker.swap = true;
	pthread_cond_signal(&device->worker.some);
	pthread_mutex_unlock(&device->worker.lock);
}
