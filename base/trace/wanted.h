/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_WANTED_H
#define FCL_TRACE_WANTED_H

/* In a forked child: a trace that only the summary reads starts again from nothing. */
void fcl_trace_wanted_forget(void);

/* Prints the summary, if it is wanted; all events are in the file. */
void fcl_trace_at_exit(void);

#endif
