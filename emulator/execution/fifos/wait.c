/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/fifos/wait.h"

#include <string.h>

#include "base/clock.h"
#include "base/trace/trace.h"
#include "emulator/execution/fifos/chain.h"
#include "emulator/execution/fifos/fifo.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/running/traced.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/state/board.h"
#include "emulator/state/fifo.h"
#include "emulator/state/unit.h"

/*
 * How CUs wait for FIFOs. Moving a packet wakes no CU: that would cost more than the move. Instead,
 * a CU that leaves its thread, because it blocks, polls or ends, readies the CUs that can continue
 * after its moves. It does so with the board's lock held (fcl_emu_settle()), and a CU that begins
 * to wait checks its FIFO under the same lock (settle.c), so no wake-up is lost. While a
 * CU stays on its thread, idle workers and the watcher look for CUs that could run in parallel. So
 * a pipeline with short FIFOs runs in batches on one thread, and one with much computation runs on
 * several.
 */

static struct fcl_emu_board *wait_board_of(const struct fcl_emu_cu *cu)
{
	return cu->program->board;
}

uint64_t fcl_emu_activity(const struct fcl_emu_cu *cu)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->ports[i])
			sum += fcl_emu_fifo_count(cu->ports[i]);
	return sum;
}

static int wait_side_of(const struct fcl_emu_cu *cu, uint32_t port)
{
	return cu->model->ports[port].kind == FCL_MODEL_PORT_STREAM_IN ? FCL_EMU_READER
								       : FCL_EMU_WRITER;
}

static bool could_use_any(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->waits[i].wanted && fcl_emu_fifo_moves(cu->ports[i], wait_side_of(cu, i)))
			return true;
	return false;
}

bool fcl_emu_could_go_on(const struct fcl_emu_cu *cu)
{
	if (cu->state == FCL_EMU_BACKING_OFF)
		return fcl_emu_activity(cu) != cu->activity;
	if (cu->outside.waits && cu->outside.ready)
		return true;
	if (cu->blocked_any)
		return could_use_any(cu);
	if (cu->blocked_turn)
		return fcl_emu_chain_is_due(cu);
	return cu->blocked_on && fcl_emu_fifo_moves(cu->blocked_on, cu->blocked_side);
}

bool fcl_emu_waits_outside(const struct fcl_emu_cu *cu)
{
	return cu->state == FCL_EMU_BLOCKED && cu->outside.waits;
}

bool fcl_emu_is_stuck(const struct fcl_emu_cu *cu)
{
	return cu->state == FCL_EMU_BLOCKED && cu->blocked_on && !cu->outside.waits &&
	       !fcl_emu_could_go_on(cu);
}

/* --- the lists -------------------------------------------------------------------------------- */

static struct fcl_emu_wait *wait_first_of(const struct fcl_emu_fifo *fifo, int side)
{
	return atomic_load_explicit(&fifo->waiting[side], memory_order_relaxed);
}

static void set_first(struct fcl_emu_fifo *fifo, int side, struct fcl_emu_wait *wait)
{
	atomic_store_explicit(&fifo->waiting[side], wait, memory_order_relaxed);
}

static void wait_list(struct fcl_emu_cu *cu, uint32_t port)
{
	struct fcl_emu_wait *wait = &cu->waits[port];
	int side = wait_side_of(cu, port);

	wait->cu = cu;
	wait->listed = true;
	wait->previous = NULL;
	wait->next = wait_first_of(cu->ports[port], side);
	if (wait->next)
		wait->next->previous = wait;
	set_first(cu->ports[port], side, wait);
}

static void wait_unlist(struct fcl_emu_cu *cu, uint32_t port)
{
	struct fcl_emu_wait *wait = &cu->waits[port];

	if (!wait->listed)
		return;
	wait->listed = false;
	if (wait->next)
		wait->next->previous = wait->previous;
	if (wait->previous)
		wait->previous->next = wait->next;
	else
		set_first(cu->ports[port], wait_side_of(cu, port), wait->next);
}

/* Whether a CU in this state waits for the port's FIFO as one of several. */
static bool waits_among(const struct fcl_emu_cu *cu, enum fcl_emu_state state, uint32_t port)
{
	return cu->ports[port] &&
	       (state == FCL_EMU_BACKING_OFF || (cu->blocked_any && cu->waits[port].wanted));
}

void fcl_emu_wait_begin(struct fcl_emu_cu *cu, enum fcl_emu_state state)
{
	struct fcl_emu_board *board = wait_board_of(cu);

	cu->state = state;
	cu->paused_ns = fcl_trace_on() ? fcl_now_ns() : 0;
	if (state == FCL_EMU_BLOCKED && !cu->blocked_any) {
		if (cu->blocked_on)
			wait_list(cu, cu->blocked_port);
	} else {
		for (uint32_t i = 0; i < cu->model->nports; i++)
			if (waits_among(cu, state, i))
				wait_list(cu, i);
	}
	cu->next_waiting = NULL;
	cu->previous_waiting = board->waiting_last;
	if (board->waiting_last)
		board->waiting_last->next_waiting = cu;
	else
		board->waiting = cu;
	board->waiting_last = cu;
	board->nwaiting++;
}

void fcl_emu_wait_end(struct fcl_emu_cu *cu)
{
	struct fcl_emu_board *board = wait_board_of(cu);

	board->nwaiting--;
	cu->in_cycle = false;
	if (fcl_trace_on())
		fcl_emu_traced_stall(cu);
	if (cu->state == FCL_EMU_BLOCKED && !cu->blocked_any) {
		if (cu->blocked_on)
			wait_unlist(cu, cu->blocked_port);
	} else {
		for (uint32_t i = 0; i < cu->model->nports; i++)
			wait_unlist(cu, i);
	}
	if (board->next_check == cu)
		board->next_check = cu->next_waiting;
	if (cu->next_waiting)
		cu->next_waiting->previous_waiting = cu->previous_waiting;
	else
		board->waiting_last = cu->previous_waiting;
	if (cu->previous_waiting)
		cu->previous_waiting->next_waiting = cu->next_waiting;
	else
		board->waiting = cu->next_waiting;
}

void fcl_emu_go_on(struct fcl_emu_cu *cu)
{
	fcl_emu_wait_end(cu);
	fcl_emu_cu_again(cu);
}

void fcl_emu_end_backoff(struct fcl_emu_cu *cu)
{
	if (cu->state == FCL_EMU_BACKING_OFF)
		fcl_emu_go_on(cu);
}

/* --- readying CUs that can continue ----------------------------------------------------------- */

static void release_side(struct fcl_emu_fifo *fifo, int side)
{
	struct fcl_emu_wait *wait = wait_first_of(fifo, side), *next;

	for (; wait; wait = next) {
		next = wait->next;
		if (!fcl_emu_could_go_on(wait->cu))
			continue;
		fcl_emu_go_on(wait->cu);
		/* The CU may have been listed here twice. */
		if (next && !next->listed)
			next = wait_first_of(fifo, side);
	}
}

void fcl_emu_host_moved(struct fcl_emu_board *board, struct fcl_emu_fifo *fifo)
{
	pthread_mutex_lock(&board->lock);
	release_side(fifo, FCL_EMU_READER);
	release_side(fifo, FCL_EMU_WRITER);
	if (board->nready)
		fcl_emu_wake_worker(board);
	pthread_mutex_unlock(&board->lock);
}

bool fcl_emu_has_waiting_peers(const struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->ports[i] && wait_first_of(cu->ports[i], !wait_side_of(cu, i)))
			return true;
	return false;
}

void fcl_emu_release_peers(struct fcl_emu_cu *cu)
{
	for (uint32_t i = 0; i < cu->model->nports; i++)
		if (cu->ports[i])
			release_side(cu->ports[i], !wait_side_of(cu, i));
	for (cu = cu->younger; cu; cu = cu->younger)
		if (cu->state == FCL_EMU_BLOCKED && fcl_emu_could_go_on(cu))
			fcl_emu_go_on(cu);
}

void fcl_emu_check_waiting(struct fcl_emu_board *board, uint32_t most, uint64_t now)
{
	struct fcl_emu_cu *cu = board->next_check ? board->next_check : board->waiting;

	for (; cu && most; most--) {
		struct fcl_emu_cu *next = cu->next_waiting;

		if (fcl_emu_could_go_on(cu) ||
		    (cu->state == FCL_EMU_BACKING_OFF && cu->wake_ns <= now))
			fcl_emu_go_on(cu);
		cu = next;
	}
	board->next_check = cu;
}

uint64_t fcl_emu_first_backoff_end(const struct fcl_emu_board *board)
{
	uint64_t first = UINT64_MAX;

	for (const struct fcl_emu_cu *cu = board->waiting; cu; cu = cu->next_waiting)
		if (cu->state == FCL_EMU_BACKING_OFF && cu->wake_ns < first)
			first = cu->wake_ns;
	return first;
}
