/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_GUARD_H
#define FCL_EMU_EXECUTION_GUARD_H

#include "emulator/state/board.h"

/* Installs the signal handlers, or puts them back in front of those that the host set since. */
void fcl_emu_guard_install(void);
/* The signal that the watchdog sends to a thread; no thread that runs executions blocks it. */
int fcl_emu_guard_signal(void);
/* Before the thread runs an execution: it takes the signals, on an alternate stack. */
void fcl_emu_guard_thread(void);

#endif
