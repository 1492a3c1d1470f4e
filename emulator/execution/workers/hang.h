/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_HANG_H
#define FCL_EMU_EXECUTION_HANG_H

#include "emulator/state/board.h"

/*
 * Reports that all launched CUs have been waiting for long (base/hang.h), and sets
 * board->hang_at_ns, when to look again. The board's lock is held.
 */
void fcl_emu_report_hang(struct fcl_emu_board *board);

#endif
