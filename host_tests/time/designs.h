/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TEST_TIME_DESIGNS_H
#define FCL_TEST_TIME_DESIGNS_H

/*
 * Small dataflow designs. Each becomes events for the engine (feed.c) and Verilog that does the
 * same (verilog.c), so that the two cannot drift apart.
 *
 * A process runs its segments one after the other, all of them `rounds` times. A segment is a loop:
 * iteration i begins at cycle i * ii of the segment, an operation happens `offset` cycles later, in
 * iterations i with i % every == phase. It takes (trips - 1) * ii + length cycles. A poll is a loop
 * of one iteration at a time that ends when its question was answered with yes `trips` times, or
 * after `limit` iterations; operations with `won` only happen in iterations with a yes.
 */

#include <stdbool.h>
#include <stdint.h>

#include "emulator/time/engine.h"

#define MAX_OPS 8
#define MAX_SEGMENTS 4
#define MAX_PROCESSES 8
#define MAX_CHANNELS 12
#define MAX_PORTS 4
#define MAX_BANKS 2
#define CLOCKS 3

/* Periods in ps of the clocks that all designs share. */
extern const uint64_t clock_periods[CLOCKS];

struct op {
	uint32_t kind; /* enum fcl_time_op; 0: none */
	uint32_t object;
	uint32_t offset, every, phase; /* every 0: 1 */
	bool won;
	uint32_t least;                  /* FILLED, FREE: the answer is yes from this on */
	uint32_t beats, address, stride; /* requests: iteration i begins at address + i * stride */
};

struct segment {
	uint32_t trips, ii, length;
	bool poll;
	uint32_t limit;
	struct op ops[MAX_OPS];
};

struct process {
	uint32_t clock, rounds; /* rounds 0: 1 */
	struct segment segments[MAX_SEGMENTS];
};

struct channel {
	uint32_t depth, read_latency, write_latency; /* latencies 0: 1 */
};

struct port {
	uint32_t bank, bytes, read_burst, write_burst, reads, writes;
	uint32_t shares; /* number of the port + 1 */
};

struct bank {
	uint32_t latency_ps, megabytes, burst_ps;
};

struct design {
	const char *name;
	struct channel channels[MAX_CHANNELS];   /* up to a depth of 0 */
	struct process processes[MAX_PROCESSES]; /* up to one without segments */
	struct port ports[MAX_PORTS];            /* up to one without bytes */
	struct bank banks[MAX_BANKS];
};

/* Of the random designs; other ones by hand, as the argument of the programs here. */
extern unsigned first_seed;

/* The designs by number, from 0: those written down, then random ones. False: no more. */
bool design_get(unsigned number, struct design *ret_design);

static inline uint32_t op_every(const struct op *op)
{
	return op->every ? op->every : 1;
}

static inline uint32_t process_rounds(const struct process *process)
{
	return process->rounds ? process->rounds : 1;
}

#endif
