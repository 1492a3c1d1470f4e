/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_CORE_CALLBACK_H
#define FCL_CORE_CALLBACK_H

/*
 * The host's callbacks run on one thread of their own, never under a lock and never inside the call
 * that caused them. It is started at first need.
 */

/* Runs `function(data)` there. -ENOMEM. */
int fcl_callback_run(void (*function)(void *data), void *data);

/* In a forked child: the thread is gone, and so is what it had to do. */
void fcl_callback_forget(void);

#endif
