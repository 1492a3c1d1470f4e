/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_COMPLETE_H
#define FCL_CORE_COMPLETE_H

#include "runtime/core/graph/event.h"

/* What the waiter stack of a terminal event holds. */
#define FCL_EDGES_CLOSED ((struct fcl_edge *)1)

/*
 * Ends a command: lets go of its work, sets its final status (CL_COMPLETE or negative), wakes who
 * sleeps on it, readies its dependents, and drops the reference that being in flight held.
 */
void fcl_complete(struct fcl_event *event, int32_t status);

/* The same for a negative errno from below; the text goes to the log and to the context's notify
 * function. */
void fcl_complete_error(struct fcl_event *event, int error, const char *text);

/* Sets the terminal status and lets everybody know; false if somebody set one before. */
bool fcl_complete_status(struct fcl_event *event, int32_t status);

/* So many predecessors less: the event is issued when they were the last. */
void fcl_depend_less(struct fcl_event *event, uint32_t count);

#endif
