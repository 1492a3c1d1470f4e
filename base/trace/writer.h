/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_WRITER_H
#define FCL_TRACE_WRITER_H

/* The thread that turns records into JSON, and the handling of exit and fork. */

/* Starts the thread, once in a process. */
void fcl_trace_writer_start(void);

/* Wakes the writer, as a ring is filling up. */
void fcl_trace_writer_wake(void);

/* Drains all rings on the calling thread, and writes the events to the file. */
void fcl_trace_flush_rings(void);

#endif
