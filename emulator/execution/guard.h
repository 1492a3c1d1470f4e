/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_GUARD_H
#define FCL_EMU_EXECUTION_GUARD_H

#include "emulator/state/board.h"

void fcl_emu_guard_install(void);
/* The signal by which the watchdog reaches a thread; blocked on none of the board's. */
int fcl_emu_guard_signal(void);
/* Gives the thread an alternate signal stack if it has none. */
void fcl_emu_guard_thread(void);

#endif
