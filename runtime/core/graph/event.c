/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/graph/event.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/futex.h"
#include "base/log.h"
#include "base/trace/trace.h"
#include "runtime/core/graph/actions.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/epoch.h"
#include "runtime/core/graph/failures.h"
#include "runtime/core/graph/notify.h"
#include "runtime/core/graph/traced.h"
#include "runtime/core/objects/map.h"

enum {
	DEEP = 64,        /* commands in flight, which exceed the processor's caches */
	CHECK_EVERY = 16, /* commands, as the count is in a cache line that other threads write */
	AT_ONCE = 32,     /* events taken from the slab, whose lock all queues share */
};

/* Whether the queue is deep, checked only now and then; its lock is held. */
static bool is_deep(struct fcl_queue *queue)
{
	return queue->created++ % CHECK_EVERY == 0 &&
	       atomic_load_explicit(&queue->event_refs, memory_order_relaxed) - queue->stock > DEEP;
}

/* Takes more events for a queue that has none left: the more it owns, the more at once. */
static struct fcl_event *take_more(struct fcl_queue *queue)
{
	uint32_t have = atomic_load_explicit(&queue->nevents, memory_order_relaxed), count;
	struct fcl_object *first;

	have = have < 1 ? 1 : have > AT_ONCE ? AT_ONCE : have;
	first = fcl_object_take_chain(FCL_TYPE_EVENT, have, &count);
	atomic_fetch_add_explicit(&queue->nevents, count, memory_order_relaxed);
	return (struct fcl_event *)first;
}

/*
 * Takes an event from the queue's own list, to which other threads return events through
 * `returned`. Takes a reference to the queue for it, even if the result is NULL for lack of memory.
 */
static struct fcl_event *take_free(struct fcl_queue *queue, bool *ret_deep)
{
	struct fcl_event *event;

	pthread_mutex_lock(&queue->lock);
	*ret_deep = is_deep(queue);
	fcl_queue_event_ref(queue);
	if (!queue->free)
		queue->free = atomic_exchange_explicit(&queue->returned, NULL,
						       memory_order_acquire);
	if (!queue->free)
		queue->free = take_more(queue);
	event = queue->free;
	if (event) {
		queue->free = (struct fcl_event *)event->object.next_free;
		fcl_event_expect(queue->free);
	}
	pthread_mutex_unlock(&queue->lock);
	return event;
}

/*
 * Clears all members before the work; the work and the HAL's request are filled in by their users.
 */
static void event_reset(struct fcl_event *event)
{
	enum { START = offsetof(struct fcl_event, context), PIECE = 64 };
	enum { BYTES = offsetof(struct fcl_event, edges) - START, REST = BYTES % PIECE };
	char *at = (char *)event + START;

	/* In pieces: for larger sizes, the compiler uses an instruction with a slow start. */
	for (; at < (char *)event + START + BYTES - REST; at += PIECE)
		memset(at, 0, PIECE);
	memset(at, 0, REST);
	event->more_edges = NULL;
	atomic_store_explicit(&event->pending, 1, memory_order_relaxed);
}

/*
 * A thread that enqueues launches faster than they are executed runs short ones itself from time to
 * time: with its caches warm, that is faster than handing them to another thread, especially if
 * there are more such threads than processors. Not with shared virtual memory: kernels may then be
 * waiting for writes of the host.
 */
static void event_help(struct fcl_queue *queue)
{
	if (!queue->recorder_of &&
	    !atomic_load_explicit(&queue->context->svm.changes, memory_order_relaxed))
		queue->device->hal->help(queue->device->board, queue);
}

struct fcl_event *fcl_event_create(struct fcl_queue *queue, cl_command_type type)
{
	bool deep;
	struct fcl_event *event = take_free(queue, &deep);

	if (!event) {
		fcl_queue_event_unref(queue, 1);
		return NULL;
	}
	fcl_object_revive(&event->object);
	event_reset(event);
	event->queue = queue;
	event->context = queue->context;
	event->type = event->as = type;
	atomic_store_explicit(&event->status, CL_QUEUED, memory_order_relaxed);
	if (queue->properties & CL_QUEUE_PROFILING_ENABLE || fcl_trace_on())
		event->queued_ns = fcl_now_ns();
	if (fcl_trace_on())
		event->trace_id = fcl_trace_id();
	if (deep && (type == CL_COMMAND_NDRANGE_KERNEL || type == CL_COMMAND_TASK))
		event_help(queue);
	return event;
}

struct fcl_event *fcl_event_create_user(struct fcl_context *context)
{
	struct fcl_event *event = fcl_object_create_raw(FCL_TYPE_EVENT);

	if (!event)
		return NULL;
	event_reset(event);
	event->context = fcl_object_ref(context);
	event->type = CL_COMMAND_USER;
	atomic_store_explicit(&event->status, CL_SUBMITTED, memory_order_relaxed);
	return event;
}

static void return_event(struct fcl_event *event, struct fcl_queue *queue)
{
	struct fcl_event *old = atomic_load_explicit(&queue->returned, memory_order_relaxed);

	if (atomic_load_explicit(&queue->nevents, memory_order_relaxed) > FCL_QUEUE_KEEPS) {
		atomic_fetch_sub_explicit(&queue->nevents, 1, memory_order_relaxed);
		fcl_object_recycle(&event->object);
		return;
	}
	do
		event->object.next_free = (struct fcl_object *)old;
	while (!atomic_compare_exchange_weak_explicit(&queue->returned, &old, event,
						      memory_order_release, memory_order_relaxed));
}

/*
 * With the last reference, the host's or a command's, an event returns to its queue's list, from
 * which the next command takes it (take_free()), and a user event to the slab. A queue lives as long
 * as any of its events is in use.
 */
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
	free(event->traced);
	event->traced = NULL;
	if (queue) {
		return_event(event, queue);
		fcl_queue_event_unref(queue, 1);
	} else {
		fcl_object_recycle(object);
		fcl_object_unref(context);
	}
}

/* --- enqueueing ------------------------------------------------------------------------------- */

/* Pushes the edge on the predecessor's stack; false: the predecessor has ended. */
static bool depend(struct fcl_event *event, struct fcl_event *predecessor, struct fcl_edge *edge,
		   bool carries_error)
{
	struct fcl_edge *head = atomic_load_explicit(&predecessor->waiters, memory_order_acquire);
	cl_int status;

	edge->dependent = event;
	edge->carries_error = carries_error;
	while (head != FCL_EDGES_CLOSED) {
		edge->next = head;
		if (atomic_compare_exchange_weak_explicit(&predecessor->waiters, &head, edge,
							  memory_order_acq_rel,
							  memory_order_acquire))
			return true;
	}
	status = fcl_event_status(predecessor);
	if (carries_error && status < 0) {
		atomic_store_explicit(&event->inherited, status, memory_order_relaxed);
		fcl_failures_inherit(predecessor, event);
	}
	return false;
}

static struct fcl_edge *edges_for(struct fcl_event *event, uint32_t count)
{
	if (count <= FCL_EVENT_EDGES)
		return event->edges;
	event->more_edges = malloc(count * sizeof(struct fcl_edge));
	return event->more_edges;
}

/*
 * A command that is being enqueued. `pending` is set to the maximum number of edges before the
 * first one is pushed, so that a single subtraction accounts for the unused ones.
 */
struct entry {
	struct fcl_event *event;
	struct fcl_edge *edge;    /* for the queue's order */
	struct fcl_epoch *fresh;  /* epoch to open after a command that waits for all; else NULL */
	struct fcl_epoch *closed; /* epoch to leave, which `fresh` replaces; else NULL */
	struct fcl_event *old;    /* to unreference: the previous newest command; or NULL */
	uint64_t follows;         /* trace_id of its predecessor in the queue's order */
	uint32_t unused_edges;    /* edges counted as pending but not pushed */
};

/* Orders the command after the queue's newest one; the queue's lock is held. */
static void follow_tail(struct entry *entry)
{
	struct fcl_queue *queue = entry->event->queue;

	entry->old = queue->tail;
	queue->tail = entry->event;
	entry->unused_edges++; /* in-order queues have no epochs */
	entry->unused_edges += !entry->old || !depend(entry->event, entry->old, entry->edge, false);
	entry->follows = entry->old ? entry->old->trace_id : 0;
}

/*
 * Adds the command to the newest epoch, and orders it after the newest barrier. A marker or barrier
 * without a wait list closes that epoch, becomes its waiter, and opens `fresh`. The queue's lock is
 * held.
 */
static void follow_barrier(struct entry *entry)
{
	struct fcl_event *event = entry->event, *barrier;
	struct fcl_queue *queue = event->queue;

	barrier = queue->barrier;
	entry->unused_edges += !barrier || !depend(event, barrier, entry->edge, false);
	entry->follows = barrier ? barrier->trace_id : 0;
	if (entry->fresh) {
		queue->epoch->waiter = event;
		entry->closed = queue->epoch;
		queue->epoch = entry->fresh;
	} else {
		entry->unused_edges++;
	}
	event->epoch = fcl_epoch_enter(queue->epoch);
	if (event->type != CL_COMMAND_BARRIER)
		return;
	queue->barrier = fcl_object_ref(event);
	entry->old = barrier;
}

static bool waits_for_all(const struct fcl_event *event, uint32_t nwaits)
{
	return !nwaits && (event->type == CL_COMMAND_MARKER || event->type == CL_COMMAND_BARRIER);
}

static void event_enter(struct entry *entry, bool in_order)
{
	struct fcl_queue *queue = entry->event->queue;

	pthread_mutex_lock(&queue->lock);
	if (in_order)
		follow_tail(entry);
	else
		follow_barrier(entry);
	pthread_mutex_unlock(&queue->lock);
	fcl_object_unref(entry->old);
	if (entry->closed)
		fcl_complete_epoch(entry->closed);
}

/* Reverts the enqueueing of a command that failed. */
static void undo_enqueue(struct fcl_event *event)
{
	if (event->as == CL_COMMAND_UNMAP_MEM_OBJECT && event->work.map.leaving) {
		fcl_mem_cancel_unmap(event->work.map.mem, event->work.map.leaving);
		event->work.map.leaving = NULL;
	}
	fcl_actions.drop(event);
}

static int event_record(struct fcl_event *event)
{
	int error = fcl_actions.record(event->queue->recorder_of, event);

	if (error)
		undo_enqueue(event);
	return error;
}

int fcl_event_enqueue(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits)
{
	bool in_order = !(event->queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	bool closes = !in_order && waits_for_all(event, nwaits);
	struct fcl_edge *edges;
	struct entry entry = {.event = event};

	if (event->queue->recorder_of)
		return event_record(event);
	entry.edge = edges = edges_for(event, nwaits + 1);
	if (closes)
		entry.fresh = fcl_epoch_create();
	if (!edges || (closes && !entry.fresh)) {
		free(entry.fresh);
		undo_enqueue(event);
		return -ENOMEM;
	}
	/*
	 * One reference for being in flight; in an in-order queue, another for being the newest
	 * command.
	 */
	fcl_object_ref_private(event, in_order ? 2 : 1);
	/* The wait list, the queue's order, its epoch, and the guard, which is subtracted last. */
	atomic_store_explicit(&event->pending, nwaits + 3, memory_order_relaxed);
	for (uint32_t i = 0; i < nwaits; i++)
		entry.unused_edges += !depend(event, waits[i], &edges[i + 1], true);
	event_enter(&entry, in_order);
	if (fcl_trace_on())
		fcl_traced_enqueued(event, nwaits, waits, entry.follows);
	fcl_predecessors_ended(event, entry.unused_edges + 1);
	return 0;
}

/* --- status ----------------------------------------------------------------------------------- */

void fcl_event_reach(struct fcl_event *event, int32_t status)
{
	if (atomic_load_explicit(&event->status, memory_order_relaxed) <= status)
		return;
	atomic_store(&event->status, status);
	if (atomic_load(&event->callbacks))
		fcl_event_notify(event);
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

void fcl_event_retire(struct fcl_object *object)
{
	static const char text[] =
		"a user event was released before its status was set; the commands that wait for it fail";
	struct fcl_event *event = (struct fcl_event *)object;
	struct fcl_callback *callback;

	if (event->queue || fcl_event_status(event) <= CL_COMPLETE)
		return;
	if (atomic_load(&event->waiters)) {
		fcl_log(FCL_LOG_WARN, "api", "%s", text);
		fcl_context_notify(event->context, 0, "fpgacl: %s", text);
	}
	/*
	 * A host that has released its event expects no more calls, and may have freed their user
	 * data.
	 */
	for (callback = atomic_load(&event->callbacks); callback; callback = callback->next)
		if (callback->trigger < CL_SUBMITTED)
			atomic_store(&callback->called, true);
	fcl_complete_status(event, CL_INVALID_EVENT);
}

/*
 * Sleeps until the event is terminal. Sets wait_word before it checks the status;
 * fcl_complete_status() does these in the opposite order, so at least one of the two sees the
 * other's store.
 */
static void sleep_for(struct fcl_event *event)
{
	uint32_t word = 0;

	atomic_compare_exchange_strong(&event->wait_word, &word, 1);
	if (word != 2 && atomic_load(&event->status) > CL_COMPLETE)
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

cl_int fcl_event_try(struct fcl_event *event)
{
	enum { MAX_STEPS = 4 };
	struct fcl_device *device = event->queue ? event->queue->device : NULL;
	cl_int status = fcl_event_status(event);

	for (int i = 0; device && i < MAX_STEPS && status > CL_COMPLETE; i++) {
		if (device->hal->progress(device->board, event->queue) != 1)
			break;
		status = fcl_event_status(event);
	}
	return status;
}

/* Whether a callback of an event that has ended has not returned yet. */
static bool has_pending_callbacks(const struct fcl_event *event)
{
	const struct fcl_callback *callback = atomic_load(&event->callbacks);

	while (callback && atomic_load(&callback->called))
		callback = callback->next;
	return callback;
}

void fcl_event_settle(uint32_t count, struct fcl_event *const *events)
{
	bool any = false;

	for (uint32_t i = 0; i < count; i++) {
		if (!has_pending_callbacks(events[i]))
			continue;
		/* The thread that ended the event may not have queued its callbacks yet. */
		fcl_event_notify(events[i]);
		any = true;
	}
	if (any)
		fcl_callback_settle();
}

int fcl_event_add_callback(struct fcl_event *event, cl_int trigger,
			   void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data)
{
	struct fcl_callback *callback = fcl_callback_start() ? NULL : malloc(sizeof(*callback));

	if (!callback)
		return -ENOMEM;
	*callback =
		(struct fcl_callback){.trigger = trigger, .notify = notify, .user_data = user_data};
	fcl_event_notify_with(event, callback);
	/* The host may release the event at once, but its callback may still query it. */
	if (event->queue)
		fcl_object_retain(event);
	callback->next = atomic_load(&event->callbacks);
	while (!atomic_compare_exchange_weak(&event->callbacks, &callback->next, callback))
		;
	/*
	 * The callback is pushed before the status is checked; fcl_complete_status() and
	 * fcl_event_reach() do these in the opposite order, so at least one of the two sees the
	 * other's store.
	 */
	if (atomic_load(&event->status) <= trigger)
		fcl_event_notify(event);
	return 0;
}
