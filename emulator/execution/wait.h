/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WAIT_H
#define FCL_EMU_EXECUTION_WAIT_H

#include "emulator/state/board.h"

/* The board's lock is held in all of these but the last. */

/* Where a CU stands after it paused: ready again, or waiting; peers that it let go on are ready. */
void fcl_emu_settle(struct fcl_emu_cu *cu);
/* Readies who waited for what the CU has moved. */
void fcl_emu_release_peers(struct fcl_emu_cu *cu);
/* Blocked, and still with reason: a wake-up may be on its way. */
bool fcl_emu_is_stuck(const struct fcl_emu_cu *cu);
/* Takes a waiting CU from where it waits. */
void fcl_emu_wait_end(struct fcl_emu_cu *cu);
/* Readies it, if it naps. */
void fcl_emu_end_backoff(struct fcl_emu_cu *cu);
/* Looks at up to `most` waiting CUs and readies those that can go on; `now` 0: no nap ends. */
void fcl_emu_check_waiting(struct fcl_emu_board *board, uint32_t most, uint64_t now);
/* When the first nap ends by itself; UINT64_MAX: none does. */
uint64_t fcl_emu_first_backoff_end(const struct fcl_emu_board *board);
/* The host has moved the FIFO: readies who waited for that. Takes the lock. */
void fcl_emu_host_moved(struct fcl_emu_board *board, struct fcl_emu_fifo *fifo);

#endif
