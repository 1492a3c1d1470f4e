/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WATCHDOG_H
#define FCL_EMU_EXECUTION_WATCHDOG_H

#include "emulator/state/board.h"

/*
 * Ends executions that have been blocked, or have run, for too long; the board's lock is held, and
 * released meanwhile.
 */
void fcl_emu_watchdog(struct fcl_emu_board *board);

#endif
