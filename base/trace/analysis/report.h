/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_REPORT_H
#define FCL_TRACE_REPORT_H

#include "base/trace/analysis/events.h"

/*
 * The results of analysing a trace: the numbers of `fpgacl report` and of FPGACL_SUMMARY. Times:
 * microseconds.
 */

/* Events of one kind that belong together, such as all calls of one function. */
struct fcl_report_row {
	enum fcl_event_kind kind;
	const char *device, *name, *where; /* as in the events; "" if they differ or have none */
	const char *fifo;
	uint64_t count, failed, bytes;
	bool kernel;                     /* of commands: they run kernels */
	double total, shortest, longest; /* sum, minimum and maximum of the durations */
	double busy;                     /* time in which there is at least one */
	double waited;                   /* of commands: from enqueueing to the start, in sum */
	uint64_t counted;                /* of CUs: executions whose cycles are known */
	uint64_t cycles, most_cycles;    /* theirs, in sum; those of the longest */
	double least;                    /* of CUs: what a board needs at least, estimated */
	const char *bound;               /* of the execution with the longest such time */
	double least_longest;            /* that time */
	double stalled;                  /* of CUs: time that executions waited for FIFOs, in sum */
};

/* A stretch of the critical path: the chain of commands and gaps that ends with the last command. */
enum fcl_report_step_kind {
	FCL_STEP_KERNEL,
	FCL_STEP_TRANSFER,
	FCL_STEP_OTHER, /* a command that is neither */
	FCL_STEP_WAIT, /* a command was enqueued, and its predecessors had ended, but it had not begun */
	FCL_STEP_HOST, /* the host had not enqueued the next command yet */
	FCL_STEP_KINDS
};

struct fcl_report_step {
	enum fcl_report_step_kind kind;
	const char *name;
	double start, end;
};

struct fcl_report {
	double begin, end;           /* of the first and of the last event */
	struct fcl_report_row *rows; /* the longest total first */
	uint32_t nrows;
	double transfers, executions, both; /* time with transfers, with kernels, with both */
	uint64_t ncommands, nfaults, nswaps;
	double swaps;                 /* time */
	struct fcl_report_step *path; /* from the first to the last */
	uint32_t npath;
	double on_path[FCL_STEP_KINDS];
	char **advice; /* sentences, the most important first */
	uint32_t nadvice;
};

/* -ENOMEM. The report refers to texts of the events. */
int fcl_report_make(struct fcl_report *report, const struct fcl_trace_events *events);
void fcl_report_free(struct fcl_report *report);

/* The board with that name in traces, or NULL. */
const struct fcl_trace_board *fcl_report_board(const struct fcl_trace_events *events,
					       const char *device);

#endif
