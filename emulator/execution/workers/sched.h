/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SCHED_H
#define FCL_EMU_EXECUTION_SCHED_H

#include "emulator/state/board.h"

/* Creates the lock and the conditions; threads start at first use. */
void fcl_emu_sched_init(struct fcl_emu_board *board);
/* Ends all threads; no program may be loaded. */
void fcl_emu_sched_fini(struct fcl_emu_board *board);

#endif
