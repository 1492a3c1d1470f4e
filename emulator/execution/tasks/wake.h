/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WAKE_H
#define FCL_EMU_EXECUTION_WAKE_H

#include "emulator/state/board.h"

/* Wakes or starts a worker for ready tasks; the board's lock is held. */
void fcl_emu_wake_worker(struct fcl_emu_board *board);
/*
 * The same on a thread that has ended a task: a worker takes the next task itself, so it wakes
 * nobody for that one. The board's lock is held.
 */
void fcl_emu_wake_other(struct fcl_emu_board *board);
/*
 * Waits on one of the board's conditions until `at`, in ns of CLOCK_MONOTONIC; the board's lock is
 * held.
 */
void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at);

#endif
