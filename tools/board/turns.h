/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_TURNS_H
#define FCL_BD_TURNS_H

#include "tools/board/executor.h"

/* Each CU serves one client at a time. */

/* Sets the image that the executor has loaded, and its number. */
int fcl_bd_turns_set(struct fcl_bd_executor *executor, const struct fcl_image *image,
		     uint32_t number, struct fcl_err *err);
/* Whether it is a launch's turn, so that the caller submits it; else it waits. */
bool fcl_bd_turn_take(struct fcl_bd_job *job);
/*
 * Called when a launch has ended: passes the turn on, or keeps the CU. `serves`: this thread serves
 * the ring, so that it gives the CU up in time. Returns the launches that can start now, linked by
 * `next`; the caller submits them.
 */
struct fcl_bd_job *fcl_bd_turn_end(struct fcl_bd_executor *executor, uint32_t cu, bool serves);
/*
 * How long, in ns, the executor may still keep a CU that others wait for after its launch has
 * ended; 0: it keeps none.
 */
uint64_t fcl_bd_turn_left(struct fcl_bd_executor *executor);
void fcl_bd_turn_give_up(struct fcl_bd_executor *executor);
/* The waiting launches that can start now, as from fcl_bd_turn_end(). */
struct fcl_bd_job *fcl_bd_turn_retry(struct fcl_bd_executor *executor);

#endif
