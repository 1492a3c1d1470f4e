/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_EVENT_H
#define FCL_CORE_EVENT_H

#include "runtime/core/graph/command.h"

/*
 * Creates a command for a queue: CL_QUEUED, with an internal reference for the caller. NULL: out of
 * memory.
 */
struct fcl_event *fcl_event_create(struct fcl_queue *queue, cl_command_type type);

/* clCreateUserEvent: CL_SUBMITTED until fcl_event_set_user_status(). NULL: out of memory. */
struct fcl_event *fcl_event_create_user(struct fcl_context *context);

/*
 * Adds the command to its queue, ordered after `waits`. The caller has retained the objects in
 * `work`; they are released when the command ends, or if this fails. -ENOMEM: nothing was enqueued.
 */
int fcl_event_enqueue(struct fcl_event *event, uint32_t nwaits, struct fcl_event *const *waits);

/* Sets CL_COMPLETE or a negative status, once. -EINVAL: it is already set. */
int fcl_event_set_user_status(struct fcl_event *event, cl_int status);

/*
 * Waits until the command has ended, running short device work meanwhile. Returns the final status.
 */
cl_int fcl_event_wait(struct fcl_event *event);

/*
 * For a host that queries the results of a command without having waited for it: runs some short
 * device work of the command's queue, which may end it. Returns the status.
 */
cl_int fcl_event_try(struct fcl_event *event);

/*
 * Lets the callbacks of ended events run before a call returns that has waited for the events, as
 * hosts tend to expect.
 */
void fcl_event_settle(uint32_t count, struct fcl_event *const *events);

/*
 * Sets CL_SUBMITTED or CL_RUNNING, unless the command has already reached that status, and queues
 * callbacks. A command that runs immediately skips CL_SUBMITTED, which is for commands that have to
 * wait for their board.
 */
void fcl_event_reach(struct fcl_event *event, int32_t status);

/* clSetEventCallback. -ENOMEM. */
int fcl_event_add_callback(struct fcl_event *event, cl_int trigger,
			   void(CL_CALLBACK *notify)(cl_event, cl_int, void *), void *user_data);

/*
 * Called for the host's last reference: see object.h. A user event without a status can no longer
 * get one, so commands that wait for it fail, instead of waiting forever.
 */
fcl_object_retire fcl_event_retire;

/* Called for the last reference: see object.h. */
fcl_object_destroy fcl_event_destroy;

#endif
