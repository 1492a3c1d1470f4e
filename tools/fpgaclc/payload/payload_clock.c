/* SPDX-License-Identifier: Apache-2.0 */

/* The clocks of executions that count their cycles (fpgacl/clock.h). */

#include <string.h>

#include "fpgacl/clocks.h"
#include "fpgacl/rt.h"

#pragma GCC visibility push(hidden)

enum { FCLC_LOOK_BACK = 4 };

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
	return cu->host->size >= offsetof(struct fcl_model_host, time_stream) +
					 sizeof(cu->host->time_stream) &&
	       cu->host->time_stream;
}

void *fclc_clock_allocate(struct fcl_cu *cu, unsigned long bytes)
{
	void *memory = cu->host->allocate(cu, bytes);

	if (!memory)
		cu->host->fail(cu, "out of memory for what its cycles are counted with");
	memset(memory, 0, bytes);
	return memory;
}

uint32_t fclc_clock_channel(struct fcl_cu *cu, const char *name, unsigned long depth,
			    unsigned long bits, unsigned latency)
{
	const struct fcl_model_channel channel = {.name = name,
						  .depth = depth,
						  .bits = (uint32_t)bits,
						  .read_latency = latency,
						  .write_latency = latency};

	return cu->host->time_channel(cu, &channel);
}

/* --- events ------------------------------------------------------------------------------------ */

void fclc_clock_flush(struct fclc_clock *clock, unsigned long frontier)
{
	fclc_clock_flush_stages(clock);
	if (frontier > clock->frontier)
		clock->frontier = frontier;
	clock->cu->host->time_events(clock->cu, clock->process, clock->events, clock->count,
				     clock->frontier);
	clock->count = 0;
	if (clock->owner)
		clock->cu->host->time_rest(clock->cu, clock->process);
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

void fclc_clock_push(struct fclc_clock *clock, struct fcl_model_event event, unsigned long since)
{
	if (event.object == UINT32_MAX)
		return;
	if (event.op <= FCL_MODEL_TIME_READ && event.value == 1 && fclc_follows(clock, &event))
		return;
	/* What is earlier than `since` may still come. */
	if (clock->count == FCLC_EVENTS)
		fclc_clock_flush(clock, since);
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
	while (count) {
		uint32_t beats = count > INT32_MAX ? INT32_MAX : (uint32_t)count;

		fclc_clock_push(clock,
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
	if (count)
		fclc_clock_push(clock,
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
	if (count)
		fclc_clock_push(clock,
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
	/* Its data have to be in the order of requests, which the states of a schedule may not be. */
	fclc_clock_request(clock, bus, write, pointer, 1, write && at ? at - 1 : asked, since);
	fclc_clock_beats(clock, bus, write, at, 1, 1, since);
	if (write)
		fclc_clock_response(clock, bus, 1, answered, since);
}

/* --- executions -------------------------------------------------------------------------------- */

static const char *fclc_why_not(struct fcl_cu *cu, const char *unknown,
				const struct fclc_bus *buses, unsigned long count)
{
	if (!fclc_has_line(cu))
		return "the board has no time line";
	if (!unknown && fclc_is_shared(cu, buses, count))
		unknown = "two of its arguments are in one buffer, which it may write";
	return cu->host->time_begin(cu, unknown);
}

static struct fclc_line *fclc_line(struct fcl_cu *cu, const struct fclc_bus *buses,
				   unsigned long count)
{
	struct fclc_line *line = fclc_clock_allocate(cu, sizeof(*line));

	line->cu = cu;
	line->buses = buses;
	line->nbuses = count;
	line->ready_end = &line->ready;
	return line;
}

void (*fclc_clock_begin(struct fclc_clock *clock, struct fcl_cu *cu,
			const struct fcl_model_timing *timing, const char *why_not,
			const struct fclc_bus *buses, unsigned long count))(void)
{
	*clock = (struct fclc_clock){.cu = cu, .timing = timing};
	if (!fclc_has_clock(cu))
		return NULL;
	if (!why_not)
		why_not = timing ? timing->unknown : "its schedule could not be made";
	clock->unknown = fclc_why_not(cu, why_not, buses, count);
	if (clock->unknown)
		return NULL;
	clock->line = fclc_line(cu, buses, count);
	fclc_clock_open(clock, cu->name);
	cu->clock = clock;
	return timing->run;
}

void fclc_clock_end(struct fclc_clock *clock)
{
	struct fcl_cu *cu = clock->cu;

	if (!fclc_has_clock(cu))
		return;
	if (!clock->unknown)
		fclc_clock_flush(clock, clock->now);
	cu->clock = NULL;
	cu->host->counted(cu, clock->now, clock->timing ? clock->timing->sure : "bound",
			  clock->unknown);
}
