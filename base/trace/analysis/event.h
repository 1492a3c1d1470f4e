/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_EVENT_H
#define FCL_TRACE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A trace as read from its file. Texts are never NULL, and are interned: compare pointers. */

enum fcl_event_kind {
	FCL_EVENT_CALL,
	FCL_EVENT_COMMAND,
	FCL_EVENT_TRANSFER,
	FCL_EVENT_EXECUTION,
	FCL_EVENT_STALL,
	FCL_EVENT_SWAP,
	FCL_EVENT_WAIT, /* for an image, or a turn on a shared board; `waited` is its length */
	FCL_EVENT_FAULT,
	FCL_EVENT_KINDS
};

struct fcl_trace_event {
	enum fcl_event_kind kind;
	uint32_t pid, tid;         /* of the track; see base/trace/tracks.h */
	const char *name;          /* of the call, kernel, direction, FIFO state */
	const char *device;        /* or "" */
	const char *where;         /* the bank, CU or reason */
	const char *fifo;          /* of a stall */
	const char *type;          /* of a command */
	double start, end;         /* microseconds */
	double queued, submitted;  /* 0: unknown */
	uint64_t id, queue, bytes; /* bytes of an execution: an estimate */
	double waited;             /* of a wait */
	uint64_t cycles;           /* of an execution; 0: not counted */
	double least;              /* of an execution: the estimated bound; 0: none */
	const char *bound;         /* the resource that sets the bound */
	int64_t status;
	uint64_t *after;
	uint32_t nafter;
};

struct fcl_trace_board {
	const char *device, *name;
	double clock_mhz, link; /* MHz; bytes a second, 0: unknown */
	uint32_t pid;
};

struct fcl_trace_track {
	uint32_t pid, tid;
	const char *name;
};

struct fcl_trace_text;

struct fcl_trace_events {
	struct fcl_arena arena;
	struct fcl_trace_event *events; /* sorted by start */
	uint64_t count, room;
	struct fcl_trace_board *boards;
	uint32_t nboards;
	struct fcl_trace_track *tracks, *groups; /* named threads, named processes (tid 0) */
	uint32_t ntracks, ngroups;
	struct fcl_trace_text **texts; /* a hash table */
	bool cut;                      /* the file ends in the middle of the array */
	uint64_t left_out;             /* events of earlier runs, or that cannot be read */
	bool failed;                   /* out of memory */
};

#endif
