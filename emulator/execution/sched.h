/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SCHED_H
#define FCL_EMU_EXECUTION_SCHED_H

#include "emulator/state/board.h"

int fcl_emu_sched_init(struct fcl_emu_board *board);
void fcl_emu_sched_fini(struct fcl_emu_board *board);
int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count);
void fcl_emu_kick(struct fcl_emu_board *board);
int fcl_emu_progress(struct fcl_emu_board *board, const void *tag);
/* Readies or queues what was submitted meanwhile; the lock is held. */
void fcl_emu_admit(struct fcl_emu_board *board);
/* For whoever takes the lock next to admit. */
void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Puts a task at the end of the ready list; the lock is held. */
void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* A worker for what is ready, if none comes by itself soon; the lock is held. */
void fcl_emu_wake_worker(struct fcl_emu_board *board);
/* The same for a thread that has ended a task: a worker takes the next one itself. */
void fcl_emu_wake_other(struct fcl_emu_board *board);
/* The worker that is the calling thread, NULL if it is none of the board's. */
const void *fcl_emu_home(const struct fcl_emu_board *board);
void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* fcl_now_ns(), some milliseconds old at most, and cheap. */
uint64_t fcl_emu_about_ns(void);
/* Waits on one of the board's conditions until `at`, ns of CLOCK_MONOTONIC; the lock is held. */
void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at);

#endif
