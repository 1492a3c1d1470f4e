/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_THREAD_H
#define FCL_BASE_THREAD_H

/*
 * Starts a detached thread with all signals blocked, so that the host's handlers never run on it.
 * -EAGAIN: cannot start a thread.
 */
int fcl_thread_start(void *(*function)(void *), void *data);

#endif
