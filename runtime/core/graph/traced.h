/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_TRACED_H
#define FCL_CORE_TRACED_H

#include "runtime/core/graph/event.h"

/* What the trace says about commands. Call these only while a trace is written: fcl_trace_on(). */

/* The command waits for these, and for the command `follows` (0: none) by its queue's order. */
void fcl_traced_enqueued(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits,
			 uint64_t follows);

/* A command of a command buffer begins once more. */
void fcl_traced_again(struct fcl_event *event);

/* The command has ended; its work and its objects are still there. */
void fcl_traced_ended(struct fcl_event *event, int32_t status);

#endif
