/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/failures.h"

#include <stdio.h>

/*
 * The lower half of fcl_queue.failures counts failures; the upper half counts how often they were
 * taken. So a failure that was taken is not subtracted again when its event is queried.
 */
#define ONE_TAKEN (UINT64_C(1) << 32)

static uint32_t failures_count_of(uint64_t failures)
{
	return (uint32_t)failures;
}

/* The state in which an event failed, which the event stores; never 0. */
static uint32_t mark_of(uint64_t failures)
{
	return (uint32_t)(failures >> 32) | UINT32_C(1) << 31;
}

void fcl_failures_add(struct fcl_event *event, int32_t status, const char *name)
{
	struct fcl_queue *queue = event->queue;
	uint64_t old;

	if (!queue || (queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE &&
		       !queue->context->reports))
		return;
	pthread_mutex_lock(&queue->lock);
	old = atomic_load(&queue->failures);
	/* A lost board is reported in preference to failures that it may have caused before. */
	if (!failures_count_of(old) || status == CL_DEVICE_NOT_AVAILABLE) {
		snprintf(queue->failed, sizeof(queue->failed), "%s", name);
		queue->failed_status = status;
	}
	atomic_store(&event->failure_mark, mark_of(old));
	atomic_store(&queue->failures, old + 1);
	pthread_mutex_unlock(&queue->lock);
}

void fcl_failures_seen(struct fcl_event *event)
{
	struct fcl_queue *queue = event->queue;
	uint32_t mark;
	uint64_t old;

	if (!queue || !atomic_load_explicit(&event->failure_mark, memory_order_relaxed))
		return;
	pthread_mutex_lock(&queue->lock);
	mark = atomic_exchange(&event->failure_mark, 0);
	old = atomic_load(&queue->failures);
	if (mark && mark == mark_of(old) && failures_count_of(old))
		atomic_store(&queue->failures, old - 1);
	pthread_mutex_unlock(&queue->lock);
}

bool fcl_failures_take(struct fcl_queue *queue, char *name, size_t size, int32_t *ret_status)
{
	uint64_t old = atomic_load(&queue->failures);

	if (!failures_count_of(old))
		return false;
	pthread_mutex_lock(&queue->lock);
	old = atomic_load(&queue->failures);
	if (failures_count_of(old)) {
		snprintf(name, size, "%s", queue->failed);
		/* The call that reports it has no wait list that could have failed. */
		*ret_status = queue->failed_status == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
				      ? CL_OUT_OF_RESOURCES
				      : queue->failed_status;
		atomic_store(&queue->failures, (old & ~(ONE_TAKEN - 1)) + ONE_TAKEN);
	}
	pthread_mutex_unlock(&queue->lock);
	return failures_count_of(old);
}
