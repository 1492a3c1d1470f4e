/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/finish.h"

#include <errno.h>
#include <stdlib.h>

#include "runtime/core/graph/event.h"
#include "runtime/core/objects/callback.h"

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
static struct fcl_event *finish_mark(struct fcl_queue *queue)
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
	struct fcl_event *last = in_order ? newest(queue) : finish_mark(queue);

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
