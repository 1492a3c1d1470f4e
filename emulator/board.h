/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_BOARD_H
#define FCL_EMU_BOARD_H

#include "emulator/state/board.h"

/* Opens an instance of the board with that name in board_support or FPGACL_BOARD_PATH. */
int fcl_emu_open(const char *name, unsigned instance, struct fcl_emu_board **ret_board,
		 struct fcl_err *err);
/* Unloads all programs, ends the threads and frees the board. NULL is allowed. */
void fcl_emu_close(struct fcl_emu_board *board);
/* Ends all executions and clears all memory. -EIO: a kernel does not stop. */
int fcl_emu_reset(struct fcl_emu_board *board, struct fcl_err *err);

/* Sets the program in a slot, under the board's lock, as the watchdog reads it under that lock. */
void fcl_emu_slot_set(struct fcl_emu_board *board, uint32_t slot, struct fcl_emu_program *program);

#endif
