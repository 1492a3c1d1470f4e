/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_TIME_ENGINE_H
#define FCL_EMU_TIME_ENGINE_H

/*
 * A time line for hardware that runs as native code.
 *
 * A process is something with a controller of its own: a function or loop of a DATAFLOW region, a
 * compute unit, a Verilog model. Its native code says what it does and at which cycle of its
 * schedule: its *static* cycles, those of a run that never waits. The engine adds the waiting, and
 * so finds the cycle in which each event really happens.
 *
 * - Events with the same static cycle are one state: they happen together, in the first cycle in
 *   which all of them can. What that state waits delays everything of the process with the same or
 *   a later static cycle, as a pipeline that stalls does (HLS style `stp`; UG1399, "Flushing
 *   Pipelines and Pipeline Types").
 * - A channel is a FIFO of `depth` elements. Writing an element takes a free place and fills it;
 *   reading one needs a filled place and frees it. The halves exist as events of their own, for
 *   channels whose elements are blocks (ping-pong buffers) or starts and ends of other processes.
 * - A port reads and writes a bank of memory in bursts.
 *
 * Native code may be ahead of time: FIFOs between native processes have no limit, as the engine
 * applies their depth. What depends on time (whether a FIFO is empty) is asked, and answered when
 * no other process can change it any more: answers do not depend on how threads run.
 *
 * Calls may come from any thread, one at a time for each process. Numbers of objects are given in
 * the order in which they are added, from 0, for each kind.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define FCL_TIME_NONE UINT32_MAX
/* Static cycles, and counts of a run, are less. */
#define FCL_TIME_MAX ((uint64_t)1 << 54)

struct fcl_time;

struct fcl_time_options {
	/*
	 * Called when a process that had to wait may go on; may come without a reason. The engine's
	 * lock is held: it calls nothing of the engine. NULL: nobody waits.
	 */
	void (*wake)(void *owner);
	/* Native code that is more than this many records ahead of time waits. 0: it never does. */
	size_t ahead;
	/* Keeps the events for fcl_time_rerun(). */
	bool record;
};

/* -ENOMEM. */
int fcl_time_create(const struct fcl_time_options *options, struct fcl_time **ret_time,
		    struct fcl_err *err);
void fcl_time_destroy(struct fcl_time *time);

struct fcl_time_clock {
	const char *name;
	uint64_t period_ps; /* 1 … 10^9; edges of all clocks coincide at time 0 */
};

struct fcl_time_process {
	const char *name;
	uint32_t clock;
	void *owner; /* for wake() */
	/* It need not ever end, and is nobody's deadlock while it waits (ap_ctrl_none). */
	bool free_running;
};

struct fcl_time_channel {
	const char *name;
	uint64_t depth; /* elements; 0: refused */
	uint32_t bits;  /* of an element, for reports; 0: it holds no data */
	/*
	 * The cycles, at least, from filling a place to reading it, and from freeing it to taking it
	 * again: in cycles of the process that waits. A FIFO of the vendor has 1 and 1. Between different clocks,
	 * 1 is the first edge after that of the other side.
	 */
	uint32_t read_latency, write_latency;
	/* The processes at its ends; FCL_TIME_NONE: the process of the first event. */
	uint32_t writer, reader;
	bool fixed; /* fcl_time_sizes() leaves its depth alone */
};

struct fcl_time_bank {
	const char *name;
	uint64_t
		latency_ps; /* from a burst's arrival to its first beat, or to a write's response */
	uint64_t megabytes; /* 10^6 bytes a second, reads and writes together; 0: no limit */
	uint64_t burst_ps;  /* what each burst costs besides its bytes */
	uint64_t base, size; /* addresses; 0, 0: none, it is the default of ports that name it */
};

struct fcl_time_port {
	const char *name;
	uint32_t clock;
	uint32_t bank;  /* of addresses that are in no bank's range */
	uint32_t bytes; /* of a beat */
	/* The most beats of a burst, 1 … 256, and bursts in flight, from 1 (HLS: 16 each). */
	uint32_t read_burst, write_burst, reads, writes;
	uint32_t shares; /* the bus that it shares with another port; FCL_TIME_NONE: has its own */
};

/*
 * These add an object and return 0. -EINVAL: a value out of range, or an object that does not
 * exist. -ENOMEM. The text of `name` is copied.
 */
int fcl_time_add_clock(struct fcl_time *time, const struct fcl_time_clock *clock,
		       uint32_t *ret_number, struct fcl_err *err);
int fcl_time_add_process(struct fcl_time *time, const struct fcl_time_process *process,
			 uint32_t *ret_number, struct fcl_err *err);
int fcl_time_add_channel(struct fcl_time *time, const struct fcl_time_channel *channel,
			 uint32_t *ret_number, struct fcl_err *err);
int fcl_time_add_bank(struct fcl_time *time, const struct fcl_time_bank *bank, uint32_t *ret_number,
		      struct fcl_err *err);
int fcl_time_add_port(struct fcl_time *time, const struct fcl_time_port *port, uint32_t *ret_number,
		      struct fcl_err *err);

enum fcl_time_op {
	/* Of a channel. Those up to RELEASE may be runs. */
	FCL_TIME_WRITE = 1, /* CLAIM and PUBLISH */
	FCL_TIME_READ,      /* TAKE and RELEASE */
	FCL_TIME_CLAIM,     /* waits for a free place: a producer of a ping-pong buffer starts */
	FCL_TIME_PUBLISH,   /* it is filled: the producer ends */
	FCL_TIME_TAKE,      /* waits for a filled place: the consumer starts */
	FCL_TIME_RELEASE,   /* it is free again: the consumer ends */
	/* Of a port; the first two may be runs. */
	FCL_TIME_READ_BEAT,     /* waits for the next beat of what was requested */
	FCL_TIME_WRITE_BEAT,    /* waits for a place in the port's buffer */
	FCL_TIME_READ_REQUEST,  /* `step` beats from address `value` on */
	FCL_TIME_WRITE_REQUEST, /* the same */
	FCL_TIME_RESPONSE,      /* waits until the oldest write request without one has ended */
	/* Of the process. */
	FCL_TIME_NOT_BEFORE, /* waits until `value` ps, and never goes back behind a decision */
	FCL_TIME_BEGIN, /* for the time line: span number `value` begins, and ends; they nest */
	FCL_TIME_END,
	/* Only asked. The first four are of a channel, the last is of the process. */
	FCL_TIME_TRY_WRITE, /* 1: written, 0: full */
	FCL_TIME_TRY_READ,  /* 1: read, 0: empty */
	FCL_TIME_FILLED,    /* how many elements can be read */
	FCL_TIME_FREE,      /* how many can be written */
	FCL_TIME_NOW,       /* the real cycle of this static cycle */
};

/* Events of one kind: `value` of them, `step` cycles apart, where the operation may be a run. */
struct fcl_time_event {
	uint64_t at;    /* the static cycle of the first */
	uint64_t value; /* of a run: how many, 1 or more */
	uint32_t step;
	uint32_t object; /* the channel's or port's number */
	uint32_t op;     /* enum fcl_time_op */
	uint32_t reserved;
};

/*
 * Adds events in program order, and says that no event follows before static cycle `frontier`.
 * Iterations of a pipeline overlap: what comes out of order is sorted up to the frontier, and
 * happens when the frontier has passed it. An event below an earlier frontier is late: it happens
 * as soon as it can.
 *
 * 0: go on. 1: the process is too far ahead: it waits for wake(), and calls again, without events.
 * -EINVAL: no such object, or a value out of range. Other errors: see fcl_time_failure().
 */
int fcl_time_push(struct fcl_time *time, uint32_t process, const struct fcl_time_event *events,
		  size_t count, uint64_t frontier, struct fcl_err *err);

/*
 * Asks one of the last operations, or moves where one was tried. What the process adds later with
 * the same static cycle happens after it. 1: *ret_answer is the answer. 0: it is not decided; the
 * process waits for wake() and calls fcl_time_answer() until that says 1. Errors as above.
 */
int fcl_time_ask(struct fcl_time *time, uint32_t process, const struct fcl_time_event *question,
		 uint64_t *ret_answer, struct fcl_err *err);
int fcl_time_answer(struct fcl_time *time, uint32_t process, uint64_t *ret_answer,
		    struct fcl_err *err);

/*
 * The native code of the process cannot go on before another's event number `element` of the
 * channel, from 0, has been added: an element's PUBLISH or WRITE. 1: it has been. 0: wait for
 * wake(), then call again. It may be another process of the same code that reads it. Errors as above.
 */
int fcl_time_wait(struct fcl_time *time, uint32_t process, uint32_t channel, uint64_t element,
		  struct fcl_err *err);
/* The process has no work until it adds an event again: a compute unit that is not started. */
void fcl_time_idle(struct fcl_time *time, uint32_t process);
/* It adds no more events; `failed`: it was stopped, and what waits for it is told so. */
void fcl_time_end(struct fcl_time *time, uint32_t process, bool failed);

/*
 * 0, or why time does not go on. -EDEADLK: processes wait for each other, or for one that has
 * ended, and `err` names them, what they wait for and since which cycle. -EOVERFLOW: 2^63 ps.
 * -ENOMEM. With `record`, native code may go on after a deadlock, which then is only told here:
 * a recording is complete, and says which depths would do.
 */
int fcl_time_failure(struct fcl_time *time, struct fcl_err *err);
/* Whether everything that was added has happened, free-running processes apart. */
bool fcl_time_is_done(struct fcl_time *time);

struct fcl_time_process_use {
	const char *name;
	uint64_t period_ps;
	uint64_t cycle; /* of its last event, and the event's static cycle */
	uint64_t static_cycle;
	uint64_t events;
	uint64_t waited; /* cycles: cycle - static_cycle, by what for: */
	uint64_t waited_empty, waited_full, waited_memory, waited_start;
};

struct fcl_time_channel_use {
	const char *name;
	uint64_t depth;
	uint32_t bits;
	uint32_t writer, reader; /* FCL_TIME_NONE: nobody used that end */
	uint64_t written, read;  /* elements */
	uint64_t most;           /* the highest number of elements in it */
	uint64_t needed;         /* the smallest depth with which it had the same times */
	uint64_t writer_waited;  /* cycles of the writer's clock: it was full */
	uint64_t reader_waited;  /* cycles of the reader's clock: it was empty */
	double average;          /* elements in it, from its first event to its last */
};

struct fcl_time_port_use {
	const char *name;
	uint64_t read_requests, write_requests;
	uint64_t read_bursts, write_bursts;
	uint64_t read_beats, write_beats;
	uint64_t waited; /* cycles of the port's clock that processes waited for it */
};

/* A part of a process's time line. */
struct fcl_time_span {
	uint32_t process;
	uint64_t number;     /* the `value` of FCL_TIME_BEGIN */
	uint64_t begin, end; /* real cycles; an open span has end UINT64_MAX */
	uint32_t depth;      /* spans around it */
};

/* Counts of objects, and their figures so far. False: there is no such object. */
bool fcl_time_process_use(struct fcl_time *time, uint32_t process,
			  struct fcl_time_process_use *ret_use);
bool fcl_time_channel_use(struct fcl_time *time, uint32_t channel,
			  struct fcl_time_channel_use *ret_use);
bool fcl_time_port_use(struct fcl_time *time, uint32_t port, struct fcl_time_port_use *ret_use);
bool fcl_time_span(struct fcl_time *time, size_t index, struct fcl_time_span *ret_span);

#endif
