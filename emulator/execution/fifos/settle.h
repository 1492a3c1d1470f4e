/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SETTLE_H
#define FCL_EMU_EXECUTION_SETTLE_H

#include "emulator/state/board.h"

/*
 * Called after a CU has paused: readies it or lists it as waiting, and readies peers that can
 * continue. The board's lock is held.
 */
void fcl_emu_settle(struct fcl_emu_cu *cu);

#endif
