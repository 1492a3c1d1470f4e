/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_GUARD_H
#define FCL_EMU_EXECUTION_GUARD_H

#include "emulator/state/board.h"

/* Installs the signal handlers, or reinstalls them over handlers that the host has set since. */
void fcl_emu_guard_install(void);
/* The signal that the watchdog sends to a thread; threads that run executions never block it. */
int fcl_emu_guard_signal(void);
/* Prepares the thread for executions: unblocks the signals and sets an alternate stack. */
void fcl_emu_guard_thread(void);

#endif
