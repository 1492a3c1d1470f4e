/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SUBMITTED_H
#define FCL_EMU_EXECUTION_SUBMITTED_H

#include "emulator/state/board.h"

/* Adds a request to board->submitted, without the lock; a later fcl_emu_admit() takes it. */
void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Readies or queues all requests in board->submitted; the board's lock is held. */
void fcl_emu_admit(struct fcl_emu_board *board);
/* Whether the calling worker may go on with short launches: nothing else is ready. */
bool fcl_emu_continue_shift(struct fcl_emu_board *board, uint64_t now);

#endif
