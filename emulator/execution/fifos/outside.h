/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_OUTSIDE_H
#define FCL_EMU_EXECUTION_OUTSIDE_H

#include "emulator/state/board.h"

/*
 * Executions that wait for a file descriptor, such as a socket to another process. A thread of the
 * board's, the poller, is started for the first one. It waits for all their descriptors, and
 * readies an execution whose descriptor is ready.
 */

/*
 * Lets the poller watch the descriptor that a CU is about to wait for. False: it cannot, and the CU
 * has to look again after a while. The board's lock is held.
 */
bool fcl_emu_outside_watch(struct fcl_emu_cu *cu);
/* Tells the poller to end, which then clears board->polling; the board's lock is held. */
void fcl_emu_outside_end(struct fcl_emu_board *board);
/* Releases what is left once the poller has ended. */
void fcl_emu_outside_fini(struct fcl_emu_board *board);

#endif
