/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_SORTED_H
#define FCL_TRACE_SORTED_H

#include "base/trace/analysis/events.h"

/*
 * The events of one process in the order of their starts, however many there are: pieces are sorted
 * in memory, kept in a file without a name, and merged while they are read.
 */
struct fcl_trace_sorted {
	struct fcl_trace_events names;   /* boards and texts */
	struct fcl_trace_event *piece;   /* the last one, which stays in memory */
	uint64_t npiece, count, written; /* events: in the piece, in all, in the file */
	uint64_t left_out;               /* events that could not be read, or kept */
	int fd, error;                   /* of the file; -1: none. Why events are left out, or 0 */
	struct fcl_trace_run **heap;
	uint64_t nheap;
	bool taken; /* the event at the top has been returned */
};

/* On an error, the events so far can be read, too. fcl_trace_sorted_free() is always due. */
int fcl_trace_sorted_read(struct fcl_trace_sorted *sorted, const char *path, uint32_t pid,
			  struct fcl_err *err);

/* Goes to the first event. False: out of memory. */
bool fcl_trace_sorted_rewind(struct fcl_trace_sorted *sorted);

/* Returns the next event, until another call; NULL: the end, or sorted->error is set. */
const struct fcl_trace_event *fcl_trace_sorted_next(struct fcl_trace_sorted *sorted);

void fcl_trace_sorted_free(struct fcl_trace_sorted *sorted);

#endif
