/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_PIECES_H
#define FCL_EMU_PIECES_H

#include "emulator/state/board.h"

/*
 * A copy of some MiB is cut into pieces. The thread that has the copy takes them from the front,
 * and idle workers take them from the back, so that each thread keeps to memory that may still be
 * in its caches from the last time. In the end the owner waits for pieces that are in hand, and for
 * nothing else; if that took long, the machine is busy, and the next copies do without help.
 */

/* Runs a copy of any size on the calling thread, with help if that pays. */
void fcl_emu_pieces_run(struct fcl_emu_board *board, struct fcl_hal_request *request);

/* For an idle worker: false if there is nothing to help with. The lock is held, and dropped
 * meanwhile. */
bool fcl_emu_pieces_help(struct fcl_emu_board *board);

#endif
