/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CALLBACK_H
#define FCL_CORE_CALLBACK_H

#include <stdbool.h>

/*
 * Most of the host's callbacks run on a dedicated thread, never under a lock and never inside the
 * call that caused them: callbacks of events, context error callbacks, and functions that free SVM.
 * Their memory and the thread are allocated when the host registers them, so that none is lost if
 * memory runs out later. Destructor callbacks of contexts, programs and memory objects are
 * different: they run where the last reference is released, in a clRelease call or on the thread
 * that ended the last command. Build callbacks run before the call returns.
 */
struct fcl_callback_job {
	void (*function)(void *data);
	void *data;
	struct fcl_callback_job *next;
	bool queued;
};

/*
 * Starts the thread, unless it is running; call it before the first job is queued. -EAGAIN: the
 * thread cannot be started.
 */
int fcl_callback_start(void);

/*
 * Queues a job for that thread. The caller owns the job, which must stay valid until function() is
 * called; that may free it. Returns false if the job is already queued.
 */
bool fcl_callback_queue(struct fcl_callback_job *job);

/*
 * Waits until the currently queued jobs have run, so that a host which waits for a command finds
 * that its callbacks have been called. Returns early on that thread itself, and if a job takes
 * longer than a callback should, as it may be waiting for the caller's next action. Nearly free
 * while no job is queued.
 */
void fcl_callback_settle(void);

/* In a forked child: resets the thread, which does not exist there, and its queue. */
void fcl_callback_forget(void);

#endif
