/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PROCESSES_H
#define FPGACLC_PROCESSES_H

/*
 * Shared by the files of payload_flow: the processes of an execution, and the objects that they
 * use. Not for kernels.
 */

#include <stddef.h>

#include "fpgacl/flow.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

namespace fclc_flow
{

enum state {
	READY,
	HELD, /* an earlier process uses the same memory */
	READS,
	WRITES,
	PORT_IN,
	PORT_OUT,
	JOINS,
	SETTLES, /* the code between the calls waits for processes */
};

struct use {
	const char *object;
	unsigned long size;
	unsigned bits;
	const char *name, *base;
	unsigned long each; /* size of one stream */
};

/* A stream that was read by a process, now ended, of a region. */
struct ended {
	const fclc_region *region;
	const char *object;
	unsigned long size;
	struct ended *next;
};

struct flow;

} // namespace fclc_flow

struct fclc_process {
	void *stack_pointer;
	fclc_process *next;            /* in the list of ready or of unused processes */
	fclc_process *younger, *older; /* list of all processes that have not ended, by age */
	fclc_flow::flow *flow;
	fclc_region *region; /* the region that it belongs to; nullptr: the kernel's body */
	fclc_region *inner;  /* the innermost region that it has begun */
	enum fclc_flow::state state;
	fclc_fifo *fifo;    /* the FIFO that it waits for */
	const char *stream; /* the stream object, or the port's */
	const char *stream_name;
	unsigned port;                /* PORT_IN, PORT_OUT */
	bool more;                    /* SETTLES: further processes will be started */
	bool soft;                    /* SETTLES: only waits while some process can run */
	bool optional;                /* READS: continues without data if none can arrive */
	bool asked, polls_full;       /* READY: it asked whether `fifo`, which is full, has room */
	const void *missed;           /* the stream whose failed poll ended its last turn */
	unsigned misses;              /* polls of other streams since then */
	enum fclc_flow_result result; /* the result of waiting for a port or for data */
	char *bottom, *top;           /* its stack */
	const char *name;
	void (*body)(void *);
	unsigned long room; /* bytes allocated for arguments and uses */
	unsigned uses, most_uses;
	fclc_flow::use *use;
	alignas(64) char arguments[];
};

namespace fclc_flow
{

/* A queue that had to grow to let the execution continue. */
struct grown {
	const fclc_fifo *fifo;
	char name[64];
	unsigned long depth;
};

enum { MOST_GROWN = 64, MOST_DEPTH = 1 << 22, TEXT = 720, MESSAGE = 800 };

struct flow {
	struct fcl_cu *cu;
	unsigned long id; /* unique to this execution */
	fclc_process body;
	fclc_region detached; /* of processes that nothing waits for */
	fclc_process *now;
	fclc_process *ready, *ready_last;
	fclc_process *polling, *polling_last; /* ready processes whose last poll failed */
	unsigned long turns;             /* turns taken by processes while one of these waited */
	fclc_process *oldest, *youngest; /* not including the body */
	fclc_process *unused;
	struct ended *ended, *unused_ended;
	unsigned long live;
	unsigned long polls; /* polls since the last transfer */
	uint32_t *ports; /* the ports that the execution waits for; allocated for `most_ports` */
	unsigned long most_ports;
	bool polls_ports; /* it has polled a port, at which data may arrive from outside at any time */
	bool doomed;      /* a deadlock was found; it continues only to find a sufficient depth */
	bool more_grown; /* more queues have grown than `grown` has room for */
	unsigned ngrown;
	struct grown grown[MOST_GROWN];
	size_t length;
	char text[TEXT];
};

/* --- payload_flow.cpp --- */
void make_ready(fclc_process *process);

/* --- payload_flow_order.cpp --- */

/* How certain it is that two uses, at least one of them a write, refer to the same memory. */
enum certainty {
	NO,
	MAYBE,
	LIKELY,
	ORDERED, /* it does, but is not a channel: the processes run in source order */
	CHANNEL, /* a variable that a board turns into a channel (ping-pong buffer) */
};

/* Whether two processes write, or read, the same stream, as far as is known of `b`. */
bool has_same_end(const use &a, const use &b);
/* `a` is the later one. */
enum certainty compare(const use &a, const use &b);
/* The same for a region whose processes only run concurrently if they share nothing. */
enum certainty compare_apart(const use &a, const use &b);
/* The process that this one waits for to end; nullptr: none. */
fclc_process *holder(const fclc_process *process, enum certainty least);
/*
 * The process that has to end before this one starts, unless that is impossible. Loops, and the
 * code between the calls, keep the source order.
 */
fclc_process *predecessor(const fclc_process *process);
void add_use(fclc_process *process, const use &use);
bool covers(const use &use, const char *stream, unsigned bits);
/*
 * The process at the other end of the stream. Among a process and those of its own regions, one
 * that is waiting.
 */
fclc_process *peer_of(const fclc_process *process);
void note_ended(fclc_process *process);
void forget_ended(struct flow *flow, const fclc_region *region);
/*
 * Whether no other process of the regions reads the stream that this one waits to write. A stream
 * that a process reads itself, for example between the calls of an inlined function, is internal to
 * it, not a FIFO at its border.
 */
bool leaves_regions(const fclc_process *process);

/* --- payload_flow_stuck.cpp --- */

/* The maximum number of packets in a queue. */
unsigned long bound_of(const struct flow *flow, const fclc_fifo *fifo);
/* Called if no process can run: makes one ready, or ends the execution. */
void stuck(struct flow *flow);
/*
 * Called if processes poll without progress: starts one that waits for possibly shared memory, or
 * makes room.
 */
bool help_pollers(struct flow *flow);
/* Like help_pollers(), but ends the execution if nothing helps. */
void stuck_polling(struct flow *flow);
bool retry_ports(struct flow *flow, bool may_block);
/* Ends the execution after a deadlock. */
__attribute__((noreturn)) void finish(struct flow *flow, bool resolved);
/*
 * Warns that two processes communicate and so cannot be ordered; a board also runs them
 * concurrently.
 */
void warn_of_race(struct flow *flow, const char *later, const char *earlier);

} // namespace fclc_flow

#pragma GCC visibility pop

#endif
