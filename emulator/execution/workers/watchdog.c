/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/watchdog.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "base/clock.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/units/unit.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/program.h"
#include "emulator/state/unit.h"

/* Free-running CUs may wait or run forever. */
static bool is_watched(const struct fcl_emu_cu *cu)
{
	return cu->model && cu->model->control != FCL_MODEL_CTRL_NONE;
}

static bool watchdog_is_over(const struct fcl_emu_cu *cu, uint64_t limit_ns)
{
	uint64_t since = atomic_load_explicit(&cu->since_ns, memory_order_relaxed);

	return limit_ns && fcl_now_ns() - since > limit_ns;
}

/* Ends an execution that was blocked for too long; drops the board's lock temporarily. */
static void end_stalled(struct fcl_emu_cu *cu)
{
	snprintf(cu->error, sizeof(cu->error),
		 "stalled on FIFO %s, which is %s, for longer than FPGACL_EMU_STALL_S allows",
		 cu->blocked_on ? cu->blocked_on->name : "(not connected)",
		 cu->blocked_side == FCL_EMU_READER ? "empty" : "full");
	fcl_emu_cu_kill(cu, -EDEADLK);
}

/* The same for a polling execution. A model that waits for any of its FIFOs is not polling. */
static bool polls_too_long(const struct fcl_emu_cu *cu, uint64_t limit_ns)
{
	return limit_ns && cu->backoffs && cu->polls_since_ns &&
	       fcl_now_ns() - cu->polls_since_ns > limit_ns;
}

static void end_polling(struct fcl_emu_cu *cu)
{
	snprintf(
		cu->error, sizeof(cu->error),
		"stalled: it polls its streams, and none has moved for longer than FPGACL_EMU_STALL_S allows");
	fcl_emu_cu_kill(cu, -EDEADLK);
}

static void watchdog_watch(struct fcl_emu_board *board, struct fcl_emu_cu *cu)
{
	if (!is_watched(cu))
		return;
	if (fcl_emu_waits_outside(cu))
		return;
	if (cu->state == FCL_EMU_BLOCKED && watchdog_is_over(cu, board->stall_ns)) {
		end_stalled(cu);
	} else if (cu->state == FCL_EMU_BACKING_OFF && polls_too_long(cu, board->stall_ns)) {
		end_polling(cu);
	} else if (cu->state == FCL_EMU_RUNNING && watchdog_is_over(cu, board->timeout_ns)) {
		/*
		 * While RUNNING, it stays on its thread: leaving that state requires the board's
		 * lock.
		 */
		atomic_store(&cu->overdue, 1);
		pthread_kill(atomic_load(&cu->thread), fcl_emu_guard_signal());
	}
}

/* Contexts are freed with their program, possibly while the board's lock is released. */
static void watch_contexts(struct fcl_emu_board *board, uint32_t slot, uint32_t index)
{
	const struct fcl_emu_program *program = board->slots[slot];
	struct fcl_emu_cu *cu = &board->slots[slot]->cus[index];

	for (; cu; cu = cu->next_context) {
		watchdog_watch(board, cu);
		if (board->slots[slot] != program)
			return;
	}
}

void fcl_emu_watchdog(struct fcl_emu_board *board)
{
	if (!board->stall_ns && !board->timeout_ns)
		return;
	for (uint32_t slot = 0; slot < board->desc->slots; slot++) {
		/* The slot is read again for each CU, as ending one releases the board's lock. */
		for (uint32_t i = 0; board->slots[slot] && i < board->slots[slot]->ncus; i++)
			watch_contexts(board, slot, i);
	}
}
