/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_TRACE_JOIN_H
#define FCL_TRACE_JOIN_H

#include <stdint.h>

/*
 * A trace that another process appends to, as a part of this one: it gets a descriptor of the file,
 * and track groups under this process's number.
 */

/* In the process that owns the trace. */

/*
 * Returns a new descriptor, which the caller closes; -1: nothing is traced, or the file cannot be
 * opened.
 */
int fcl_trace_invite(void);

/* Returns the groups for the next such process, which passes them to fcl_trace_join(). */
uint32_t fcl_trace_guest_groups(void);

/*
 * Registers `flush`, which is called at exit, before this process reads its trace; NULL unregisters
 * it.
 */
void fcl_trace_guests_at_end(void (*flush)(void));

/* Calls that function, at exit. */
void fcl_trace_guests_flush(void);

/* In the process that joins. */

/*
 * Starts tracing to `fd`, which it takes over, as a part of the process with that number. All
 * events name the device `device`; the text is copied. -1: this process already traces.
 */
int fcl_trace_join(int fd, uint32_t process, uint32_t groups, const char *device);

/* The device's name if this process has joined another one, else `device`. */
const char *fcl_trace_joined_device(const char *device);

/* The number of the process that this one has joined; 0: none. */
uint32_t fcl_trace_joined_process(void);

#endif
