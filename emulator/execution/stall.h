/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_STALL_H
#define FCL_EMU_EXECUTION_STALL_H

#include "emulator/state/board.h"

/* The lock is held. */

/* Finds closed cycles of blocked CUs and ends them, for which the lock is dropped. */
void fcl_emu_end_deadlocks(struct fcl_emu_board *board);
/* Tells of CUs that have been blocked for some looks of the watcher what they wait for. */
void fcl_emu_report_stalls(struct fcl_emu_board *board);

#endif
