/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_TRACED_H
#define FCL_CORE_TRACED_H

#include "runtime/core/graph/command.h"

/* Trace events of commands. Call these only while tracing: fcl_trace_on(). */

/*
 * The command waits for these and, through its queue's order, for the command `follows` (0: none).
 */
void fcl_traced_enqueued(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits,
			 uint64_t follows);

/* A command of a command buffer begins again. */
void fcl_traced_again(struct fcl_event *event);

/* The command has ended; its work and objects still exist. */
void fcl_traced_ended(struct fcl_event *event, int32_t status);

#endif
