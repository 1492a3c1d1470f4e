/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_EVENTS_H
#define FCL_TRACE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

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
	uint32_t pid, tid;         /* of the track; see base/trace/format.h */
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

/*
 * Reads a trace: a JSON array of events, or an object with "traceEvents"; the end of the array may
 * be missing. If the file contains several consecutive runs, only the last one is read; `pid` (0:
 * any) selects one process. -EINVAL: the file is not a trace.
 */
int fcl_trace_events_read(struct fcl_trace_events *events, const char *path, uint32_t pid,
			  struct fcl_err *err);

/*
 * Reads the events of one process from a file that has one a line, in the file's order, and keeps
 * none: `names` gets their texts and boards. `take` gets each event without its predecessors, and
 * returns false to stop. names->left_out counts events that cannot be read.
 */
int fcl_trace_events_each(struct fcl_trace_events *names, const char *path, uint32_t pid,
			  bool (*take)(void *data, const struct fcl_trace_event *event), void *data,
			  struct fcl_err *err);

void fcl_trace_events_free(struct fcl_trace_events *events);

/* Compares the starts of two events, for qsort(). */
int fcl_trace_by_start(const void *a, const void *b);

/* The process that a track's group belongs to. */
uint32_t fcl_trace_process_of(uint32_t group);

#endif
