/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_REQUEST_H
#define FCL_BD_REQUEST_H

#include "tools/board/executor.h"

/*
 * Fills in a job's request from its block, all of which comes from the client. False: a number in it
 * is wrong. table_lock must be held.
 */
bool fcl_bd_request_make(struct fcl_bd_job *job, const struct fcl_bd_block *block);

/*
 * Whether a request in flight uses this buffer, pipe or program, which then must not be freed.
 * table_lock must be held.
 */
bool fcl_bd_is_used(struct fcl_bd_executor *executor, const void *object);

#endif
