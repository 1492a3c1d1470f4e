/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_FINISH_H
#define FCL_CORE_FINISH_H

#include "runtime/core/graph/queue.h"

/*
 * Sets or clears properties. The order of commands changes when everything enqueued so far has
 * ended. No other thread may use the queue meanwhile. -ENOMEM.
 */
int fcl_queue_change(struct fcl_queue *queue, cl_command_queue_properties bits, bool enable);

/* clFinish: returns when everything enqueued so far has ended. -ENOMEM. */
int fcl_queue_finish(struct fcl_queue *queue);

/*
 * The same for all queues of a context, one after another, except in-order queues that the host has
 * released. Recorded commands do not count. -ENOMEM.
 */
int fcl_queue_finish_all(struct fcl_context *context);

#endif
