/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/run.h"

#include "base/clock.h"
#include "emulator/execution/running/running.h"
#include "emulator/execution/tasks/pieces.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/unit.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

enum {
	MARK_EVERY = 64, /* tasks, as reading the clock costs as much as a brief task */
	SHARED_FROM = 4, /* this many ready CUs justify a second worker, however brief they are */
};

void fcl_emu_take(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	fcl_emu_unready(board, task);
	board->served++;
	if (task->kind == FCL_EMU_TASK_COPY) {
		board->active[fcl_emu_task_direction(task)]++;
		return;
	}
	if (board->watcher_asleep) {
		board->watcher_asleep = false;
		pthread_cond_signal(&board->watch);
	}
	board->nrunning++;
	fcl_emu_task_cu(task)->state = FCL_EMU_RUNNING;
	fcl_emu_cu_equip(fcl_emu_task_cu(task), now);
}

struct fcl_emu_task *fcl_emu_take_first(struct fcl_emu_board *board, bool steal, uint64_t now)
{
	struct fcl_emu_task *task = fcl_emu_ready_first(board, true);

	if (!task && (steal || board->nready >= SHARED_FROM))
		task = fcl_emu_ready_first(board, false);
	if (!task)
		return NULL;
	/* The thread of the host that it was left to has not taken it. */
	if (task->left_ns)
		fcl_emu_stop_asking(board, task->tag);
	fcl_emu_take(board, task, now);
	return task;
}

static void run_copy(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	struct fcl_hal_request *request = fcl_emu_task_copy(task);
	int direction = fcl_emu_task_direction(task);

	if (request->flags & FCL_HAL_TIMED)
		request->start_ns = fcl_now_ns();
	fcl_emu_pieces_run(board, request);
	if (request->flags & FCL_HAL_TIMED)
		request->end_ns = fcl_now_ns();
	pthread_mutex_lock(&board->lock);
	board->active[direction]--;
	/* The list may contain a copy that had to wait for a free channel. */
	fcl_emu_wake_other(board);
	pthread_mutex_unlock(&board->lock);
	request->done(request, 0, NULL);
}

/*
 * Like fcl_emu_run_task(), for a CU. A thread of the host, which is not a worker, stops after one.
 */
static uint64_t run_cus(struct fcl_emu_board *board, struct fcl_emu_cu *cu, uint64_t now)
{
	now = fcl_emu_cu_run(cu, now);
	while (fcl_emu_home(board) && (cu = fcl_emu_take_next_brief(board))) {
		if (board->served % MARK_EVERY == 0)
			board->last_work_ns = fcl_about_ns();
		pthread_mutex_unlock(&board->lock);
		now = fcl_emu_cu_run(cu, 0);
	}
	return now;
}

uint64_t fcl_emu_run_task(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	if (task->kind == FCL_EMU_TASK_CU)
		return run_cus(board, fcl_emu_task_cu(task), now);
	run_copy(board, task);
	now = fcl_now_ns();
	pthread_mutex_lock(&board->lock);
	return now;
}
