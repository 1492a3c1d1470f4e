/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_RUN_H
#define FCL_EMU_EXECUTION_RUN_H

#include "emulator/state/board.h"

/* Takes a task that the calling thread will run; `now` 0: not known. The board's lock is held. */
void fcl_emu_take(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now);
/*
 * Takes a task for a worker; `steal`: including tasks that another worker is likely to take soon.
 * NULL: there is none. The board's lock is held.
 */
struct fcl_emu_task *fcl_emu_take_first(struct fcl_emu_board *board, bool steal, uint64_t now);
/*
 * Runs a task that the calling thread has taken. The board's lock is held on return, not on entry.
 * `now` and the returned time may be slightly old.
 */
uint64_t fcl_emu_run_task(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now);

#endif
