/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WAKE_H
#define FCL_EMU_EXECUTION_WAKE_H

#include "emulator/state/board.h"

/* How long the lead, a worker that watches for work, sleeps at a time. */
enum { FCL_EMU_WATCH_NS = 80 * 1000 };

/* Wakes or starts a worker for ready tasks; the board's lock is held. */
void fcl_emu_wake_worker(struct fcl_emu_board *board);
/*
 * The same on a thread that has ended a task: a worker takes the next task itself, so it wakes
 * nobody for that one. The board's lock is held.
 */
void fcl_emu_wake_other(struct fcl_emu_board *board);
/* Registers the calling thread as a worker of the board. */
void fcl_emu_serve(const struct fcl_emu_board *board);
/* Returns a token for the calling thread if it is a worker of the board, else NULL. */
const void *fcl_emu_home(const struct fcl_emu_board *board);
/*
 * Waits on one of the board's conditions until `at`, in ns of CLOCK_MONOTONIC; the board's lock is
 * held.
 */
void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at);

#endif
