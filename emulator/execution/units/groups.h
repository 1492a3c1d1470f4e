/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_GROUPS_H
#define FCL_EMU_EXECUTION_GROUPS_H

#include "emulator/state/board.h"

/*
 * The work-groups of a kernel with FCL_MODEL_GROUPS run in batches. The execution's thread, its
 * owner, takes batches until none is left. If that will take a while, idle workers help, each with
 * one batch at a time in its own context. An execution with helpers stays on its thread, and is
 * over when the helpers are done.
 */

/* Prepares a new CU if its model has the flag; false: out of memory. */
bool fcl_emu_groups_init(struct fcl_emu_cu *cu);
void fcl_emu_groups_fini(struct fcl_emu_cu *cu);
/* Called by an execution: runs all `count` work-groups of its range. */
void fcl_emu_groups_run(struct fcl_emu_cu *cu, uint64_t count);
/* Whether an execution that has paused continues on this thread. */
bool fcl_emu_groups_stay(struct fcl_emu_cu *cu);
/*
 * Waits for the helpers of an execution that is over, and takes over the error of one that failed;
 * no lock is held.
 */
void fcl_emu_groups_end(struct fcl_emu_cu *cu);
/*
 * Called by an idle worker: runs a batch of another CU's range; false: there is none. Called with
 * the board's lock held, which is temporarily dropped.
 */
bool fcl_emu_groups_help(struct fcl_emu_board *board);

#endif
