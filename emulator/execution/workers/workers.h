/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WORKERS_H
#define FCL_EMU_EXECUTION_WORKERS_H

#include "emulator/state/board.h"

/*
 * Workers are started on demand, and sleep when they are idle. After work, one of them (the lead)
 * watches for more with short sleeps for a while: a submit during that time needs no system call,
 * and a thread that waits for its result usually runs the task itself before the lead checks. More
 * workers are started if executions that do not yield occupy all of them while tasks are ready
 * (watcher.c).
 */

/* Starts a worker, and the watcher if there is none; the board's lock is held. */
void fcl_emu_start_worker(struct fcl_emu_board *board);
/* The watcher alone. */
void fcl_emu_start_watcher(struct fcl_emu_board *board);

#endif
