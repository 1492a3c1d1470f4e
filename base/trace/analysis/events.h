/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_EVENTS_H
#define FCL_TRACE_EVENTS_H

#include "base/err.h"
#include "base/trace/analysis/event.h"
#include "base/trace/analysis/events.h"

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

/* The board with that name in traces, or NULL. */
const struct fcl_trace_board *fcl_trace_events_board(const struct fcl_trace_events *events,
						     const char *device);

#endif
