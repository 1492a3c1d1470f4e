/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CALLBACK_H
#define FCL_CORE_CALLBACK_H

#include <stdbool.h>

/*
 * Most of the host's callbacks run on one thread of their own, never under a lock and never inside
 * the call that caused them: those of events and of errors of contexts, and functions that free
 * SVM. The memory and the thread for such a callback are allocated when the host registers it, so
 * that none is lost if these run out later. Destructor callbacks of contexts, programs and memory
 * objects differ: they run where the last reference is released, in a clRelease call or on the
 * thread that has ended the last command. Callbacks of builds run before the call returns.
 */
struct fcl_callback_job {
	void (*function)(void *data);
	void *data;
	struct fcl_callback_job *next;
	bool queued;
};

/* Starts the thread, unless it runs; before the first job is queued. -EAGAIN: cannot start a thread. */
int fcl_callback_start(void);

/*
 * Queues a job to run on that thread. The job is the caller's and stays until function() is called, which may free
 * it. Returns false if it is queued already and has yet to be called.
 */
bool fcl_callback_queue(struct fcl_callback_job *job);

/*
 * Waits until the jobs that are queued now have run, so that a host which waits for a command finds that its callbacks
 * have been called. Returns early on that thread, and if a job takes longer than a callback should: it may be waiting
 * for what the caller does next. Costs next to nothing while no job is queued.
 */
void fcl_callback_settle(void);

/* In a forked child: forgets the thread, which does not exist there, and its queue. */
void fcl_callback_forget(void);

#endif
