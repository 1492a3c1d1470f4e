/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_ORDERED_H
#define FCL_EMU_EXECUTION_ORDERED_H

#include "emulator/state/board.h"

/*
 * Boards whose work is in an order: one thread of the process runs all of it, one task at a time, and draws
 * the next from a seed. What it draws from does not depend on time: it begins when all threads of the
 * host sleep, which have then submitted what they are going to, and goes on while they do. A
 * frame that is sent or taken ends a task, so that those of several senders meet in any order.
 *
 * What comes from outside of the process, as a file or a socket, still comes at any time.
 */

/* Boards of one process have one seed, which is the first one's. */
void fcl_emu_ordered_join(struct fcl_emu_board *board, uint64_t seed);
/* Waits until the thread does not use the board. */
void fcl_emu_ordered_leave(struct fcl_emu_board *board);

#endif
