/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_WATCH_H
#define FCL_BD_WATCH_H

struct fcl_bd_executor;

/* An executor that cannot get one of its own locks for this long is ended by FCL_BD_WATCH_SIGNAL. */
enum { FCL_BD_WATCH_S = 10, FCL_BD_WATCH_SIGNAL = 14 /* SIGALRM */ };

/*
 * Creates the timer for it, before the executor is confined: kernels of others may take all timers
 * that a confined process of this user may have. 0 or a negative errno.
 */
int fcl_bd_watch_prepare(struct fcl_bd_executor *executor);

/*
 * Starts a thread that gets each of the executor's locks twice a second: a wild kernel may have written
 * over one, and the client would wait forever. 0 or a negative errno.
 */
int fcl_bd_watch_start(struct fcl_bd_executor *executor);

#endif
