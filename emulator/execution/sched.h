/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SCHED_H
#define FCL_EMU_EXECUTION_SCHED_H

#include "emulator/state/board.h"

/* Creates the lock and the conditions; threads start at first use. */
int fcl_emu_sched_init(struct fcl_emu_board *board);
/* Ends all threads; no program may be loaded. */
void fcl_emu_sched_fini(struct fcl_emu_board *board);
/* The HAL's submit(), kick(), progress() and help(). */
int fcl_emu_submit(struct fcl_emu_board *board, struct fcl_hal_request *const *requests,
		   uint32_t count);
void fcl_emu_kick(struct fcl_emu_board *board);
int fcl_emu_progress(struct fcl_emu_board *board, const void *tag);
/* A task that was left to the host is for any thread now; the board's lock is held. */
void fcl_emu_take_back(struct fcl_emu_board *board, struct fcl_emu_task *task);
int fcl_emu_help(struct fcl_emu_board *board, const void *tag);
/* Whether the calling worker may go on with short launches: nothing else is ready. */
bool fcl_emu_continue_shift(struct fcl_emu_board *board, uint64_t now);
/* Readies or queues all requests in board->submitted; the board's lock is held. */
void fcl_emu_admit(struct fcl_emu_board *board);
/* Adds a request to board->submitted, without the lock; a later fcl_emu_admit() takes it. */
void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Appends a task to the ready list; the board's lock is held. */
void fcl_emu_ready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* Wakes or starts a worker for what is ready; the board's lock is held. */
void fcl_emu_wake_worker(struct fcl_emu_board *board);
/* The same on a thread that has ended a task: if it is a worker, it takes the next task itself. The
 * board's lock is held. */
void fcl_emu_wake_other(struct fcl_emu_board *board);
/* A token for the calling thread if it is a worker of the board, else NULL. */
const void *fcl_emu_home(const struct fcl_emu_board *board);
/* Removes a task from the ready list; the board's lock is held. */
void fcl_emu_unready(struct fcl_emu_board *board, struct fcl_emu_task *task);
/* As fcl_now_ns(), but cheap, and up to some milliseconds old. */
uint64_t fcl_emu_about_ns(void);
/* Waits on one of the board's conditions until `at`, ns of CLOCK_MONOTONIC; the board's lock is
 * held. */
void fcl_emu_wait_until(struct fcl_emu_board *board, pthread_cond_t *condition, uint64_t at);

/*
 * Takes the first ready task if all ready tasks are brief CUs of the calling worker and nothing
 * else needs it: CUs with short FIFOs between them hand over to each other this way. NULL: there is
 * none. The board's lock is held.
 */
struct fcl_emu_cu *fcl_emu_take_next_brief(struct fcl_emu_board *board);

#endif
