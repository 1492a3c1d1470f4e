/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_PIECES_H
#define FCL_EMU_PIECES_H

#include "emulator/state/board.h"

/*
 * A copy of several MiB is cut into pieces. The thread that runs the copy, its owner, takes them
 * from the front, and idle workers take them from the back, so that each thread works on memory
 * that may still be in its caches from the last copy. At the end the owner waits only for the
 * pieces that helpers are copying; if that took long, the machine is busy, and the next copies run
 * without help.
 */

/* Runs a copy of any size on the calling thread, with helpers if they make it faster. */
void fcl_emu_pieces_run(struct fcl_emu_board *board, struct fcl_hal_request *request);

/* Called by an idle worker: helps with a copy; false: there is none. The board's lock is held, and
 * dropped meanwhile. */
bool fcl_emu_pieces_help(struct fcl_emu_board *board);

#endif
