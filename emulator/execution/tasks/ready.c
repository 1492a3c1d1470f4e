/* SPDX-License-Identifier: Apache-2.0 */
#include "emulator/execution/tasks/ready.h"

#include "base/clock.h"
#include "emulator/primitives/static_tls.h"
#include "emulator/state/board.h"
#include "emulator/state/unit.h"

/* How many tasks are searched from the first one. */
enum { LOOK_AHEAD = 16 };

/*
 * The tag that this thread, one of the host's, has run launches of, and until when it is likely to
 * run more.
 */
static _Thread_local FCL_EMU_STATIC_TLS struct {
	const void *tag;
	uint64_t until_ns;
} helps;

/* The board whose worker this thread is, or NULL. */
static _Thread_local FCL_EMU_STATIC_TLS const struct fcl_emu_board *serves;

void fcl_emu_serve(const struct fcl_emu_board *board)
{
	serves = board;
}

const void *fcl_emu_home(const struct fcl_emu_board *board)
{
	return serves == board ? &serves : NULL;
}

void fcl_emu_note_help(const void *tag, uint64_t until_ns)
{
	helps.tag = tag;
	helps.until_ns = until_ns;
}

/*
 * The time to store in left_ns if the task should be left to a thread of the host, which enqueues
 * such launches and sometimes runs them; else 0.
 */
static uint64_t ready_leave(const struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	uint64_t now;

	if (!task->tiny ||
	    (task->tag != helps.tag &&
	     task->tag != atomic_load_explicit(&board->asked, memory_order_relaxed)) ||
	    atomic_load_explicit(&fcl_emu_task_cu(task)->kernel->nwaiting, memory_order_relaxed))
		return 0;
	now = fcl_now_ns();
	return task->tag != helps.tag || now < helps.until_ns ? now : 0;
}

/* Whether workers still leave the task to the host. */
static bool is_left(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return task->left_ns && task->left_ns > board->kicked_ns &&
	       fcl_now_ns() - task->left_ns < FCL_EMU_WATCH_NS;
}

void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	task->left_ns = ready_leave(board, task);
	board->nleft += task->left_ns != 0;
	task->listed = true;
	task->next = NULL;
	task->previous = board->ready_last;
	if (board->ready_last)
		board->ready_last->next = task;
	else
		board->ready = task;
	board->ready_last = task;
	board->nready++;
	board->nbrief += task->brief;
}

void fcl_emu_take_back(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	if (!task->listed || !task->left_ns)
		return;
	task->left_ns = 0;
	board->nleft--;
}

void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	if (task->previous)
		task->previous->next = task->next;
	else
		board->ready = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		board->ready_last = task->previous;
	task->listed = false;
	board->nready--;
	board->nbrief -= task->brief;
	board->nleft -= task->left_ns != 0;
}

static bool ready_may_run(const struct fcl_emu_board *board, struct fcl_emu_task *task)
{
	uint32_t channels;

	if (task->kind != FCL_EMU_TASK_COPY)
		return true;
	channels = fcl_emu_task_direction(task) ? board->desc->d2h_channels
						: board->desc->h2d_channels;
	return board->active[fcl_emu_task_direction(task)] < (channels ? channels : 1);
}

/* A brief task runs fastest on the thread whose caches contain its data. */
static bool is_at_home(const struct fcl_emu_board *board, const struct fcl_emu_task *task)
{
	return !task->brief || !task->home || task->home == fcl_emu_home(board);
}

struct fcl_emu_task *fcl_emu_ready_first(struct fcl_emu_board *board, bool at_home)
{
	struct fcl_emu_task *task = board->ready;

	for (unsigned i = 0; task && (!at_home || i < LOOK_AHEAD); i++, task = task->next)
		if (ready_may_run(board, task) && !is_left(board, task) &&
		    (!at_home || is_at_home(board, task)))
			return task;
	return NULL;
}

struct fcl_emu_task *fcl_emu_ready_with(struct fcl_emu_board *board, const void *tag)
{
	struct fcl_emu_task *task = board->ready;

	for (unsigned i = 0; task && i < LOOK_AHEAD; i++, task = task->next)
		if (task->tag == tag && ready_may_run(board, task))
			return task;
	return NULL;
}

void fcl_emu_stop_asking(struct fcl_emu_board *board, const void *tag)
{
	if (atomic_load_explicit(&board->asked, memory_order_relaxed) == tag)
		atomic_store_explicit(&board->asked, NULL, memory_order_relaxed);
}

struct fcl_emu_cu *fcl_emu_take_next_brief(struct fcl_emu_board *board)
{
	struct fcl_emu_task *task = board->ready;

	if (!task || board->nready != board->nbrief || task->home != fcl_emu_home(board) ||
	    board->ending || board->timeout_ns ||
	    atomic_load_explicit(&board->submitted, memory_order_relaxed))
		return NULL;
	fcl_emu_unready(board, task);
	board->served++;
	board->nrunning++;
	fcl_emu_task_cu(task)->state = FCL_EMU_RUNNING;
	return fcl_emu_task_cu(task);
}
