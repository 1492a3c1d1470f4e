/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_JOBS_H
#define FCL_BD_JOBS_H

#include "tools/board/executor.h"

/* Requests on the client's ring. */

/* Thread function: submits the client's requests, in order. */
void *fcl_bd_serve_ring(void *executor);
/* Thread function: waits for turns that other executors pass on, and submits what waited for them. */
void *fcl_bd_turn_wait(void *executor);

/* Reports the state of the underlying board to the client. */
void fcl_bd_note_health(struct fcl_bd_executor *executor);

#endif
