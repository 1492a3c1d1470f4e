/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/core/callback.h"
#include "runtime/core/complete.h"
#include "runtime/core/epoch.h"
#include "runtime/core/futex.h"
#include "runtime/core/register.h"

uint64_t fcl_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* From the queue's own list, which others return to by `returned`. */
static struct fcl_event *take_free(struct fcl_queue *queue)
{
	struct fcl_event *event;

	pthread_mutex_lock(&queue->lock);
	if (!queue->free)
		queue->free = atomic_exchange_explicit(&queue->returned, NULL,
						       memory_order_acquire);
	event = queue->free;
	if (event)
		queue->free = (struct fcl_event *)event->object.next_free;
	pthread_mutex_unlock(&queue->lock);
	return event;
}

/* Everything up to the work; that and the HAL's request are filled by whoever uses them. */
static void reset(struct fcl_event *event)
{
	size_t start = offsetof(struct fcl_event, context);

	memset((char *)event + start, 0, offsetof(struct fcl_event, edges) - start);
	event->more_edges = NULL;
	event->own_args = NULL;
	event->cus = NULL;
	atomic_store_explicit(&event->pending, 1, memory_order_relaxed);
}

struct fcl_event *fcl_event_create(struct fcl_queue *queue, cl_command_type type)
{
	struct fcl_event *event = take_free(queue);

	if (event)
		fcl_object_revive(&event->object);
	else
		event = fcl_object_create(FCL_TYPE_EVENT);
	if (!event)
		return NULL;
	reset(event);
	event->queue = fcl_object_ref(queue);
	event->context = queue->context;
	event->type = type;
	atomic_store_explicit(&event->status, CL_QUEUED, memory_order_relaxed);
	if (queue->properties & CL_QUEUE_PROFILING_ENABLE)
		event->queued_ns = fcl_now_ns();
	return event;
}

struct fcl_event *fcl_event_create_user(struct fcl_context *context)
{
	struct fcl_event *event = fcl_object_create(FCL_TYPE_EVENT);

	if (!event)
		return NULL;
	reset(event);
	event->context = fcl_object_ref(context);
	event->type = CL_COMMAND_USER;
	atomic_store_explicit(&event->status, CL_SUBMITTED, memory_order_relaxed);
	return event;
}

static void give_back(struct fcl_event *event, struct fcl_queue *queue)
{
	struct fcl_event *old = atomic_load_explicit(&queue->returned, memory_order_relaxed);

	do
		event->object.next_free = (struct fcl_object *)old;
	while (!atomic_compare_exchange_weak_explicit(&queue->returned, &old, event,
						      memory_order_release, memory_order_relaxed));
}

void fcl_event_destroy(struct fcl_object *object)
{
	struct fcl_event *event = (struct fcl_event *)object;
	struct fcl_callback *callback = atomic_load(&event->callbacks);
	struct fcl_context *context = event->context;
	struct fcl_queue *queue = event->queue;

	while (callback) {
		struct fcl_callback *next = callback->next;

		free(callback);
		callback = next;
	}
	free(event->more_edges);
	event->more_edges = NULL;
	if (queue) {
		give_back(event, queue);
		fcl_object_unref(queue);
	} else {
		fcl_object_recycle(object);
		fcl_object_unref(context);
	}
}

/* --- enqueueing ------------------------------------------------------------------------------- */

/* Hangs the edge on the predecessor's stack, unless that has ended. */
static void depend(struct fcl_event *event, struct fcl_event *predecessor, struct fcl_edge *edge,
		   bool carries_error)
{
	struct fcl_edge *head = atomic_load_explicit(&predecessor->waiters, memory_order_acquire);
	cl_int status;

	edge->dependent = event;
	edge->carries_error = carries_error;
	atomic_fetch_add_explicit(&event->pending, 1, memory_order_relaxed);
	while (head != FCL_EDGES_CLOSED) {
		edge->next = head;
		if (atomic_compare_exchange_weak_explicit(&predecessor->waiters, &head, edge,
							  memory_order_acq_rel,
							  memory_order_acquire))
			return;
	}
	atomic_fetch_sub_explicit(&event->pending, 1, memory_order_relaxed);
	status = fcl_event_status(predecessor);
	if (carries_error && status < 0)
		atomic_store_explicit(&event->inherited, status, memory_order_relaxed);
}

static struct fcl_edge *edges_for(struct fcl_event *event, uint32_t count)
{
	if (count <= FCL_EVENT_EDGES)
		return event->edges;
	event->more_edges = malloc(count * sizeof(struct fcl_edge));
	return event->more_edges;
}

/* Behind the newest command of the queue. The queue's lock is held; the old tail is returned. */
static struct fcl_event *follow_tail(struct fcl_event *event, struct fcl_edge *edge)
{
	struct fcl_queue *queue = event->queue;
	struct fcl_event *old = queue->tail;

	queue->tail = fcl_object_ref(event);
	if (old)
		depend(event, old, edge, false);
	return old;
}

/*
 * Into the newest epoch, behind the newest barrier. A marker or barrier without a wait list closes
 * that epoch with itself as waiter and opens `fresh`. The queue's lock is held; returns what is to
 * be unreferenced, and in *ret_closed the epoch to leave.
 */
static struct fcl_event *follow_barrier(struct fcl_event *event, struct fcl_edge *edge,
					struct fcl_epoch *fresh, struct fcl_epoch **ret_closed)
{
	struct fcl_queue *queue = event->queue;
	struct fcl_event *old = queue->barrier;

	if (old)
		depend(event, old, edge, false);
	if (fresh) {
		atomic_fetch_add_explicit(&event->pending, 1, memory_order_relaxed);
		queue->epoch->waiter = event;
		*ret_closed = queue->epoch;
		queue->epoch = fresh;
	}
	event->epoch = fcl_epoch_enter(queue->epoch);
	if (event->type != CL_COMMAND_BARRIER)
		return NULL;
	queue->barrier = fcl_object_ref(event);
	return old;
}

static bool waits_for_all(const struct fcl_event *event, uint32_t nwaits)
{
	return !nwaits && (event->type == CL_COMMAND_MARKER || event->type == CL_COMMAND_BARRIER);
}

int fcl_event_enqueue(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits)
{
	struct fcl_queue *queue = event->queue;
	bool in_order = !(queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	struct fcl_epoch *fresh = NULL, *closed = NULL;
	struct fcl_edge *edges = edges_for(event, nwaits + 1);
	struct fcl_event *old;

	if (!in_order && waits_for_all(event, nwaits))
		fresh = fcl_epoch_create();
	if (!edges || (!fresh && !in_order && waits_for_all(event, nwaits))) {
		free(fresh);
		fcl_event_drop_work(event);
		return -ENOMEM;
	}
	fcl_object_ref(event); /* for being in flight */
	for (uint32_t i = 0; i < nwaits; i++)
		depend(event, waits[i], &edges[i + 1], true);
	pthread_mutex_lock(&queue->lock);
	old = in_order ? follow_tail(event, edges) : follow_barrier(event, edges, fresh, &closed);
	pthread_mutex_unlock(&queue->lock);
	fcl_object_unref(old);
	fcl_epoch_leave(closed);
	fcl_depend_less(event);
	return 0;
}

/* --- status ----------------------------------------------------------------------------------- */

cl_int fcl_event_status(const struct fcl_event *event)
{
	return atomic_load_explicit(&event->status, memory_order_acquire);
}

void fcl_event_reach(struct fcl_event *event, int32_t status)
{
	atomic_store(&event->status, status);
	if (atomic_load(&event->callbacks))
		fcl_callback_post(event);
}

int fcl_event_set_user_status(struct fcl_event *event, cl_int status)
{
	fcl_object_ref(event);
	if (!fcl_complete_status(event, status)) {
		fcl_object_unref(event);
		return -EINVAL;
	}
	fcl_object_unref(event);
	return 0;
}

/* Sleeps until the event is terminal. */
static void sleep_for(struct fcl_event *event)
{
	uint32_t word = 0;

	atomic_compare_exchange_strong(&event->wait_word, &word, 1);
	if (word != 2)
		fcl_futex_wait(&event->wait_word, 1);
}

cl_int fcl_event_wait(struct fcl_event *event)
{
	struct fcl_device *device = event->queue ? event->queue->device : NULL;
	bool kicked = false;
	cl_int status;

	while ((status = fcl_event_status(event)) > CL_COMPLETE) {
		if (device && device->hal->progress(device->board, event->queue) == 1)
			continue;
		if (device && !kicked)
			device->hal->kick(device->board);
		else
			sleep_for(event);
		kicked = true;
	}
	return status;
}

int fcl_event_add_callback(struct fcl_event *event, cl_int trigger,
			   void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data)
{
	struct fcl_callback *callback = malloc(sizeof(*callback));

	if (!callback)
		return -ENOMEM;
	*callback =
		(struct fcl_callback){.trigger = trigger, .notify = notify, .user_data = user_data};
	callback->next = atomic_load(&event->callbacks);
	while (!atomic_compare_exchange_weak(&event->callbacks, &callback->next, callback))
		;
	/* Pushed first, looked second; who sets a status does it the other way round. */
	if (atomic_load(&event->status) <= trigger)
		fcl_callback_post(event);
	return 0;
}
