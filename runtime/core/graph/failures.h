/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FAILURES_H
#define FCL_CORE_FAILURES_H

#include "runtime/core/graph/event.h"

/*
 * Failures that the host has not seen. A blocking read after a failed write would return
 * old data, and many hosts look at no other status than that of
 * the read. In an in-order queue, a blocking read or map therefore fails, too, once, if the host
 * has not learned the status of an earlier command that failed.
 */

/* A command of the queue is about to get this error status; `name` describes it. */
void fcl_failures_add(struct fcl_event *event, int32_t status, const char *name);

/* The host learns the status of the event, which may be any. */
void fcl_failures_seen(struct fcl_event *event);

/* A failed command fails `dependent`, which then stands for it if it is in the same queue. */
static inline void fcl_failures_inherit(struct fcl_event *event, const struct fcl_event *dependent)
{
	if (event->queue && event->queue == dependent->queue)
		fcl_failures_seen(event);
}

/*
 * Whether there are such failures; they then count as seen. `name` gets the description of the
 * first one, or of one that a lost board failed, and *ret_status its status.
 */
bool fcl_failures_take(struct fcl_queue *queue, char *name, size_t size, int32_t *ret_status);

#endif
