/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_KEEP_H
#define FCL_EMU_KEEP_H

#include "emulator/state/board.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/*
 * A worker keeps a compute unit while it reports the end of a launch. If the host answers with the
 * next launch for the same unit, as a queue that is in order does, the worker goes on with that at
 * once: no lock is taken between the two, and no other thread is involved. So queues that have
 * compute units of their own run side by side.
 *
 * A kept unit is free for all others: who holds the lock and wants it takes it away with
 * fcl_emu_reclaim(), and the worker learns of it when it is back in fcl_emu_keep_and_report().
 */

/* What a worker has done with one unit, without the lock. */
struct fcl_emu_shift {
	uint64_t since_ns; /* when it began */
	unsigned launches; /* that have ended since */
};

/* For submit(): true if the calling thread is a worker that reports the end of a launch. It takes
 * this one itself. */
bool fcl_emu_keep_next(struct fcl_emu_board *board, struct fcl_emu_item *item);

/* Whether the calling thread may keep the unit, on which it has just ended an execution. */
bool fcl_emu_may_keep(const struct fcl_emu_cu *cu, const struct fcl_emu_shift *shift, uint64_t now);

/*
 * Reports the end of the launch. True: the next one stands in the unit and may begin. False: there
 * is none; the lock is held, and the unit is no longer the caller's.
 */
bool fcl_emu_keep_and_report(struct fcl_emu_cu *cu);

/* Frees the unit if it is kept; the lock is held. For those who want to know whether it is idle. */
void fcl_emu_reclaim(struct fcl_emu_cu *cu);

/* Whether a worker is still to come back to the unit; the lock is held. Its program stays until
 * then. */
bool fcl_emu_is_reported(struct fcl_emu_cu *cu);

#endif
