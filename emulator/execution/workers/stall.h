/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_STALL_H
#define FCL_EMU_EXECUTION_STALL_H

#include "emulator/state/board.h"

/* The board's lock is held in all functions. */

/* Finds closed cycles of blocked CUs and ends their executions, for which the lock is released. */
void fcl_emu_end_deadlocks(struct fcl_emu_board *board);
/* Logs what CUs that have been blocked for some rounds of the watcher are waiting for. */
void fcl_emu_report_stalls(struct fcl_emu_board *board);
/* Says what a waiting CU waits for; false: nothing that could be the cause of a stall. */
bool fcl_emu_describe_stall(const struct fcl_emu_cu *cu, char *text, size_t size);

#endif
