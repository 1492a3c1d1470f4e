/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_UNIT_H
#define FCL_EMU_EXECUTION_UNIT_H

#include "emulator/state/board.h"

/*
 * Runs a CU that was taken from the ready list until it pauses or ends. `now` and the result are
 * times of CLOCK_MONOTONIC, which may be slightly old, or 0: not known. The board's lock is held on
 * return, not on entry.
 */
uint64_t fcl_emu_cu_run(struct fcl_emu_cu *cu, uint64_t now);
/* Updates the registers for an execution that has ended; the board's lock is held. */
void fcl_emu_cu_note_end(struct fcl_emu_cu *cu);
/*
 * Ends an execution that is not running, with this status and cu->error. Called with the board's
 * lock held, which is temporarily dropped.
 */
void fcl_emu_cu_kill(struct fcl_emu_cu *cu, int status);

#endif
