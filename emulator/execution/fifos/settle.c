/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/settle.h"

#include "base/clock.h"
#include "emulator/execution/fifos/outside.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/running/running.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

enum { BACKOFF_EACH_NS = 200 * 1000, LOOK_AGAIN_NS = 10 * 1000 * 1000 };

static void block(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = cu->program->board;

	if (fcl_emu_could_go_on(cu)) {
		fcl_emu_cu_again(cu);
		return;
	}
	cu->blocked_round = board->watch_rounds;
	cu->stopped_ns = 0;
	if (board->stall_ns)
		atomic_store_explicit(&cu->since_ns, fcl_now_ns(), memory_order_relaxed);
	board->maybe_deadlock = board->unreported_stall = true;
	fcl_emu_wait_begin(cu, FCL_EMU_BLOCKED);
}

/* For an event outside; where nothing can watch for it, until it is time to look again. */
static void block_outside(struct fcl_emu_cu *cu)
{
	if (fcl_emu_could_go_on(cu)) {
		fcl_emu_cu_again(cu);
	} else if (cu->outside.link || fcl_emu_outside_watch(cu)) {
		fcl_emu_wait_begin(cu, FCL_EMU_BLOCKED);
	} else {
		cu->activity = fcl_emu_activity(cu);
		cu->wake_ns = fcl_now_ns() + LOOK_AGAIN_NS;
		fcl_emu_wait_begin(cu, FCL_EMU_BACKING_OFF);
	}
}

/* Together, CUs that back off use a small part of the machine: the more CUs, the longer each. */
static uint64_t end_of_backoff(const struct fcl_emu_cu *cu)
{
	uint64_t shared_ns = (uint64_t)cu->program->board->nwaiting * BACKOFF_EACH_NS;

	return fcl_now_ns() + (cu->backoff_ns > shared_ns ? cu->backoff_ns : shared_ns);
}

/* If a FIFO has moved since the last back-off, the CU may have missed it, and polls once more. */
static void settle_back_off(struct fcl_emu_cu *cu)
{
	uint64_t now = fcl_emu_activity(cu);

	if (now != cu->activity) {
		cu->activity = now;
		cu->polls_since_ns = 0;
		fcl_emu_cu_again(cu);
		return;
	}
	if (!cu->polls_since_ns)
		cu->polls_since_ns = fcl_now_ns();
	if (cu->backoffs == FCL_EMU_MANY_BACKOFFS)
		cu->program->board->unreported_stall = true;
	cu->wake_ns = cu->backoff_ns == UINT64_MAX ? UINT64_MAX : end_of_backoff(cu);
	fcl_emu_wait_begin(cu, FCL_EMU_BACKING_OFF);
}

void fcl_emu_settle(struct fcl_emu_cu *cu)
{
	fcl_emu_release_peers(cu);
	switch (cu->pause) {
	case FCL_EMU_PAUSE_BLOCK:
		if (cu->outside.waits)
			block_outside(cu);
		else
			block(cu);
		break;
	case FCL_EMU_PAUSE_BACK_OFF:
		settle_back_off(cu);
		break;
	default:
		fcl_emu_cu_again(cu);
		break;
	}
}
