/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_KEEP_H
#define FCL_EMU_KEEP_H

#include "emulator/state/board.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/*
 * A worker keeps a compute unit while it reports the end of a launch. If the host submits the next
 * launch for the same unit from that report, as an in-order queue does, the worker runs it at once:
 * no lock is taken between the two, and no other thread is involved. So queues that have compute
 * units of their own run side by side. A thread of the host that runs launches while it waits does
 * the same, for launches of the queue that it waits for.
 *
 * A kept unit is available to all others: a thread that holds the board's lock takes it with
 * fcl_emu_reclaim(), and the worker finds that out when the report returns to
 * fcl_emu_keep_and_report().
 */

/* How long, and for how many launches, a thread has run one unit without the board's lock. */
struct fcl_emu_shift {
	uint64_t since_ns; /* when it began, or began again */
	unsigned launches; /* that have ended since then */
};

/* For fcl_emu_submit(): true if the calling thread reports the end of a launch and will run this one
 * itself, or submit it. */
bool fcl_emu_keep_next(struct fcl_emu_board *board, struct fcl_emu_item *item);

/*
 * Whether the calling thread reports the end of a launch of the same kernel with the same values
 * except the changed ones, and no buffer has been freed since: the unchanged ones need not be
 * checked again.
 */
bool fcl_emu_keep_knows(const struct fcl_hal_request *request);

/* Whether the calling thread may keep the unit, whose execution it has just ended. */
bool fcl_emu_may_keep(const struct fcl_emu_cu *cu, struct fcl_emu_shift *shift, uint64_t now);

/*
 * Reports the end of the launch. True: the next one is loaded into the unit and may begin. False:
 * there is none; the board's lock is held, and the unit is no longer the caller's.
 */
bool fcl_emu_keep_and_report(struct fcl_emu_cu *cu);

/* Releases the unit if it is kept, before its state is checked; the board's lock is held. */
void fcl_emu_reclaim(struct fcl_emu_cu *cu);

/* Whether a worker still has to return to the unit from a report; the board's lock is held. The
 * program is not freed before. */
bool fcl_emu_is_reported(struct fcl_emu_cu *cu);

#endif
