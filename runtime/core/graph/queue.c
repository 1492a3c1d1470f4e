/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/queue.h"

#include <errno.h>
#include <stdlib.h>

#include "base/trace/trace.h"
#include "runtime/core/graph/command.h"
#include "runtime/core/graph/epoch.h"
#include "runtime/core/graph/worker_thread.h"

enum { STOCK = 64 };

static void enter_list(struct fcl_queue *queue)
{
	struct fcl_context *context = queue->context;

	pthread_mutex_lock(&context->lock);
	queue->next = context->queues;
	queue->link = &context->queues;
	if (queue->next)
		queue->next->link = &queue->next;
	context->queues = queue;
	pthread_mutex_unlock(&context->lock);
}

static void leave_list(struct fcl_queue *queue)
{
	pthread_mutex_lock(&queue->context->lock);
	*queue->link = queue->next;
	if (queue->next)
		queue->next->link = queue->link;
	pthread_mutex_unlock(&queue->context->lock);
}

int fcl_queue_create(struct fcl_context *context, struct fcl_part *part,
		     cl_command_queue_properties properties, struct fcl_queue **ret_queue)
{
	static _Atomic uint32_t last;
	struct fcl_queue *queue = fcl_object_create(FCL_TYPE_QUEUE);

	if (!queue)
		return -ENOMEM;
	queue->epoch = fcl_worker_start(part->device) ? NULL : fcl_epoch_create();
	if (!queue->epoch) {
		fcl_object_recycle(&queue->object);
		return -ENOMEM;
	}
	queue->context = fcl_object_ref(context);
	queue->part = fcl_object_ref(part);
	queue->device = part->device;
	queue->side = FCL_SIDE_DEVICE((uint32_t)fcl_context_device(context, part->device));
	queue->properties = properties;
	queue->number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed);
	queue->trace_id = fcl_trace_on() ? fcl_trace_queue() : 0;
	pthread_mutex_init(&queue->lock, NULL);
	enter_list(queue);
	*ret_queue = queue;
	return 0;
}

/*
 * A queue keeps its newest commands only for later ones to depend on. A retired queue gets none,
 * and without this, the queue and its last command would keep each other alive.
 */
void fcl_queue_retire(struct fcl_object *object)
{
	struct fcl_queue *queue = (struct fcl_queue *)object;
	struct fcl_event *tail, *barrier;
	uint32_t stock;

	fcl_queue_flush(queue);
	pthread_mutex_lock(&queue->lock);
	tail = queue->tail;
	barrier = queue->barrier;
	stock = queue->stock;
	queue->stock = 0;
	queue->retired = true;
	queue->tail = queue->barrier = NULL;
	pthread_mutex_unlock(&queue->lock);
	fcl_object_unref(tail);
	fcl_object_unref(barrier);
	fcl_queue_event_unref(queue, stock);
}

void fcl_queue_event_ref(struct fcl_queue *queue)
{
	if (!queue->stock) {
		queue->stock = queue->retired ? 1 : STOCK;
		if (!atomic_fetch_add(&queue->event_refs, queue->stock))
			fcl_object_ref(queue);
	}
	queue->stock--;
}

void fcl_queue_event_unref(struct fcl_queue *queue, uint32_t count)
{
	if (count && atomic_fetch_sub(&queue->event_refs, count) == count)
		fcl_object_unref(queue);
}

void fcl_queue_destroy(struct fcl_object *object)
{
	struct fcl_queue *queue = (struct fcl_queue *)object;
	struct fcl_context *context = queue->context;
	struct fcl_part *part = queue->part;

	leave_list(queue);
	fcl_object_recycle_chain((struct fcl_object *)queue->free);
	fcl_object_recycle_chain((struct fcl_object *)atomic_exchange(&queue->returned, NULL));
	queue->free = NULL;
	fcl_epoch_leave(queue->epoch); /* nobody waits for a queue that nobody has */
	free(queue->property_list);
	pthread_mutex_destroy(&queue->lock);
	fcl_object_recycle(object);
	fcl_object_unref(part);
	fcl_object_unref(context);
}

void fcl_queue_flush(struct fcl_queue *queue)
{
	queue->device->hal->kick(queue->device->board);
}
