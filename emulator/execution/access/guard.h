/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_GUARD_H
#define FCL_EMU_EXECUTION_GUARD_H

#include <stdint.h>

#include "emulator/state/unit.h"

/* Installs the signal handlers, or reinstalls them over handlers that the host has set since. */
void fcl_emu_guard_install(void);
/*
 * The same for the thread that is about to run the CU, at about this time; 0: unknown. It takes
 * system calls, so a thread that runs launches without a pause does it for some of them only.
 */
void fcl_emu_guard_check(struct fcl_emu_cu *cu, uint64_t now);
static inline void fcl_emu_guard_before(struct fcl_emu_cu *cu, uint64_t now)
{
	if (now >= cu->guard_due_ns)
		fcl_emu_guard_check(cu, now);
}
/* The signal that the watchdog sends to a thread; threads that run executions never block it. */
int fcl_emu_guard_signal(void);
/* Prepares the thread for executions: unblocks the signals and sets an alternate stack. */
void fcl_emu_guard_thread(void);

#endif
