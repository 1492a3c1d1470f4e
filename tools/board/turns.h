/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_TURNS_H
#define FCL_BD_TURNS_H

#include "tools/board/executor.h"

/* Each CU serves one client at a time. */

/* Sets the image that the executor has loaded, and its number. */
int fcl_bd_turns_set(struct fcl_bd_executor *executor, const struct fcl_image *image,
		     uint32_t number, struct fcl_err *err);
/* Submits a launch as soon as it is its turn. */
void fcl_bd_turn_take(struct fcl_bd_job *job);
/* Called when a launch has ended: passes the turn on. */
void fcl_bd_turn_end(struct fcl_bd_executor *executor, uint32_t cu);
/*
 * How long, in ns, the executor may still keep a CU that others wait for after its launch has
 * ended; 0: it keeps none. fcl_bd_turn_end() only keeps one on a thread that serves the ring, which
 * gives the CU up in time.
 */
uint64_t fcl_bd_turn_left(struct fcl_bd_executor *executor);
void fcl_bd_turn_give_up(struct fcl_bd_executor *executor);
/* Submits the waiting launches that can start now. Returns their number. */
unsigned fcl_bd_turn_retry(struct fcl_bd_executor *executor);
/* Thread function: waits for turns that other executors pass on. */
void *fcl_bd_turn_wait(void *executor);

#endif
