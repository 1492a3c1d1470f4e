/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/workers/submit.h"

#include <pthread.h>

#include "base/clock.h"
#include "emulator/execution/access/guard.h"
#include "emulator/execution/tasks/ready.h"
#include "emulator/execution/tasks/wake.h"
#include "emulator/execution/units/bind.h"
#include "emulator/execution/units/shift.h"
#include "emulator/execution/units/submitted.h"
#include "emulator/execution/workers/run.h"
#include "emulator/memory/copy.h"
#include "emulator/state/board.h"

enum {
	SMALL_BYTES = 64 * 1024,
	SMALL_NS = 50 * 1000,
	FEW_TASKS = 16, /* the most tasks that may wait for their submitter to run them */
	HELP_EXPECTED_NS = 50 * 1000, /* how long a helping thread is expected to help again */
};

static struct fcl_emu_item *submit_prepare(struct fcl_hal_request *request)
{
	struct fcl_emu_item *item = (struct fcl_emu_item *)request->scratch;

	_Static_assert(sizeof(*item) <= FCL_HAL_SCRATCH, "the item must fit the request's scratch");
	item->request = request;
	item->next = NULL;
	if (request->op != FCL_HAL_LAUNCH) {
		/* Sets all members: the scratch space is not initialized. */
		item->task = (struct fcl_emu_task){
			.kind = FCL_EMU_TASK_COPY,
			.tag = request->tag,
			.small = fcl_emu_copy_bytes(request) <= SMALL_BYTES,
		};
	}
	return item;
}

/* Whether a worker is running a short task, after which it admits submitted requests. */
static bool will_check(struct fcl_emu_board *board)
{
	uint64_t since = atomic_load(&board->short_task_ns);

	return since && fcl_now_ns() - since < SMALL_NS;
}

/*
 * While the lead watches, a few small tasks may wait until their submitter runs them; while a
 * worker spins, any single task may. The board's lock is held.
 */
static bool needs_worker(const struct fcl_emu_board *board)
{
	uint32_t count = fcl_emu_for_workers(board);

	if (!count || (board->spinning && count == 1))
		return false;
	return !board->lead_watches || count > FEW_TASKS || !board->ready_last->small;
}

static void admit_and_wake(struct fcl_emu_board *board)
{
	fcl_emu_admit(board);
	if (needs_worker(board))
		fcl_emu_wake_worker(board);
}

int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count)
{
	uint32_t soon = FCL_HAL_SOON;

	for (uint32_t i = 0; i < count; i++) {
		int error = requests[i]->op == FCL_HAL_LAUNCH
				    ? fcl_emu_launch_check(requests[i],
							   fcl_emu_keep_knows(requests[i]))
				    : fcl_emu_copy_check(board, requests[i]);
		if (error)
			return error;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct fcl_emu_item *item = submit_prepare(requests[i]);

		soon &= requests[i]->flags;
		/*
		 * A reporting worker keeps a request only if it is the only one: others would wait
		 * for it.
		 */
		if (count == 1 && fcl_emu_keep_next(board, item))
			return 0;
		fcl_emu_push(board, item);
	}
	if (soon || will_check(board))
		return 0;
	pthread_mutex_lock(&board->lock);
	admit_and_wake(board);
	pthread_mutex_unlock(&board->lock);
	return 0;
}

void fcl_emu_kick(struct fcl_emu_board *board)
{
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	if (board->nleft)
		board->kicked_ns = fcl_now_ns();
	if (board->nready)
		fcl_emu_wake_worker(board);
	pthread_mutex_unlock(&board->lock);
}

/*
 * --- threads of the host that wait or help
 * ----------------------------------------------------------
 */

/* Takes a task for a thread of the host; the board's lock is held. */
static void take_for_host(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	fcl_emu_take(board, task, now);
	if (fcl_emu_for_workers(board))
		fcl_emu_wake_worker(board);
}

/* Runs a task that a thread of the host has taken, and subsequent launches on the same CU. */
static void run_for_host(struct fcl_emu_board *board, struct fcl_emu_task *task, uint64_t now)
{
	int cancel;

	if (task->kind == FCL_EMU_TASK_CU)
		fcl_emu_guard_thread();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fcl_emu_run_task(board, task, now);
	/*
	 * Requests that this thread has submitted meanwhile must not be left waiting: see shift.h.
	 */
	admit_and_wake(board);
	pthread_mutex_unlock(&board->lock);
	pthread_setcancelstate(cancel, NULL);
}

/*
 * Whether a waiting thread may run the task. A long copy is as fast there as on a worker, provided
 * that nothing else is ready.
 */
static bool suits_waiting(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return task->small || (task->kind == FCL_EMU_TASK_COPY && board->nready == 1);
}

int fcl_emu_progress(struct fcl_emu_board *board, const void *tag)
{
	uint64_t now = fcl_now_ns();
	struct fcl_emu_task *task;

	if (board->ordered)
		return 0;
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	task = fcl_emu_ready_with(board, tag);
	if (task && !suits_waiting(board, task))
		task = NULL;
	if (task)
		take_for_host(board, task, now);
	pthread_mutex_unlock(&board->lock);
	if (task)
		run_for_host(board, task, now);
	return task != NULL;
}

/* If a worker is running the tag's launches now, it leaves the next one to this thread. */
int fcl_emu_help(struct fcl_emu_board *board, const void *tag)
{
	uint64_t now = fcl_now_ns();
	struct fcl_emu_task *task;

	if (board->ordered)
		return 0;
	pthread_mutex_lock(&board->lock);
	fcl_emu_admit(board);
	task = fcl_emu_ready_with(board, tag);
	if (task && !task->tiny)
		task = NULL;
	if (task) {
		fcl_emu_stop_asking(board, tag);
		take_for_host(board, task, now);
	} else {
		atomic_store_explicit(&board->asked, tag, memory_order_relaxed);
	}
	board->last_work_ns = now;
	pthread_mutex_unlock(&board->lock);
	fcl_emu_note_help(tag, now + HELP_EXPECTED_NS);
	if (task)
		run_for_host(board, task, now);
	return task != NULL;
}
