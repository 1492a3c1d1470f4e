/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FCL_EMU_BOARD_H
#define FCL_EMU_BOARD_H

#include "emulator/state/board.h"

int fcl_emu_open(const char *name, unsigned instance, struct fcl_emu_board **ret_board,
		 struct fcl_err *err);
void fcl_emu_close(struct fcl_emu_board *board);
int fcl_emu_reset(struct fcl_emu_board *board, struct fcl_err *err);

#endif
