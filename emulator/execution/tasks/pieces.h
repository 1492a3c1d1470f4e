/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_PIECES_H
#define FCL_EMU_PIECES_H

#include "emulator/state/board.h"

/*
 * A copy of several MiB is split into pieces. The thread that runs the copy, its owner, takes
 * pieces from the front, and idle workers take them from the back, so that each thread works on
 * memory that its caches may still hold from the last copy. At the end, the owner only waits for
 * the pieces that helpers are copying. If that took long, the machine is busy, and the next copies
 * run without help.
 */

/* Runs a copy of any size on the calling thread, with helpers if they make it faster. */
void fcl_emu_pieces_run(struct fcl_emu_board *board, struct fcl_hal_request *request);

/*
 * Called by an idle worker: helps with a copy; false: there is none. Called with the board's lock
 * held, which is temporarily dropped.
 */
bool fcl_emu_pieces_help(struct fcl_emu_board *board);

#endif
