/* SPDX-License-Identifier: Apache-2.0 */

/* The clocks of executions that count their cycles (fpgacl/clock.h). */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fpgacl/clock.h"
#include "fpgacl/rt.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum { FCLC_EVENTS = 256, FCLC_LOOK_BACK = 4, FCLC_MANY = 64 };

/* An hls::stream as its methods in hls_stream.h find it; the slots are a FIFO of this file's. */
struct fclc_stream {
	struct fclc_fifo_queue *slots;
	unsigned long capacity, head, count;
	struct fcl_cu *cu;
};

/* What is in a stream, and its FIFO on the time line. */
struct fclc_fifo_queue {
	struct fclc_fifo_queue *next;
	const char *name;
	unsigned long index, depth;
	uint32_t channel;
	unsigned long bytes, mask, head, tail; /* elements */
	unsigned char *ring;
};

struct fclc_process_clock {
	struct fclc_clock clock; /* must be first */
	struct fclc_process_clock *next;
	const char *name;
	uint32_t start, end;      /* channels */
	uint32_t ends[FCLC_MANY]; /* of the processes that it starts behind; UINT32_MAX: none */
	unsigned long ended;      /* the cycle of its own in which it last ended */
};

struct fclc_clock *fclc_clock(void)
{
	return fclc_rt_current()->clock;
}

/* A board older than this payload does not keep a clock. */
static int fclc_has_clock(const struct fcl_cu *cu)
{
	return cu->size >= offsetof(struct fcl_cu, clock) + sizeof(cu->clock) &&
	       cu->host->size >=
		       offsetof(struct fcl_model_host, counted) + sizeof(cu->host->counted);
}

static int fclc_has_line(const struct fcl_cu *cu)
{
	return cu->host->size >= offsetof(struct fcl_model_host, time_events) +
					 sizeof(cu->host->time_events) &&
	       cu->host->time_events;
}

static void *fclc_allocate(struct fcl_cu *cu, unsigned long bytes)
{
	void *memory = cu->host->allocate(cu, bytes);

	if (!memory)
		cu->host->fail(cu, "out of memory for what its cycles are counted with");
	memset(memory, 0, bytes);
	return memory;
}

/* --- events ------------------------------------------------------------------------------------ */

static void fclc_flush(struct fclc_clock *clock)
{
	clock->cu->host->time_events(clock->cu, clock->process, clock->events, clock->count,
				     clock->frontier);
	clock->count = 0;
}

/* Whether it goes on with what an event began, in the same steps. */
static int fclc_follows(struct fclc_clock *clock, const struct fcl_model_event *more)
{
	unsigned long first = clock->count > FCLC_LOOK_BACK ? clock->count - FCLC_LOOK_BACK : 0;

	for (unsigned long i = clock->count; i-- > first;) {
		struct fcl_model_event *last = &clock->events[i];
		uint64_t step = last->value == 1 ? more->at - last->at : last->step;

		if (last->op != more->op || last->object != more->object)
			continue;
		if (more->at <= last->at || step > UINT32_MAX ||
		    last->at + last->value * step != more->at)
			return 0;
		last->step = (uint32_t)step;
		last->value++;
		return 1;
	}
	return 0;
}

static void fclc_push(struct fclc_clock *clock, struct fcl_model_event event, unsigned long since)
{
	if (event.object == UINT32_MAX)
		return;
	if (event.op <= FCL_MODEL_TIME_READ && event.value == 1 && fclc_follows(clock, &event))
		return;
	if (clock->count == FCLC_EVENTS) {
		/* What is earlier than this may still come. */
		clock->frontier = since > clock->frontier ? since : clock->frontier;
		fclc_flush(clock);
	}
	clock->events[clock->count++] = event;
}

/* --- memory ------------------------------------------------------------------------------------ */

static uint64_t fclc_address(const struct fcl_cu *cu, const struct fclc_bus *bus)
{
	uint64_t address;

	memcpy(&address, cu->regs + bus->offset, sizeof(address));
	return address;
}

static char *fclc_memory_of(struct fcl_cu *cu, const struct fclc_bus *bus)
{
	uint64_t address = fclc_address(cu, bus);

	return address ? cu->host->memory(cu, bus->port, address, 0) : NULL;
}

static void *fclc_buffer(struct fcl_cu *cu, const struct fclc_bus *bus)
{
	char *memory = fclc_memory_of(cu, bus);

	return memory ? cu->host->buffer_of(cu, memory) : NULL;
}

static int fclc_is_shared(struct fcl_cu *cu, const struct fclc_bus *buses, unsigned long count)
{
	for (unsigned long i = 0; i < count; i++) {
		void *buffer = fclc_buffer(cu, &buses[i]);

		for (unsigned long j = 0; buffer && j < i; j++)
			if ((buses[i].written || buses[j].written) &&
			    buffer == fclc_buffer(cu, &buses[j]))
				return 1;
	}
	return 0;
}

/* An argument of a function may be a place in what an argument of the kernel points to. */
unsigned long fclc_clock_bus(struct fclc_clock *clock, const void *pointer, unsigned long bytes)
{
	const struct fclc_bus *found = NULL;
	const char *base = NULL;

	if (!clock->line->on)
		return UINT32_MAX;
	for (unsigned long i = 0; i < clock->line->nbuses; i++) {
		const char *memory = fclc_memory_of(clock->cu, &clock->line->buses[i]);

		if (!memory || memory > (const char *)pointer || (base && memory < base))
			continue;
		base = memory;
		found = &clock->line->buses[i];
	}
	return found ? clock->cu->host->time_bus(clock->cu, found->port, (uint32_t)bytes)
		     : UINT32_MAX;
}

void fclc_clock_request(struct fclc_clock *clock, unsigned long bus, unsigned long write,
			const void *pointer, unsigned long count, unsigned long at,
			unsigned long since)
{
	while (count && clock->line->on) {
		uint32_t beats = count > INT32_MAX ? INT32_MAX : (uint32_t)count;

		fclc_push(clock,
			  (struct fcl_model_event){.at = at,
						   .value = (uintptr_t)pointer,
						   .step = beats,
						   .object = (uint32_t)bus,
						   .op = write ? FCL_MODEL_TIME_WRITE_REQUEST
							       : FCL_MODEL_TIME_READ_REQUEST},
			  since);
		count -= beats;
	}
}

void fclc_clock_beats(struct fclc_clock *clock, unsigned long bus, unsigned long write,
		      unsigned long at, unsigned long count, unsigned long step,
		      unsigned long since)
{
	if (count && clock->line->on)
		fclc_push(clock,
			  (struct fcl_model_event){.at = at,
						   .value = count,
						   .step = (uint32_t)step,
						   .object = (uint32_t)bus,
						   .op = write ? FCL_MODEL_TIME_WRITE_BEAT
							       : FCL_MODEL_TIME_READ_BEAT},
			  since);
}

void fclc_clock_response(struct fclc_clock *clock, unsigned long bus, unsigned long count,
			 unsigned long at, unsigned long since)
{
	if (count && clock->line->on)
		fclc_push(clock,
			  (struct fcl_model_event){.at = at,
						   .value = 1,
						   .object = (uint32_t)bus,
						   .op = FCL_MODEL_TIME_RESPONSE},
			  since);
}

void fclc_clock_access(struct fclc_clock *clock, unsigned long bus, unsigned long write,
		       const void *pointer, unsigned long asked, unsigned long at,
		       unsigned long answered, unsigned long since)
{
	fclc_clock_request(clock, bus, write, pointer, 1, asked, since);
	fclc_clock_beats(clock, bus, write, at, 1, 1, since);
	if (write)
		fclc_clock_response(clock, bus, 1, answered, since);
}

/* --- streams ----------------------------------------------------------------------------------- */

static uint32_t fclc_channel(struct fcl_cu *cu, const char *name, unsigned long depth,
			     unsigned long bits, unsigned latency)
{
	const struct fcl_model_channel channel = {.name = name,
						  .depth = depth,
						  .bits = (uint32_t)bits,
						  .read_latency = latency,
						  .write_latency = latency};

	return cu->host->time_channel(cu, &channel);
}

/* A function that is called again has the same streams, and they are empty. */
static struct fclc_fifo_queue *fclc_queue(struct fclc_clock *clock, const char *name,
					  unsigned long index, unsigned long depth)
{
	struct fclc_fifo_queue *queue = clock->queues;

	while (queue && (queue->name != name || queue->index != index))
		queue = queue->next;
	if (!queue) {
		queue = fclc_allocate(clock->cu, sizeof(*queue));
		queue->name = name;
		queue->index = index;
		queue->depth = depth;
		queue->channel = UINT32_MAX;
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

static struct fclc_fifo_queue *fclc_queue_of(struct fclc_clock *clock, struct fclc_stream *stream,
					     unsigned long bytes)
{
	struct fclc_fifo_queue *queue = stream->slots;

	if (!queue)
		fclc_rt_fail("cycles cannot be counted: a stream is not a variable of the kernel");
	if (queue->channel == UINT32_MAX && clock->line->on)
		queue->channel = fclc_channel(clock->cu, queue->name, queue->depth, bytes * 8, 1);
	queue->bytes = bytes;
	return queue;
}

static void fclc_grow(struct fcl_cu *cu, struct fclc_fifo_queue *queue)
{
	unsigned long slots = queue->ring ? 2 * (queue->mask + 1) : 16;
	unsigned char *ring = fclc_allocate(cu, slots * queue->bytes);

	for (unsigned long i = queue->head; i < queue->tail; i++)
		memcpy(ring + (i & (slots - 1)) * queue->bytes,
		       queue->ring + (i & queue->mask) * queue->bytes, queue->bytes);
	if (queue->ring)
		cu->host->release(cu, queue->ring);
	queue->ring = ring;
	queue->mask = slots - 1;
}

static void fclc_move(struct fclc_clock *clock, const struct fclc_fifo_queue *queue, unsigned op,
		      unsigned long at, unsigned long since)
{
	if (clock->line->on)
		fclc_push(clock,
			  (struct fcl_model_event){.at = at,
						   .value = 1,
						   .step = 1,
						   .object = queue->channel,
						   .op = op},
			  since);
}

void fclc_clock_write(struct fclc_clock *clock, void *stream, const void *element,
		      unsigned long bytes, unsigned long at, unsigned long since)
{
	struct fclc_fifo_queue *queue = fclc_queue_of(clock, stream, bytes);

	if (!queue->ring || queue->tail - queue->head > queue->mask)
		fclc_grow(clock->cu, queue);
	memcpy(queue->ring + (queue->tail++ & queue->mask) * bytes, element, bytes);
	fclc_move(clock, queue, FCL_MODEL_TIME_WRITE, at, since);
}

void fclc_clock_read(struct fclc_clock *clock, void *stream, void *element, unsigned long bytes,
		     unsigned long at, unsigned long since)
{
	struct fclc_fifo_queue *queue = fclc_queue_of(clock, stream, bytes);

	if (queue->head == queue->tail)
		fclc_rt_fail("hls::stream: read while empty: on a board the kernel would hang");
	memcpy(element, queue->ring + (queue->head++ & queue->mask) * bytes, bytes);
	fclc_move(clock, queue, FCL_MODEL_TIME_READ, at, since);
}

/* --- processes --------------------------------------------------------------------------------- */

static void fclc_open(struct fclc_clock *clock, const char *name)
{
	clock->process = clock->cu->host->time_process(clock->cu, name);
	clock->events = fclc_allocate(clock->cu, FCLC_EVENTS * sizeof(*clock->events));
}

static struct fclc_process_clock *fclc_process_new(struct fclc_clock *parent, const char *name)
{
	struct fclc_process_clock *made = fclc_allocate(parent->cu, sizeof(*made));

	made->clock = (struct fclc_clock){.cu = parent->cu, .line = parent->line, .parent = parent};
	made->name = name;
	memset(made->ends, 0xff, sizeof(made->ends));
	fclc_open(&made->clock, name);
	made->start = fclc_channel(parent->cu, name, 1, 0, 0);
	made->end = fclc_channel(parent->cu, name, 1, 0, 0);
	made->next = parent->processes;
	parent->processes = made;
	return made;
}

static struct fclc_process_clock *fclc_process_numbered(struct fclc_clock *parent,
							unsigned long index)
{
	struct fclc_process_clock *found = parent->processes;

	while (found && found->clock.index != index)
		found = found->next;
	return found;
}

static void fclc_signal(struct fclc_clock *clock, unsigned op, uint32_t channel, unsigned long at,
			unsigned long since)
{
	fclc_push(clock,
		  (struct fcl_model_event){
			  .at = at, .value = 1, .step = 1, .object = channel, .op = op},
		  since);
}

/* It starts behind the end of these. */
static void fclc_follow(struct fclc_process_clock *process, unsigned long after)
{
	for (unsigned long i = 0; i < FCLC_MANY; i++) {
		struct fclc_process_clock *other =
			after >> i & 1 ? fclc_process_numbered(process->clock.parent, i) : NULL;

		if (!other)
			continue;
		if (process->ends[i] == UINT32_MAX)
			process->ends[i] = fclc_channel(process->clock.cu, other->name, 2, 0, 1);
		fclc_signal(&other->clock, FCL_MODEL_TIME_WRITE, process->ends[i], other->ended,
			    other->ended);
		fclc_signal(&process->clock, FCL_MODEL_TIME_READ, process->ends[i],
			    process->clock.now, process->clock.now);
	}
}

struct fclc_clock *fclc_clock_process(struct fclc_clock *parent, const char *name,
				      unsigned long index, unsigned long after)
{
	struct fclc_process_clock *process;

	if (!parent->line->on) {
		parent->unknown = "the board has no time line";
		return parent;
	}
	process = fclc_process_numbered(parent, index);
	if (!process) {
		process = fclc_process_new(parent, name);
		process->clock.index = index;
	}
	fclc_signal(parent, FCL_MODEL_TIME_WRITE, process->start, parent->now, parent->now);
	fclc_signal(&process->clock, FCL_MODEL_TIME_READ, process->start, process->clock.now,
		    process->clock.now);
	fclc_follow(process, after);
	parent->cu->clock = &process->clock;
	return &process->clock;
}

void fclc_clock_leave(struct fclc_clock *clock)
{
	struct fclc_process_clock *process = (struct fclc_process_clock *)clock;
	struct fclc_clock *parent;

	if (!clock->line->on)
		return;
	parent = clock->parent;
	fclc_signal(clock, FCL_MODEL_TIME_WRITE, process->end, clock->now, clock->now);
	fclc_signal(parent, FCL_MODEL_TIME_READ, process->end, parent->now + 1, parent->now);
	process->ended = clock->now++;
	clock->cu->clock = parent;
}

/* --- executions -------------------------------------------------------------------------------- */

void (*fclc_clock_begin(struct fclc_clock *clock, struct fcl_cu *cu,
			const struct fclc_timing *timing, const struct fclc_bus *buses,
			unsigned long count))(void)
{
	*clock = (struct fclc_clock){.cu = cu,
				     .timing = timing,
				     .unknown = timing->unknown,
				     .line = &clock->own,
				     .own = {.buses = buses, .nbuses = count}};
	if (!fclc_has_clock(cu))
		return NULL;
	if (!clock->unknown && fclc_is_shared(cu, buses, count))
		clock->unknown = "two of its arguments are in one buffer, which it may write";
	if (clock->unknown)
		return NULL;
	clock->own.on = fclc_has_line(cu);
	if (clock->own.on)
		fclc_open(clock, cu->name);
	cu->clock = clock;
	return timing->run;
}

static void fclc_finish(struct fclc_clock *clock)
{
	for (struct fclc_process_clock *each = clock->processes; each; each = each->next)
		fclc_finish(&each->clock);
	clock->frontier = clock->now;
	fclc_flush(clock);
}

void fclc_clock_end(struct fclc_clock *clock)
{
	struct fcl_cu *cu = clock->cu;

	if (!fclc_has_clock(cu))
		return;
	if (cu->clock && clock->line->on)
		fclc_finish(clock);
	cu->clock = NULL;
	cu->host->counted(cu, clock->now, clock->timing->sure, clock->unknown);
}
