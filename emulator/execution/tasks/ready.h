/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_READY_H
#define FCL_EMU_EXECUTION_READY_H

#include "emulator/state/board.h"
#include "emulator/state/unit.h"
#include <stddef.h>

/*
 * The list of tasks that can run. A short launch may be left to the host's thread that enqueues such
 * launches, which is likely to run it itself. The board's lock is held in all of these.
 */

/* Appends a task. */
void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* Removes a task. */
void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* Any thread may now run a task that was left to the host. */
void fcl_emu_take_back(struct fcl_emu_board *board, struct fcl_emu_task *task);

/* The first task that a worker may run; `at_home`: of the first few, and none that runs faster on
 * another worker. NULL: there is none. */
struct fcl_emu_task *fcl_emu_ready_first(struct fcl_emu_board *board, bool at_home);
/* The first task with the tag, if it is among the first few; NULL: there is none. */
struct fcl_emu_task *fcl_emu_ready_with(struct fcl_emu_board *board, const void *tag);
/*
 * Takes the first ready task if all ready tasks are brief CUs of the calling worker and nothing
 * else needs it: CUs with short FIFOs between them hand over to each other this way. NULL: there is
 * none.
 */
struct fcl_emu_cu *fcl_emu_take_next_brief(struct fcl_emu_board *board);

/*
 * The calling thread of the host has run launches with this tag, and is likely to run more until
 * then.
 */
void fcl_emu_note_help(const void *tag, uint64_t until_ns);
/* No thread of the host is expected to run launches with the tag any longer. */
void fcl_emu_stop_asking(struct fcl_emu_board *board, const void *tag);

/* How many ready tasks are for workers. While one watches, it will see whether the others stay. */
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

/* Which DMA channels a copy uses: 1 for board to host; copies on the board count as writes. */
static inline int fcl_emu_task_direction(struct fcl_emu_task *task)
{
	return fcl_emu_task_copy(task)->op == FCL_HAL_READ;
}

#endif
