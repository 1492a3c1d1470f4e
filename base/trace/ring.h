/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_RING_H
#define FCL_TRACE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * Records on their way from the thread that created them to the writer. Each thread has its own
 * ring, so recording takes no lock: the thread advances `head`; the holder of the writer's lock
 * advances `tail`.
 */

enum fcl_trace_kind {
	FCL_TRACE_PAD, /* up to the end of the ring */
	FCL_TRACE_CALL,
	FCL_TRACE_COMMAND,
	FCL_TRACE_TRANSFER,
	FCL_TRACE_EXECUTION,
	FCL_TRACE_STALL,
	FCL_TRACE_SPAN, /* its text is JSON, without the process and thread */
};

/*
 * In `size` bytes, a multiple of 8: this header, `nnumbers` numbers, and `ntexts` texts with their
 * zeros.
 */
struct fcl_trace_record {
	uint32_t size;
	uint8_t kind, nnumbers, ntexts;
	uint64_t start_ns, end_ns;
	uint64_t numbers[];
};

struct fcl_trace_ring {
	_Atomic uint64_t head; /* bytes written so far; the thread writes it */
	_Atomic uint64_t tail; /* bytes consumed so far; under the writer's lock */
	_Atomic bool left;     /* the thread has ended */
	int32_t thread;        /* its id */
	bool named;            /* the writer has named its track */
	bool woken;            /* the thread has woken the writer since the ring was half full */
	struct fcl_trace_ring *next;
	unsigned char *bytes;
};

enum { FCL_TRACE_RING = 4 << 20, FCL_TRACE_RECORD = 8192 }; /* bytes; of a record, at most */

/* This thread's ring, created at first use; NULL: there is no memory. */
struct fcl_trace_ring *fcl_trace_ring_own(void);

/* Calls `take` for each record in the ring. The writer's lock is held. */
void fcl_trace_ring_take(struct fcl_trace_ring *ring,
			 void (*take)(struct fcl_trace_ring *ring,
				      const struct fcl_trace_record *record));

/* The same for the rings of all threads; frees the rings of threads that have ended. */
void fcl_trace_rings_take(void (*take)(struct fcl_trace_ring *ring,
				       const struct fcl_trace_record *record));

/* In a forked child: forgets the rings of the parent's threads. */
void fcl_trace_rings_forget(void);

#endif
