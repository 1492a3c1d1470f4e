/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_COMPLETE_H
#define FCL_CORE_COMPLETE_H

#include "runtime/core/graph/command.h"

/* The waiter stack of an event with a terminal status. */
#define FCL_EDGES_CLOSED ((struct fcl_edge *)1)

/*
 * Ends a command: releases its work, sets its final status (CL_COMPLETE or negative), wakes threads
 * that wait for it, releases its dependents, and drops the reference for being in flight.
 */
void fcl_complete(struct fcl_event *event, int32_t status);

/*
 * Ends a command with a negative errno from a lower layer; reports the text to the log and to the
 * context's notify function.
 */
void fcl_complete_error(struct fcl_event *event, int error, const char *text);

/* The same with a status. */
void fcl_complete_failed(struct fcl_event *event, int32_t status, const char *why);

/*
 * Sets the terminal status, wakes waiting threads, queues callbacks and releases dependents; false:
 * a terminal status was already set.
 */
bool fcl_complete_status(struct fcl_event *event, int32_t status);

/* Takes a command out of its epoch. */
void fcl_complete_epoch(struct fcl_epoch *epoch);

/* Subtracts `count` predecessors that have ended; issues the event if those were the last. */
void fcl_predecessors_ended(struct fcl_event *event, uint32_t count);

#endif
