/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_PROCESSES_H
#define FPGACLC_PROCESSES_H

/*
 * What the files of payload_flow share: the processes of an execution, and what each of them uses. Not
 * for kernels.
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
	unsigned long each; /* the size of one stream */
};

/* Streams that a process of a region has read that has ended. */
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
	fclc_process *next;            /* ready, or unused */
	fclc_process *younger, *older; /* all that have not ended, by age */
	fclc_flow::flow *flow;
	fclc_region *region; /* that it is a process of; nullptr: the kernel's body */
	fclc_region *inner;  /* the innermost one that it has begun */
	enum fclc_flow::state state;
	fclc_fifo *fifo;    /* that it waits for */
	const char *stream; /* its object, or the port's */
	const char *stream_name;
	unsigned port;          /* PORT_IN, PORT_OUT */
	bool more;              /* SETTLES: it will start further processes */
	bool soft;              /* SETTLES: waits only as long as some process can run */
	bool optional;          /* READS: goes on without data if there will never be any */
	bool asked, polls_full; /* READY: it asked whether `fifo` has room, which it has not */
	const void *missed;     /* the stream whose poll ended its last turn */
	unsigned misses;        /* polls of other streams since then */
	enum fclc_flow_result result; /* of a wait for a port or for data */
	char *bottom, *top;           /* of its stack */
	const char *name;
	void (*body)(void *);
	unsigned long room; /* bytes for arguments and uses */
	unsigned uses, most_uses;
	fclc_flow::use *use;
	alignas(64) char arguments[];
};

namespace fclc_flow
{

/* A queue that had to grow so that the execution could go on. */
struct grown {
	const fclc_fifo *fifo;
	char name[64];
	unsigned long depth;
};

enum { MOST_GROWN = 64, MOST_DEPTH = 1 << 22, TEXT = 720, MESSAGE = 800 };

struct flow {
	struct fcl_cu *cu;
	unsigned long id; /* differs from that of every other execution */
	fclc_process body;
	fclc_process *now;
	fclc_process *ready, *ready_last;
	fclc_process *polling, *polling_last; /* ready too, but their last poll found nothing */
	unsigned long turns;             /* that processes have had while one of these waited */
	fclc_process *oldest, *youngest; /* without the body */
	fclc_process *unused;
	struct ended *ended, *unused_ended;
	unsigned long live;
	unsigned long polls; /* since something moved */
	uint32_t *ports;     /* room for `most_ports` that the execution waits for */
	unsigned long most_ports;
	bool polls_ports; /* it has polled a port, for which data may come from outside at any time */
	bool doomed;      /* a deadlock was found; it goes on to learn which depth would do */
	bool more_grown; /* than `grown` has room for */
	unsigned ngrown;
	struct grown grown[MOST_GROWN];
	size_t length;
	char text[TEXT];
};

/* --- payload_flow.cpp --- */
void make_ready(fclc_process *process);

/* --- payload_flow_order.cpp --- */

/* How sure it is that two uses, one of which writes, are of the same memory. */
enum certainty {
	NO,
	MAYBE,
	LIKELY,
	ORDERED, /* it is, but no channel: the processes run as in a sequential run */
	CHANNEL, /* a variable that a board makes a channel (ping-pong buffer) of */
};

/* Whether two processes write one stream, or read it, as far as is known of `b`. */
bool has_same_end(const use &a, const use &b);
/* `a` is the later one. */
enum certainty compare(const use &a, const use &b);
/* The same for a region whose processes run concurrently only where they share nothing. */
enum certainty compare_apart(const use &a, const use &b);
/* The process that holds this one up; nullptr: none. */
fclc_process *holder(const fclc_process *process, enum certainty least);
/*
 * The one whose end this one has to wait for if that is possible at all. Loops keep the
 * order of the source, as code between the calls does.
 */
fclc_process *predecessor(const fclc_process *process);
void add_use(fclc_process *process, const use &use);
bool covers(const use &use, const char *stream, unsigned bits);
/* The process at the other end; of a process and those of its own regions, one that waits. */
fclc_process *peer_of(const fclc_process *process);
void note_ended(fclc_process *process);
void forget_ended(struct flow *flow, const fclc_region *region);
/*
 * Whether no other process of the regions reads the stream that this one waits to write. What a process
 * reads itself is inside it, such as between the calls of an inlined function: no FIFO at its border.
 */
bool leaves_regions(const fclc_process *process);

/* --- payload_flow_stuck.cpp --- */

/* The most packets that a queue may hold. */
unsigned long bound_of(const struct flow *flow, const fclc_fifo *fifo);
/* No process can run: makes one ready, or ends the execution. */
void stuck(struct flow *flow);
/* Processes poll without progress: starts what has waited for memory that they may share, or makes room. */
bool help_pollers(struct flow *flow);
/* The same, or ends the execution. */
void stuck_polling(struct flow *flow);
bool retry_ports(struct flow *flow, bool may_block);
/* Ends the execution after a deadlock. */
__attribute__((noreturn)) void finish(struct flow *flow, bool resolved);
/* They communicate, so no order of the two is possible; a board runs them at once as well. */
void warn_of_race(struct flow *flow, const char *later, const char *earlier);

} // namespace fclc_flow

#pragma GCC visibility pop

#endif
