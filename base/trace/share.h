/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_SHARE_H
#define FCL_TRACE_SHARE_H

#include <stdint.h>

/*
 * A trace that another process writes to as well, as a part of this one: it gets a descriptor of
 * the file, and track groups under the number of this process.
 */

/* In the process that owns the trace. */

/* Returns a descriptor of its own, which the caller closes; -1: nothing is traced, or no file. */
int fcl_trace_share(void);

/* Which groups the next other process gets: fcl_trace_join() takes it. */
uint32_t fcl_trace_share_groups(void);

/*
 * Registers `flush` to be called at the end of the process, before its trace is read; NULL
 * unregisters it.
 */
void fcl_trace_share_at_end(void (*flush)(void));

/* At the end. */
void fcl_trace_share_flush(void);

/* In the process that joins. */

/*
 * Starts tracing to `fd`, which it takes over, as a part of the process with that number. The
 * device has this name in all events; the text is copied. -1: this process already traces.
 */
int fcl_trace_join(int fd, uint32_t process, uint32_t groups, const char *device);

/* The device's name if this process has joined another one, else `device`. */
const char *fcl_trace_joined_device(const char *device);

/* The number of the process that this one has joined; 0: none. */
uint32_t fcl_trace_joined_process(void);

#endif
