/* SPDX-License-Identifier: Apache-2.0 */
#include "host_tests/time/designs.h"

#include <stddef.h>
#include <string.h>

const uint64_t clock_periods[CLOCKS] = {3333, 5000, 1428};

/* A build takes seconds for each. */
#define RANDOM_DESIGNS 24

#define WRITE(channel, ...)                                                                        \
	{                                                                                          \
		.kind = FCL_TIME_WRITE, .object = (channel), __VA_ARGS__                           \
	}
#define READ(channel, ...)                                                                         \
	{                                                                                          \
		.kind = FCL_TIME_READ, .object = (channel), __VA_ARGS__                            \
	}
#define OP(name, number, ...)                                                                      \
	{                                                                                          \
		.kind = FCL_TIME_##name, .object = (number), __VA_ARGS__                           \
	}
#define LOOP(n, interval, cycles, ...)                                                             \
	{                                                                                          \
		.trips = (n), .ii = (interval), .length = (cycles), .ops = { __VA_ARGS__ }         \
	}
/* A poll of `cycles` an iteration, until `n` answers were yes. */
#define POLL(n, cycles, ...)                                                                       \
	{                                                                                          \
		.trips = (n), .ii = (cycles), .length = (cycles), .poll = true, .limit = 5000,     \
		.ops = { __VA_ARGS__ }                                                             \
	}
#define PROCESS(...)                                                                               \
	{                                                                                          \
		.segments = { __VA_ARGS__ }                                                        \
	}
#define ROUNDS(n, ...)                                                                             \
	{                                                                                          \
		.rounds = (n), .segments = { __VA_ARGS__ }                                         \
	}
#define ON_CLOCK(number, ...)                                                                      \
	{                                                                                          \
		.clock = (number), .segments = { __VA_ARGS__ }                                     \
	}

static const struct design designs[] = {
	{.name = "a chain of three",
	 .channels = {{2}, {2}},
	 .processes = {PROCESS(LOOP(200, 1, 4, WRITE(0, .offset = 3))),
		       PROCESS(LOOP(200, 1, 9, READ(0), WRITE(1, .offset = 8))),
		       PROCESS(LOOP(200, 1, 3, READ(1)))}},
	{.name = "a slow stage in the middle, FIFOs of one element",
	 .channels = {{1}, {1}},
	 .processes = {PROCESS(LOOP(100, 1, 2, WRITE(0, .offset = 1))),
		       PROCESS(LOOP(100, 4, 11, READ(0), WRITE(1, .offset = 10))),
		       PROCESS(LOOP(100, 1, 2, READ(1)))}},
	{.name = "a deep FIFO hides a burst",
	 .channels = {{64}},
	 .processes = {PROCESS(LOOP(64, 1, 2, WRITE(0, .offset = 1)), LOOP(1, 1, 90),
			       LOOP(64, 3, 5, WRITE(0, .offset = 4))),
		       PROCESS(LOOP(128, 2, 4, READ(0)))}},
	{.name = "one read feeds eight writes",
	 .channels = {{4}, {3}},
	 .processes = {PROCESS(LOOP(20, 1, 2, WRITE(0, .offset = 1))),
		       PROCESS(LOOP(160, 1, 6, READ(0, .every = 8), WRITE(1, .offset = 5))),
		       PROCESS(LOOP(160, 1, 2, READ(1)))}},
	{.name = "five reads for one write, in the fourth",
	 .channels = {{2}, {2}},
	 .processes = {PROCESS(LOOP(100, 1, 2, WRITE(0, .offset = 1))),
		       PROCESS(LOOP(100, 1, 6, READ(0),
				    WRITE(1, .offset = 5, .every = 5, .phase = 3))),
		       PROCESS(LOOP(20, 7, 9, READ(1, .offset = 2)))}},
	{.name = "split and join, one way is longer than its FIFO",
	 .channels = {{2}, {16}, {2}},
	 .processes = {PROCESS(LOOP(150, 1, 3, WRITE(0, .offset = 1), WRITE(1, .offset = 2))),
		       PROCESS(LOOP(150, 1, 30, READ(0), WRITE(2, .offset = 29))),
		       PROCESS(LOOP(150, 1, 2, READ(1), READ(2)))}},
	{.name = "a loop of two processes, with enough elements in it to fill both pipelines",
	 .channels = {{20}, {3}},
	 .processes = {PROCESS(LOOP(16, 1, 2, WRITE(0, .offset = 1)),
			       LOOP(120, 1, 5, READ(1), WRITE(0, .offset = 4))),
		       PROCESS(LOOP(120, 1, 8, READ(0), WRITE(1, .offset = 7)),
			       LOOP(16, 1, 2, READ(0)))}},
	{.name = "states with two operations go together",
	 .channels = {{1}, {1}, {5}},
	 .processes = {PROCESS(LOOP(80, 2, 3, WRITE(0), WRITE(1))),
		       PROCESS(LOOP(80, 3, 4, READ(0, .offset = 1), WRITE(2, .offset = 1))),
		       PROCESS(LOOP(80, 1, 2, READ(1), READ(2)))}},
	{.name = "two elements an iteration",
	 .channels = {{3}},
	 .processes = {PROCESS(LOOP(60, 2, 6, WRITE(0, .offset = 2), WRITE(0, .offset = 5))),
		       PROCESS(LOOP(40, 3, 7, READ(0), READ(0, .offset = 4),
				    READ(0, .offset = 2)))}},
	{.name = "ping-pong buffers of blocks",
	 .channels = {{2}, {2}},
	 .processes = {ROUNDS(12, LOOP(1, 1, 1, OP(CLAIM, 0)), LOOP(40, 1, 3),
			      LOOP(1, 1, 1, OP(PUBLISH, 0))),
		       ROUNDS(12, LOOP(1, 1, 1, OP(TAKE, 0), OP(CLAIM, 1)), LOOP(25, 2, 6),
			      LOOP(1, 1, 1, OP(RELEASE, 0), OP(PUBLISH, 1))),
		       ROUNDS(12, LOOP(1, 1, 1, OP(TAKE, 1)), LOOP(64, 1, 2),
			      LOOP(1, 1, 1, OP(RELEASE, 1)))}},
	{.name = "starts and ends: a region that overlaps with its next run",
	 .channels = {{2, .read_latency = 2}, {2}, {8}, {1}},
	 .processes = {ROUNDS(10, LOOP(1, 1, 2, WRITE(0)), LOOP(1, 1, 2, READ(3, .offset = 1))),
		       ROUNDS(10, LOOP(1, 1, 1, READ(0), WRITE(1)),
			      LOOP(30, 1, 4, WRITE(2, .offset = 3))),
		       ROUNDS(10, LOOP(1, 1, 1, READ(1)), LOOP(30, 1, 7, READ(2)),
			      LOOP(1, 1, 1, WRITE(3)))}},
	{.name = "a reader that polls",
	 .channels = {{4}, {2}},
	 .processes = {PROCESS(LOOP(50, 5, 7, WRITE(0, .offset = 6))),
		       PROCESS(POLL(50, 2, OP(TRY_READ, 0), WRITE(1, .offset = 1, .won = true))),
		       PROCESS(LOOP(50, 3, 4, READ(1)))}},
	{.name = "a writer that drops what does not fit",
	 .channels = {{2}, {1}},
	 .processes = {PROCESS(POLL(40, 1, OP(TRY_WRITE, 0))),
		       PROCESS(LOOP(40, 3, 5, READ(0), WRITE(1, .offset = 4))),
		       PROCESS(LOOP(40, 2, 2, READ(1)))}},
	{.name = "an arbiter between two sources that come irregularly",
	 .channels = {{3}, {2}, {1}},
	 .processes = {PROCESS(LOOP(20, 3, 4, WRITE(0, .offset = 2)), LOOP(1, 1, 25),
			       LOOP(20, 1, 4, WRITE(0, .offset = 3))),
		       PROCESS(LOOP(30, 4, 6, WRITE(1, .offset = 1))),
		       PROCESS(POLL(15, 3, OP(TRY_READ, 0), WRITE(2, .offset = 2, .won = true)),
			       POLL(30, 2, OP(TRY_READ, 1), WRITE(2, .offset = 1, .won = true)),
			       POLL(25, 1, OP(TRY_READ, 0))),
		       PROCESS(LOOP(45, 2, 3, READ(2)))}},
	{.name = "a reader that waits for half a FIFO, a writer that leaves room",
	 .channels = {{8}, {6}},
	 .processes = {PROCESS(LOOP(48, 2, 3, WRITE(0, .offset = 2))),
		       ROUNDS(12, POLL(1, 1, OP(FILLED, 0, .least = 4)),
			      LOOP(4, 1, 3, READ(0), WRITE(1, .offset = 2)),
			      POLL(1, 2, OP(FREE, 1, .least = 3))),
		       PROCESS(LOOP(48, 3, 4, READ(1, .offset = 1)))}},
	{.name = "three clocks",
	 .channels = {{4}, {2}, {8, .read_latency = 3, .write_latency = 2}},
	 .processes = {ON_CLOCK(0, LOOP(90, 1, 3, WRITE(0, .offset = 2))),
		       ON_CLOCK(1, LOOP(90, 1, 5, READ(0), WRITE(1, .offset = 4))),
		       ON_CLOCK(2, LOOP(90, 2, 6, READ(1), WRITE(2, .offset = 5))),
		       ON_CLOCK(0, LOOP(90, 1, 2, READ(2)))}},
	{.name = "one burst after the other from memory, and to it",
	 .channels = {{16}},
	 .processes = {PROCESS(LOOP(1, 1, 2, OP(READ_REQUEST, 0, .beats = 300, .address = 4000)),
			       LOOP(300, 1, 3, OP(READ_BEAT, 0), WRITE(0, .offset = 2))),
		       PROCESS(LOOP(1, 1, 2, OP(WRITE_REQUEST, 1, .beats = 300, .address = 90000)),
			       LOOP(300, 1, 3, READ(0), OP(WRITE_BEAT, 1, .offset = 2)),
			       LOOP(1, 1, 1, OP(RESPONSE, 1)))},
	 .ports = {{0, 4, 16, 16, 16, 16}, {1, 4, 64, 64, 2, 2}},
	 .banks = {{200000, 19200, 0}, {150000, 1000, 5000}}},
	{.name = "single beats, more than may be in flight",
	 .channels = {{4}},
	 .processes = {PROCESS(LOOP(60, 1, 12, OP(READ_REQUEST, 0, .beats = 1, .stride = 64),
				    OP(READ_BEAT, 0, .offset = 10), WRITE(0, .offset = 11))),
		       PROCESS(LOOP(60, 1, 2, READ(0)))},
	 .ports = {{0, 4, 16, 16, 4, 4}},
	 .banks = {{100000, 4000, 2000}}},
	{.name = "two arguments on one bus, three ports on one bank",
	 .channels = {{8}, {8}},
	 .processes = {PROCESS(LOOP(8, 20, 30, OP(READ_REQUEST, 0, .beats = 20, .stride = 80)),
			       LOOP(160, 1, 3, OP(READ_BEAT, 0), WRITE(0, .offset = 2))),
		       PROCESS(LOOP(1, 1, 1, OP(READ_REQUEST, 1, .beats = 160, .address = 65536)),
			       LOOP(160, 1, 3, OP(READ_BEAT, 1), WRITE(1, .offset = 2))),
		       PROCESS(LOOP(160, 1, 9, READ(0), READ(1),
				    OP(WRITE_REQUEST, 2, .offset = 1, .every = 16, .beats = 16,
				       .stride = 4),
				    OP(WRITE_BEAT, 2, .offset = 2),
				    OP(RESPONSE, 2, .offset = 8, .every = 16, .phase = 15)))},
	 .ports = {{0, 4, 16, 16, 4, 4}, {0, 4, 32, 16, 2, 2, .shares = 1}, {0, 8, 16, 8, 2, 3}},
	 .banks = {{90000, 3000, 1000}}},
	{.name = "memory under a stage that polls",
	 .channels = {{2}, {3}},
	 .processes = {PROCESS(LOOP(1, 1, 1, OP(READ_REQUEST, 0, .beats = 64)),
			       LOOP(64, 2, 4, OP(READ_BEAT, 0), WRITE(0, .offset = 3))),
		       PROCESS(POLL(64, 2, OP(TRY_READ, 0), WRITE(1, .offset = 1, .won = true))),
		       PROCESS(LOOP(1, 1, 1, OP(WRITE_REQUEST, 1, .beats = 64, .address = 8192)),
			       LOOP(64, 1, 2, READ(1), OP(WRITE_BEAT, 1, .offset = 1)),
			       LOOP(1, 1, 1, OP(RESPONSE, 1)))},
	 .ports = {{0, 8, 8, 8, 2, 2}, {0, 8, 8, 8, 2, 2}},
	 .banks = {{60000, 2000, 3000}}},
	{.name = "a deadlock: the second FIFO is one element too short",
	 .channels = {{4}, {9}, {4}},
	 .processes = {PROCESS(LOOP(10, 1, 2, WRITE(1, .offset = 1)),
			       LOOP(10, 1, 2, WRITE(0, .offset = 1))),
		       PROCESS(LOOP(10, 1, 3, READ(0), WRITE(2, .offset = 2))),
		       PROCESS(LOOP(10, 1, 2, READ(2)), LOOP(10, 1, 2, READ(1)))}},
};

static uint32_t random_below(uint32_t *state, uint32_t limit)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 8) % limit;
}

static struct op *segment_add(struct segment *segment, struct op op)
{
	for (unsigned i = 0; i < MAX_OPS; i++) {
		struct op *old = &segment->ops[i];
		if (!old->kind) {
			*old = op;
			return old;
		}
		/* One operation of a kind on an object in a cycle: shift this one. */
		if (old->object == op.object && old->kind == op.kind &&
		    old->offset % segment->ii == op.offset % segment->ii)
			op.offset++;
	}
	return NULL;
}

/* Loops over `count` elements, or a multiple, of which every one in so many counts. */
static void random_process(uint32_t *state, struct process *process, uint32_t count)
{
	uint32_t segments = 1 + random_below(state, 2);
	for (uint32_t s = 0; s < segments; s++) {
		struct segment *segment = &process->segments[s];
		uint32_t every = 1 + random_below(state, 3);
		segment->trips = count * every;
		segment->ii = 1 + random_below(state, 3) * random_below(state, 2);
		segment->length = 1 + random_below(state, 20);
	}
}

static uint32_t process_segments(const struct process *process)
{
	uint32_t count = 0;
	while (count < MAX_SEGMENTS && process->segments[count].length)
		count++;
	return count;
}

/* One end of a channel in some segment, in as many iterations as there are elements. */
static void random_end(uint32_t *state, struct process *process, uint32_t kind, uint32_t channel,
		       uint32_t count)
{
	struct segment *segment =
		&process->segments[random_below(state, process_segments(process))];
	uint32_t every = segment->trips / count;
	segment_add(segment, (struct op){.kind = kind,
					 .object = channel,
					 .offset = random_below(state, segment->length),
					 .every = every,
					 .phase = random_below(state, every)});
	for (unsigned i = 0; i < MAX_OPS; i++)
		if (segment->ops[i].kind && segment->ops[i].offset >= segment->length)
			segment->length = segment->ops[i].offset + 1;
}

/* Reads or writes memory, a request for each `every` beats or one for all. */
static void random_memory(uint32_t *state, struct process *process, uint32_t port, bool writes)
{
	struct segment *segment = &process->segments[0];
	uint32_t beats = random_below(state, 2) ? segment->trips : 1 + random_below(state, 4);
	if (segment->trips % beats)
		beats = 1;
	uint32_t offset = random_below(state, 4);
	segment_add(segment,
		    (struct op){.kind = writes ? FCL_TIME_WRITE_REQUEST : FCL_TIME_READ_REQUEST,
				.object = port,
				.offset = offset,
				.every = beats,
				.beats = beats,
				.address = 4 * random_below(state, 2000),
				.stride = 4 + 4 * random_below(state, 40)});
	segment_add(segment, (struct op){.kind = writes ? FCL_TIME_WRITE_BEAT : FCL_TIME_READ_BEAT,
					 .object = port,
					 .offset = offset + 1 + random_below(state, 30)});
	if (writes)
		segment_add(segment, (struct op){.kind = FCL_TIME_RESPONSE,
						 .object = port,
						 .offset = offset + 31 + random_below(state, 10),
						 .every = beats,
						 .phase = beats - 1});
	for (unsigned i = 0; i < MAX_OPS; i++)
		if (segment->ops[i].kind && segment->ops[i].offset >= segment->length)
			segment->length = segment->ops[i].offset + 1;
}

static void random_ports(uint32_t *state, struct design *design, uint32_t processes)
{
	uint32_t ports = random_below(state, 3);
	for (uint32_t m = 0; m < ports && m < processes; m++) {
		design->ports[m] = (struct port){random_below(state, 2),
						 4u << random_below(state, 3),
						 1 + random_below(state, 32),
						 1 + random_below(state, 32),
						 1 + random_below(state, 6),
						 1 + random_below(state, 6),
						 .shares = m && random_below(state, 2) ? 1 : 0};
		random_memory(state, &design->processes[m], m, random_below(state, 2));
	}
	for (uint32_t b = 0; b < MAX_BANKS; b++)
		design->banks[b] = (struct bank){random_below(state, 200000),
						 500 + random_below(state, 9000),
						 random_below(state, 3) * 1700};
}

static void random_design(uint32_t seed, struct design *design)
{
	uint32_t state = seed * 2654435761u + 1;
	uint32_t count = 10 + random_below(&state, 40), processes = 2 + random_below(&state, 4);
	uint32_t clocks = random_below(&state, 4) ? 1 : CLOCKS;
	design->name = "random";
	for (uint32_t p = 0; p < processes; p++) {
		random_process(&state, &design->processes[p], count);
		design->processes[p].clock = random_below(&state, clocks);
	}
	uint32_t channels = 1 + random_below(&state, 6);
	for (uint32_t c = 0; c < channels; c++) {
		uint32_t writer = random_below(&state, processes - 1);
		uint32_t reader = writer + 1 + random_below(&state, processes - 1 - writer);
		design->channels[c].depth = 1 + random_below(&state,
							     1u << (1 + random_below(&state, 6)));
		design->channels[c].read_latency = 1 + random_below(&state, 4) / 3;
		design->channels[c].write_latency = 1 + random_below(&state, 4) / 3;
		random_end(&state, &design->processes[writer], FCL_TIME_WRITE, c, count);
		random_end(&state, &design->processes[reader], FCL_TIME_READ, c, count);
	}
	if (clocks == 1)
		random_ports(&state, design, processes);
}

unsigned first_seed;

bool design_get(unsigned number, struct design *ret_design)
{
	const unsigned written = sizeof(designs) / sizeof(*designs);
	*ret_design = (struct design){0};
	if (number >= written + RANDOM_DESIGNS)
		return false;
	if (number < written)
		*ret_design = designs[number];
	else
		random_design(first_seed + number - written, ret_design);
	return true;
}
