/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_DEADLOCKED_H
#define FCL_EMU_EXECUTION_DEADLOCKED_H

#include "emulator/state/unit.h"

/* The board's lock is held in all functions. */

/* Marks a deadlocked CU, and all that FIFOs connect with it; `text` says what it waits for. */
void fcl_emu_deadlock_begin(struct fcl_emu_cu *cu, const char *text);
/* Adds to the error of an execution that cannot continue what would resolve the deadlock. */
void fcl_emu_deadlock_give_up(struct fcl_emu_cu *cu, const char *advice);
/* Called when an execution is over, before it is reported: makes it fail if it was marked. */
void fcl_emu_deadlock_end(struct fcl_emu_cu *cu);
/*
 * Ends the state of deadlock if no execution of the program continues, except perhaps `ended`, and
 * no thread runs one of its free-running kernels.
 */
void fcl_emu_deadlock_check(struct fcl_emu_program *program, const struct fcl_emu_cu *ended);
/* Whether none of the executions that the program's deadlocks have marked can continue. */
bool fcl_emu_deadlock_rests(const struct fcl_emu_program *program);

#endif
