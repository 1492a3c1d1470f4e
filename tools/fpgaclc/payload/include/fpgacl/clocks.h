/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FPGACLC_CLOCKS_H
#define FPGACLC_CLOCKS_H

/* Shared by the files of payload_clock: executions that count their cycles. Not for kernels. */

#include <stddef.h>
#include <stdint.h>

#include "fpgacl/clock.h"
#include "fpgacl_model.h"

#pragma GCC visibility push(hidden)

enum { FCLC_EVENTS = 256 };

/* What all processes of an execution share. */
struct fclc_line {
	struct fcl_cu *cu; /* its `clock` is the process that runs */
	const struct fclc_bus *buses;
	unsigned long nbuses;
	/* Lists: the second's questions are not answered yet, the third's ports cannot move. */
	struct fclc_clock *ready, *asking, *blocked;
	struct fclc_clock **ready_end;
	struct fclc_queue *ports;
};

/* An hls::stream as its methods in hls_stream.h find it; the slots are a FIFO of these files'. */
struct fclc_stream {
	struct fclc_queue *slots, *port_slots; /* of a variable, and of a port */
	unsigned long head, count;
	struct fcl_cu *cu; /* of a port */
	void *in, *out;
	unsigned port;
	_Bool output;
	const char *name;
};

/* What is in a stream, and its FIFO on the time line. Behind a port, it is in a FIFO of the board. */
struct fclc_queue {
	struct fclc_queue *next;
	const char *name;
	unsigned long index, depth;
	uint32_t channel;
	unsigned long bytes, mask, head, tail; /* elements */
	unsigned char *ring;
	struct fclc_clock *reader; /* waits for an element */
	unsigned long taken;       /* elements of all calls of the function */
	unsigned long won;         /* what was tried last moved an element */
	unsigned port;             /* UINT32_MAX: none */
};

/* --- payload_clock.c --- */
void *fclc_clock_allocate(struct fcl_cu *cu, unsigned long bytes);
void fclc_clock_push(struct fclc_clock *clock, struct fcl_model_event event, unsigned long since);
/* Tells the board all that is known, before the process waits or ends. */
void fclc_clock_flush(struct fclc_clock *clock, unsigned long frontier);
uint32_t fclc_clock_channel(struct fcl_cu *cu, const char *name, unsigned long depth,
			    unsigned long bits, unsigned latency);

/* --- payload_clock_flows.c --- */
/* Tells the board what the states of flushing pipelines do. */
void fclc_clock_flush_stages(struct fclc_clock *clock);

/* --- payload_clock_turns.c --- */
const char *fclc_clock_name(const struct fclc_clock *clock);
void fclc_clock_open(struct fclc_clock *clock, const char *name);
void fclc_clock_ready(struct fclc_clock *clock);
/* The process goes on when a port may be able to move an element. */
void fclc_clock_block(struct fclc_clock *clock, const struct fclc_queue *queue);
/* Lets others run until the process is ready again; if it never is, the execution fails. */
void fclc_clock_turn(struct fclc_clock *clock);

#pragma GCC visibility pop

#endif
