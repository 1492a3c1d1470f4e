/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CALLBACK_H
#define FCL_CORE_CALLBACK_H

/*
 * The host's callbacks run on one thread of their own, never under a lock and never inside the call
 * that caused them. The thread is started at first use.
 */

/* Queues `function(data)` to run on that thread. -ENOMEM. */
int fcl_callback_run(void (*function)(void *data), void *data);

/* In a forked child: forgets the thread, which does not exist there, and its queue. */
void fcl_callback_forget(void);

#endif
