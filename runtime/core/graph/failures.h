/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FAILURES_H
#define FCL_CORE_FAILURES_H

#include "runtime/core/graph/command.h"

/*
 * Failures that the host has not noticed. A blocking read after a failed write would return old
 * data, and many hosts check no other status than that of the read. Therefore, in an in-order
 * queue, a blocking read or map fails as well, once, if the host has not learnt the status of an
 * earlier command that failed. If the context reports failures, so do clFinish and, after commands
 * that have ended, blocking reads and maps of out-of-order queues. Blocking writes never do: that
 * would use up the failure for hosts that check their reads only.
 */

/* Called before a command of the queue gets this error status; `name` describes the command. */
void fcl_failures_add(struct fcl_event *event, int32_t status, const char *name);

/* Called when the host learns the status of the event, whatever it is. */
void fcl_failures_seen(struct fcl_event *event);

/*
 * Called when a failed command fails `dependent`, which then represents the failure if it is in the
 * same queue.
 */
static inline void fcl_failures_inherit(struct fcl_event *event, const struct fcl_event *dependent)
{
	if (event->queue && event->queue == dependent->queue)
		fcl_failures_seen(event);
}

/*
 * Whether there are such failures, which count as seen from then on. `name` gets the description of
 * the first one, or of one caused by a lost board; *ret_status gets the error to report.
 */
bool fcl_failures_take(struct fcl_queue *queue, char *name, size_t size, int32_t *ret_status);

#endif
