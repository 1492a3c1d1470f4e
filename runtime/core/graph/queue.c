/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/queue.h"

#include <errno.h>
#include <stdlib.h>

#include "base/trace/trace.h"
#include "runtime/core/graph/epoch.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/worker.h"

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

int fcl_queue_change(struct fcl_queue *queue, cl_command_queue_properties bits, bool enable)
{
	int error = bits & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE ? fcl_queue_finish(queue) : 0;

	if (error)
		return error;
	pthread_mutex_lock(&queue->lock);
	queue->properties = enable ? queue->properties | bits : queue->properties & ~bits;
	pthread_mutex_unlock(&queue->lock);
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
	fcl_epoch_leave(queue->epoch);
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

/* In-order queues: returns the newest command with a reference, or NULL if there is none. */
static struct fcl_event *newest(struct fcl_queue *queue)
{
	struct fcl_event *tail;

	pthread_mutex_lock(&queue->lock);
	tail = queue->tail;
	if (tail)
		fcl_object_ref(tail);
	pthread_mutex_unlock(&queue->lock);
	return tail;
}

/* Out-of-order queues: enqueues a marker that waits for everything enqueued so far. */
static struct fcl_event *mark(struct fcl_queue *queue)
{
	struct fcl_event *marker = fcl_event_create(queue, CL_COMMAND_MARKER);

	if (marker && fcl_event_enqueue(marker, 0, NULL)) {
		fcl_object_unref(marker);
		marker = NULL;
	}
	return marker;
}

int fcl_queue_finish(struct fcl_queue *queue)
{
	bool in_order = !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	struct fcl_event *last = in_order ? newest(queue) : mark(queue);

	if (!last)
		return in_order ? 0 : -ENOMEM;
	fcl_event_wait(last);
	fcl_event_settle(1, &last);
	fcl_callback_settle(); /* for callbacks of earlier commands, which are all queued by now */
	fcl_object_unref(last);
	return 0;
}

/*
 * Returns a list of the context's queues, with references. They are counted and taken under one
 * lock, as other threads may be creating queues. NULL: out of memory.
 */
static struct fcl_queue **take_queues(struct fcl_context *context, size_t *ret_count)
{
	struct fcl_queue **queues;
	size_t room = 1, count = 0;

	pthread_mutex_lock(&context->lock);
	for (const struct fcl_queue *queue = context->queues; queue; queue = queue->next)
		room++;
	queues = calloc(room, sizeof(struct fcl_queue *));
	for (struct fcl_queue *queue = context->queues; queues && queue; queue = queue->next)
		if (!queue->recorder_of && fcl_object_try_ref(queue))
			queues[count++] = queue;
	pthread_mutex_unlock(&context->lock);
	*ret_count = count;
	return queues;
}

/*
 * The host may have released the queue, or may release it during this call. In that case nobody
 * else retires the marker that finishing has enqueued.
 */
static int finish_any(struct fcl_queue *queue)
{
	int error = fcl_queue_finish(queue);
	bool retired;

	pthread_mutex_lock(&queue->lock);
	retired = queue->retired;
	pthread_mutex_unlock(&queue->lock);
	if (retired)
		fcl_queue_retire(&queue->object);
	return error;
}

/*
 * Queues that another thread creates during the call contain nothing that was enqueued before it.
 */
int fcl_queue_finish_all(struct fcl_context *context)
{
	size_t count;
	struct fcl_queue **queues = take_queues(context, &count);
	int error = 0;

	if (!queues)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		fcl_queue_flush(queues[i]);
		if (!error)
			error = finish_any(queues[i]);
		fcl_object_unref(queues[i]);
	}
	free(queues);
	return error;
}
