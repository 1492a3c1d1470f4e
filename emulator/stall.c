/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>

#include "emulator/engine.h"
#include "runtime/base/log.h"

/* Who would have to move for this CU to go on. */
static struct fcl_emu_cu *peer(const struct fcl_emu_cu *cu)
{
	return cu->blocked_on ? cu->blocked_on->end[!cu->blocked_side] : NULL;
}

/* Blocked, and still with reason: a wake-up may be on its way. */
static bool is_stuck(const struct fcl_emu_cu *cu)
{
	return cu && cu->state == FCL_EMU_BLOCKED && cu->blocked_on &&
	       !fcl_emu_fifo_moves(cu->blocked_on, cu->blocked_side);
}

/* Follows peers from `cu`; true if they lead back to it. The walk is bounded by Brent's rule. */
static bool closes_cycle(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *at = peer(cu), *mark = at;

	for (unsigned steps = 1, power = 1; is_stuck(at); steps++) {
		if (at == cu)
			return true;
		at = peer(at);
		if (at == mark && at != cu)
			return false;
		if (steps == power) {
			mark = at;
			power *= 2;
		}
	}
	return false;
}

static const char *what(const struct fcl_emu_cu *cu)
{
	return cu->blocked_side == FCL_EMU_READER ? "empty" : "full";
}

static void describe(struct fcl_emu_cu *cu, const struct fcl_emu_cu *next)
{
	snprintf(cu->error, sizeof(cu->error),
		 "deadlock: blocked on FIFO %s, which is %s (depth %u), while %s at its other end "
		 "is "
		 "blocked as well",
		 cu->blocked_on->name, what(cu), cu->blocked_on->depth, next->name);
}

/* Ends every execution of the cycle. They are marked first, since each kill drops the lock. */
static void end_cycle(struct fcl_emu_cu *cu)
{
	struct fcl_emu_cu *at = cu, *members = NULL;

	do {
		struct fcl_emu_cu *next = peer(at);

		describe(at, next);
		fcl_log(FCL_LOG_ERROR, "emulator", "%s: %s", at->name, at->error);
		at->next_napping = members;
		members = at;
		at = next;
	} while (at != cu);
	while (members) {
		struct fcl_emu_cu *next = members->next_napping;

		members->next_napping = NULL;
		if (members->state == FCL_EMU_BLOCKED)
			fcl_emu_cu_kill(members, -EDEADLK);
		members = next;
	}
}

/* The peer has not been started: that may be in order, so it is only told, once an execution. */
static void tell_stall(struct fcl_emu_cu *cu)
{
	const struct fcl_emu_cu *next = peer(cu);

	if (cu->stalled || cu->model->control == FCL_MODEL_CTRL_NONE)
		return;
	cu->stalled = true;
	if (!cu->blocked_on)
		fcl_log(FCL_LOG_WARN, "emulator",
			"%s: stalled on a stream port that is not connected", cu->name);
	else if (next && next->state == FCL_EMU_IDLE)
		fcl_log(FCL_LOG_WARN, "emulator",
			"%s: stalled on FIFO %s, which is %s: kernel %s at its other end is not "
			"started",
			cu->name, cu->blocked_on->name, what(cu), next->name);
}

void fcl_emu_stall_check(struct fcl_emu_cu *cu)
{
	if (closes_cycle(cu))
		end_cycle(cu);
	else
		tell_stall(cu);
}
