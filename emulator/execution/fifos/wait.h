/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_WAIT_H
#define FCL_EMU_EXECUTION_WAIT_H

#include "emulator/state/board.h"
#include "emulator/state/unit.h"

/* The board's lock is held in all functions but the last two. */

/* A sum over the CU's FIFOs that changes whenever one of them moves. */
uint64_t fcl_emu_activity(const struct fcl_emu_cu *cu);
/* Whether what the CU waits for has come. */
bool fcl_emu_could_go_on(const struct fcl_emu_cu *cu);
/* Lists the CU as waiting for the FIFO that it is blocked on, or for any of several. */
void fcl_emu_wait_begin(struct fcl_emu_cu *cu, enum fcl_emu_state state);
/* Readies CUs that wait for packets which this CU has moved. */
void fcl_emu_release_peers(struct fcl_emu_cu *cu);
/* Whether the CU is blocked and cannot continue now; a listed CU may already be able to. */
bool fcl_emu_is_stuck(const struct fcl_emu_cu *cu);
/* Whether the CU waits for a file descriptor, which may take forever. */
bool fcl_emu_waits_outside(const struct fcl_emu_cu *cu);
/* Readies a waiting CU. */
void fcl_emu_go_on(struct fcl_emu_cu *cu);
/* Removes a waiting CU from all lists of waiters. */
void fcl_emu_wait_end(struct fcl_emu_cu *cu);
/* Readies the CU if it is backing off. */
void fcl_emu_end_backoff(struct fcl_emu_cu *cu);
/*
 * Checks up to `most` waiting CUs, and readies those that can continue; `now` 0: ends no back-off.
 */
void fcl_emu_check_waiting(struct fcl_emu_board *board, uint32_t most, uint64_t now);
/* When the first back-off times out; UINT64_MAX: none does. */
uint64_t fcl_emu_first_backoff_end(const struct fcl_emu_board *board);
/* Readies CUs that wait for packets which the host has moved. Takes the board's lock. */
void fcl_emu_host_moved(struct fcl_emu_board *board, struct fcl_emu_fifo *fifo);
/*
 * Whether a CU is listed as waiting at the other end of a FIFO of this CU; a hint that may be
 * stale.
 */
bool fcl_emu_has_waiting_peers(const struct fcl_emu_cu *cu);

#endif
