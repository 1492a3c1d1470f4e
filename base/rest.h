/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BASE_REST_H
#define FCL_BASE_REST_H

/*
 * Whether there was a moment during the call in which all other threads of the process slept: in a lock, a
 * system call, or until some time. 1: there was; 0: not that is known; a negative errno: the system does
 * not say it, which it does in /proc/self/task.
 */
int fcl_threads_rest(void);

#endif
