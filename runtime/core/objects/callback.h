/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CALLBACK_H
#define FCL_CORE_CALLBACK_H

#include <stdbool.h>

/*
 * The host's callbacks run on one thread of their own, never under a lock and never inside the call
 * that caused them. What a callback needs is there when the host asks for it, so that none is lost when memory
 * or threads run out later.
 */
struct fcl_callback_job {
	void (*function)(void *data);
	void *data;
	struct fcl_callback_job *next;
	bool queued;
};

/* Starts the thread, unless it runs; before the first job is queued. -EAGAIN: the system has no thread left. */
int fcl_callback_start(void);

/*
 * Queues a job to run on that thread. The job is the caller's and stays until function() is called, which may free
 * it. Returns false if it is queued already and has yet to be called.
 */
bool fcl_callback_queue(struct fcl_callback_job *job);

/* In a forked child: forgets the thread, which does not exist there, and its queue. */
void fcl_callback_forget(void);

#endif
