/* SPDX-License-Identifier: Apache-2.0 */

/* Streams of executions that count their cycles (fpgacl/clock.h). */

#include <string.h>

#include "fpgacl/clocks.h"
#include "fpgacl/rt.h"

#pragma GCC visibility push(hidden)

/* A function that is called again has the same streams, and they are empty. */
static struct fclc_queue *fclc_queue(struct fclc_clock *clock, const char *name,
				     unsigned long index, unsigned long depth)
{
	struct fclc_queue *queue = clock->queues;

	while (queue && (queue->name != name || queue->index != index))
		queue = queue->next;
	if (!queue) {
		queue = fclc_clock_allocate(clock->cu, sizeof(*queue));
		queue->name = name;
		queue->index = index;
		queue->depth = depth;
		queue->channel = UINT32_MAX;
		queue->port = UINT32_MAX;
		queue->next = clock->queues;
		clock->queues = queue;
	}
	queue->head = queue->tail = 0;
	return queue;
}

void fclc_clock_stream(struct fclc_clock *clock, void *streams, unsigned long count,
		       unsigned long size, unsigned long depth, const char *name)
{
	for (unsigned long i = 0; i < count; i++) {
		struct fclc_stream *stream = (void *)((char *)streams + i * size);

		stream->slots = fclc_queue(clock, name, i, depth);
	}
}

/* A port's queue is where the queue of a variable has its size: that is freed by nobody. */
static struct fclc_queue *fclc_port_queue(struct fclc_clock *clock, struct fclc_stream *stream)
{
	struct fclc_queue *queue;
	uint64_t moved;

	if (stream->port_slots)
		return stream->port_slots;
	queue = fclc_clock_allocate(clock->cu, sizeof(*queue));
	queue->name = stream->name;
	queue->port = stream->port;
	queue->channel = clock->cu->host->time_stream(clock->cu, stream->port, &moved);
	queue->taken = moved;
	stream->port_slots = queue;
	return queue;
}

static struct fclc_queue *fclc_queue_of(struct fclc_clock *clock, struct fclc_stream *stream,
					unsigned long bytes)
{
	struct fclc_queue *queue = stream->cu ? fclc_port_queue(clock, stream) : stream->slots;

	if (!queue)
		fclc_rt_fail("cycles cannot be counted: a stream is not a variable of the kernel");
	if (queue->channel == UINT32_MAX && !stream->cu)
		queue->channel = fclc_clock_channel(clock->cu, queue->name, queue->depth, bytes * 8,
						    1);
	queue->bytes = bytes;
	return queue;
}

static void fclc_grow(struct fcl_cu *cu, struct fclc_queue *queue)
{
	unsigned long slots = queue->ring ? 2 * (queue->mask + 1) : 16;
	unsigned char *ring = fclc_clock_allocate(cu, slots * queue->bytes);

	for (unsigned long i = queue->head; i < queue->tail; i++)
		memcpy(ring + (i & (slots - 1)) * queue->bytes,
		       queue->ring + (i & queue->mask) * queue->bytes, queue->bytes);
	if (queue->ring)
		cu->host->release(cu, queue->ring);
	queue->ring = ring;
	queue->mask = slots - 1;
}

/* The process whose code runs: not a state of its pipeline. */
static struct fclc_clock *fclc_code(struct fclc_clock *clock)
{
	return clock->owner ? clock->owner : clock;
}

/* The board has been told of it: whether there is room does not depend on this code any more. */
static void fclc_port_put(struct fclc_clock *clock, struct fclc_queue *queue, const void *element,
			  unsigned long since)
{
	struct fcl_cu *cu = clock->cu;

	while (!cu->host->stream_try_write(cu, queue->port, element)) {
		fclc_clock_flush(clock, since);
		fclc_clock_block(clock, queue);
	}
}

static void fclc_port_get(struct fclc_clock *clock, struct fclc_queue *queue, void *element,
			  unsigned long since)
{
	struct fcl_cu *cu = clock->cu;

	while (!cu->host->stream_try_read(cu, queue->port, element)) {
		fclc_clock_flush(clock, since);
		cu->host->time_wait(cu, clock->process, queue->channel, queue->taken);
		fclc_clock_block(clock, queue);
	}
	queue->taken++;
}

static void fclc_put(struct fclc_clock *clock, struct fclc_queue *queue, const void *element,
		     unsigned long since)
{
	if (queue->port != UINT32_MAX) {
		fclc_port_put(clock, queue, element, since);
		return;
	}
	if (!queue->ring || queue->tail - queue->head > queue->mask)
		fclc_grow(clock->cu, queue);
	memcpy(queue->ring + (queue->tail++ & queue->mask) * queue->bytes, element, queue->bytes);
	if (queue->reader) {
		fclc_clock_ready(queue->reader);
		queue->reader = NULL;
	}
}

/* Code that reads may run ahead of code that writes. */
static void fclc_clock_wait(struct fclc_clock *clock, struct fclc_queue *queue, unsigned long since)
{
	fclc_clock_flush(clock, since);
	clock->cu->host->time_wait(clock->cu, clock->process, queue->channel, queue->taken);
	queue->reader = clock;
	clock->empty = queue->name;
	fclc_clock_turn(clock);
	clock->empty = NULL;
}

static void fclc_get(struct fclc_clock *clock, struct fclc_queue *queue, void *element,
		     unsigned long since)
{
	if (queue->port != UINT32_MAX) {
		fclc_port_get(clock, queue, element, since);
		return;
	}
	while (queue->head == queue->tail)
		fclc_clock_wait(clock, queue, since);
	memcpy(element, queue->ring + (queue->head++ & queue->mask) * queue->bytes, queue->bytes);
	queue->taken++;
}

static void fclc_move(struct fclc_clock *clock, const struct fclc_queue *queue, unsigned op,
		      unsigned long at, unsigned long since)
{
	fclc_clock_push(
		clock,
		(struct fcl_model_event){
			.at = at, .value = 1, .step = 1, .object = queue->channel, .op = op},
		since);
}

void fclc_clock_write(struct fclc_clock *clock, void *stream, const void *element,
		      unsigned long bytes, unsigned long at, unsigned long since)
{
	struct fclc_queue *queue = fclc_queue_of(clock, stream, bytes);

	fclc_move(clock, queue, FCL_MODEL_TIME_WRITE, at, since);
	fclc_put(fclc_code(clock), queue, element, since);
}

void fclc_clock_read(struct fclc_clock *clock, void *stream, void *element, unsigned long bytes,
		     unsigned long at, unsigned long since)
{
	struct fclc_queue *queue = fclc_queue_of(clock, stream, bytes);

	fclc_get(fclc_code(clock), queue, element, since);
	fclc_move(clock, queue, FCL_MODEL_TIME_READ, at, since);
}

/* --- questions --------------------------------------------------------------------------------- */

static unsigned long fclc_ask(struct fclc_clock *clock, const struct fclc_queue *queue, unsigned op,
			      unsigned long at, unsigned long since)
{
	const struct fcl_model_event question = {
		.at = at, .value = 1, .step = 1, .object = queue->channel, .op = op};
	struct fcl_cu *cu = clock->cu;
	uint64_t answer;

	fclc_clock_flush(clock, since);
	if (cu->host->time_ask(cu, clock->process, &question, &answer))
		return answer;
	clock->next = clock->line->asking;
	clock->line->asking = clock;
	fclc_clock_turn(clock);
	return clock->answer;
}

unsigned long fclc_clock_try(struct fclc_clock *clock, void *stream, unsigned long bytes,
			     unsigned long write, unsigned long at, unsigned long since)
{
	struct fclc_queue *queue = fclc_queue_of(clock, stream, bytes);

	queue->won = fclc_ask(clock, queue,
			      write ? FCL_MODEL_TIME_TRY_WRITE : FCL_MODEL_TIME_TRY_READ, at,
			      since);
	return queue->won;
}

static struct fclc_queue *fclc_tried(const struct fclc_stream *stream)
{
	return stream->cu ? stream->port_slots : stream->slots;
}

/* The board may know of an element before the code that writes it has come to storing it. */
void fclc_clock_tried_read(struct fclc_clock *clock, void *stream, void *element)
{
	struct fclc_queue *queue = fclc_tried(stream);

	if (queue->won)
		fclc_get(clock, queue, element, clock->frontier);
}

void fclc_clock_tried_write(struct fclc_clock *clock, void *stream, const void *element)
{
	struct fclc_queue *queue = fclc_tried(stream);

	if (queue->won)
		fclc_put(clock, queue, element, clock->frontier);
}

unsigned long fclc_clock_level(struct fclc_clock *clock, void *stream, unsigned long bytes,
			       unsigned long write, unsigned long at, unsigned long since)
{
	return fclc_ask(clock, fclc_queue_of(clock, stream, bytes),
			write ? FCL_MODEL_TIME_FREE : FCL_MODEL_TIME_FILLED, at, since);
}

#pragma GCC visibility pop
