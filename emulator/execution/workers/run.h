/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_RUN_H
#define FCL_EMU_EXECUTION_RUN_H

#include "emulator/state/board.h"

/* Takes a task for the calling thread, which will run it; `now` 0: not known. The board's lock is held. */
void fcl_emu_take(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now);
/* Takes a task for a worker; `steal`: also one that another worker is likely to take soon. NULL: there is
 * none. The board's lock is held. */
struct fcl_emu_task *fcl_emu_take_first(struct fcl_emu_board *board, bool steal, uint64_t now);
/*
 * Runs a task that the calling thread has taken. The board's lock is held on return, not on entry. `now`
 * may be a little old, and so may the time that is returned.
 */
uint64_t fcl_emu_run_task(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now);

#endif
