/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/commands/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/commands/replay.h"

int fcl_command_buffer_create(struct fcl_queue *queue, struct fcl_command_buffer **ret_buffer)
{
	/* Replays are profiled as a whole, so individual commands are not timed. */
	cl_command_queue_properties bits = queue->properties &
					   ~(cl_bitfield)CL_QUEUE_PROFILING_ENABLE;
	struct fcl_command_buffer *buffer = fcl_object_create(FCL_TYPE_COMMAND_BUFFER);

	if (!buffer)
		return -ENOMEM;
	if (fcl_queue_create(queue->context, queue->part, bits, &buffer->recorder)) {
		fcl_object_recycle(&buffer->object);
		return -ENOMEM;
	}
	pthread_mutex_lock(&buffer->recorder->context->lock);
	buffer->recorder->recorder_of = buffer;
	pthread_mutex_unlock(&buffer->recorder->context->lock);
	/* Not a handle: one of a queue that was there before must not reach the recorder. */
	fcl_object_publish_hidden(buffer->recorder);
	/*
	 * An API reference, as a host would take: the queue is not retired before the command
	 * buffer releases it.
	 */
	fcl_object_retain(queue);
	buffer->queue = queue;
	pthread_mutex_init(&buffer->lock, NULL);
	*ret_buffer = buffer;
	return 0;
}

static void free_sorted(struct fcl_command_buffer *buffer)
{
	free(buffer->waits);
	free(buffer->after);
	free(buffer->list);
}

void fcl_command_buffer_destroy(struct fcl_object *object)
{
	struct fcl_command_buffer *buffer = (struct fcl_command_buffer *)object;

	for (uint32_t i = 0; buffer->first && i < buffer->count; i++)
		fcl_replay_drop(buffer->first[i]);
	while (buffer->idle) {
		struct fcl_replay *replay = buffer->idle;

		buffer->idle = replay->next;
		fcl_replay_destroy(replay);
	}
	free(buffer->first);
	free(buffer->orders);
	free_sorted(buffer);
	free(buffer->properties);
	fcl_object_release(buffer->recorder);
	fcl_object_release(buffer->queue);
	pthread_mutex_destroy(&buffer->lock);
	fcl_object_recycle(object);
}

/* --- recording -------------------------------------------------------------------------------- */

static int add_order(struct fcl_command_buffer *buffer, uint32_t from, uint32_t to)
{
	if (buffer->norders == UINT32_MAX)
		return -ENOMEM;
	if (buffer->norders == buffer->order_room) {
		size_t room = buffer->order_room ? 2 * buffer->order_room : 16;
		struct fcl_order *orders = reallocarray(buffer->orders, room,
							sizeof(struct fcl_order));

		if (!orders)
			return -ENOMEM;
		buffer->orders = orders;
		buffer->order_room = room;
	}
	buffer->orders[buffer->norders++] = (struct fcl_order){from, to};
	return 0;
}

static int record_make_room(struct fcl_command_buffer *buffer)
{
	uint32_t room = buffer->room ? 2 * buffer->room : 16;
	struct fcl_event **events;

	if (buffer->count < buffer->room)
		return 0;
	if (room < buffer->room)
		return -ENOMEM;
	events = reallocarray(buffer->first, room, sizeof(struct fcl_event *));
	if (!events)
		return -ENOMEM;
	buffer->first = events;
	buffer->room = room;
	return 0;
}

/* Commands whose references fcl_work_copy() and fcl_work_drop() handle. */
static bool is_recordable(cl_command_type type)
{
	switch (type) {
	case CL_COMMAND_NDRANGE_KERNEL:
	case CL_COMMAND_COPY_BUFFER:
	case CL_COMMAND_COPY_BUFFER_RECT:
	case CL_COMMAND_FILL_BUFFER:
	case CL_COMMAND_SVM_MEMCPY:
	case CL_COMMAND_SVM_MEMFILL:
	case CL_COMMAND_BARRIER:
		return true;
	default:
		return false;
	}
}

int fcl_command_buffer_record(struct fcl_command_buffer *buffer, struct fcl_event *event)
{
	if (!is_recordable(event->type))
		return -EOPNOTSUPP;
	if (record_make_room(buffer))
		return -ENOMEM;
	buffer->first[buffer->count++] = fcl_object_ref(event);
	return 0;
}

static bool in_order(const struct fcl_command_buffer *buffer)
{
	return !(buffer->queue->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

/*
 * A barrier without a wait list waits for all earlier commands; for those before the previous such
 * barrier, through that barrier.
 */
static int order_behind_all(struct fcl_command_buffer *buffer, uint32_t newest)
{
	int error = 0;

	for (uint32_t i = buffer->all ? buffer->all - 1 : 0; !error && i < newest; i++)
		error = add_order(buffer, i, newest);
	return error;
}

static int order_newest(struct fcl_command_buffer *buffer, uint32_t npoints, const uint32_t *points)
{
	uint32_t newest = buffer->count - 1;
	bool is_barrier = buffer->first[newest]->type == CL_COMMAND_BARRIER;
	int error = 0;

	if (in_order(buffer))
		return newest ? add_order(buffer, newest - 1, newest) : 0;
	if (is_barrier && !npoints)
		return order_behind_all(buffer, newest);
	for (uint32_t i = 0; !error && i < npoints; i++)
		error = add_order(buffer, points[i] - 1, newest);
	if (!error && buffer->barrier)
		error = add_order(buffer, buffer->barrier - 1, newest);
	return error;
}

int fcl_command_buffer_order(struct fcl_command_buffer *buffer, uint32_t npoints,
			     const uint32_t *points)
{
	struct fcl_event *newest = buffer->first[buffer->count - 1];
	size_t norders = buffer->norders;

	if (order_newest(buffer, npoints, points)) {
		buffer->norders = norders;
		buffer->count--;
		fcl_replay_drop(newest);
		return -ENOMEM;
	}
	if (newest->type == CL_COMMAND_BARRIER) {
		buffer->barrier = buffer->count;
		if (!npoints)
			buffer->all = buffer->count;
	}
	return 0;
}

/* --- the end of recording --------------------------------------------------------------------- */

/*
 * Converts the list of orders to predecessor counts and, for each command, a list of its
 * successors.
 */
static int sort_orders(struct fcl_command_buffer *buffer)
{
	uint32_t count = buffer->count;
	uint32_t *waits = calloc((size_t)count + 1, sizeof(*waits));
	uint32_t *after = calloc((size_t)count + 2, sizeof(*after));
	uint32_t *list = calloc(buffer->norders + 1, sizeof(*list));

	free_sorted(buffer); /* from an earlier attempt that ran out of memory */
	buffer->waits = waits;
	buffer->after = after;
	buffer->list = list;
	if (!waits || !after || !list)
		return -ENOMEM;
	/*
	 * Counts are stored two entries ahead: list i is filled at after[i + 1], which thus ends up
	 * as the start of list i + 1.
	 */
	for (size_t i = 0; i < buffer->norders; i++) {
		waits[buffer->orders[i].to]++;
		after[buffer->orders[i].from + 2]++;
	}
	for (uint32_t i = 2; i <= count; i++)
		after[i] += after[i - 1];
	for (size_t i = 0; i < buffer->norders; i++)
		list[after[buffer->orders[i].from + 1]++] = buffer->orders[i].to;
	return 0;
}

int fcl_command_buffer_finalize(struct fcl_command_buffer *buffer)
{
	struct fcl_replay *replay = NULL;

	if (!sort_orders(buffer))
		replay = fcl_replay_create(buffer, buffer->first);
	if (!replay)
		return -ENOMEM;
	free(buffer->first);
	free(buffer->orders);
	buffer->first = NULL;
	buffer->orders = NULL;
	buffer->master = buffer->idle = replay;
	atomic_store(&buffer->final, true);
	return 0;
}
