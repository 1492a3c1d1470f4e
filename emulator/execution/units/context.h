/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_CONTEXT_H
#define FCL_EMU_EXECUTION_CONTEXT_H

#include "emulator/state/board.h"

/*
 * Which launch has which context of a compute unit. The board's lock is held in all functions but
 * fcl_emu_cu_load().
 */

/*
 * fcl_emu_cu.kept: whether the unit is kept (shift.h), plus the number of workers that have yet to
 * return to it: the one that keeps it and those it was reclaimed from.
 */
enum { FCL_EMU_KEPT = 1, FCL_EMU_KEPT_WORKER = 2 };

/* Starts an execution on an idle CU, or queues the launch. */
void fcl_emu_launch(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Starts an execution without a request: ap_start through a register, or a free-running CU. */
void fcl_emu_start(struct fcl_emu_cu *cu);
/* Loads a launch into a CU that the caller keeps; no lock is needed. */
void fcl_emu_cu_load(struct fcl_emu_cu *cu, struct fcl_hal_request *request);
/* Makes the context available for the next execution, and starts launches that waited for it. */
void fcl_emu_context_release(struct fcl_emu_cu *cu);
/* The same for a kept CU whose execution was reported. */
void fcl_emu_cu_release(struct fcl_emu_cu *cu);
/* Releases the unit if it is kept, before its state is checked. */
void fcl_emu_reclaim(struct fcl_emu_cu *cu);

#endif
