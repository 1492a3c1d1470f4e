/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_JOBS_H
#define FCL_BD_JOBS_H

#include "tools/board/executor.h"

/* Requests on the client's ring. */

/* Thread function: submits the client's requests, in order. */
void *fcl_bd_serve_ring(void *executor);
/*
 * Called when a turn may have come: submits the launches that waited, and serves the ring in the
 * meantime.
 */
void fcl_bd_serve_turn(struct fcl_bd_executor *executor);
/* Whether this thread is serving the ring. */
bool fcl_bd_serves_ring(void);
/* Hands a job to the board. */
void fcl_bd_submit_job(struct fcl_bd_job *job);
/* Reports the end of a job to the client. */
void fcl_bd_end_job(struct fcl_bd_job *job, int status, const char *text);

/*
 * Whether a request in flight uses this buffer, pipe or program, which then must not be freed.
 * table_lock must be held.
 */
bool fcl_bd_is_used(struct fcl_bd_executor *executor, const void *object);

/* Reports the state of the underlying board to the client. */
void fcl_bd_note_health(struct fcl_bd_executor *executor);

#endif
