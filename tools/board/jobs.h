/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_JOBS_H
#define FCL_BD_JOBS_H

#include "tools/board/executor.h"

/* What comes over the client's ring. */

/* A thread: submits what the client puts on its ring, in order. */
void *fcl_bd_serve_ring(void *executor);
/* A turn may have come: runs what waited for it, and serves the ring meanwhile. */
void fcl_bd_serve_turn(struct fcl_bd_executor *executor);
/* Whether this thread serves the ring now. */
bool fcl_bd_serves_ring(void);
/* Hands a job to the board. */
void fcl_bd_submit_job(struct fcl_bd_job *job);
/* Reports the end of a job to the client. */
void fcl_bd_end_job(struct fcl_bd_job *job, int status, const char *text);

/*
 * Whether a request in flight uses that buffer, pipe or program, which must not be freed then. The
 * lock of the tables is held.
 */
bool fcl_bd_is_used(struct fcl_bd_executor *executor, const void *object);

/* Reports the state of the underlying board to the client. */
void fcl_bd_note_health(struct fcl_bd_executor *executor);

#endif
