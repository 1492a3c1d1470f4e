/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WATCHDOG_H
#define FCL_EMU_EXECUTION_WATCHDOG_H

#include "emulator/state/board.h"

/* Ends what has been blocked or has run for too long; the lock is held and dropped meanwhile. */
void fcl_emu_watchdog(struct fcl_emu_board *board);

#endif
