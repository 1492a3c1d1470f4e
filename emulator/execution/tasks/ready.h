/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_READY_H
#define FCL_EMU_EXECUTION_READY_H

#include "emulator/state/board.h"
#include "emulator/state/unit.h"
#include <stddef.h>

/*
 * The list of tasks that can run. A short launch may be left to the thread of the host that
 * enqueues such launches, as that thread is likely to run it itself. The board's lock is held in
 * all functions except fcl_emu_serve(), fcl_emu_home() and fcl_emu_note_help().
 */

/* How long the lead, a worker that watches for work, sleeps at a time. */
enum { FCL_EMU_WATCH_NS = 80 * 1000 };

/* Registers the calling thread as a worker of the board. */
void fcl_emu_serve(const struct fcl_emu_board *board);
/* Returns a token for the calling thread if it is a worker of the board, else NULL. */
const void *fcl_emu_home(const struct fcl_emu_board *board);

/* Appends a task. */
void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* Removes a task. */
void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* Lets any thread run a task that was left to the host. */
void fcl_emu_take_back(struct fcl_emu_board *board, struct fcl_emu_task *task);

/*
 * The first task that a worker may run; `at_home`: among the first few only, and none that runs
 * faster on another worker. NULL: there is none.
 */
struct fcl_emu_task *fcl_emu_ready_first(struct fcl_emu_board *board, bool at_home);
/* The first task with the tag, if it is among the first few; NULL: there is none. */
struct fcl_emu_task *fcl_emu_ready_with(struct fcl_emu_board *board, const void *tag);
/*
 * Takes the first ready task if all ready tasks are brief CUs of the calling worker and nothing
 * else needs the worker: this is how CUs with short FIFOs between them hand over to each other.
 * NULL: there is none.
 */
struct fcl_emu_cu *fcl_emu_take_next_brief(struct fcl_emu_board *board);

/*
 * The calling thread of the host has run launches with this tag, and is likely to run more until
 * `until_ns`.
 */
void fcl_emu_note_help(const void *tag, uint64_t until_ns);
/* No thread of the host is expected to run launches with this tag any more. */
void fcl_emu_stop_asking(struct fcl_emu_board *board, const void *tag);

/*
 * The number of ready tasks for workers. While a worker watches, tasks left to the host are not
 * counted: it will check on them.
 */
static inline uint32_t fcl_emu_for_workers(const struct fcl_emu_board *board)
{
	return board->nready - (board->lead_watches ? board->nleft : 0);
}

static inline struct fcl_emu_cu *fcl_emu_task_cu(struct fcl_emu_task *task)
{
	return (struct fcl_emu_cu *)((char *)task - offsetof(struct fcl_emu_cu, task));
}

static inline struct fcl_hal_request *fcl_emu_task_copy(struct fcl_emu_task *task)
{
	return ((struct fcl_emu_item *)((char *)task - offsetof(struct fcl_emu_item, task)))
		->request;
}

/*
 * The DMA channels that a copy uses: 1 for board to host; copies within the board count as writes.
 */
static inline int fcl_emu_task_direction(struct fcl_emu_task *task)
{
	return fcl_emu_task_copy(task)->op == FCL_HAL_READ;
}

#endif
