/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_BD_TURNS_H
#define FCL_BD_TURNS_H

#include "tools/board/executor.h"

/* One CU runs one execution at a time, whichever client requests it. */

/* The image that the executor has loaded now, and its number. */
int fcl_bd_turns_set(struct fcl_bd_executor *executor, const struct fcl_image *image,
		     uint32_t number, struct fcl_err *err);
/* Submits a launch when its turn comes. */
void fcl_bd_turn_take(struct fcl_bd_job *job);
/* Such a launch has ended: passes the turn on. */
void fcl_bd_turn_end(struct fcl_bd_executor *executor, uint32_t cu);
/*
 * How long the executor may keep a CU whose launch has ended, on which others wait; 0: it keeps none. fcl_bd_turn_end() keeps
 * one only on a thread that serves the ring, which gives it up in time.
 */
uint64_t fcl_bd_turn_left(struct fcl_bd_executor *executor);
void fcl_bd_turn_give_up(struct fcl_bd_executor *executor);
/* Submits what has waited and can begin now; returns how many launches that were. */
unsigned fcl_bd_turn_look(struct fcl_bd_executor *executor);
/* A thread: waits for turns that other executors pass on. */
void *fcl_bd_turn_wait(void *executor);

#endif
