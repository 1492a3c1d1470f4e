/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_OUTSIDE_H
#define FCL_EMU_EXECUTION_OUTSIDE_H

#include "emulator/state/board.h"

/*
 * Executions that wait for a file descriptor, such as a socket to another process. The first one
 * starts a thread of the board, the poller, which waits for all of their descriptors and readies
 * each execution whose descriptor is ready.
 */

/*
 * Lets the poller watch the descriptor that a CU is about to wait for. False: it cannot, and the CU
 * has to check again at intervals. The board's lock is held.
 */
bool fcl_emu_outside_watch(struct fcl_emu_cu *cu);
/* Requests the poller to end; it clears board->polling then. The board's lock is held. */
void fcl_emu_outside_end(struct fcl_emu_board *board);
/* Closes the descriptors, after the poller has ended. */
void fcl_emu_outside_fini(struct fcl_emu_board *board);

#endif
