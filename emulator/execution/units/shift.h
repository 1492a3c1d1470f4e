/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_SHIFT_H
#define FCL_EMU_SHIFT_H

#include "emulator/state/board.h"
#include "emulator/state/task.h"
#include "emulator/state/unit.h"

/*
 * A worker keeps a compute unit while it reports the end of a launch. If the host submits the next
 * launch for the same unit from that report, as an in-order queue does, the worker runs it at once:
 * no lock is taken between the two, and no other thread is involved. So queues with separate
 * compute units run side by side. A thread of the host that runs launches while it waits does the
 * same for launches of the queue that it waits for.
 *
 * A kept unit is available to other threads: one that holds the board's lock can take it with
 * fcl_emu_reclaim() (context.h), which the worker notices when the report returns to fcl_emu_keep_and_report().
 */

/* How long, and for how many launches, a thread has run one unit without the board's lock. */
struct fcl_emu_shift {
	uint64_t since_ns; /* when it started or was renewed */
	unsigned launches; /* launches that have ended since then */
};

/*
 * For fcl_emu_submit(): true if the calling thread is reporting the end of a launch, and will run
 * or submit this one itself.
 */
bool fcl_emu_keep_next(struct fcl_emu_board *board, struct fcl_emu_item *item);

/*
 * Whether the calling thread is reporting the end of a launch of the same kernel with the same
 * values, apart from the changed ones, and no buffer has been freed since. Unchanged values then
 * need no second check.
 */
bool fcl_emu_keep_knows(const struct fcl_hal_request *request);

/* Whether the calling thread may keep the unit whose execution it has just ended. */
bool fcl_emu_may_keep(const struct fcl_emu_cu *cu, struct fcl_emu_shift *shift, uint64_t now);

/*
 * Reports the end of the launch. True: the next one has been loaded into the unit and may begin.
 * False: there is none; the board's lock is held, and the caller no longer owns the unit.
 */
bool fcl_emu_keep_and_report(struct fcl_emu_cu *cu);

/*
 * Whether a worker has yet to return from a report to the unit; the program must not be freed
 * before. The board's lock is held.
 */
bool fcl_emu_is_reported(struct fcl_emu_cu *cu);

#endif
