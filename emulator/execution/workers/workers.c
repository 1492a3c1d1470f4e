/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/workers.h"

#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/fifos/wait.h"
#include "emulator/execution/tasks/pieces.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/groups.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/execution/workers/run.h"
#include "emulator/execution/workers/stall.h"
#include "emulator/execution/workers/watcher.h"
#include "emulator/state/board.h"

enum {
	SPIN_NS = 10 * 1000,
	GRACE_NS = 5 * 1000 * 1000,
	MARK_EVERY = 64,    /* tasks, as reading the clock costs as much as a brief task */
	CHECK_AT_ONCE = 64, /* waiting CUs that an idle worker checks at a time */
};

/* Wakes another worker if there are more tasks than brief ones, which this worker runs itself. */
static void call_help(struct fcl_emu_board *board)
{
	if (fcl_emu_for_workers(board) > board->nbrief)
		fcl_emu_wake_worker(board);
}

/*
 * One sleep of an idle worker, a short one if work is likely; the board's lock is held. True if no
 * task was taken meanwhile: ready tasks that were left to other workers may then be stolen.
 */
static bool idle(struct fcl_emu_board *board)
{
	bool recent = fcl_now_ns() - board->last_work_ns < GRACE_NS;
	uint64_t served = board->served;

	/*
	 * Clears short_task_ns before it checks `submitted`; fcl_emu_submit() pushes before it
	 * checks short_task_ns, so at least one of the two sees the other's store.
	 */
	atomic_store(&board->short_task_ns, 0);
	if (atomic_load(&board->submitted))
		return false;
	if (board->maybe_deadlock && !board->nready && !board->nrunning) {
		fcl_emu_end_deadlocks(board);
		return false;
	}
	board->nidle++;
	/*
	 * A worker that helps with a copy becomes the lead afterwards; now, it would only slow the
	 * copy down.
	 */
	if (!board->lead_watches &&
	    (board->nleft || (recent && !board->spinning && !board->copies))) {
		board->lead_watches = true;
		fcl_emu_wait_until(board, &board->work, fcl_now_ns() + FCL_EMU_WATCH_NS);
		board->lead_watches = false;
	} else {
		pthread_cond_wait(&board->work, &board->lock);
	}
	board->nidle--;
	if (board->served != served)
		return false;
	/* Running CUs may have moved packets that others are waiting for. */
	if (board->nrunning && !board->nready)
		fcl_emu_check_waiting(board, CHECK_AT_ONCE, 0);
	return true;
}

/* Spins without the board's lock until it is called, or until it is time to check. */
static void wait_for_call(struct fcl_emu_board *board, uint64_t until)
{
	while (!atomic_load_explicit(&board->called, memory_order_relaxed) && fcl_now_ns() < until)
		;
}

/*
 * Hosts tend to issue another copy at once, and a sleeping thread would start when half of it is
 * done. So a helper spins briefly. Called with the board's lock held, which is temporarily dropped.
 */
static void spin_for_work(struct fcl_emu_board *board)
{
	uint64_t now = fcl_now_ns(), end = now + FCL_EMU_WATCH_NS;

	if (board->spinning || now < board->alone_until_ns)
		return;
	board->spinning = true;
	atomic_store(&board->called, false);
	while (board->spinning && now < end && !board->nready && !board->copies && !board->ranges) {
		pthread_mutex_unlock(&board->lock);
		wait_for_call(board, now + SPIN_NS);
		now = fcl_now_ns();
		pthread_mutex_lock(&board->lock);
		fcl_emu_admit(board);
	}
	board->spinning = false;
}

/*
 * Helps with copies and NDRanges of other threads. Called with the board's lock held, which is
 * temporarily dropped.
 */
static bool workers_help(struct fcl_emu_board *board)
{
	if (!board->copies && !board->ranges)
		return false;
	/*
	 * As in idle(), paired with fcl_emu_submit(): this worker will not check `submitted` soon.
	 */
	atomic_store(&board->short_task_ns, 0);
	if (atomic_load(&board->submitted))
		return true;
	if (!fcl_emu_pieces_help(board) && !fcl_emu_groups_help(board))
		return false;
	if (!board->nready && !board->copies && !board->ranges)
		spin_for_work(board);
	return true;
}

static void *worker(void *data)
{
	struct fcl_emu_board *board = data;
	uint64_t now = fcl_now_ns();
	/* A new worker is started because the others do not get to these tasks, so it may steal. */
	bool steal = true;

	fcl_emu_serve(board);
	fcl_emu_guard_thread();
	pthread_mutex_lock(&board->lock);
	while (!board->ending) {
		struct fcl_emu_task *task;

		fcl_emu_admit(board);
		task = fcl_emu_take_first(board, steal, now);
		if (!task && workers_help(board)) {
			now = fcl_now_ns();
			continue;
		}
		if (!task) {
			steal = idle(board);
			now = fcl_now_ns();
			continue;
		}
		steal = false;
		call_help(board);
		if (!now && !task->brief)
			now = fcl_now_ns();
		if (task->small ||
		    atomic_load_explicit(&board->short_task_ns, memory_order_relaxed))
			atomic_store(&board->short_task_ns, task->small ? now : 0);
		pthread_mutex_unlock(&board->lock);
		now = fcl_emu_run_task(board, task, now);
		if (now || board->served % MARK_EVERY == 0)
			board->last_work_ns = now ? now : fcl_about_ns();
	}
	board->nworkers--;
	pthread_cond_broadcast(&board->quiet);
	pthread_mutex_unlock(&board->lock);
	return NULL;
}

static bool start_thread(void *(*function)(void *), struct fcl_emu_board *board)
{
	int error = fcl_thread_start(function, board);

	if (error)
		fcl_log(FCL_LOG_ERROR, board->info.name, "cannot start a thread for the board: %s",
			strerror(-error));
	return !error;
}

void fcl_emu_start_watcher(struct fcl_emu_board *board)
{
	if (!board->watching)
		board->watching = start_thread(fcl_emu_watcher, board);
}

void fcl_emu_start_worker(struct fcl_emu_board *board)
{
	if (start_thread(worker, board))
		board->nworkers++;
	fcl_emu_start_watcher(board);
	pthread_cond_signal(&board->watch);
}
