/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_WANTED_H
#define FCL_TRACE_WANTED_H

#include <stdbool.h>

/* In a forked child: if the trace is for the summary only, starts an empty one. */
void fcl_trace_wanted_forget(void);

/*
 * Whether anybody reads waits for FIFOs, of which streams can have millions a second: not if the trace
 * is only for the CSV files of xrt.ini.
 */
bool fcl_trace_stalls_wanted(void);

/* Prints the summary if it is wanted. All events are in the file by now. */
void fcl_trace_at_exit(void);

#endif
