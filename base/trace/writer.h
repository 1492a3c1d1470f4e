/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_WRITER_H
#define FCL_TRACE_WRITER_H

/* The thread that turns records into JSON, and what happens at exit and at fork. */

/* Starts the thread, once in a process. */
void fcl_trace_writer_start(void);

/* Has it look at the rings soon: one of them fills up. */
void fcl_trace_writer_wake(void);

/* Takes all records now, on this thread, and writes them to the file. */
void fcl_trace_flush_rings(void);

/* Begins to trace, whatever the environment says. */
void fcl_trace_start_joined(void);

#endif
