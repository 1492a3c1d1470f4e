/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_TRACE_H
#define FCL_BASE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * FPGACL_TRACE names a file to which spans of time are appended, one per line, in Chrome's trace
 * format (JSON Array Format, whose closing bracket may be missing), for chrome://tracing and
 * ui.perfetto.dev. Times are CLOCK_MONOTONIC.
 */

struct fcl_trace_arg {
	const char *key;
	const char *text; /* NULL: the number */
	double number;
};

/* Whether FPGACL_TRACE is set; read once. */
bool fcl_trace_enabled(void);

/* Traces what this thread did from start to end. Does nothing without FPGACL_TRACE. */
void fcl_trace_span(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs);

/* Traces what lasted from start to end while others ran: it gets its own line in viewers. */
void fcl_trace_wait(const char *category, const char *name, uint64_t start_ns, uint64_t end_ns,
		    const struct fcl_trace_arg *args, uint32_t nargs);

#endif
