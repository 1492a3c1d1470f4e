/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_REPORT_H
#define FCL_TRACE_REPORT_H

#include "base/trace/analysis/event.h"

/*
 * The results of analysing a trace, as `fpgacl report` and FPGACL_SUMMARY print them. Times are in
 * microseconds.
 */

/* Aggregated events that belong together, such as all calls of one function. */
struct fcl_report_row {
	enum fcl_event_kind kind;
	const char *device, *name, *where; /* as in the events; "" if they differ */
	const char *fifo;
	uint64_t count, failed, bytes;
	bool kernel;                     /* of commands: they run kernels */
	double total, shortest, longest; /* sum, minimum and maximum of the durations */
	double busy;                     /* the time during which at least one was active */
	double waited;                   /* of commands: total time from enqueueing to the start */
	uint64_t counted;                /* of CUs: executions whose cycles are known */
	uint64_t cycles, most_cycles;    /* total and maximum of these */
	double least;                    /* of CUs: estimated lower bound of the time on a board */
	const char *bound;               /* what limits the execution with the largest bound */
	double least_longest;            /* that largest bound */
	double stalled;                  /* of CUs: total time that executions waited for FIFOs */
};

/*
 * A segment of the critical path: the chain of commands and gaps that ends with the last command.
 */
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
	double begin, end;           /* start of the first event, end of the last */
	struct fcl_report_row *rows; /* the longest total first */
	uint32_t nrows;
	double transfers, executions, both; /* time of transfers, of kernels, of both at once */
	uint64_t ncommands, nfaults, nswaps;
	double swaps;                 /* their total time */
	struct fcl_report_step *path; /* from the first to the last */
	uint32_t npath;
	double on_path[FCL_STEP_KINDS];
	char **advice; /* sentences, the most important first */
	uint32_t nadvice;
};

#endif
