/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WATCHDOG_H
#define FCL_EMU_EXECUTION_WATCHDOG_H

#include "emulator/state/board.h"

/*
 * Ends executions that have been blocked, or have run, for too long. Called with the board's lock
 * held, which is temporarily dropped.
 */
void fcl_emu_watchdog(struct fcl_emu_board *board);

#endif
