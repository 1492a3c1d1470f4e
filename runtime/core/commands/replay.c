/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/trace/trace.h"
#include "runtime/core/commands/work.h"
#include "runtime/core/graph/complete.h"
#include "runtime/core/graph/event.h"
#include "runtime/core/graph/ready.h"
#include "runtime/core/graph/traced.h"

void fcl_replay_drop(struct fcl_event *event)
{
	event->replay = NULL;
	fcl_work_drop(event);
	fcl_object_unref(event);
}

struct fcl_replay *fcl_replay_create(struct fcl_command_buffer *buffer,
				     struct fcl_event *const *events)
{
	size_t bytes = buffer->count * (sizeof(struct fcl_event *) + sizeof(_Atomic uint32_t));
	struct fcl_replay *replay = calloc(1, sizeof(*replay) + bytes);

	if (!replay)
		return NULL;
	replay->buffer = buffer;
	replay->waits = (_Atomic uint32_t *)&replay->events[buffer->count];
	for (uint32_t i = 0; i < buffer->count; i++) {
		replay->events[i] = events[i];
		events[i]->replay = replay;
		events[i]->replay_index = i;
	}
	return replay;
}

void fcl_replay_destroy(struct fcl_replay *replay)
{
	for (uint32_t i = 0; replay && i < replay->buffer->count; i++)
		fcl_replay_drop(replay->events[i]);
	free(replay);
}

static struct fcl_event *copy_event(struct fcl_queue *queue, const struct fcl_event *event)
{
	struct fcl_event *copy = fcl_event_create(queue, event->type);

	if (!copy)
		return NULL;
	copy->as = event->as;
	fcl_work_copy(copy, event);
	return copy;
}

/* Creates another replay of the same commands. NULL: out of memory. */
static struct fcl_replay *copy_replay(const struct fcl_replay *replay)
{
	struct fcl_command_buffer *buffer = replay->buffer;
	struct fcl_event **events = calloc(buffer->count + (size_t)1, sizeof(struct fcl_event *));
	struct fcl_replay *copy = NULL;
	uint32_t copied = 0;

	while (events && copied < buffer->count &&
	       (events[copied] = copy_event(buffer->recorder, replay->events[copied])) != NULL)
		copied++;
	if (events && copied == buffer->count)
		copy = fcl_replay_create(buffer, events);
	while (!copy && copied)
		fcl_replay_drop(events[--copied]);
	free(events);
	return copy;
}

static struct fcl_replay *replay_take_idle(struct fcl_command_buffer *buffer)
{
	struct fcl_replay *replay;

	pthread_mutex_lock(&buffer->lock);
	replay = buffer->idle;
	if (replay)
		buffer->idle = replay->next;
	pthread_mutex_unlock(&buffer->lock);
	return replay ? replay : copy_replay(buffer->master);
}

static void put_idle(struct fcl_replay *replay)
{
	struct fcl_command_buffer *buffer = replay->buffer;

	pthread_mutex_lock(&buffer->lock);
	replay->next = buffer->idle;
	buffer->idle = replay;
	pthread_mutex_unlock(&buffer->lock);
}

/* Counts one command, or the start, as ended. The last one ends the parent event. */
static void replay_leave(struct fcl_replay *replay)
{
	struct fcl_event *parent = replay->parent;
	int32_t status;

	if (atomic_fetch_sub_explicit(&replay->left, 1, memory_order_acq_rel) != 1)
		return;
	status = atomic_load_explicit(&replay->status, memory_order_relaxed);
	put_idle(replay);
	if (parent->queued_ns)
		parent->end_ns = fcl_now_ns();
	fcl_complete(parent, status);
}

static void change_queue(struct fcl_event *event, struct fcl_queue *queue)
{
	struct fcl_queue *old = event->queue;

	pthread_mutex_lock(&queue->lock);
	fcl_queue_event_ref(queue);
	pthread_mutex_unlock(&queue->lock);
	event->queue = queue;
	atomic_fetch_add_explicit(&queue->nevents, 1, memory_order_relaxed);
	atomic_fetch_sub_explicit(&old->nevents, 1, memory_order_relaxed);
	fcl_queue_event_unref(old, 1);
}

/*
 * Resets an event, except its work, to run again on this replay's queue. `inherited` was reset when
 * the event last ended, since a predecessor may already have set it again.
 */
static void replay_reset(struct fcl_event *event, struct fcl_queue *queue)
{
	if (event->queue != queue)
		change_queue(event, queue);
	atomic_store_explicit(&event->status, CL_QUEUED, memory_order_relaxed);
	atomic_store_explicit(&event->failure, 0, memory_order_relaxed);
	event->forced = 0;
	atomic_store_explicit(&event->postponed, false, memory_order_relaxed);
	event->issued = false;
	if (fcl_trace_on())
		fcl_traced_again(event);
}

/* Starts a command whose predecessors have ended. Prefetches the command that probably follows. */
static void replay_start(const struct fcl_replay *replay, uint32_t index)
{
	const struct fcl_command_buffer *buffer = replay->buffer;

	replay_reset(replay->events[index], replay->parent->queue);
	if (buffer->after[index] < buffer->after[index + 1])
		fcl_event_expect(replay->events[buffer->list[buffer->after[index]]]);
	fcl_ready(replay->events[index]);
}

static void replay_begin(struct fcl_replay *replay, struct fcl_event *parent)
{
	const struct fcl_command_buffer *buffer = replay->buffer;

	replay->parent = parent;
	atomic_store_explicit(&replay->status, CL_COMPLETE, memory_order_relaxed);
	atomic_store_explicit(&replay->left, buffer->count + 1, memory_order_relaxed);
	for (uint32_t i = 0; i < buffer->count; i++)
		if (buffer->waits[i] > 1)
			atomic_store_explicit(&replay->waits[i], buffer->waits[i],
					      memory_order_relaxed);
}

void fcl_replay_issue(struct fcl_event *parent)
{
	const struct fcl_command_buffer *buffer = parent->work.replay.buffer;
	struct fcl_replay *replay = replay_take_idle(parent->work.replay.buffer);

	if (!replay) {
		fcl_complete(parent, CL_OUT_OF_HOST_MEMORY);
		return;
	}
	fcl_event_reach(parent, CL_RUNNING);
	replay_begin(replay, parent);
	for (uint32_t i = 0; i < buffer->count; i++)
		if (!buffer->waits[i])
			replay_start(replay, i);
	replay_leave(replay);
}

/* Whether the command that has just ended was the last predecessor. */
static bool replay_is_due(struct fcl_replay *replay, uint32_t index)
{
	return replay->buffer->waits[index] == 1 ||
	       atomic_fetch_sub_explicit(&replay->waits[index], 1, memory_order_acq_rel) == 1;
}

/* Releases the successors of a command; after a failure they are skipped. */
static void release_followers(struct fcl_replay *replay, uint32_t index, int32_t status)
{
	const struct fcl_command_buffer *buffer = replay->buffer;

	for (uint32_t i = buffer->after[index]; i < buffer->after[index + 1]; i++) {
		uint32_t follower = buffer->list[i];

		if (status < 0)
			atomic_store_explicit(&replay->events[follower]->inherited, status,
					      memory_order_relaxed);
		if (replay_is_due(replay, follower))
			replay_start(replay, follower);
	}
}

void fcl_replay_complete(struct fcl_event *event, int32_t status)
{
	struct fcl_replay *replay = event->replay;
	int32_t none = CL_COMPLETE;

	fcl_work_drop(event);
	atomic_store_explicit(&event->inherited, 0, memory_order_relaxed);
	if (status < 0)
		atomic_compare_exchange_strong(&replay->status, &none, status);
	release_followers(replay, event->replay_index, status);
	replay_leave(replay);
}
