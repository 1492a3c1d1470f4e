/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_EXECUTION_SUBMITTED_H
#define FCL_EMU_EXECUTION_SUBMITTED_H

#include "emulator/state/board.h"

/* Pushes a request to board->submitted, without the lock, for a later fcl_emu_admit(). */
void fcl_emu_push(struct fcl_emu_board *board, struct fcl_emu_item *item);
/* Readies or queues all requests in board->submitted; the board's lock is held. */
void fcl_emu_admit(struct fcl_emu_board *board);
/* Whether the calling worker may continue with short launches, as nothing else is ready. */
bool fcl_emu_continue_shift(struct fcl_emu_board *board, uint64_t now);

#endif
